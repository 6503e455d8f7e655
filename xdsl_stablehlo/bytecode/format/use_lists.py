"""The order of use lists: a value's uses in memory need not be in the order in which the ops are written.

The default order is newest first: keys (op number, operand index) that fall from the front of the list to its back. Any
other order is a record of positions, so that reading gives back the lists that were written.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xdsl.ir import SSAValue, Use

from .primitives import Cursor, Output


def shuffle_of(keys: Sequence[int]) -> list[int] | None:
    """For each use in default order its position in the list whose keys are `keys`; None for the default order."""
    if all(a > b for a, b in pairwise(keys)):
        return None
    return sorted(range(len(keys)), key=lambda position: -keys[position])


def write_shuffle(output: Output, shuffle: Sequence[int]) -> None:
    """All positions, or only those out of place where these are few."""
    moved = [(position, rank) for rank, position in enumerate(shuffle) if position != rank]
    if len(moved) < len(shuffle) // 2:
        output.flagged(2 * len(moved), True)
        for pair in moved:
            output.varint(pair[0])
            output.varint(pair[1])
    else:
        output.flagged(len(shuffle), False)
        for position in shuffle:
            output.varint(position)


def read_shuffle(cursor: Cursor) -> list[tuple[int, int]]:
    """The (position, rank) pairs of a record."""
    start = cursor.offset
    length, sparse = cursor.flagged()
    if length > cursor.remaining or (sparse and length % 2):
        raise cursor.error(f"a use-list record of {length} entries at {start}")
    if sparse:
        return [(cursor.varint(), cursor.varint()) for _ in range(length // 2)]
    return [(cursor.varint(), rank) for rank in range(length)]


def apply_shuffle(value: SSAValue, pairs: Sequence[tuple[int, int]], cursor: Cursor) -> None:
    """Put the uses of `value`, which are in default order, into the recorded order."""
    uses = list(value.uses)
    order: list[Use | None] = list(uses)
    seen = {rank for _, rank in pairs}
    if (
        len(seen) != len(pairs)
        or {position for position, _ in pairs} != seen
        or max(seen, default=0) >= len(uses)
    ):
        raise cursor.error(f"a use-list record that does not order {len(uses)} uses")
    for position, rank in pairs:
        order[position] = uses[rank]
    for use in uses:
        value.remove_use(use)
    for use in reversed(order):
        if use is not None:
            value.add_use(use)
