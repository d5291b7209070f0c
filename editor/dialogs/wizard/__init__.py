"""File > Export and File > Import: one window of four pages, for all formats of other programs."""
