"""The table of kernels, and parts of several kernels: regions as functions, reductions, positions of slices, values.

Imports `numerics`, `parallel` and below.
"""
