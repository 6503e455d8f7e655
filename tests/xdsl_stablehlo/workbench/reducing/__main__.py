"""What is left of the programs of `planted`, and how long that takes.

`python -m tests.xdsl_stablehlo.workbench.reducing [JOBS]`
"""

from __future__ import annotations

import sys

from xdsl_stablehlo.folding.terms import reasons as failures

from .planted import PLANTED

failures.RAISES = True
JOBS = int(sys.argv[1]) if sys.argv[1:] else 2

for planted in PLANTED:
    before, found = planted.reduced(JOBS)
    name = planted.rewrite.__name__
    print(f"{name}: {before} ops became {found.ops}, {found.seconds:.0f} s, {found.tried} candidates")
    print(found.text, flush=True)
