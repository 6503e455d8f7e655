"""CHLO written in StableHLO."""
