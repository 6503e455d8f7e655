"""What is known of values: constants, facts about their elements, and which are always the same; asked on demand."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from itertools import count
from typing import TypeAlias, cast

from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static
from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import uniform_element, varying_part

from ..solver.deferred import Deferred, is_sized
from ..solver.terms import Terms
from ..solver.trip_count import Counter, counters, trip_count
from ..tuning import CHEAP_LOOK, FACT_LOOP_DEPTH, LOOP_ROUNDS, SCANNED, TWINS
from .lattice import Elements, Facts, FloatKinds, IntegerFact, IntegerKind, fact_of, join
from .stated import statement_on
from .transfer import kind_of
from .transfers.families import TRANSFERS

CONSTANT = "constant"
"""What is said to give a value that is known."""

Carried: TypeAlias = "dict[SSAValue, Elements]"

Following: TypeAlias = "Callable[[Carried], list[Elements]]"
"""What the body hands on to the next iteration where its arguments are as assumed."""

ArrayOf: TypeAlias = "Callable[[SSAValue, int | None], Array | None]"
"""The array that a value is, if it takes no more nanoseconds to evaluate it than said."""

ComputeElements: TypeAlias = "Callable[[Operation, Sequence[Array]], Array | None]"
"""Some elements of the result of an elementwise op, from those of its operands, if they may be computed."""


class Known:
    """What is known inside one function body. Facts are computed when they are asked for, and kept."""

    def __init__(
        self,
        values: Mapping[SSAValue, Value],
        terms: Terms,
        array_of: ArrayOf,
        computed: ComputeElements,
        fail: Callable[[Operation, Exception], None],
    ):
        """`fail` is told of an op about which nothing can be found out because the folder fails."""
        self._values = values
        self._terms = terms
        self.resolved = terms.resolved
        self._array_of = array_of
        self.computed = computed
        self._fail = fail
        self._elements: dict[object, Elements] = {}
        """By value, as they were concluded; in between are marks, behind which they rest on more than before."""
        self._supposed: list[SSAValue] = []
        """Values of which something is supposed."""
        self.believed: dict[SSAValue, tuple[str, ...]] = {}
        """The attributes of arguments that facts rest on."""
        self._depth = 0
        """How many loops the question is inside of."""
        self.partly: dict[SSAValue, bool] = {}
        """Whether some elements of values may be known (`boxes.py`)."""

    def is_known(self, value: SSAValue) -> bool:
        """Whether a value is constant."""
        return value in self._values or (bool(self._terms.same_as) and self._terms.known(value) is not None)

    def shape(self, value: SSAValue) -> tuple[int, ...] | None:
        """The sizes of a tensor, as its type says or as it is known to be; None where one is not known."""
        known = self._terms.known(value)
        if is_sized(known):
            return known.shape
        declared = value.type.get_shape() if is_tensor_type(value.type) else None
        return declared if declared is not None and is_static(declared) else None

    def array(self, value: SSAValue) -> Array | None:
        """The array that a value is known to be, where that is cheap to see.

        Many elements that nobody has asked for are not computed because they might help.
        """
        known = self._terms.known(value)
        if type(known) is Deferred and known.stored > SCANNED:
            return None
        return self._array_of(value, CHEAP_LOOK)

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
            owner = value.owner
            names.append(CONSTANT if value in known else owner.name if isinstance(owner, Operation) else "")
        alike = len(values) > 1 and (
            values[0] is values[1]
            or (twins and names[0] == names[1] != CONSTANT and self._are_twins(values[0], values[1], TWINS))
        )
        return names, alike

    def definition(self, value: SSAValue, name: str) -> Operation | None:
        """The op of StableHLO called `name` that gives `value` as its only result."""
        owner = self.resolved(value).owner
        return owner if isinstance(owner, Operation) and owner.name == f"stablehlo.{name}" else None

    def same(self, a: SSAValue, b: SSAValue) -> bool:
        """Whether two values are one, which may be unknown, or are computed alike from the same values."""
        a, b = self.resolved(a), self.resolved(b)
        return a is b or self._are_twins(a, b, TWINS)

    def _are_twins(self, a: SSAValue, b: SSAValue, depth: int) -> bool:
        """Whether two values, or what they come from at most so many ops back, are given by ops that are alike."""
        one, other = a.owner, b.owner
        if depth == 0 or type(one) is not type(other) or not isinstance(one, Operation):
            return False
        if not isinstance(other, Operation) or one.name not in TRANSFERS or one.regions:
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
        """What is known of integer or boolean elements."""
        found = None if kind_of(value) is None else self.elements(value)
        return found if isinstance(found, IntegerFact) else None

    def floats(self, value: SSAValue) -> FloatKinds:
        """The kinds of numbers that may be among float elements."""
        found = self.elements(value)
        return found if isinstance(found, FloatKinds) else FloatKinds.ANY

    def elements(self, value: SSAValue) -> Elements:
        """What is known of all elements of a value."""
        known, value = self._elements, self.resolved(value)
        if value not in known:
            for each in postorder([value], self._read_by):
                if each not in known:
                    known[each] = self._look_at(each)
        return known.get(value)

    def telling(self, values: Sequence[SSAValue], constants: bool = False) -> Facts:
        """What is known of the elements of each of `values` beyond what its type says; of `constants`, if that is
        asked, too."""
        facts = [self._beyond_type(v) if constants or not self.is_known(v) else None for v in values]
        return tuple(facts) if any(fact is not None for fact in facts) else ()

    def _beyond_type(self, value: SSAValue) -> Elements:
        found = self.elements(value)
        if isinstance(found, FloatKinds):
            return None if found is FloatKinds.ANY else found
        kind = kind_of(value)
        return None if kind is None or found == kind.everything() else found

    def note(self, values: Sequence[SSAValue], facts: Facts) -> None:
        """Learn what holds of `values`."""
        for value, fact in zip(values, facts):
            if fact is not None:
                self._elements.setdefault(value, fact)

    def _stated(self, value: SSAValue) -> Elements:
        statement = statement_on(value)
        if statement is None:
            return None
        self.believed[value] = statement.attributes
        return statement.fact

    def _look_at_loop(self, op: hlo.WhileOp) -> None:
        """Note what holds of everything that a loop carries, in the condition, in the body and behind it."""
        first = [self.elements(operand) for operand in op.operands]
        last = op.body.block.last_op
        facts: list[Elements] = [None] * len(first)
        arguments = op.body.block.args
        returned = last.operands if last is not None and last.name == "stablehlo.return" else ()
        # What is supposed inside of the loop holds in this iteration, but need not have held in those before.
        supposed = any(op.is_ancestor(self._block_of(value)) for value in self._supposed)
        if len(returned) == len(first) and self._depth < FACT_LOOP_DEPTH and not supposed:
            facts = invariant(arguments, first, lambda assumed: self._under(assumed, returned))
        counted = self.counters(op)
        for i, fact in enumerate(facts):
            inside, outside, _ = counted.get(i, UNCOUNTED)
            self._elements.setdefault(arguments[i], _within(arguments[i], fact, inside))
            for value in (op.cond.block.args[i], op.results[i]):
                self._elements.setdefault(value, _within(value, fact, outside))

    def found_again(self, op: hlo.WhileOp, mark: object) -> Facts | None:
        """What holds of what a loop carries, in the condition and then in the body, now that all inside of it was
        looked at; None where that is no more than before.

        Facts that were concluded since `mark` go: before, less was known of ops further on in the body.
        """
        arguments = (*op.cond.block.args, *op.body.block.args)
        before = [self._elements.get(argument) for argument in arguments]
        if not any(argument in self._elements for argument in arguments):
            return None
        self.back_to(mark)
        self._elements[mark] = None
        both = tuple([_both(old, self.elements(value), value) for old, value in zip(before, arguments)])
        self._elements.update(zip(arguments, both))
        return None if list(both) == before else both

    def trips(self, op: hlo.WhileOp) -> int | None:
        """How often the body of a loop runs, if that is known."""
        return trip_count(op, self._state(op), self.array)

    def counters(self, op: hlo.WhileOp) -> dict[int, Counter]:
        """What is known of the carried integers of a loop that count, by their number."""
        return counters(op, self._state(op), self.array, self._between)

    def _state(self, op: hlo.WhileOp) -> list[Array | None]:
        return [self.array(operand) if is_scalar(operand) else None for operand in op.operands]

    def _between(self, value: SSAValue) -> tuple[int, int]:
        found, kind = self.integers(value), kind_of(value)
        assert kind is not None
        return (found.low, found.high) if found is not None else (kind.least, kind.most)

    def _under(self, assumed: Carried, values: Sequence[SSAValue]) -> list[Elements]:
        """What is known of `values` if something holds of others."""
        self._depth += 1
        try:
            with self.supposing(assumed):
                return [self.elements(value) for value in values]
        finally:
            self._depth -= 1

    @contextmanager
    def supposing(self, facts: Carried, constants: Iterable[SSAValue] = ()) -> Generator[None]:
        """While these facts hold, and some values are `constants`; what is concluded from that goes with it."""
        known, count = self._elements, len(self._supposed)
        before = {value: known[value] for value in facts if value in known}
        mark = self.mark()
        try:
            self._supposed += [*facts, *constants]
            known.update(facts.items())
            yield
        finally:
            del self._supposed[count:]
            self.back_to(mark)
            known.update(before.items())

    def mark(self) -> object:
        """A place to go back to: the facts that are concluded from here on may rest on what is only hoped."""
        mark = object()
        self._elements[mark] = None
        return mark

    def back_to(self, mark: object) -> None:
        """Drop all facts that were concluded since, whatever they are about: any of them may rest on what was hoped."""
        while self._elements and self._elements.popitem()[0] is not mark:
            pass

    def forget_all(self) -> None:
        """Drop all facts, of which some may rest on what was supposed when something failed."""
        self._elements.clear()

    def forget(self, value: SSAValue) -> None:
        """Drop what was noted of a value."""
        self.partly.pop(value, None)

    def _block_of(self, value: SSAValue) -> Block:
        """The block that defines a value."""
        owner = value.owner
        block = self._terms.place(owner).parent if isinstance(owner, Operation) else owner
        assert block is not None
        return block

    def _read_by(self, value: SSAValue) -> Iterator[SSAValue]:
        """What the facts about a value are computed from."""
        if value in self._elements or self._constant(value) is not None:
            return iter(())
        arms = _arms(value)
        if arms:
            return map(self.resolved, arms)
        owner = _loop_of(value) or value.owner
        read = isinstance(owner, Operation) and (owner.name in TRANSFERS or owner.name == "stablehlo.while")
        return map(self.resolved, owner.operands if isinstance(owner, Operation) and read else ())

    def _constant(self, value: SSAValue) -> Array | None:
        """The array that a value is, if it is there."""
        known = self._values.get(value)
        if type(known) is Deferred:
            known = known.value if known.shape else self._array_of(value, CHEAP_LOOK)
        if not is_array(known):
            return None
        return known if varying_part(known).size <= SCANNED else None

    def _look_at(self, value: SSAValue) -> Elements:
        if not is_tensor_type(value.type):
            return None
        array = self._constant(value)
        if array is not None:
            return fact_of(array, value.type.element_type)
        owner = value.owner
        loop = _loop_of(value)
        if loop is not None:
            self._look_at_loop(loop)
            return self._elements.get(value)
        if not isinstance(owner, Operation):
            return self._stated(value)
        arms = [self._elements.get(self.resolved(arm)) for arm in _arms(value)]
        if arms:
            return reduce(lambda a, b: join(a, b, kind_of(value)), arms)
        function = TRANSFERS.get(owner.name)
        if function is None:
            return None
        operands = [self._elements.get(self.resolved(operand)) for operand in owner.operands]
        try:
            return function(owner, owner.results.index(value), operands)
        except Exception as error:
            self._fail(owner, error)
            return None


# ---- what loops carry ----

UNCOUNTED = Counter(None, None, None)


def _both(one: Elements, other: Elements, value: SSAValue) -> Elements:
    """What two facts say together."""
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, FloatKinds) and isinstance(other, FloatKinds):
        return one & other
    kind = kind_of(value)
    if isinstance(one, IntegerFact) and isinstance(other, IntegerFact) and kind is not None:
        return kind.meet(one, other)
    return one


def _within(value: SSAValue, fact: Elements, interval: tuple[int, int] | None) -> Elements:
    """A fact about a value that is a counter, if an interval is given."""
    kind = kind_of(value)
    return fact if kind is None or interval is None else _both(kind.between(*interval), fact, value)


def _loop_of(value: SSAValue) -> hlo.WhileOp | None:
    """The loop that carries `value`: as an argument of its regions, or as a result."""
    owner = value.owner
    op = owner if isinstance(owner, Operation) else owner.parent_op()
    return cast("hlo.WhileOp", op) if hlo.StableHLO.is_op(op, "stablehlo.while") else None


def _arms(value: SSAValue) -> list[SSAValue]:
    """What the branches of an op return as `value`; nothing where some branch returns something else."""
    op = value.owner
    if not isinstance(op, Operation) or op.name not in ("stablehlo.if", "stablehlo.case"):
        return []
    lasts = [None if region.first_block is None else region.first_block.last_op for region in op.regions]
    returned = [last.operands for last in lasts if last is not None and last.name == "stablehlo.return"]
    whole = len(returned) == len(lasts) and {len(op.results)} == set(map(len, returned))
    return [operands[op.results.index(value)] for operands in returned] if whole else []


def is_scalar(value: SSAValue) -> bool:
    """Whether `value` is a tensor of rank 0."""
    return is_tensor_type(value.type) and not value.type.get_shape()


def invariant(
    arguments: Sequence[SSAValue], first: Sequence[Elements], following: Following
) -> list[Elements]:
    """What holds of each carried value before every iteration, and behind the last one."""
    assumed, kinds = list(first), [kind_of(argument) for argument in arguments]
    for attempt in count():
        after = following(dict(zip(arguments, assumed)))
        wider = [join(a, b, kind) for a, b, kind in zip(assumed, after, kinds)]
        if wider == assumed:
            break
        assumed = [_widened(a, b, kind, attempt >= LOOP_ROUNDS) for a, b, kind in zip(assumed, wider, kinds)]
    return assumed


def _widened(before: Elements, after: Elements, kind: IntegerKind | None, last: bool) -> Elements:
    """`after`, without what would go on changing: bounds that moved are given up, what moves to the `last` altogether.

    So each further look at the body gives up something, or is the last one.
    """
    if before == after or after is None:
        return after
    if isinstance(after, FloatKinds) or kind is None or not isinstance(before, IntegerFact):
        return None if last else after
    if last:
        return kind.everything()
    low = after.low if after.low == before.low else kind.least
    high = after.high if after.high == before.high else kind.most
    return kind.refined(IntegerFact(low, high, after.zeros, after.ones))
