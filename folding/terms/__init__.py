"""Values before they are evaluated, and the constants that are made of them.

Imports nothing of the folder but its options, reasons and numbers.
"""
