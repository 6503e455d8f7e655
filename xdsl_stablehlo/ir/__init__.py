"""Tools for xDSL programs that need no dialect: graphs, branches, counts of parts, versions of xDSL, the process.

Imports no other folder.
"""
