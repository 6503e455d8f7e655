"""Custom calls that can be evaluated, by their targets.

Imports the kernels of StableHLO and CHLO.
"""
