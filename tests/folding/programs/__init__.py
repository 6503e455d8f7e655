"""Whole programs: random ones, and one for each mistake that folders have made elsewhere."""
