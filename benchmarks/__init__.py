"""Measurements against every peer that is installed: `make bench`. Nothing here runs in the test suite."""
