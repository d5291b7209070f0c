"""Who judges: checks of maps and scenarios, questions about a position, test turns, examples of play, replays."""
