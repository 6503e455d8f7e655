"""sort: by guessing the order and asking the comparator whether it is right, or else by merging (spec: sort)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

import numpy as np

from xdsl_stablehlo.dialects.stablehlo import SortOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array, is_native
from xdsl_stablehlo.values.storage import Varying, any_varying, first_along, repeated_dimensions

from ...support.reducer_bodies import computes_elementwise
from ...support.table import XLA_SORTING, Cost, register
from ...support.values import RegionBody, apply

PAIR = 100
"""Nanoseconds that moving one pair of elements to where a comparator sees it takes."""

_ALL_PAIRS = 1 << 14
"""So many pairs of elements are compared rather than guessing an order."""


def eval_sort(*inputs: Array, dimension: int, comparator: RegionBody) -> tuple[Array, ...]:
    """The slices of the inputs along `dimension`, rearranged together into the order of `comparator`.

    `comparator` takes a left and a right element of each input and returns whether left comes first. Always stable.
    """
    size = inputs[0].shape[dimension]
    if size < 2 or not inputs[0].size:
        return inputs
    repeated = repeated_dimensions(inputs) if comparator.elementwise else ()
    if dimension in repeated:
        return inputs
    parts = [first_along(x, repeated) for x in inputs] if repeated else inputs
    moved = [np.swapaxes(x, dimension, -1) for x in parts]
    slices = Slices([x.reshape(-1, size) for x in moved], comparator)
    alone = slices.sorted_alone() if len(inputs) == 1 else None
    if alone is not None:
        rows = [alone]
    else:
        order = slices.order()
        rows = [np.take_along_axis(x, order, 1) for x in slices.inputs]
    given = [np.swapaxes(x.reshape(moved[0].shape), dimension, -1) for x in rows]
    return tuple([np.broadcast_to(x, inputs[0].shape) for x in given] if repeated else given)


class Slices:
    """Rows to be sorted separately: the inputs as arrays [rows, size]. Orders are arrays of positions."""

    def __init__(self, inputs: Sequence[Array], comparator: RegionBody):
        self.inputs = inputs
        self.comparator = comparator
        self.rows: int = inputs[0].shape[0]
        self.size: int = inputs[0].shape[1]

    def before(self, left: Array, right: Array) -> Array:
        """Whether the elements at positions `left` come before those at `right`, row by row."""
        arguments: list[Array] = []
        self.comparator.charge(PAIR * left.size * len(self.inputs))
        for x in self.inputs:
            arguments += [np.take_along_axis(x, left, 1), np.take_along_axis(x, right, 1)]
        return apply(self.comparator, *arguments)[0]

    def sorted_alone(self) -> Array | None:
        """The rows of one input, sorted by NumPy and checked with the comparator; None if the order is wrong.

        Elements that the comparator does not distinguish must have the same bits, as NumPy's sort is not stable.
        """
        values = self.inputs[0]
        if not is_native(values.dtype):
            return None
        ascending: Array = np.sort(values, axis=1)
        for guess in (ascending, ascending[:, ::-1]):
            left, right = guess[:, :-1], guess[:, 1:]
            if apply(self.comparator, right, left)[0].any():
                continue
            tied = ~apply(self.comparator, left, right)[0]
            return guess if left[tied].tobytes() == right[tied].tobytes() else None
        return None

    def order(self) -> Array:
        """The stable order that the comparator asks for."""
        if self.rows * self.size * self.size > _ALL_PAIRS:
            for order in self._guesses():
                if self._is_stable_order(order):
                    return order
            order = self._merged()
        else:
            order = self._counted()
        # The specification leaves the order of an inconsistent comparator open.
        return next(self._guesses()) if order is None else order

    def _guesses(self) -> Iterator[Array]:
        """Ascending and descending by the first input, ascending by all of them in turn."""
        keys = [_sortable(x) for x in self.inputs]
        yield np.argsort(keys[0], axis=1, kind="stable")
        backwards = np.argsort(keys[0][:, ::-1], axis=1, kind="stable")
        yield self.size - 1 - backwards[:, ::-1]
        if len(keys) > 1:
            yield np.lexsort(keys[::-1], axis=1)

    def _is_stable_order(self, order: Array) -> bool:
        """Whether neighbours are in order, and stay in place if neither comes first.

        For a strict weak order, which the specification demands, there is only one such order.
        """
        left, right = order[:, :-1], order[:, 1:]
        return not self.before(right, left).any() and bool((self.before(left, right) | (left < right)).all())

    def _counted(self) -> Array | None:
        """Compare all pairs: the place of an element is the number of those before it."""
        every: Array = np.arange(self.size)
        left = np.broadcast_to(np.repeat(every, self.size), (self.rows, self.size**2))
        right = np.broadcast_to(np.tile(every, self.size), (self.rows, self.size**2))
        before = self.before(left, right).reshape(self.rows, self.size, self.size)
        # Of two elements the later one comes first only if the comparator says so.
        first = np.where(every[:, None] < every, ~before.transpose(0, 2, 1), before)
        first[:, every, every] = False
        return _inverse(first.sum(axis=1))

    def _merged(self) -> Array | None:
        """Merge runs of doubling width: each element finds its place in the other run by bisection."""
        order: Array = np.broadcast_to(np.arange(self.size), (self.rows, self.size))
        width = 1
        while width < self.size:
            place = self._places(order, width)
            inverse = _inverse(place)
            if inverse is None:
                return None
            order = np.take_along_axis(order, inverse, 1)
            width *= 2
        return order

    def _places(self, order: Array, width: int) -> Array:
        """The place of each element of `order`, sorted in runs of `width`, after pairs of runs are merged."""
        position = np.arange(self.size)
        from_left = position // width % 2 == 0
        start = position // (2 * width) * (2 * width)
        other = np.minimum(np.where(from_left, start + width, start), self.size)
        low = np.broadcast_to(other, order.shape).copy()
        high = np.broadcast_to(np.minimum(other + width, self.size), order.shape).copy()
        while (open_ := low < high).any():
            middle = np.minimum((low + high) // 2, self.size - 1)
            theirs = np.take_along_axis(order, middle, 1)
            # Elements of the left run go first unless those of the right run come before them.
            left, right = np.where(from_left, theirs, order), np.where(from_left, order, theirs)
            beyond = self.before(left, right) == from_left
            low = np.where(open_ & beyond, middle + 1, low)
            high = np.where(open_ & ~beyond, middle, high)
        return position + low - np.minimum(start + width, self.size)


def _sortable(values: Array) -> Array:
    """Values that NumPy sorts as it sorts numbers: extension types as float32, which holds all of theirs."""
    return values if is_native(values.dtype) else values.astype(np.float32)


def _inverse(places: Array) -> Array | None:
    """The order of each row that puts elements at their places; None if places collide."""
    order = np.full(places.shape, -1)
    position: Array = np.arange(int(places.shape[1]))
    np.put_along_axis(order, places, np.broadcast_to(position, places.shape), 1)
    return None if (order < 0).any() else order


def _sort_varying(op: SortOp, operands: Sequence[Varying]) -> Varying:
    rank = ranked(op.inputs[0]).get_num_dims()
    return any_varying(rank, operands) if computes_elementwise(op.comparator) else (True,) * rank


def _sort_work(op: SortOp) -> int:
    shape = ranked(op.inputs[0]).get_shape()
    return len(op.inputs) * prod(shape) * max(1, shape[op.dimension.value.data].bit_length())


register(
    SortOp,
    eval_sort,
    cost=Cost(25_000, 3, work=_sort_work, varying=_sort_varying),
    xla=XLA_SORTING,
    regions=("comparator",),
)
