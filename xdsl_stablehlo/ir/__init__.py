"""What is done to any program, whatever its ops mean: symbols, constants, changes that are undone where they fail."""
