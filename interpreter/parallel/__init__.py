"""Programs of several processes: the grid on which they run, groups, and messages between them.

Imports `interface` and the dialects.
"""
