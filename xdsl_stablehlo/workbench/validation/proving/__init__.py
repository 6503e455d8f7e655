"""Proofs for all arguments: terms, z3, and this project's folding."""
