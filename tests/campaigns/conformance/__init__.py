"""Upstream's own suites against this project: `python -m tests.campaigns.conformance CHECKOUT [SUITE ...]`."""
