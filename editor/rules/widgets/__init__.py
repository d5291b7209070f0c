"""Fields of the rules desk that need more than a line: conditions, tables, paragraphs and the live example."""
