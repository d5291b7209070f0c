"""What is true of hex maps alone: the board, editing it, its files and its checks."""
