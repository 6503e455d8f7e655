"""What C++, JAX and XLA make of a program."""
