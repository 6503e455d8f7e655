"""Whole programs: verification, symbols, changes that can be undone, foreign classes, the registry.

Imports the dialects and below. `registry` and `universe` are doors: they import what is asked for, when it is.
"""
