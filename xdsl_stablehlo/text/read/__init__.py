"""MLIR text to operations, attributes and locations."""
