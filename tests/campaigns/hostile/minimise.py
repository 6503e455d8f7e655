"""Smaller mutants that fail alike: pieces are left out as long as that goes on failing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .judge import Mutant
from .mutants.tokens import tokens


def minimised(mutant: Mutant, fails: Callable[[Mutant], bool], trials: int) -> Mutant:
    """What is left of a mutant after at most `trials` questions: lines first, then tokens; bytes of an artifact."""
    budget = [trials]
    if isinstance(mutant, bytes):
        return bytes(_reduced(list(mutant), lambda rest: fails(bytes(rest)), budget))
    lines = _reduced(mutant.splitlines(keepends=True), lambda rest: fails("".join(rest)), budget)
    words = [text for _, text in tokens("".join(lines))]
    return "".join(_reduced(words, lambda rest: fails("".join(rest)), budget))


def _reduced(
    pieces: Sequence[Any], fails: Callable[[Sequence[Any]], bool], budget: list[int]
) -> Sequence[Any]:
    """`pieces` without those that do not matter; halves, quarters, ... are tried first."""
    size = len(pieces) // 2
    while size and budget[0] > 0:
        start = 0
        while start < len(pieces) and budget[0] > 0:
            budget[0] -= 1
            rest = [*pieces[:start], *pieces[start + size :]]
            if rest and fails(rest):
                pieces = rest
            else:
                start += size
        size //= 2
    return pieces
