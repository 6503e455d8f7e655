"""The bytecode of attributes and types of StableHLO, CHLO, quant and Shardy, in programs that are no artifacts.

Imports these dialects and `bytecode`.
"""
