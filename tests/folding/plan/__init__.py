"""What becomes a constant, how it is written, and that a fold that fails changes nothing."""
