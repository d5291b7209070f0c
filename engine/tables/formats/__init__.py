"""Files of tables: from data to a table, and back to text."""
