"""Verdicts on right, wrong and damaged programs, beside those of C++."""
