"""Kernels of control flow, calls, tuples and tokens."""
