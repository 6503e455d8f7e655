"""The bytecode of builtin attributes and types, and of affine maps.

Imports `bytecode.format`, `text` and `values`.
"""
