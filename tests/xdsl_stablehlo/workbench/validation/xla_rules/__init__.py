"""Tests of validation: rewrites that are right, that are wrong, and that the specification allows."""
