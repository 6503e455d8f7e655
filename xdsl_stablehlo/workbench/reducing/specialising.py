"""Arguments become the constants that they are where a program shows what is looked for, and the search goes on.

A constant is more than an argument, so that this makes a program larger at first: it is worth it where what is computed
from the arguments, how often a loop runs and which branch is taken, is known then, and goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeAlias

from xdsl_stablehlo.folding.passes.argument_names import BindingError
from xdsl_stablehlo.folding.passes.bind import bind_arguments
from xdsl_stablehlo.text import print_module

from .program import weight_of
from .search import Reduced
from .trial import Interesting, read_program

Shown: TypeAlias = Callable[[str], Mapping[str, Sequence[Any]]]
"""Says for which arguments a program shows what is looked for, by the names of its functions: `Tensor`s, arrays, and
whatever else parameters take. Nothing where nobody knows."""

NAME = "arguments to constants"
MOST_ELEMENTS = 4096
"""Larger arguments stay."""


@dataclass
class Specialising:
    """Goes on where a search has ended, with arguments of the program as constants."""

    interesting: Interesting
    arguments: Shown
    search: Callable[[str, float | None, bool], Reduced]
    """Makes a program smaller, in so many seconds, with or without steps that add arguments."""
    improved: Callable[[Reduced], None]
    seconds: float | None
    _start: float = field(default_factory=monotonic)

    def run(self, found: Reduced) -> Reduced:
        """The smallest program that is found: `found`, or one with constants in the place of arguments."""
        before = found.seconds
        while not self._is_over() and (made := self._smaller(found)) is not None:
            found = made
            found.seconds = before + monotonic() - self._start
            self.improved(found)
        found.seconds = before + monotonic() - self._start
        return found

    def _is_over(self) -> bool:
        left = self._left()
        return left is not None and left <= 0

    def _left(self) -> float | None:
        return None if self.seconds is None else self.seconds - (monotonic() - self._start)

    def _smaller(self, found: Reduced) -> Reduced | None:
        """The first specialised program that becomes smaller than `found`, which counts what was tried for all."""
        for text in specialised(found.text, self.arguments(found.text)):
            if self._is_over():
                return None
            found.tried += 1
            if not self.interesting(text):
                continue
            # Else constants would become arguments again before anything is computed from them.
            computed = self.search(text, self._left(), False)
            made = self.search(computed.text, self._left(), True)
            found.tried += computed.tried + made.tried
            if _weight(made.text) < _weight(found.text):
                kept = found.kept + Counter([NAME]) + computed.kept + made.kept
                return Reduced(made.text, found.tried, kept=kept)
        return None


def _weight(text: str) -> tuple[int, ...]:
    return weight_of(read_program(text), text)


def specialised(text: str, arguments: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """The programs in which arguments of a function are constants: all of them, and each one alone."""
    for name, values in arguments.items():
        bound = [
            i for i, value in enumerate(values) if getattr(value, "size", MOST_ELEMENTS + 1) <= MOST_ELEMENTS
        ]
        alone = [[i] for i in bound] if len(bound) > 1 else []
        for positions in [bound, *alone] if bound else []:
            module = read_program(text)
            try:
                bind_arguments(module, {str(i): values[i] for i in positions}, name)
            except BindingError:  # the function is called, or changed its arguments before it was refuted
                continue
            yield print_module(module)
