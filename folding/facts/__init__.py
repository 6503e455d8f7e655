"""Facts about the elements of tensors, and how each op propagates them.

Imports nothing of the folder but its reasons.
"""
