"""The sets of permitted results."""
