"""What a StableHLO program is: operations, types and attributes, without values."""
