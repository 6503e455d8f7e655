"""What several test families share."""
