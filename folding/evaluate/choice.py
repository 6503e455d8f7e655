"""Chooses what is evaluated where a budget does not suffice for all constants, by costs that are known beforehand.

Folding again, with a budget of its own, must not go on: so what is left is left with all that is behind it, and as much
is left as takes more than the whole budget.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xdsl_stablehlo.interpreter.kernels.support.values import Value

from ..terms.deferred import Evaluation, cone, evaluations_of, is_pending
from ..tuning import FOLDED


def estimated_work(evaluation: Evaluation) -> int:
    """Nanoseconds of an evaluation, as estimated, as far as anybody can tell."""
    return FOLDED + (evaluation.work or 0)


def affordable(costs: Sequence[int], budget: int) -> int:
    """The number of values that are taken, from the first on; they are sorted by the work that each saves.

    Those that stay are lots, from the last one on, each the smallest that takes more than the budget. Sorted again
    without those that were taken they are the same lots.

    Examples:
        >>> affordable([1, 2, 3], 6), affordable([1, 2, 3, 4], 6), affordable([4, 4, 4, 4], 9)
        (3, 2, 1)
    """
    taken, lot = len(costs), 0
    for i in reversed(range(len(costs))):
        lot += costs[i]
        if lot > budget:
            taken, lot = i, 0
    return taken


def left_behind(values: Sequence[Value], budget: int) -> list[Evaluation]:
    """The evaluations that are not done, because values take more than the budget, each by itself or together.

    What a value takes is what those before it leave to do. Values that save the most work come first.
    """
    pieces, alone = _pieces(values, budget)
    order = sorted(range(len(pieces)), key=lambda i: (pieces[i].rank, i))
    taken = affordable([pieces[i].work for i in order], budget)
    left = dict.fromkeys([each for i in order[taken:] for each in pieces[i].evaluations])
    done = {each for i in order[:taken] for each in pieces[i].evaluations}
    for root in alone:
        behind = cone(root.results[:1], lambda e: is_pending(e) and e not in left and e not in done)
        left.update(dict.fromkeys(behind))
    return [*left]


class _Piece(NamedTuple):
    """The evaluations for a value that no value before it needs."""

    work: int
    rank: int
    """Its place in the order in which values are taken: behind those whose evaluations it needs."""
    evaluations: list[Evaluation]


def _pieces(values: Sequence[Value], budget: int) -> tuple[list[_Piece], list[Evaluation]]:
    """A piece for each value that fits into the budget, and the evaluations of the other values."""
    pieces: list[_Piece] = []
    owners: dict[Evaluation, _Piece] = {}
    alone = list(dict.fromkeys(filter(is_pending, evaluations_of(values))))
    before = 0
    while len(alone) != before:  # what was too much may have become less
        before, too_much = len(alone), dict[Evaluation, None]()
        for root in alone:
            piece = _piece(root, owners, too_much, budget)
            if piece is None:
                too_much[root] = None
            else:
                pieces.append(piece)
                owners.update(dict.fromkeys(piece.evaluations, piece))
        alone = list(too_much)
    return pieces, alone


def _piece(
    root: Evaluation,
    owners: dict[Evaluation, _Piece],
    too_much: dict[Evaluation, None],
    budget: int,
) -> _Piece | None:
    """The piece of one value; None if it takes too much work."""
    needed: list[int] = []

    def enter(evaluation: Evaluation) -> bool:
        owner = owners.get(evaluation)
        if owner is not None:
            needed.append(owner.rank)
        return owner is None and is_pending(evaluation)

    work, evaluations = 0, list[Evaluation]()
    for evaluation in cone(root.results[:1], enter):
        work += estimated_work(evaluation)
        if work > budget or evaluation in too_much:
            return None
        evaluations.append(evaluation)
    return _Piece(work, max(-work, *needed), evaluations) if needed else _Piece(work, -work, evaluations)
