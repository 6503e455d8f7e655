"""Random programs and arguments."""
