"""What is known of values: constants, facts about their elements, and which are always the same; asked on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.element_types import Array
from xdsl_stablehlo.graphs import postorder
from xdsl_stablehlo.guards import is_tensor_type
from xdsl_stablehlo.interpreter.kernels.values import Value, is_array
from xdsl_stablehlo.storage import uniform_element, varying_part

from ..deferred import Deferred
from .families import TRANSFERS
from .lattice import Elements, FloatKinds, IntegerFact, fact_of

SCANNED = 1 << 12
"""Of a constant with more elements than this, stored apart, nothing is asked but whether it is a splat."""

CHEAP_LOOK = 10_000_000
"""Nanoseconds that finding out may take what only might help: whether two values are the same, say."""

ArrayOf: TypeAlias = "Callable[[SSAValue, int | None], Array | None]"
"""The array that a value is, if it takes no more nanoseconds to evaluate it than said."""


class Known:
    """What is known inside one function body. Facts are computed when they are asked for, and kept."""

    def __init__(
        self, values: Mapping[SSAValue, Value], same_as: Mapping[SSAValue, SSAValue], array_of: ArrayOf
    ):
        self._values = values
        self._same_as = same_as
        self._array_of = array_of
        self._elements: dict[SSAValue, Elements] = {}

    def is_known(self, value: SSAValue) -> bool:
        """Whether a value is constant."""
        return value in self._values

    def array(self, value: SSAValue) -> Array | None:
        """The array that a value is known to be, where that is cheap to see."""
        return self._array_of(value, CHEAP_LOOK)

    def element(self, value: SSAValue) -> Array | None:
        """The element that all elements of a value are known to be, of rank 0, where that is cheap to see."""
        if value not in self._values:
            return None
        array = self.array(value)
        return None if array is None else uniform_element(array)

    def resolved(self, value: SSAValue) -> SSAValue:
        """The value at the end of the chain of those that are the same."""
        while (other := self._same_as.get(value)) is not None:
            value = other
        return value

    def definition(self, value: SSAValue, name: str) -> Operation | None:
        """The op of StableHLO called `name` that gives `value` as its only result."""
        owner = self.resolved(value).owner
        return owner if isinstance(owner, Operation) and owner.name == f"stablehlo.{name}" else None

    def same(self, a: SSAValue, b: SSAValue) -> bool:
        """Whether two values are one, which may be unknown."""
        return self.resolved(a) is self.resolved(b)

    def integers(self, value: SSAValue) -> IntegerFact | None:
        """What is known of integer or boolean elements."""
        found = self.elements(value)
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
                known[each] = self._look_at(each)
        return known[value]

    def forget(self, value: SSAValue) -> None:
        """Drop what was concluded about a value."""
        self._elements.pop(value, None)

    def _read_by(self, value: SSAValue) -> Iterator[SSAValue]:
        """What the facts about a value are computed from."""
        owner = value.owner
        if value in self._elements or not isinstance(owner, Operation) or self._constant(value) is not None:
            return iter(())
        return map(self.resolved, owner.operands if owner.name in TRANSFERS else ())

    def _constant(self, value: SSAValue) -> Array | None:
        """The array that a value is, if it is there."""
        known = self._values.get(value)
        if type(known) is Deferred:
            known = known.value
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
        function = TRANSFERS.get(owner.name) if isinstance(owner, Operation) else None
        if function is None or not isinstance(owner, Operation):
            return None
        operands = [self._elements.get(self.resolved(operand)) for operand in owner.operands]
        return function(owner, owner.results.index(value), operands)
