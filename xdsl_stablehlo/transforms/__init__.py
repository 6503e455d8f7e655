"""Passes that rewrite programs, by subject. They import the dialects and what is below, and no interpreter."""
