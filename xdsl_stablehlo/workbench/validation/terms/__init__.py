"""Programs as graphs of values and as terms of elements, and z3's answers about these; imports `permitted`."""
