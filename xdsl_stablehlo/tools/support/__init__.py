"""What the command-line tools share: reading, passes, options, completion, errors in one line."""
