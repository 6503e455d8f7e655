"""StableHLO's ops."""
