"""What folding did and why ops stayed, told from the program before and after: text, JSON, page, causes, stories.

Imports everything but the passes.
"""
