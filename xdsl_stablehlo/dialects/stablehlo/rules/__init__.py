"""Constraints that several ops share, with the labels of the specification; each is said once, here."""
