"""Tracing: from a scan with a fitted grid and a few painted hexes to proposals for all others, each with its doubt."""
