"""Passes on functions and calls: inlining, composites."""
