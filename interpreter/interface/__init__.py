"""Errors that evaluation raises, limits that it keeps, and the interface of other engines.

Imports `text`, `values` and `ir`.
"""
