"""Explanations of a fold for people: causes of what stayed, the text of a terminal, a page.

Imports the fold and all below.
"""
