"""Knowledge about values, computed on demand: constants, facts about their elements, and equal values."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from xdsl.ir import Block, Operation, OpResult, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection
from xdsl_stablehlo.dialects.stablehlo.shapes import Shape, is_static
from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.ir.graphs import unseen
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.signatures import BySignature, values_read
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import uniform_element, varying_part

from ..terms.deferred import Deferred, is_sized
from ..terms.reasons import Failures, Refusal
from ..terms.terms import Terms
from ..tuning import CHEAP_LOOK, IMPLIED, SCANNED, TWINS
from .families import transfer_of
from .lattice import Elements, Facts, FloatKinds, IntegerFact, fact_of
from .stated import statement_on
from .transfer import OF_INTEGERS, Transfer, kind_of
from .trip_count import Counter, CountingLoop

OpT = TypeVar("OpT", bound=Operation)

CONSTANT = "constant"
"""The name of the giver of a value that is known."""

Carried: TypeAlias = "dict[SSAValue, Elements]"


class View(NamedTuple):
    """Elements of a tensor by their positions in row-major order, with a stride for each dimension."""

    first: int
    steps: Shape
    shape: Shape


Box: TypeAlias = "tuple[range, ...]"
"""Indices along each dimension; backwards where the step is negative."""


def positions_in(box: Box, place: Box) -> Box | None:
    """The positions in `place` of the indices of `box`; None if some are not in it."""
    found: list[range] = []
    for r, p in zip(box, place):
        if r and not (r[0] in p and r[-1] in p and (len(r) == 1 or r.step % p.step == 0)):
            return None
        first, step = (r.start - p.start) // p.step, r.step // p.step or 1
        found.append(range(first, first + step * len(r), step))
    return tuple(found)


def are_apart(box: Box, place: Box) -> bool:
    """Whether the ranges share no index, as far as a quick check tells."""
    for r, p in zip(box, place):
        if not r or not p or max(r[0], r[-1]) < p[0] or min(r[0], r[-1]) > p[-1]:
            return True
        if r.step % p.step == 0 and (r.start - p.start) % p.step:
            return True
    return False


class Source(NamedTuple):
    """A box of a value."""

    value: SSAValue
    box: Box


class Layout(NamedTuple):
    """The parts that a result is put together from."""

    placed: list[Source]
    """Operands, and where in the result each is: indices may lie outside of it, where they are cut off."""
    behind: SSAValue | None = None
    """The elements everywhere else: a scalar, or a tensor of the shape of the result."""
    row: Sequence[SSAValue] = ()
    """Of an update: what it updates, what that updates, and so on."""
    written: Array | None = None
    """The index that each of these updates begins at, and that it ends before."""

    def passed(self, box: Sequence[range]) -> int:
        """The number of updates in a row, from the last one on, that wrote nothing near a box."""
        if self.written is None or not all(box):
            return 0
        low, high = [min(r[0], r[-1]) for r in box], [max(r[0], r[-1]) for r in box]
        near = ((self.written[:, 0] <= high) & (self.written[:, 1] > low)).all(1)
        return int(near.argmax()) if near.any() else len(near)


class Evaluator(Protocol):
    """The evaluation of ops that facts may ask for (`OpFolder`)."""

    failures: Failures

    def decide(self, values: Sequence[Value], at_most: int | None = None) -> bool: ...

    def elementwise(self, op: Operation, operands: Sequence[Array]) -> Array | None: ...


class Known:
    """Knowledge about the values of one function body. Facts are computed on demand, and kept."""

    def __init__(
        self,
        values: Mapping[SSAValue, Value],
        terms: Terms,
        refused: dict[Operation, Refusal],
        evaluator: Evaluator,
    ):
        """`refused` gets the ops for which the folder fails, so that nothing is known about them."""
        self._values = values
        self._terms = terms
        self.resolved = terms.resolved
        self._refused = refused
        self._evaluator = evaluator
        self._unanswered = list[Deferred]()
        """Values that were asked for and would have taken too long."""
        self.computed = evaluator.elementwise
        """Gives some elements of the result of an elementwise op, from those of its operands, if they may be computed.
        """
        self._elements: dict[object, Elements] = {}
        """By value, as they were concluded; in between are marks, behind which they rest on more than before."""
        self.believed: dict[SSAValue, tuple[str, ...]] = {}
        """The attributes of arguments that facts rest on."""
        self.partly: dict[SSAValue, bool] = {}
        """Whether some elements of values may be known (`boxes.py`)."""
        self.holes: dict[SSAValue, int] = {}
        """Where an element is not known, by values some of whose elements may be (`boxes.py`)."""
        self.views = BySignature[View]()
        """The views that ops make, one of another, by their signatures where nothing else decides (`boxes.py`)."""
        self.layouts: dict[Operation, Layout] = {}
        """The layouts of results, some of which rest on facts: all go when facts are dropped (`boxes.py`)."""

    def is_known(self, value: SSAValue) -> bool:
        """Whether a value is constant."""
        return value in self._values or (bool(self._terms.same_as) and self._terms.known(value) is not None)

    def shape(self, value: SSAValue) -> Shape | None:
        """The sizes of a tensor, as its type says or as it is known to be; None where one is not known."""
        known = self._terms.known(value)
        return known.shape if is_sized(known) else static_shape(value)

    def array(self, value: SSAValue) -> Array | None:
        """The array of a constant value, if it is cheap to get.

        A large array that nothing else needs is not computed only because it might help.
        """
        known = self._terms.known(value)
        if type(known) is Deferred and known.stored > SCANNED:
            return known.value if _tells(known.value) else None
        return self.demanded(value, CHEAP_LOOK)

    def demanded(self, value: SSAValue, at_most: int | None = None) -> Array | None:
        """The array that a value of a tensor type is known to be, which something depends on: it is evaluated.

        None where that takes more than `at_most` nanoseconds, as estimated.
        """
        known = self._terms.known(value)
        if type(known) is Deferred:
            if known.value is None and not self._evaluator.decide((known,), at_most):
                return None
            return known.value
        return known if is_array(known) else None

    def evaluated(self, value: SSAValue) -> Array | None:
        """The array of a constant value, if it has been evaluated already."""
        known = self._terms.known(value)
        return known if is_array(known) else None

    def element(self, value: SSAValue) -> Array | None:
        """The element that all elements of a value are known to be, of rank 0, where that is cheap to see."""
        if not self.is_known(value):
            return None
        array = self.array(value)
        return None if array is None else uniform_element(array)

    def givers(self, values: Sequence[SSAValue], twins: bool) -> tuple[list[str], bool]:
        """The name of the op that gives each value, `CONSTANT`, or nothing for an argument; whether the first two are
        one value, or computed alike if that is asked, too."""
        names: list[str] = []
        known = self._values
        if self._terms.same_as:
            values = [self.resolved(value) for value in values]
        for value in values:
            given = value.op.name if isinstance(value, OpResult) else ""
            names.append(CONSTANT if value in known else given)
        alike = len(values) > 1 and (
            values[0] is values[1]
            or (twins and names[0] == names[1] != CONSTANT and self._are_twins(values[0], values[1], TWINS))
        )
        return names, alike

    def definition(self, value: SSAValue, kind: type[OpT]) -> OpT | None:
        """The op of a class that gives `value`; None where another one does."""
        owner = self.resolved(value).owner
        return owner if isinstance(owner, kind) else None

    def same(self, a: SSAValue, b: SSAValue) -> bool:
        """Whether two values are one, which may be unknown, or are computed alike from the same values."""
        a, b = self.resolved(a), self.resolved(b)
        return a is b or self._are_twins(a, b, TWINS)

    def _are_twins(self, a: SSAValue, b: SSAValue, depth: int) -> bool:
        """Whether two values are computed by equal ops from the same values, going back at most so many ops."""
        one, other = a.owner, b.owner
        if depth == 0 or type(one) is not type(other) or not isinstance(one, Operation):
            return False
        if not isinstance(other, Operation) or transfer_of(type(one)) is None or one.regions:
            return False
        if len(one.operands) != len(other.operands) or len(one.results) != 1 or a.type != b.type:
            return False
        read = [(self.resolved(x), self.resolved(y)) for x, y in zip(one.operands, other.operands)]
        alike = all(x is y or self._are_twins(x, y, depth - 1) for x, y in read)
        return alike and bool(read) and one.properties == other.properties

    def is_read_once(self, op: Operation) -> bool:
        """Whether one op reads the first result of `op`, or of the op in whose place it was made."""
        return self._terms.place(op).results[0].has_one_use()

    def integers(self, value: SSAValue) -> IntegerFact | None:
        """The fact about integer or boolean elements."""
        found = None if kind_of(value) is None else self.elements(value)
        return found if isinstance(found, IntegerFact) else None

    def floats(self, value: SSAValue) -> FloatKinds:
        """The kinds of numbers that may be among float elements."""
        found = self.elements(value)
        return found if isinstance(found, FloatKinds) else FloatKinds.ANY

    def elements(self, value: SSAValue) -> Elements:
        """The fact about all elements of a value."""
        known, value = self._elements, self.resolved(value)
        if value not in known:
            for each in unseen(value, known, self._read_by):
                known[each] = self._look_at(each)
        return known.get(value)

    def telling(self, values: Sequence[SSAValue], constants: bool = False) -> Facts:
        """The fact about each of `values` that says more than its type; about constants only with `constants`."""
        facts = [self._beyond_type(v) if constants or not self.is_known(v) else None for v in values]
        return tuple(facts) if any(fact is not None for fact in facts) else ()

    def _beyond_type(self, value: SSAValue) -> Elements:
        found = self.elements(value)
        if isinstance(found, FloatKinds):
            return None if found is FloatKinds.ANY else found
        kind = kind_of(value)
        return None if kind is None or found == kind.everything() else found

    def note(self, values: Sequence[SSAValue], facts: Sequence[Elements]) -> None:
        """Learn what holds of `values`: of what loops and branches give, of arguments, and of results of calls."""
        for value, fact in zip(values, facts):
            if fact is not None and self._elements.get(value) is None:
                self._elements.pop(value, None)  # what was concluded before a mark stays there
                self._elements[value] = fact

    def _stated(self, value: SSAValue) -> Elements:
        statement = statement_on(value)
        if statement is None:
            return None
        self.believed[value] = statement.attributes
        return statement.fact

    def loop(self, op: hlo.WhileOp) -> CountingLoop:
        """A loop, read as one that counts, with what is known of values."""
        return CountingLoop(op, self.array, self.resolved, self._block_of)

    def counters(self, op: hlo.WhileOp) -> dict[int, Counter]:
        """The facts about the carried integers of a loop that count, by their index."""
        return self.loop(op).counters(self._between)

    def _block_of(self, value: SSAValue) -> Block:
        """The block that defines a value, or that it was made for."""
        owner = value.owner
        block = self._terms.place(owner).parent if isinstance(owner, Operation) else owner
        assert block is not None
        return block

    def _between(self, value: SSAValue) -> tuple[int, int]:
        found, kind = self.integers(value), kind_of(value)
        assert kind is not None
        return (found.low, found.high) if found is not None else (kind.least, kind.most)

    @contextmanager
    def supposing(self, facts: Carried) -> Generator[None]:
        """A context in which these facts hold; conclusions from them are dropped at its end."""
        known = self._elements
        before = {value: known[value] for value in facts if value in known}
        mark = self.mark()
        try:
            known.update(facts.items())
            yield
        finally:
            self.back_to(mark)
            known.update(before.items())

    def mark(self) -> object:
        """Return a mark for `back_to`: facts that are concluded from here on may depend on assumptions."""
        mark = object()
        self._elements[mark] = None
        return mark

    def back_to(self, mark: object) -> None:
        """Drop all facts that were concluded since the mark: any of them may depend on a refuted assumption."""
        self.layouts.clear()
        while self._elements and self._elements.popitem()[0] is not mark:
            pass

    def fail(self, op: Operation, error: Exception) -> None:
        """Leave an op alone, because the folder fails over it, and drop all facts: some may rest on what was supposed
        when that happened."""
        self._refused[op] = self._evaluator.failures.refusal(error)
        self._elements.clear()
        self.layouts.clear()

    def forget(self, value: SSAValue) -> None:
        """Drop what was noted of a value."""
        self.partly.pop(value, None)
        self.holes.pop(value, None)
        self._elements.pop(value, None)

    def _read_by(self, value: SSAValue) -> Iterator[SSAValue]:
        """The values from which the facts about a value are computed."""
        if value in self._elements or self._constant(value) is not None:
            return iter(())
        if not isinstance(value, OpResult) or _transfer_of(value) is None:
            return iter(())
        return map(self.resolved, values_read(value.op))

    def is_answered(self) -> bool:
        """Whether a value that was asked for in vain has been evaluated since, and is small or a splat."""
        return any(map(_tells, [deferred.value for deferred in self._unanswered]))

    def _constant(self, value: SSAValue) -> Array | None:
        """The array that a value is, if it is there."""
        known = self._values.get(value)
        if type(known) is Deferred:
            deferred = known
            known = known.value if known.shape else self.demanded(value, CHEAP_LOOK)
            if known is None:
                self._unanswered.append(deferred)
        return known if is_array(known) and _tells(known) else None

    def _look_at(self, value: SSAValue) -> Elements:
        if not is_tensor_type(value.type):
            return None
        array = self._constant(value)
        if array is not None:
            return fact_of(array, value.type.element_type)
        if not isinstance(value, OpResult):
            return self._stated(value)
        function = _transfer_of(value)
        if function is None:
            return None
        operands = [self._elements.get(self.resolved(operand)) for operand in values_read(value.op)]
        try:
            return function(value.op, value.index, operands)
        except Exception as error:
            self.fail(value.op, error)
            return None


def _transfer_of(value: OpResult) -> Transfer | None:
    """The transfer function of the op that gives `value`; None where that tells nothing of its type."""
    is_of_integers = value.op.name in OF_INTEGERS and kind_of(value) is None
    return None if is_of_integers else transfer_of(type(value.op))


def static_shape(value: SSAValue) -> Shape | None:
    """The shape of a tensor; None where a size is not known."""
    shape = kind.get_shape() if is_tensor_type(kind := value.type) else None
    return shape if shape is not None and is_static(shape) else None


def is_scalar(value: SSAValue) -> bool:
    """Whether `value` is a tensor of rank 0."""
    return is_tensor_type(value.type) and not value.type.get_shape()


def _tells(array: Array | None) -> bool:
    """Whether all elements of an array are looked at."""
    return array is not None and varying_part(array).size <= SCANNED


# ---- facts that follow from a condition, inside of a branch where it holds or does not hold ----


class Supposed(NamedTuple):
    """The facts that hold in a branch."""

    values: dict[SSAValue, Array]
    """Scalars that are constant there."""
    facts: Carried


def implied(known: Known, condition: SSAValue, holds: bool) -> Supposed:
    """The facts that follow if a scalar `condition` holds, or if it does not."""
    supposed = Supposed({}, {})
    pending = [(condition, holds)]
    while pending and len(supposed.values) < IMPLIED:
        value, truth = pending.pop()
        value = known.resolved(value)
        if known.is_known(value):
            continue
        supposed.values[value] = np.asarray(truth)
        op = value.owner
        if isinstance(op, hlo.NotOp):
            pending.append((op.operands[0], not truth))
        elif isinstance(op, hlo.AndOp if truth else hlo.OrOp):
            pending += [(operand, truth) for operand in op.operands]
        elif isinstance(op, hlo.CompareOp):
            _compared(known, op, truth, supposed)
    return supposed


def _compared(known: Known, op: hlo.CompareOp, truth: bool, supposed: Supposed) -> None:
    """The facts about both sides that follow from a comparison of integers."""
    kind = kind_of(op.lhs)
    if kind is None:
        return
    direction = op.comparison_direction.data
    direction = direction if truth else direction.negated
    lhs, rhs = known.resolved(op.lhs), known.resolved(op.rhs)
    if direction in (ComparisonDirection.GT, ComparisonDirection.GE):
        lhs, rhs = rhs, lhs
    a, b = known.integers(lhs) or kind.everything(), known.integers(rhs) or kind.everything()
    if direction is ComparisonDirection.EQ:
        below = above = kind.meet(a, b)
    elif direction is ComparisonDirection.NE:
        below, above = kind.without(a, b.value), kind.without(b, a.value)
    else:
        apart = int(direction in (ComparisonDirection.LT, ComparisonDirection.GT))
        below = kind.meet(a, kind.between(kind.least, b.high - apart))
        above = kind.meet(b, kind.between(a.low + apart, kind.most))
    for side, other, fact in ((lhs, rhs, below), (rhs, lhs, above)):
        if not known.is_known(side):
            supposed.facts[side] = fact
            array = known.array(other) if direction is ComparisonDirection.EQ else None
            if array is not None:
                supposed.values[side] = array
