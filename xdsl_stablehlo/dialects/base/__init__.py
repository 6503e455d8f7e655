"""The base of every dialect here: op classes that define themselves, and the types of quantized elements.

Imports `text`, `values` and `ir`.
"""
