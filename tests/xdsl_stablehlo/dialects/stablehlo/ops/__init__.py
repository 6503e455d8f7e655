"""What the verifier says of ops, family by family."""
