"""Ops in which several processes or devices take part."""
