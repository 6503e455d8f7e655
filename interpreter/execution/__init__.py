"""Programs compiled once and run: the adapter to xDSL's interpreter and the boundary between tensors and arrays.

Imports the kernels and below.
"""
