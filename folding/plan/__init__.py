"""Which known values become constants, what each takes and frees, and the one step that changes the program.

Imports the solver and what is below.
"""
