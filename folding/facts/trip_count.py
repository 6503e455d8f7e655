"""Counting loops: their number of iterations and their final values, in closed form.

    i = start; while (i < bound) { i = i + step; j = j - other }

After n iterations `i` is `start + n * step` modulo 2^w, and the comparison is false on an interval of the numbers
modulo 2^w: the trip count is the least n that leads into it, whether or not `i` wraps around before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from typing import NamedTuple, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.values.element_types import Array, IntegerFormat, format_of, is_int
from xdsl_stablehlo.values.elements import array_of

from ..terms.effects import is_pure_kind

ConstantLookup: TypeAlias = "Callable[[SSAValue], Array | None]"
"""The constant of a value that a loop reads from outside, if it is known."""

State: TypeAlias = "tuple[Array | None, ...]"


class Inside(NamedTuple):
    """Facts about the values inside of a loop that hold in all iterations."""

    resolved: Callable[[SSAValue], SSAValue]
    """The value that another one always is."""
    array: ConstantLookup
    block_of: Callable[[SSAValue], Block]
    """The block of the program in which a value is defined."""


def _itself(value: SSAValue) -> SSAValue:
    return value


def _unknown(_: SSAValue) -> Array | None:
    return None


def _block_of(value: SSAValue) -> Block:
    owner = value.owner
    block = owner.parent if isinstance(owner, Operation) else owner
    assert block is not None
    return block


UNSEEN = Inside(_itself, _unknown, _block_of)
"""Nobody has looked at what is inside."""


def trip_count(
    op: hlo.WhileOp, state: Sequence[Array | None], lookup: ConstantLookup, inside: Inside = UNSEEN
) -> int | None:
    """The number of iterations of a loop that starts with `state` and whose condition compares a counter with a bound.

    Other ops of the body are ignored. None for other conditions, unknown numbers, and a loop that never ends.
    """
    loop = _CountingLoop.of(op, state, lookup, inside)
    return None if loop is None else loop.trips()


def always_ends(op: hlo.WhileOp) -> bool:
    """Whether it is known that a loop ends, whatever it reads that is not a constant.

    A counter meets one of any `gcd(step, 2^w)` numbers that follow one another, wrapped around or not.
    """
    state = [_constant_number(value) for value in op.operands]
    loop = _CountingLoop.of(op, state, _unknown)
    comparison = None if loop is None else loop.comparison()
    if loop is None or comparison is None:
        return False
    step, form = loop.step(comparison.counter), loop.form(comparison.counter)
    if step is None or loop.trips() is not None:
        return step is not None
    bound, numbers = loop.known(comparison.bound), 1 << form.width
    if bound is None:
        fewest = {ComparisonDirection.EQ: numbers - 1, ComparisonDirection.LE: 0, ComparisonDirection.GE: 0}
        return fewest.get(comparison.direction, 1) >= gcd(step, numbers)
    low, high = _where_false(comparison.direction, bound, form)
    return high - low + 1 >= gcd(step, numbers)


def _constant_number(value: SSAValue) -> Array | None:
    owner = value.owner
    if not _is_integer_scalar(value) or not isinstance(owner, Operation) or not is_constant(type(owner)):
        return None
    return array_of(cast("hlo.ConstantOp", owner).value)


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


def counters(
    op: hlo.WhileOp,
    state: Sequence[Array | None],
    lookup: ConstantLookup,
    between: Callable[[SSAValue], IntegerRange],
    inside: Inside = UNSEEN,
) -> dict[int, Counter]:
    """The carried integers that count, by their number. `between` gives the bounds of an integer from outside."""
    loop = _CountingLoop.of(op, state, lookup, inside)
    found: dict[int, Counter] = {}
    if loop is None:
        return found
    trips, comparison = loop.trips(), loop.comparison()
    for i, start in enumerate(state):
        step = loop.step(i)
        if not step or loop.passes(i):  # with 0 it stays, as what the body hands on does
            continue
        if trips is not None and start is not None:
            found[i] = _counted(int(start), step, trips, loop.form(i))
        elif comparison is not None and comparison.counter == i:
            first = between(op.operands[i])
            body = _bounded(comparison.direction, step, first, between(comparison.bound), loop.form(i))
            if body is not None:
                # What the loop starts with, however far beyond the bound, or one step on from inside.
                low, high = min(first[0], body[0] + step), max(first[1], body[1] + step)
                found[i] = Counter(body, (low, high), None, step)
    return found


def _counted(start: int, step: int, trips: int, form: IntegerFormat) -> Counter:
    """A counter of a loop that runs a known number of times."""
    end, before = start + trips * step, start + max(trips - 1, 0) * step
    last = (end - form.least) % (1 << form.width) + form.least
    if not form.least <= end <= form.most:
        return Counter(None, None, last, step)
    return Counter((min(start, before), max(start, before)), (min(start, end), max(start, end)), last, step)


def _bounded(
    direction: ComparisonDirection, step: int, start: IntegerRange, bound: IntegerRange, form: IntegerFormat
) -> IntegerRange | None:
    """The bounds of a counter in the body of `while (counter direction bound)`, if it moves towards the bound."""
    if step > 0 and direction in (ComparisonDirection.LT, ComparisonDirection.LE):
        low, high = start[0], bound[1] - (direction is ComparisonDirection.LT)
        return (low, high) if low <= high and high + step <= form.most else None
    if step < 0 and direction in (ComparisonDirection.GT, ComparisonDirection.GE):
        low, high = bound[0] + (direction is ComparisonDirection.GT), start[1]
        return (low, high) if low <= high and low + step >= form.least else None
    return None


def last_state(op: hlo.WhileOp, state: Sequence[Array | None], lookup: ConstantLookup) -> State | None:
    """The final values of a loop that starts with `state` and only counts; None for any other loop.

    Each carried value is handed on as it is (and may be unknown: None), or is a known integer scalar to which known
    ones are added, or from which they are subtracted. No op of the loop has effects.
    """
    loop = _CountingLoop.of(op, state, lookup)
    trips = None if loop is None else loop.trips()
    if loop is None or trips is None or not loop.is_pure():
        return None
    last: list[Array | None] = []
    for i, array in enumerate(state):
        if not loop.passes(i):
            step = loop.step(i)
            if array is None or step is None:
                return None
            array = _moved(array, trips * step, loop.form(i))
        last.append(array)
    return tuple(last)


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


def _moved(array: Array, change: int, form: IntegerFormat) -> Array:
    """The scalar `array + change`, wrapped around."""
    value = (int(array) + change - form.least) % (1 << form.width) + form.least
    return np.asarray(value, array.dtype)


class _Comparison(NamedTuple):
    """`counter direction bound`, where the counter is the carried value of this number."""

    counter: int
    direction: ComparisonDirection
    bound: SSAValue


class _CountingLoop(NamedTuple):
    """A loop, read as one that counts."""

    op: hlo.WhileOp
    condition: SSAValue
    returned: tuple[SSAValue, ...]
    outer: tuple[SSAValue, ...]
    """The initial values of the loop."""
    state: tuple[Array | None, ...]
    lookup: ConstantLookup
    inside: Inside

    @staticmethod
    def of(
        op: hlo.WhileOp, state: Sequence[Array | None], lookup: ConstantLookup, inside: Inside = UNSEEN
    ) -> _CountingLoop | None:
        """The loop; None where its regions do not return what they should."""
        ends = (op.cond.block.last_op, op.body.block.last_op)
        if not all(hlo.StableHLO.is_op(end, "stablehlo.return") for end in ends):
            return None
        (condition,), returned = [tuple(map(inside.resolved, cast(Operation, end).operands)) for end in ends]
        return _CountingLoop(op, condition, returned, tuple(op.operands), tuple(state), lookup, inside)

    @property
    def arguments(self) -> Sequence[SSAValue]:
        """The arguments of the body."""
        return self.op.body.block.args

    def is_pure(self) -> bool:
        """Whether no op of the loop has effects, or might have."""
        blocks = (self.op.cond.block, self.op.body.block)
        ops = [op for block in blocks for op in block.ops if op is not block.last_op]
        return all(is_pure_kind(type(op)) for op in ops)

    def passes(self, i: int) -> bool:
        """Whether the body hands on the carried value `i` as it is."""
        return self.returned[i] is self.arguments[i]

    def form(self, i: int) -> IntegerFormat:
        """The format of the carried value `i`, an integer."""
        return cast(IntegerFormat, format_of(cast("AnyTensorType", self.arguments[i].type).element_type))

    def trips(self) -> int | None:
        """The number of times that the body runs."""
        comparison = self.comparison()
        if comparison is None:
            return None
        i, direction, _ = comparison
        start, step, bound = self.state[i], self.step(i), self.known(comparison.bound)
        if start is None or step is None or bound is None:
            return None
        form = self.form(i)
        ends = _where_false(direction, bound, form)
        return first_within(int(start), step, 1 << form.width, *ends)

    def step(self, i: int) -> int | None:
        """The number that the body adds to the carried value `i`; None if it does something else."""
        value, argument, step = self.returned[i], self.arguments[i], 0
        if not _is_integer_scalar(argument):
            return None
        while value is not argument:
            op = value.owner
            added = hlo.StableHLO.is_op(op, "stablehlo.add")
            if not added and not hlo.StableHLO.is_op(op, "stablehlo.subtract"):
                return None
            value, other = map(self.inside.resolved, cast(Operation, op).operands)
            change = self.known(other)
            if change is None and added:
                value, change = other, self.known(value)
            if change is None:
                return None
            step += change if added else -change
        return step

    def comparison(self) -> _Comparison | None:
        """The comparison of the condition; None if it does not compare a carried integer with a constant one."""
        op = self.condition.owner
        if not hlo.StableHLO.is_op(op, "stablehlo.compare"):
            return None
        op = cast("hlo.CompareOp", op)
        direction = op.comparison_direction.data
        sides = ((op.lhs, op.rhs, direction), (op.rhs, op.lhs, direction.mirrored))
        for side, bound, towards in sides:
            counter = self.inside.resolved(side)
            if counter.owner is self.op.cond.block and _is_integer_scalar(counter):
                i = cast("BlockArgument[Attribute]", counter).index
                outer = self._from_outside(bound)
                if not self.passes(i) and outer is not None:
                    return _Comparison(i, towards, outer)
        return None

    def _from_outside(self, value: SSAValue) -> SSAValue | None:
        """The value from outside, or the constant, that `value` is equal to in all iterations; None if it changes."""
        value = self.inside.resolved(value)
        owner = value.owner
        if isinstance(owner, Operation) and is_constant(type(owner)):
            return value
        if isinstance(owner, Block) and owner.parent_op() is self.op:
            i = cast("BlockArgument[Attribute]", value).index
            return self.outer[i] if self.passes(i) else None
        if self.inside.array(value) is None and self.op.is_ancestor(self.inside.block_of(value)):
            return None
        return value

    def known(self, value: SSAValue) -> int | None:
        """The integer that a scalar is in all iterations; None where it may change, or is not known."""
        if not _is_integer_scalar(value):
            return None
        outer = self._from_outside(value)
        if outer is None:
            return None
        owner = outer.owner
        if isinstance(owner, Operation) and is_constant(type(owner)):
            return int(array_of(cast("hlo.ConstantOp", owner).value))
        array = self.inside.array(outer)
        if array is None:
            array = self.state[self.outer.index(outer)] if outer in self.outer else self.lookup(outer)
        return None if array is None else int(array)


def _is_integer_scalar(value: SSAValue) -> bool:
    """Whether the type of `value` is a tensor of rank 0 with integer elements, booleans not among them."""
    declared = value.type
    return is_tensor_type(declared) and not declared.get_shape() and is_int(declared.element_type)


def _where_false(direction: ComparisonDirection, bound: int, form: IntegerFormat) -> tuple[int, int]:
    """The interval, modulo 2^w, of the numbers for which `number direction bound` is false."""
    ends = {
        ComparisonDirection.LT: (bound, form.most),
        ComparisonDirection.LE: (bound + 1, form.most),
        ComparisonDirection.GT: (form.least, bound),
        ComparisonDirection.GE: (form.least, bound - 1),
        ComparisonDirection.NE: (bound, bound),
        ComparisonDirection.EQ: (bound + 1, bound - 1 + (1 << form.width)),
    }
    return ends[direction]
