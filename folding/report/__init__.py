"""The report of a fold: its records, its account of ops, its sizes; as text and JSON.

Imports `facts` and `terms`.
"""
