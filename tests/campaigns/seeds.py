"""Campaigns over seeds: `python -m tests.campaigns.NAME COUNT FIRST`, each with the flags of `flags`.

A campaign is a function that yields what is found for a seed. Seeds are tried in this process, or in several with
`--jobs`; with `--keep` a campaign that was stopped goes on where it was, until the code changes.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeAlias

from xdsl_stablehlo.folding.terms import reasons as failures
from xdsl_stablehlo.ir.runtime import no_collections
from xdsl_stablehlo.workbench.running import FAILED, Item, ItemResult, run_here

ROOT = Path(__file__).parents[2]

SHOWN = 6000
"""The largest number of characters of a finding that are printed."""


class Finding(NamedTuple):
    """Something to count, and to print if it has a text."""

    kind: str
    text: str = ""
    is_wrong: bool = True


Find: TypeAlias = Callable[[int, Namespace], Iterable[Finding]]

DIFFERENCES = "with a difference"


def as_findings(difference: str | None) -> list[Finding]:
    """The finding of a message; without one there is nothing to count."""
    return [] if difference is None else [Finding(DIFFERENCES, difference)]


def flags(description: str) -> ArgumentParser:
    """A parser of the flags that all campaigns have."""
    parser = ArgumentParser(description=description)
    parser.add_argument("--jobs", type=int, default=0, help="work in so many processes (in this one)")
    parser.add_argument("--shard", default="0/1", metavar="I/N", help="only part I of N, from 0 on")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="results, which are not computed again")
    return parser


def each_result(
    asked: Namespace, items: Iterable[Item], work: Callable[[Item], ItemResult]
) -> Iterator[tuple[Item, ItemResult]]:
    """Each item with its result, computed as the flags say."""
    part, parts = map(int, asked.shard.split("/"))
    return run_here(items, work, jobs=asked.jobs, folder=asked.keep, shard=(part, parts))


def names_of_code() -> str:
    """What changes with the code, on which the results of campaigns depend."""
    paths = [
        path
        for folder in ("xdsl_stablehlo", "interpreter", "folding", "tests")
        for path in (ROOT / folder).rglob("*.py")
    ]
    return sha256(b"".join([path.read_bytes() for path in sorted(paths)])).hexdigest()


def main(find: Find, parser: ArgumentParser, ends: str | None = None) -> NoReturn:
    """Try the seeds that a command line asks for, and exit with 1 if something is wrong.

    Seeds that end their process are wrong, unless they are counted as what `ends` says.
    """
    parser.add_argument("count", type=int, help="number of seeds")
    parser.add_argument("first", type=int, nargs="?", default=0, help="the first seed (0)")
    asked = parser.parse_args()
    settings = {
        name: value
        for name, value in vars(asked).items()
        if name not in ("jobs", "shard", "keep", "count", "first")
    }
    content = (str(parser.description), repr(settings), names_of_code())
    seeds = range(asked.first, asked.first + asked.count)
    items = (Item.of(seed, *content, str(seed)) for seed in seeds)
    results = each_result(asked, items, partial(found_for, find, asked))
    sys.exit(report(((item.payload, result) for item, result in results), ends))


def found_for(find: Find, asked: Namespace, item: Item) -> ItemResult:
    """The findings for a seed, in any process."""
    failures.RAISES = True
    with no_collections():
        return {"found": list(find(item.payload, asked))}


def report(results: Iterable[tuple[int, ItemResult]], ends: str | None = None) -> bool:
    """Print what was found for seeds; return whether something is wrong."""
    seeds: dict[str, list[int]] = defaultdict(list)
    tried = wrong = 0
    for seed, result in results:
        tried += 1
        found = [Finding(*each) for each in result.get("found", ())]
        if FAILED in result:
            found = [Finding(ends or "failed", result[FAILED], ends is None)]
        for each in found:
            seeds[each.kind].append(seed)
            wrong += each.is_wrong
            if each.text:
                print(f"seed {seed}: {each.text[:SHOWN]}", flush=True)
        if tried % 1000 == 0:
            print(f"{tried} programs, {wrong} wrong", flush=True)
    print(f"{tried} programs, {wrong} wrong")
    for kind, those in sorted(seeds.items()):
        print(f"{len(those):6} {kind}: {', '.join(map(str, those[:20]))}{', ...' * (len(those) > 20)}")
    return wrong > 0
