"""`python -m benchmarks [ROW ...]`: what is measured, each row in a process of its own.

First the works, every peer that is installed in turn, so that what the machine does besides hits all alike: a figure is
the median of its runs in milliseconds, a ratio the median of the ratios run by run. Then texts, tools and growth, with
the bar that each figure is held to. Without names of rows `RESULTS.md` and `RESULTS.svg` are written beside this file;
`--works` measures and writes the works alone.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from .alone import write_sections
from .measure import measure_row
from .plot import plot
from .wholes import WHOLES
from .works import ROWS

HERE = Path(__file__).parent
COLUMNS = ("NumPy", "evaluate", "eval_module", "C++ interpreter", "fold", "StableHLO folder", "Enzyme", "XLA")
RATIOS = ("evaluate / NumPy", "C++ / evaluate", "fastest peer / fold")
LEGEND = """
`NumPy` is the same by hand; `evaluate` a compiled `Program`, `eval_module` the same with compiling it each time;
`C++ interpreter` StableHLO's reference. `fold` is `fold_module`, from a module in memory to the folded module;
`StableHLO folder` is `stablehlo-aggressive-folder` of jaxlib 0.5.0, the last one that has the pass (it needs
`STABLEHLO_FOLDER=<directory of pip install --no-deps --target .. jaxlib==0.5.0>`); Enzyme's and XLA's times include
reading, and for XLA compiling. `-`: not installed, or does not fold it.
"""


def works_table(rows: list[dict[str, Any]]) -> str:
    """Milliseconds as a Markdown table; `-` where a peer does not take the row."""
    head = f"| work, f32 | {' | '.join((*COLUMNS, *RATIOS))} |"
    lines = [head, "|---" * (len(COLUMNS) + len(RATIOS) + 1) + "|"]
    for row in rows:
        cells = [f"{row[c]:.3g}" if c in row else "-" for c in COLUMNS]
        ratios = [f"{row[r]:.3g}" if r in row else "-" for r in RATIOS]
        lines.append("| " + " | ".join([str(row["label"]), *cells, *ratios]) + " |")
    return "\n".join(lines)


def wholes_table(figures: list[dict[str, Any]]) -> str:
    """Figures with their bars as a Markdown table."""
    lines = ["| measure | figure | bar | holds | others |", "|---" * 5 + "|"]
    for figure in figures:
        bar = f"{'>=' if figure['at_least'] else '<='} {figure['bar']:g}"
        others = ", ".join([f"{name} {value:.3g}" for name, value in figure["others"].items()]) or "-"
        holds = "yes" if figure["holds"] else "no"
        shown = f"{figure['value']:.3g} {figure['unit']}"
        lines.append(f"| {figure['label']} | {shown} | {bar} | {holds} | {others} |")
    return "\n".join(lines)


def alone(*arguments: str) -> Any:
    """What this program prints for one row, run by a process of its own."""
    command = [sys.executable, "-m", "benchmarks", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=HERE.parent)
    return json.loads(done.stdout.splitlines()[-1])


def measure(
    names: list[str], checkout: Path | None, works_only: bool
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Every row that is asked for, printed as it comes."""
    rows: list[dict[str, Any]] = []
    for make, sizes in ROWS:
        for size in sizes if not names or make.__name__ in names else ():
            rows.append(alone("--work", make.__name__, str(size)))
            print(works_table(rows[-1:]).splitlines()[-1], flush=True)
    figures: list[dict[str, Any]] = []
    where = [] if checkout is None else ["--stablehlo", str(checkout)]
    for run in () if works_only else WHOLES:
        if not names or run.__name__ in names:
            found = alone("--whole", run.__name__, *where)
            figures += found
            print("\n".join(wholes_table(found).splitlines()[2:]), flush=True)
    return rows, figures


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("rows", nargs="*", help="names of rows; all without any")
    parser.add_argument("--works", action="store_true", help="the works alone, in less than eight minutes")
    parser.add_argument("--stablehlo", type=Path, help="a checkout of openxla/stablehlo, for its testdata")
    parser.add_argument("--work", nargs=2, metavar=("ROW", "SIZE"), help=argparse.SUPPRESS)
    parser.add_argument("--whole", metavar="ROW", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        name, size = options.work
        make = next(make for make, _ in ROWS if make.__name__ == name)
        print(json.dumps(measure_row(make(int(size)))))
        return 0
    if options.whole:
        run = next(run for run in WHOLES if run.__name__ == options.whole)
        print(json.dumps([figure.to_dict() for figure in run(options.stablehlo)]))
        return 0
    if options.rows and options.works:
        parser.error("--works measures all rows")
    rows, figures = measure(options.rows, options.stablehlo, options.works)
    if not options.rows:
        measured = {"Works, milliseconds": f"{LEGEND}\n{works_table(rows)}\n\n![times](RESULTS.svg)"}
        if figures:
            measured["Texts, tools, growth"] = wholes_table(figures)
        write_sections(measured)
        (HERE / "RESULTS.svg").write_text(plot(rows, COLUMNS))
    return 0


if __name__ == "__main__":
    sys.exit(main())
