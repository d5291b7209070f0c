"""The rules desk: rules files as documents, edited in forms."""
