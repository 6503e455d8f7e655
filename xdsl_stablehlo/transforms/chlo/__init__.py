"""CHLO in terms of StableHLO."""
