"""Ops that make elements, move them, or tell and change sizes."""
