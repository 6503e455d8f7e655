"""What guidance is worth: the same number of programs with it and without.

    python -m benchmarks.guided 600 [--against=xla,cpp]

Prints the covered cells of each kind, the kinds of wrong results, and the CPU time for each program.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from xdsl_stablehlo.workbench.fuzzing import FuzzOptions
from xdsl_stablehlo.workbench.fuzzing.coverage import KINDS
from xdsl_stablehlo.workbench.fuzzing.guided import GuidedOptions, guided, write_corpus
from xdsl_stablehlo.workbench.running import ThisProcess


def measured(count: int, size: int, against: Sequence[str], only_new: bool) -> str:
    """A line about one run."""
    options = GuidedOptions(FuzzOptions(size=size), against=tuple(against), only_new=only_new)
    with TemporaryDirectory() as folder:
        start = process_time()
        guided(options, Path(folder), count, executor=ThisProcess())
        milliseconds = (process_time() - start) * 1000 / max(count, 1)
        found = write_corpus(Path(folder))
    counts = Counter(cell.partition("|")[0] for cell in found.cells)
    cells = ", ".join([f"{counts[kind]} {words}" for kind, words in KINDS.items()])
    wrong = f"; {sum(found.counts.values())} wrong results of {len(found.kinds)} kinds" if against else ""
    how = "unguided" if only_new else "guided"
    return f"{how}: {found.programs} programs, {milliseconds:.0f} ms each; {len(found.cells)} cells: {cells}{wrong}"


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.guided", description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--size", type=int, default=8)
    parser.add_argument("--against", default="")
    given = parser.parse_args()
    against = [name for name in given.against.split(",") if name]
    for only_new in (True, False):
        print(measured(given.count, given.size, against, only_new), flush=True)


if __name__ == "__main__":
    main()
