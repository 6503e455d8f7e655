"""How passes write ops: formulas, normal forms, and what nobody reads any more."""
