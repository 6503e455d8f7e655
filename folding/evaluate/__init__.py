"""The evaluation of known operands by the interpreter or an engine, and the decision whether they may be evaluated.

Imports `report` and below.
"""
