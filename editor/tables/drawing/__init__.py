"""How the open table and the bases on it are drawn; all lengths are paces."""
