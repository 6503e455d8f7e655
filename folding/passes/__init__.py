"""The passes of the folder and what they do around it: arguments bound, shapes refined, the result verified.

Imports everything else.
"""
