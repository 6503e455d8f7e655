"""Whole programs: verification, dominance, symbols, changes that can be undone, foreign classes, the registry.

Imports the dialects and what is below. `registry` and `universe` are doors to all dialects and passes; `splitting`
stands on the folder, and nothing here imports it.
"""
