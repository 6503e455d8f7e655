"""Prints the size of the house and its import graph: `python -m tests.house [MODULE ..]`.

Without names: every figure beside its bound, and how many arrows each folder has to each other one. With names: every
arrow from and to these modules. Circles, arrows that point up, and late imports follow; the exit code is 1 where there
are any.
"""

from __future__ import annotations

import sys
from collections import Counter

from .figures import report
from .imports import PACKAGE, Arrow, arrows, circles, folder, late, upward


def _line(arrow: Arrow) -> str:
    return f"  {arrow.source}:{arrow.line} -> {arrow.target} ({arrow.when})"


def _by_folder() -> None:
    counts = Counter((folder(arrow.source), folder(arrow.target)) for arrow in arrows())
    for source in sorted({source for source, _ in counts}):
        targets = [f"{target or PACKAGE} {n}" for (s, target), n in sorted(counts.items()) if s == source]
        print(f"{source or PACKAGE} -> {', '.join(targets)}")


def main(names: list[str]) -> int:
    """Print what is asked for and everything that is wrong; 1 where something is."""
    wanted = [name if name.startswith(PACKAGE) else f"{PACKAGE}.{name}" for name in names]
    if not wanted:
        print(report())
        print(f"{len(circles())} circles, {len(upward())} arrows upward, {len(late())} late imports\n")
        _by_folder()
    for arrow in arrows():
        if arrow.source in wanted or arrow.target in wanted:
            print(_line(arrow))
    found = {
        "circles": ["  " + ", ".join(group) for group in circles()],
        "against the order": [_line(arrow) for arrow in upward()],
        "imported late": [_line(arrow) for arrow in late()],
    }
    for title, lines in found.items():
        print(f"\n{title}: {len(lines)}", *lines, sep="\n")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
