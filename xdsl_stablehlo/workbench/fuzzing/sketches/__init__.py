"""Ops drawn at random, a file for each kind."""
