"""Judges of other compilers."""
