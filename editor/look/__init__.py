"""The look of the desktop: style, icons, keys and underlined letters."""
