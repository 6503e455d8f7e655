"""Analysis of every value of a function, without changing the program: walk, terms, contexts, loops.

Imports facts, rules and evaluate.
"""
