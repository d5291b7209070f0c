"""Verbs, captions, and the sentences of events and findings."""
