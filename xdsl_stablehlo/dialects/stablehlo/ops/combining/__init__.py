"""Ops that combine elements with a region, or order them by one."""
