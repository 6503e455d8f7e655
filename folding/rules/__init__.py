"""What ops are equal to, as rows.

Imports facts and the terms of the solver.
"""
