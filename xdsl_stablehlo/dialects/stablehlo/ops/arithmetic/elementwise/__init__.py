"""Elementwise ops, by how many operands they have."""
