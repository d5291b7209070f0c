"""Files of hex maps: from data to a battle map, and back to text."""
