"""Counting loops: their number of iterations and their final values, in closed form.

    i = start; while (i < bound) { i = i + step; j = j - other }

After n iterations `i` is `start + n * step` modulo 2^w, and the comparison is false on an interval of the numbers
modulo 2^w: the trip count is the least n that leads into it, whether or not `i` wraps around before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd
from typing import NamedTuple, TypeAlias

import numpy as np
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.constants import array_of_constant, is_constant
from xdsl_stablehlo.values.element_types import Array, dtype_of

from ..terms.effects import is_pure_kind
from .lattice import IntegerKind
from .transfer import kind_of

IntegerRange: TypeAlias = "tuple[int, int]"


class Counter(NamedTuple):
    """Facts about a carried integer to which the body adds a known number."""

    inside: IntegerRange | None
    """Its bounds in the body; None if it may wrap around."""
    outside: IntegerRange | None
    """Its bounds in the condition, and after the loop."""
    last: int | None
    """Its final value."""
    step: int


class _Comparison(NamedTuple):
    """`counter direction bound`, where the counter is the carried value of this number."""

    counter: int
    direction: ComparisonDirection
    bound: SSAValue


def _unknown(_: SSAValue) -> Array | None:
    return None


def _itself(value: SSAValue) -> SSAValue:
    return value


def _block_of(value: SSAValue) -> Block:
    owner = value.owner
    block = owner.parent if isinstance(owner, Operation) else owner
    assert block is not None
    return block


class CountingLoop:
    """A loop, read as one whose condition compares a counter with a bound and whose body adds to counters.

    Other ops of the body are ignored.
    """

    def __init__(
        self,
        op: hlo.WhileOp,
        array: Callable[[SSAValue], Array | None] = _unknown,
        resolved: Callable[[SSAValue], SSAValue] = _itself,
        block_of: Callable[[SSAValue], Block] = _block_of,
    ):
        """`array` gives the elements of a value that is constant in all iterations, `resolved` the value that another
        one always is, `block_of` the block of the program in which a value is defined. Constant ops are read anyway.
        """
        self.op = op
        self._array, self._resolved, self._block_of = array, resolved, block_of
        cond, body = op.cond.block.last_op, op.body.block.last_op
        self._condition: SSAValue | None = None
        self._returned: tuple[SSAValue, ...] = ()
        if isinstance(cond, hlo.ReturnOp) and isinstance(body, hlo.ReturnOp):
            self._condition, self._returned = resolved(cond.operands[0]), tuple(map(resolved, body.operands))

    def trips(self) -> int | None:
        """The number of iterations; None for other conditions, unknown numbers, and a loop that never ends."""
        comparison = self._comparison()
        if comparison is None:
            return None
        i, direction, _ = comparison
        start, step, bound = self._start(i), self._step(i), self._known(comparison.bound)
        if start is None or step is None or bound is None:
            return None
        kind = self._kind(i)
        ends = _where_false(direction, bound, kind)
        return first_within(start, step, 1 << kind.width, *ends)

    def always_ends(self) -> bool:
        """Whether it is known that the loop ends, whatever it reads that is not constant.

        A counter meets one of any `gcd(step, 2^w)` numbers that follow one another, wrapped around or not.
        """
        comparison = self._comparison()
        if comparison is None:
            return False
        step, kind = self._step(comparison.counter), self._kind(comparison.counter)
        if step is None or self.trips() is not None:
            return step is not None
        bound, numbers = self._known(comparison.bound), 1 << kind.width
        if bound is None:
            fewest = {
                ComparisonDirection.EQ: numbers - 1,
                ComparisonDirection.LE: 0,
                ComparisonDirection.GE: 0,
            }
            return fewest.get(comparison.direction, 1) >= gcd(step, numbers)
        low, high = _where_false(comparison.direction, bound, kind)
        return high - low + 1 >= gcd(step, numbers)

    def counters(self, between: Callable[[SSAValue], IntegerRange]) -> dict[int, Counter]:
        """The carried integers that count, by their number. `between` gives the bounds of an integer from outside."""
        found: dict[int, Counter] = {}
        trips, comparison = self.trips(), self._comparison()
        for i in range(len(self._returned)):
            step = self._step(i)
            if not step or self._passes(i):  # with 0 it stays, as what the body hands on does
                continue
            start = None if trips is None else self._start(i)
            if trips is not None and start is not None:
                found[i] = _counted(start, step, trips, self._kind(i))
            elif comparison is not None and comparison.counter == i:
                first = between(self.op.operands[i])
                body = _bounded(comparison.direction, step, first, between(comparison.bound), self._kind(i))
                if body is not None:
                    # What the loop starts with, however far beyond the bound, or one step on from inside.
                    low, high = min(first[0], body[0] + step), max(first[1], body[1] + step)
                    found[i] = Counter(body, (low, high), None, step)
        return found

    def last(self) -> Mapping[int, Array] | None:
        """The final values of the carried integers that count; None unless the loop does nothing else.

        Each other carried value is handed on as it is. No op of the loop has effects.
        """
        trips = self.trips()
        if trips is None or not self._is_pure():
            return None
        found: dict[int, Array] = {}
        for i, value in enumerate(self._returned):
            if not self._passes(i):
                start, step = self._start(i), self._step(i)
                if start is None or step is None:
                    return None
                number = self._kind(i).number(start + trips * step)
                found[i] = np.asarray(number, dtype_of(ranked(value).element_type))
        return found

    def _is_pure(self) -> bool:
        """Whether no op of the loop has effects, or might have."""
        blocks = (self.op.cond.block, self.op.body.block)
        ops = [op for block in blocks for op in block.ops if op is not block.last_op]
        return all(is_pure_kind(type(op)) for op in ops)

    def _passes(self, i: int) -> bool:
        """Whether the body hands on the carried value `i` as it is."""
        return self._returned[i] is self.op.body.block.args[i]

    def _kind(self, i: int) -> IntegerKind:
        """The kind of the carried value `i`, an integer."""
        kind = kind_of(self.op.body.block.args[i])
        assert kind is not None
        return kind

    def _start(self, i: int) -> int | None:
        """The number that the loop begins with as its carried value `i`."""
        return self._number(self.op.operands[i])

    def _step(self, i: int) -> int | None:
        """The number that the body adds to the carried value `i`; None if it does something else."""
        value, argument, step = self._returned[i], self.op.body.block.args[i], 0
        if not _is_integer_scalar(argument):
            return None
        while value is not argument:
            op = value.owner
            if not isinstance(op, hlo.AddOp | hlo.SubtractOp):
                return None
            value, other = map(self._resolved, op.operands)
            change, added = self._known(other), isinstance(op, hlo.AddOp)
            if change is None and added:
                value, change = other, self._known(value)
            if change is None:
                return None
            step += change if added else -change
        return step

    def _comparison(self) -> _Comparison | None:
        """The comparison of the condition; None if it does not compare a carried integer with a constant one."""
        op = None if self._condition is None else self._condition.owner
        if not isinstance(op, hlo.CompareOp):
            return None
        direction = op.comparison_direction.data
        for side, bound, towards in ((op.lhs, op.rhs, direction), (op.rhs, op.lhs, direction.mirrored)):
            counter = self._resolved(side)
            if not isinstance(counter, BlockArgument) or counter.block is not self.op.cond.block:
                continue
            outer = self._from_outside(bound) if _is_integer_scalar(counter) else None
            if outer is not None and not self._passes(counter.index):
                return _Comparison(counter.index, towards, outer)
        return None

    def _from_outside(self, value: SSAValue) -> SSAValue | None:
        """The value from outside, or the constant, that `value` is equal to in all iterations; None if it changes."""
        value = self._resolved(value)
        owner = value.owner
        if isinstance(owner, Operation) and is_constant(type(owner)):
            return value
        if isinstance(value, BlockArgument) and value.block.parent_op() is self.op:
            return self.op.operands[value.index] if self._passes(value.index) else None
        if self._array(value) is None and self.op.is_ancestor(self._block_of(value)):
            return None
        return value

    def _known(self, value: SSAValue) -> int | None:
        """The integer that a scalar is in all iterations; None where it may change, or is not known."""
        outer = self._from_outside(value) if _is_integer_scalar(value) else None
        return None if outer is None else self._number(outer)

    def _number(self, value: SSAValue) -> int | None:
        """The integer that a scalar from outside is."""
        if not _is_integer_scalar(value):
            return None
        owner = value.owner
        if isinstance(owner, Operation) and is_constant(type(owner)):
            return int(array_of_constant(owner))
        array = self._array(value)
        return None if array is None else int(array)


def _counted(start: int, step: int, trips: int, kind: IntegerKind) -> Counter:
    """A counter of a loop that runs a known number of times."""
    end, before = start + trips * step, start + max(trips - 1, 0) * step
    last = kind.number(end)
    if last != end:
        return Counter(None, None, last, step)
    return Counter((min(start, before), max(start, before)), (min(start, end), max(start, end)), last, step)


def _bounded(
    direction: ComparisonDirection, step: int, start: IntegerRange, bound: IntegerRange, kind: IntegerKind
) -> IntegerRange | None:
    """The bounds of a counter in the body of `while (counter direction bound)`, if it moves towards the bound."""
    if step > 0 and direction in (ComparisonDirection.LT, ComparisonDirection.LE):
        low, high = start[0], bound[1] - (direction is ComparisonDirection.LT)
        return (low, high) if low <= high and high + step <= kind.most else None
    if step < 0 and direction in (ComparisonDirection.GT, ComparisonDirection.GE):
        low, high = bound[0] + (direction is ComparisonDirection.GT), start[1]
        return (low, high) if low <= high and low + step >= kind.least else None
    return None


def first_within(start: int, step: int, modulus: int, low: int, high: int) -> int | None:
    """The least n >= 0 for which `start + n * step` modulo `modulus` lies in `low ... high`, or None if none does.

    `low ... high` are the numbers from `low` up to `high` taken modulo `modulus`; there are none where `high < low`.
    """
    if high < low:
        return None
    distance = (low - start) % modulus
    if distance == 0 or distance + high - low >= modulus:
        return 0
    return _first_multiple(step % modulus, modulus, distance, distance + high - low)


def _first_multiple(step: int, modulus: int, low: int, high: int) -> int | None:
    """The least n for which `n * step` modulo `modulus` lies in `low ... high`, with `0 <= low <= high < modulus`.

    As in Euclid's algorithm: where no multiple of `step` lies there, it takes the least number of rounds k with
    `k * modulus` modulo `step` in `-high ... -low`.
    """
    if low == 0:
        return 0
    if step == 0:
        return None
    if 2 * step > modulus:
        step, low, high = modulus - step, modulus - high, modulus - low
    n = -(-low // step)
    if n * step <= high:
        return n
    rounds = _first_multiple(modulus % step, step, -high % step, -low % step)
    return None if rounds is None else -(-(low + rounds * modulus) // step)


def _is_integer_scalar(value: SSAValue) -> bool:
    """Whether the type of `value` is a tensor of rank 0 with integer elements, booleans not among them."""
    kind = kind_of(value)
    return kind is not None and kind.width > 1 and is_tensor_type(value.type) and not value.type.get_shape()


def _where_false(direction: ComparisonDirection, bound: int, kind: IntegerKind) -> tuple[int, int]:
    """The interval, modulo 2^w, of the numbers for which `number direction bound` is false."""
    ends = {
        ComparisonDirection.LT: (bound, kind.most),
        ComparisonDirection.LE: (bound + 1, kind.most),
        ComparisonDirection.GT: (kind.least, bound),
        ComparisonDirection.GE: (kind.least, bound - 1),
        ComparisonDirection.NE: (bound, bound),
        ComparisonDirection.EQ: (bound + 1, bound - 1 + (1 << kind.width)),
    }
    return ends[direction]
