"""What is true of hex maps alone in the editor: drawing, canvas, tools, commands, menus, dialogs, panels."""
