"""What a report says of each op, and how it is shown."""
