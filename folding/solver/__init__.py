"""What is known of every value of a function, found without touching the program: walk, terms, contexts, loops.

Imports facts, rules and evaluate.
"""
