"""The operations, types and attributes of StableHLO programs, without values."""
