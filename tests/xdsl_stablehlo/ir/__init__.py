"""What is done to any program."""
