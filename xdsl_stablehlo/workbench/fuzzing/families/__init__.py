"""What writes the ops of each family."""
