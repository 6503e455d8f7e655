"""Grids and groups of processes."""
