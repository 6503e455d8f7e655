"""Arithmetic, conversions and special functions on arrays."""
