"""The menus of tables."""
