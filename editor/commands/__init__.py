"""Every change to a document, one verb a file. Only commands write to the models."""
