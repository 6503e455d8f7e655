"""Whether known operands may be evaluated, and their evaluation by the interpreter or an engine.

Imports facts only.
"""
