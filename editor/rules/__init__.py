"""The rules desk: rules files as documents, with forms made from their models."""
