"""Passes for tests and for looking at programs."""
