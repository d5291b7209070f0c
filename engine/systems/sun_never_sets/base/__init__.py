"""What the rest of the campaign system builds on: state, field, tables, frames, options, sieges."""
