"""The format of MLIR bytecode: primitives and sections; no dialect.

Imports `ir`.
"""
