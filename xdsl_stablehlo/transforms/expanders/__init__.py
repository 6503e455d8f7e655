"""Ops in terms of simpler or older ones."""
