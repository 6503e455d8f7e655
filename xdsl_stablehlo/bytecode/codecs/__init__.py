"""The encodings of attributes and types, dialect by dialect."""
