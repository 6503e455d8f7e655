"""`python -m benchmarks [ROW ...]`: every row against every peer, each row in a process of its own.

Within a row the peers run in turn, so that what the machine does besides hits all alike; a figure is the median of its
runs in milliseconds, a ratio the median of the ratios run by run. Writes `RESULTS.md` and `RESULTS.svg` beside itself.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from .measure import measure_row
from .plot import plot
from .works import ROWS

HERE = Path(__file__).parent
COLUMNS = ("NumPy", "evaluate", "C++ interpreter", "fold", "Enzyme", "XLA")


def versions() -> str:
    """The packages that take part, with their versions."""
    found: list[str] = []
    for name in ("xdsl-stablehlo", "xdsl", "numpy", "ml_dtypes", "jaxlib", "enzyme_ad"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join(found)


def table(rows: list[dict[str, float | str]]) -> str:
    """The figures as a Markdown table, milliseconds; `-` where a peer does not take the row."""
    head = f"| work, f32 | {' | '.join(COLUMNS)} | evaluate / NumPy | fastest peer / fold |"
    lines = [head, "|---" * (len(COLUMNS) + 3) + "|"]
    for row in rows:
        cells = [f"{row[c]:.3g}" if c in row else "-" for c in COLUMNS]
        ratios = [f"{row[r]:.2f}" if r in row else "-" for r in ("evaluate / NumPy", "fastest peer / fold")]
        lines.append("| " + " | ".join([str(row["label"]), *cells, *ratios]) + " |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("rows", nargs="*", help="names of rows; all without any")
    parser.add_argument("--one", nargs=2, metavar=("ROW", "SIZE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        name, size = options.one
        make = next(make for make, _ in ROWS if make.__name__ == name)
        print(json.dumps(measure_row(make(int(size)))))
        return 0
    rows: list[dict[str, float | str]] = []
    for make, sizes in ROWS:
        if options.rows and make.__name__ not in options.rows:
            continue
        for size in sizes:
            command = [sys.executable, "-m", "benchmarks", "--one", make.__name__, str(size)]
            done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=HERE.parent)
            rows.append(json.loads(done.stdout.splitlines()[-1]))
            print(table(rows[-1:]).splitlines()[-1], flush=True)
    if not options.rows:
        head = f"# Results\n\n{platform.machine()}, Python {platform.python_version()}, {versions()}. Milliseconds.\n\n"
        (HERE / "RESULTS.md").write_text(f"{head}{table(rows)}\n\n![times](RESULTS.svg)\n")
        (HERE / "RESULTS.svg").write_text(plot(rows, COLUMNS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
