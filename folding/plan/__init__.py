"""Decides which known values become constants, and what each adds and frees; only the last step changes the program.

Imports the solver and what is below.
"""
