"""What documents, examples and docstrings say is true."""
