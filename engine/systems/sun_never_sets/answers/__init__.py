"""Answers to questions about a position: forecasts, accounts, cards, and findings about set-ups."""
