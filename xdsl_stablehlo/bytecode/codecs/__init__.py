"""The bytecode of builtin attributes and types, and of affine maps."""
