"""Reports of folding, computed from the program before and after: text, JSON, page, causes, explanations.

Imports everything but the passes.
"""
