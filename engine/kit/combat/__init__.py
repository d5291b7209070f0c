"""Combat by a rules file: kinds of combat, declaring, resolving, results, retreat, advance."""
