"""`python -m tests.campaigns.hostile --seconds 60 --seed 0`:
mutants of programs and artifacts, and what did not hold of them.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from .campaign import Campaign, mutant
from .controls import CONTROLS
from .corpus import Corpus
from .judge import Doors, Finding, Mutant
from .pool import SECONDS
from .report import groups, keep, one_line, summary


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns.hostile", description=__doc__)
    parser.add_argument("--seconds", type=float, help="how long to go on")
    parser.add_argument("--mutants", type=int, help="how many mutants (without either: 2000)")
    parser.add_argument("--seed", type=int, default=0, help="decides the mutants")
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    parser.add_argument("--jobs", type=int, default=1, help="processes that judge, next to one for C++")
    parser.add_argument("--corpus", type=Path, help="a folder of more programs: *.mlir at any depth")
    parser.add_argument(
        "--keep", type=Path, help="a folder for one mutant of each group of findings, made small"
    )
    parser.add_argument("--replay", type=Path, nargs="+", help="judge these files (.mlir, .bc) instead")
    parser.add_argument("--cpu-seconds", type=float, default=SECONDS, help="processor time for one mutant")
    parser.add_argument(
        "--control", choices=CONTROLS, help="break something on purpose, which has to be found"
    )
    return parser.parse_args()


def main() -> int:
    """Judge and report. 1 where there are findings."""
    chosen = options()
    corpus = Corpus(chosen.corpus)
    doors = CONTROLS[chosen.control][0] if chosen.control else Doors()
    campaign = Campaign(doors, chosen.jobs, chosen.cpu_seconds)
    stop_early()
    start = time.monotonic()
    given = replayed(chosen.replay) if chosen.replay else mutants(chosen, corpus)
    results = campaign.run(given, announce)
    seconds = time.monotonic() - start

    def small(number: int, group: str) -> tuple[Mutant, str]:
        original = read(chosen.replay[number]) if chosen.replay else mutant(corpus, chosen.seed, number)
        if chosen.keep is None or STOPPED:
            return original, ""
        smaller = campaign.minimised(original, group)
        return smaller, keep(chosen.keep, number, group, smaller)

    def again(number: int) -> str:
        if chosen.replay:
            return str(chosen.replay[number])
        more = f" --corpus {chosen.corpus}" if chosen.corpus else ""
        return f"python -m tests.campaigns.hostile --seed {chosen.seed} --first {number} --mutants 1{more}"

    if results.found:
        print(groups(results, again, small))
    print(summary(results, seconds))
    campaign.close()
    return 1 if results.found else 0


STOPPED: list[int] = []
"""Signals that ask for an end: what was found until then is reported."""


def stop_early() -> None:
    """On Ctrl-C and the like, report instead of going on."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda given, _: STOPPED.append(given))


def announce(number: int, finding: Finding) -> None:
    """Say at once what a long run has found."""
    print(f"{number}: {one_line(finding.group)}", file=sys.stderr, flush=True)


def mutants(chosen: argparse.Namespace, corpus: Corpus) -> Iterator[tuple[int, Mutant]]:
    """The mutants that are asked for, with their numbers."""
    limit = chosen.mutants if chosen.mutants or chosen.seconds else 2000
    deadline = time.monotonic() + chosen.seconds if chosen.seconds else None
    for number in count(chosen.first):
        if limit is not None and number >= chosen.first + limit:
            return
        if STOPPED or (deadline is not None and time.monotonic() > deadline):
            return
        yield number, mutant(corpus, chosen.seed, number)


def replayed(files: list[Path]) -> Iterator[tuple[int, Mutant]]:
    """Files as mutants, numbered in order."""
    for number, path in enumerate(files):
        yield number, read(path)


def read(path: Path) -> Mutant:
    """A text or an artifact."""
    data = path.read_bytes()
    return data if path.suffix == ".bc" else data.decode("utf-8", "surrogatepass")


if __name__ == "__main__":
    sys.exit(main())
