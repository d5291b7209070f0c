"""The player of De Bellis Multitudinis that plans."""
