"""One fold of a module: solver, plan and rewrite in turn, and the doors to it from patterns, arguments and bytes.

Imports the plan and all below.
"""
