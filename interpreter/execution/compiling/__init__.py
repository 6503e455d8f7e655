"""Blocks compiled to steps: liveness, fusion, types, and what a run is charged."""
