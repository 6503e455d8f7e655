"""Constants, control flow, calls, tuples and tokens."""
