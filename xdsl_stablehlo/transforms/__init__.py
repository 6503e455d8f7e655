"""Passes that rewrite programs, by subject.

Imports the dialects, `programs`, `bytecode` and below, and no interpreter.
"""
