"""One room per rules system; none knows another. engine.play.registry lists them."""
