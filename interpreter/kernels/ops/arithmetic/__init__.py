"""Kernels that compute with numbers."""
