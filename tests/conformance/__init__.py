"""Upstream's own suites against this project: `python -m tests.conformance CHECKOUT [SUITE ...]`."""
