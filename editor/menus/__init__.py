"""The menus, a file each: their actions, and what these do."""
