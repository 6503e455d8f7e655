"""What is known of values: across branches, loops and calls, in part, and on demand."""
