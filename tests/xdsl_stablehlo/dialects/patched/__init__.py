"""Dialects of MLIR beside StableHLO, as MLIR prints them."""
