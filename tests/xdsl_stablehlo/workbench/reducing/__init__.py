"""Reductions: what each step does, the search, the processes, and planted bugs."""
