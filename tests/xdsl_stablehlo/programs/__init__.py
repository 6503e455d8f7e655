"""Whole programs: adopted from other dialects, in threads, and what they cost."""
