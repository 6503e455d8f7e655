"""Types, attributes and constructors of StableHLO."""
