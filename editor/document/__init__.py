"""The open map or scenario: its models, undo stack, files and recovery."""
