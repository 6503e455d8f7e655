"""The passes of the folder: folding, arguments bound, shapes refined, the result verified.

Imports all other folders.
"""
