"""Random programs, folded twice: the second time nothing is left to do, and nothing has changed what they compute.

    python -m tests.campaigns.folded_twice --count 1500 --first 0
    python -m tests.campaigns.folded_twice --wide --unroll-limit 40 --no-simplify

The programs and their arguments are those of `tests/campaigns/partial_programs.py`, or with `--wide` those of
`tests/helpers/drawn/wide_programs.py`. Where rules stopped at their bound
the second fold may go on, so that these programs are counted apart.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tests.helpers.drawn.wide_programs import wide_program
from tests.helpers.programs import parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.folding.passes.verify import same_numbers
from xdsl_stablehlo.folding.solver import failures
from xdsl_stablehlo.interpreter.kernels.support.values import Array

from .partial_programs import RUNS, arguments_of, program_of, results


class Twice(NamedTuple):
    """What folding the program of a seed twice gave."""

    seed: int
    differs: bool
    """Whether some result, or the message of an error, is another one after folding twice."""
    goes_on: bool
    """Whether the second fold changed something."""
    bounded: bool
    """Whether rules stopped at their bound, in either fold."""


class Campaign(NamedTuple):
    """What folding some programs twice gave, in seeds."""

    programs: int
    different: list[int]
    went_on: list[int]
    """Without those in `bounded`, which may."""
    bounded: list[int]

    def __str__(self) -> str:
        return "\n".join(
            [
                f"{self.programs} programs",
                _counted(self.different, "with different values"),
                _counted(self.went_on, "folded further the second time"),
                _counted(self.bounded, "met the bound"),
            ]
        )


def _counted(seeds: Sequence[int], what: str) -> str:
    return f"{len(seeds)} {what}" + (f": {', '.join(map(str, seeds))}" if seeds else "")


def folded_twice(seed: int, options: FoldOptions | None = None, wide: bool = False) -> Twice:
    """Fold the program of a seed twice, and evaluate it before and after."""
    before = parse(wide_program(seed) if wide else program_of(seed, False))
    module = before.clone()
    first = fold_module(module, options)
    once = print_module(module)
    second = fold_module(module, options)
    verify_module(module)
    arguments = [arguments_of(before, seed * RUNS + i) for i in range(RUNS)]
    pairs = zip(results(before, arguments), results(module, arguments), strict=True)
    return Twice(
        seed,
        not all(_same(old, new) for old, new in pairs),
        print_module(module) != once,
        first.bounded + second.bounded > 0,
    )


def _same(old: list[Array] | str, new: list[Array] | str) -> bool:
    if isinstance(old, str) or isinstance(new, str):
        return old == new
    return len(old) == len(new) and all(map(same_numbers, old, new))


def campaign(found: Iterable[Twice]) -> Campaign:
    """What was found, in figures and seeds."""
    found = list(found)
    return Campaign(
        len(found),
        [each.seed for each in found if each.differs],
        [each.seed for each in found if each.goes_on and not each.bounded],
        [each.seed for each in found if each.bounded],
    )


def _reporting(found: Iterable[Twice]) -> Iterator[Twice]:
    """The same, each printed where something is to be said of it."""
    for each in found:
        if each.differs or each.goes_on or each.bounded:
            print(each, flush=True)
        yield each


if __name__ == "__main__":
    parser = ArgumentParser(description="Folds random programs twice.")
    parser.add_argument("--count", type=int, default=1500, help="how many programs")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--wide", action="store_true", help="draw programs of movement in loops and branches")
    parser.add_argument("--unroll-limit", type=int, default=0, help="as the option of the pass")
    parser.add_argument("--no-simplify", action="store_true", help="as simplify=false")
    asked = parser.parse_args()
    options = FoldOptions(simplify=not asked.no_simplify, unroll_limit=asked.unroll_limit)
    failures.RAISES = True
    seeds = range(asked.first, asked.first + asked.count)
    summary = campaign(_reporting(folded_twice(seed, options, asked.wide) for seed in seeds))
    print(summary)
    sys.exit(bool(summary.different))
