"""Kernels in which several processes take part."""
