"""The dialogs of tables."""
