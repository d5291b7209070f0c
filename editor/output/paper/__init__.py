"""Rulebooks, player aids and set-up cards as pages: laid out once, for PDF, picture and preview."""
