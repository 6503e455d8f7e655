"""Kernels that make elements, move them, or tell sizes."""
