"""What is known of the elements of a tensor, and how each op passes it on.

Imports nothing of the folder but its reasons.
"""
