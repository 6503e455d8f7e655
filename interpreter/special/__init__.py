"""Functions on float64 and complex128 arrays that NumPy lacks or does not compute with full accuracy.

Imports `rounded`.
"""
