"""The results of reductions of few elements in every order, whatever their bodies.

All results are those of every tree, with init values anywhere.
The results of `size` neighbours are those of every split into two parts, each with any number of init values beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import TypeAlias

import numpy as np

from xdsl_stablehlo.interpreter.kernels.support.values import RegionBody, apply
from xdsl_stablehlo.values.element_types import Array

from .choices.implementations import element_bits

MOST_TRIED = 48
"""The largest number of elements of which all triples are combined."""
MOST_ELEMENTS, MOST_ROWS, MOST_RESULTS = 6, 64, 48
"""The largest numbers of elements of a row, of rows, and of results of a row; others take too long."""

Tuples: TypeAlias = "Mapping[bytes, Sequence[Array]]"
"""Different tuples of elements, one of each operand, by their bytes."""


def every_result(
    operands: Sequence[Array], inits: Sequence[Array], body: RegionBody
) -> list[list[Array]] | None:
    """The results of rows, which lie along the first axis: lists of results in which each result of a row comes.

    None if there are too many.
    """
    size, kept = operands[0].shape[0], operands[0].shape[1:]
    columns = [x.reshape(size, -1) for x in operands]
    rows = columns[0].shape[1]
    if size > MOST_ELEMENTS or not 0 < rows <= MOST_ROWS:
        return None
    found = [_of_row([x[:, row] for x in columns], inits, body) for row in range(rows)]
    known = [list(each.values()) for each in found if each is not None]
    if len(known) < rows:
        return None
    most = max(map(len, known))
    padded = [[each[min(n, len(each) - 1)] for each in known] for n in range(most)]
    return [[np.stack(x).reshape(kept) for x in zip(*each, strict=True)] for each in padded]


def _of_row(row: Sequence[Array], inits: Sequence[Array], body: RegionBody) -> Tuples | None:
    """The results of one row; None if there are too many."""
    size = row[0].shape[0]
    nothing = _closed(_tuples(inits), None, body)
    if nothing is None:
        return None
    known: dict[tuple[int, int], Tuples] = {}
    for length in range(1, size + 1):
        for start in range(size + 1 - length):
            end = start + length
            parts = [(known[start, at], known[at, end]) for at in range(start + 1, end)]
            some: dict[bytes, Sequence[Array]] = {} if parts else {**_tuples([x[start] for x in row])}
            for each in parts:
                some.update(_combined(*each, body))
            made = _closed(some, nothing, body)
            if made is None:
                return None
            known[start, end] = made
    return known[0, size] if size else nothing


def _tuples(elements: Sequence[Array]) -> Tuples:
    return {b"".join([np.asarray(x).tobytes() for x in elements]): elements}


def _combined(left: Tuples, right: Tuples, body: RegionBody) -> Tuples:
    """The result of the body for each pair."""
    pairs = [(a, b) for a in left.values() for b in right.values()]
    sides = [[np.stack(x) for x in zip(*side, strict=True)] for side in zip(*pairs, strict=True)]
    made = apply(body, *sides[0], *sides[1])
    rows = [[x[n] for x in made] for n in range(len(pairs))]
    return {key: each for row in rows for key, each in _tuples(row).items()}


def _closed(some: Tuples, nothing: Tuples | None, body: RegionBody) -> Tuples | None:
    """Tuples, and what comes of them with those of `nothing`, or of themselves, at either side; None if too many."""
    known, new = dict(some), some
    while new:
        if len(known) > MOST_RESULTS:
            return None
        beside = known if nothing is None else nothing
        made = {**_combined(new, beside, body), **_combined(beside, new, body)}
        new = {key: each for key, each in made.items() if key not in known}
        known.update(new)
    return known


def selects_one(operands: Sequence[Array], inits: Sequence[Array], body: RegionBody) -> bool:
    """Whether a body gives one of its operands, in any order the same, and an init value none of the others.

    It is tried on all triples of the elements; False if there are too many.
    """
    columns = [x.reshape(-1) for x in operands]
    sizes = {x.size for x in columns}
    if max(sizes, default=0) > MOST_TRIED or len(sizes) > 1 or not body.elementwise:
        return False
    rows = [np.concatenate([x, init.reshape(-1)]) for x, init in zip(columns, inits, strict=True)]

    def combined(one: Sequence[Array], other: Sequence[Array]) -> tuple[Array, ...]:
        return apply(body, *one, *other)

    def same(one: Sequence[Array], other: Sequence[Array]) -> Array:
        return reduce(np.logical_and, [element_bits(a) == element_bits(b) for a, b in zip(one, other)])

    left, right = [x[:, None] for x in rows], [x[None, :] for x in rows]
    of_pairs = combined(left, right)
    shape = of_pairs[0].shape
    wide = [[np.broadcast_to(x, shape) for x in side] for side in (left, right)]
    if not (same(of_pairs, wide[0]) | same(of_pairs, wide[1])).all():
        return False
    last = [x[-1:] for x in rows]
    firsts = [x[:-1] for x in rows]
    if not (same(combined(last, firsts), firsts) & same(combined(firsts, last), firsts)).all():
        return False
    one = combined([x[:, :, None] for x in of_pairs], [x[None, None, :] for x in rows])
    other = combined([x[:, None, None] for x in rows], [x[None, :, :] for x in of_pairs])
    return bool(same(one, other).all())
