"""StableHLO to VHLO and back, between the versions of VHLO, and the artifacts that hold it."""
