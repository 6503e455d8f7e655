"""Facts about the elements of tensors, and their propagation through each op.

Imports `terms`.
"""
