"""The window: how it starts, what it is made of, how one goes about it by keyboard."""
