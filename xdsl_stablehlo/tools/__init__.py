"""The command-line tools, a file for each."""
