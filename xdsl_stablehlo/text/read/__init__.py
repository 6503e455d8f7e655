"""MLIR text to operations, attributes and locations.

Imports `text`, `values` and `ir`.
"""
