"""xDSL's own dialects where their text or their ops differ from MLIR's, with as little changed as is needed.

Imports `values` and `ir`.
"""
