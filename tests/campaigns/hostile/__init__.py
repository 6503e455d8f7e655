"""Mutated programs and artifacts against everything that reads, checks, folds, runs and writes them.

    python -m tests.campaigns.hostile --seconds 60 --seed 0

`corpus` has the programs, `text_mutations` and `artifact_mutations` damage them, `judge` says what happened to one of
them, `pool` keeps that in processes with little memory and time, `verdicts` compares with C++, `minimise` makes small
what failed, and `campaign` puts it together. The same seed gives the same mutants.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Before NumPy is imported: what forks has one thread."""
