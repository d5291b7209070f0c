"""What tools, panels and dialogs are given: the desk with its tabs, actions and places to go."""
