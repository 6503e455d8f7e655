"""Terms of elements, and the facts about them, which the folder's transfer functions give: ranges and bits of integers,
kinds of floats.

A term is an element of a tensor, or a tensor of which nothing is known but what made it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.irdl import IRDLOperation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import ScatterDims
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.folding.facts.lattice import (
    Elements,
    FloatKinds,
    IntegerFact,
    fact_of,
    join,
    kind_of_integers,
    known_kinds,
)
from xdsl_stablehlo.folding.facts.transfer import transfer_of
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import known_reducer
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array, dtype_of, is_float
from xdsl_stablehlo.values.storage import uniform_element

from ...permitted.choices.behaviours import leaves_open
from ...permitted.choices.schedules import neutral_of
from .indices import Indices, KnownSizes

DEPTH = 8
"""The depth to which terms are shown."""


class ElementwiseForm(NamedTuple):
    """An elementwise op without its operands."""

    kind: type[Operation]
    said: frozenset[tuple[str, Attribute]]

    @property
    def name(self) -> str:
        return self.kind.name.removeprefix("stablehlo.")


@dataclass(eq=False, slots=True)
class ElementTerm:
    """An element or a tensor.

    `head` is `constant`, `table` (an element of a constant at indices), `index`, `place` (an index that the type may
    not hold), `sign` (whether an index is 0 or more), `op`, `element` (of a tensor, at indices), `reduce` (over indices
    in any order) or `ordered` (in an order that is open); of tensors `argument`, `applied`, `result` or `lambda`.
    """

    number: int
    head: str
    data: Any
    parts: tuple[ElementTerm, ...]
    type: Attribute
    level: int = 0
    """The largest level of the indices that it depends on."""

    @property
    def indices(self) -> Indices:
        """The indices that it reads itself."""
        match self.head:
            case "table":
                return self.data[1]
            case "element":
                return self.data
            case "index" | "place" | "sign":
                return (self.data,)
            case _:
                return ()

    @property
    def shape(self) -> Indices:
        """The sizes of a tensor."""
        return self.data if self.head == "lambda" else self.data[-1]

    def __str__(self) -> str:
        return self.text(DEPTH)

    def text(self, depth: int) -> str:
        """The term to a depth: it shares parts, and may be very long if they are written out."""
        if self.parts and not depth:
            return "..."
        parts = [part.text(depth - 1) for part in self.parts]
        match self.head:
            case "constant" | "index" | "place":
                return str(self.data)
            case "table":
                return f"constant[{', '.join(map(str, self.data[1]))}]"
            case "sign":
                return f"({self.data} >= 0)"
            case "op":
                return f"{self.data.name}({', '.join(parts)})"
            case "element":
                return f"{parts[0]}[{', '.join(map(str, self.data))}]"
            case "argument":
                return f"%arg{self.data[1]}"
            case "result":
                return f"{parts[0]}#{self.data[0]}" if self.data[0] else parts[0]
            case "applied":
                return f"{self.data[0].removeprefix('stablehlo.')}({', '.join(parts)})"
            case _:
                return f"{self.head}({', '.join(parts)})"


class KnownTerms:
    """The facts about terms, asked as the folder asks about values: by its own transfer functions."""

    def __init__(self, supposed: Mapping[ElementTerm, Elements] | None = None) -> None:
        self._supposed = supposed or {}
        self._counters: dict[ElementTerm, Elements] = {}
        self._loops: dict[ElementTerm, Sequence[Elements]] = {}
        self._facts: dict[ElementTerm, Elements] = {}
        self._values: dict[ElementTerm, SSAValue] = {}
        self._terms: dict[SSAValue, ElementTerm] = {}
        self._applied: dict[ElementTerm, tuple[Operation, Sequence[ElementTerm]]] = {}

    def note(self, applied: ElementTerm, op: Operation, carried: Sequence[ElementTerm]) -> None:
        """Learn which op a term applies, and the arguments of its body if it is a loop."""
        self._applied[applied] = op, carried

    def note_counter(self, argument: ElementTerm, low: int, high: int) -> None:
        """Learn the bounds of an argument of a loop: no other loop has this term."""
        kind = kind_of_integers(element_type_of(argument.type))
        self._counters[argument] = None if kind is None else kind.between(low, high)

    def value(self, term: ElementTerm) -> SSAValue:
        """The value that stands for a term."""
        if term not in self._values:
            value = self._values[term] = Block(arg_types=[TensorType(term.type, ())]).args[0]
            self._terms[value] = term
        return self._values[term]

    def elements(self, value: SSAValue) -> Elements:
        return self.fact(self._terms[value])

    def integers(self, value: SSAValue) -> IntegerFact | None:
        found = self.elements(value)
        return found if isinstance(found, IntegerFact) else None

    def floats(self, value: SSAValue) -> FloatKinds:
        return known_kinds(self.elements(value))

    def fact(self, term: ElementTerm) -> Elements:
        """The fact about an element, wherever it stands."""
        if term not in self._facts:
            self._facts[term] = self._fact(term)
        return self._facts[term]

    def _fact(self, term: ElementTerm) -> Elements:
        kind = kind_of_integers(term.type)
        if term.head in ("constant", "table"):
            return fact_of(term.data if term.head == "constant" else term.data[0], term.type)
        if term.head == "index" and kind is not None:
            low, high = term.data.bounds()  # `inf` of a size that is not known: there are no larger tensors
            return kind.between(int(low), int(min(high, kind.most))) if kind.least <= low else None
        if term.head == "element":
            return self._fact_in(term.parts[0])
        transfer = transfer_of(term.data.kind) if term.head == "op" else None
        if transfer is None:
            return None
        op = exemplar_of(term)
        fact = transfer(op, 0, list(map(self.fact, term.parts)))
        if not has_open_result(op, term.parts):
            return fact
        if not is_float(term.type) or not hlo.StableHLO.is_op(op, op.name):
            return None
        # A rounded number may be any other, but no infinity of a sign that it never has.
        kinds = known_kinds(fact)
        never = FloatKinds.NEGATIVE_INFINITY if not kinds & FloatKinds.NEGATIVE else FloatKinds(0)
        never |= FloatKinds.INFINITY if not kinds & FloatKinds.POSITIVE else FloatKinds(0)
        if term.data.name == "convert" and kind_of_integers(term.parts[0].type) is not None:
            never |= (FloatKinds.NAN | FloatKinds.NEGATIVE_ZERO) & ~kinds
        return FloatKinds.ANY & ~never

    def _fact_in(self, tensor: ElementTerm) -> Elements:
        """The fact about all elements of a tensor."""
        if tensor not in self._facts:
            self._facts[tensor] = self._fact_of_all(tensor)
        return self._facts[tensor]

    def _fact_of_all(self, tensor: ElementTerm) -> Elements:
        if tensor.head == "lambda":
            return self.fact(tensor.parts[0])
        if tensor.head != "result":
            return self._counters.get(tensor, self._supposed.get(tensor))
        (applied,), place = tensor.parts, int(tensor.data[0])
        op, carried = self._applied[applied]
        if isinstance(op, hlo.WhileOp):
            if applied not in self._loops:
                self._loops[applied] = self._carried(applied, carried)
            return self._loops[applied][place]
        transfer, facts = transfer_of(type(op)), [self._fact_in(part) for part in applied.parts]
        is_fixed = all(size.known is not None for part in applied.parts for size in part.shape)
        if transfer is None or not (is_fixed or isinstance(op, hlo.SortOp)):
            return None
        if isinstance(op, hlo.ReduceOp | hlo.ReduceWindowOp):
            return transfer(op, place, facts) if self._is_any_tree(op, applied.parts) else None
        is_known = isinstance(op, hlo.SortOp) or _scatters_once(op) or not leaves_open(op)
        return transfer(op, place, facts) if is_known else None

    def _is_any_tree(self, op: hlo.ReduceOp | hlo.ReduceWindowOp, operands: Sequence[ElementTerm]) -> bool:
        """Whether initial values may come any number of times: they are neutral, or nothing is counted."""
        block, init = op.body.block, operands[-1]
        kind, reducer = element_type_of(init.type), block.first_op
        if kind_of_integers(kind) is None or known_reducer(block) is None or reducer is None:
            return True
        value = init.parts[0] if init.head == "lambda" else init
        return value.head == "constant" and value.data.tobytes() == neutral_of(type(reducer), kind).tobytes()

    def _carried(self, applied: ElementTerm, arguments: Sequence[ElementTerm]) -> Sequence[Elements]:
        """Facts about all values that a loop carries, which hold at first, and after its body if before."""
        found = list(map(self._fact_in, applied.parts))
        kinds = [
            kind_of_integers(element_type_of(e.type)) if is_tensor_type(e.type) else None for e in arguments
        ]
        for _ in range(len(arguments) + 2):
            inner = KnownTerms({**self._supposed, **dict(zip(arguments, found))})
            inner._applied, inner._counters = self._applied, self._counters
            given = list(map(inner._fact_in, applied.data[3][1][1]))
            held = [
                self._counters.get(argument, a if join(a, b, kind) == a else None)
                for argument, a, b, kind in zip(arguments, found, given, kinds)
            ]
            if held == found:
                return found
            found = held
        return [None] * len(found)


def _scatters_once(op: Operation) -> bool:
    """Whether there is one index, so that no promise about several of them is broken."""
    if not isinstance(op, hlo.ScatterOp):
        return False
    along = op.scatter_dimension_numbers.index_vector_dim.value.data
    shape = ranked(op.scatter_indices).get_shape()
    return all(size == 1 for d, size in enumerate(shape) if d != along)


def keeps_sizes(op: Operation) -> bool:
    """Whether the first operands have the sizes of the results, whatever these are and those of others."""
    if isinstance(op, hlo.ReduceWindowOp):
        steps = *ints(op.window_dimensions), *ints(op.window_strides), *ints(op.base_dilations)
        return {*steps} <= {1} and not (op.padding is not None and any(op.padding.iter_values()))
    return isinstance(op, hlo.SortOp | hlo.ScatterOp | hlo.SetDimensionSizeOp)


def scattered_sizes(op: Operation, shapes: Sequence[KnownSizes]) -> tuple[KnownSizes, KnownSizes, KnownSizes]:
    """Sizes of indices and of updates that are equal, and other sizes that stay: all but those of windows."""
    if not isinstance(op, hlo.ScatterOp) or len(shapes) != 2:
        return (), (), tuple([size for shape in shapes for size in shape])
    dims, (indices, updates) = ScatterDims.of(op.scatter_dimension_numbers), shapes
    d, windows = dims.index_vector_dim, dims.update_window_dims
    along = tuple([size for k, size in enumerate(updates) if k not in windows])
    return (*indices[:d], *indices[d + 1 :]), along, indices[d : d + 1]


def keeps_operands(op: Operation, arrays: Sequence[Array | None], shapes: Sequence[Indices]) -> bool:
    """Whether the specification allows an op to give its first operands; `arrays` are those that are constant."""
    if [each.type for each in op.operands[: len(op.results)]] != [*op.result_types]:
        return False
    if isinstance(op, hlo.SortOp):
        return shapes[0][int(op.dimension.value.data)].known in (0, 1)
    if isinstance(op, hlo.ReduceWindowOp):  # A tree may have no initial values.
        return keeps_sizes(op)
    if not isinstance(op, hlo.ScatterOp) or len(op.results) > 1:
        return False
    old, start, new = [None if each is None else uniform_element(each) for each in arrays]
    dims = ScatterDims.of(op.scatter_dimension_numbers)
    lone = {*dims.inserted_window_dims} & {*dims.scatter_dims_to_operand_dims}
    is_outside = start is not None and start < 0 and len(lone) > 0
    return bool(is_outside) or _changes_nothing(op.update_computation.block, old, new)


def _changes_nothing(block: Block, old: Array | None, new: Array | None) -> bool:
    """Whether the body of a scatter gives what is there: always, as it is `new`, or because that is neutral."""
    combines, last = block.first_op, block.last_op
    assert combines is not None
    assert last is not None
    (given,) = last.operands
    if given is block.args[0] or new is None:
        return given is block.args[0]
    if given is not block.args[1]:
        kind, is_known = element_type_of(given.type), known_reducer(block) is not None
        old = neutral_of(type(combines), kind) if is_known and kind_of_integers(kind) is not None else None
    return old is not None and old.tobytes() == new.tobytes()


@lru_cache(1 << 12)
def exemplar(form: ElementwiseForm, operands: tuple[Attribute, ...], result: Attribute) -> Operation:
    """An op of this form on scalars of some element types."""
    assert issubclass(form.kind, IRDLOperation)
    properties = form.kind.get_irdl_definition().properties
    types = [TensorType(element, ()) for element in operands]
    return form.kind.create(
        operands=Block(arg_types=types).args,
        result_types=[TensorType(result, ())],
        properties={name: each for name, each in form.said if name in properties},
        attributes={name: each for name, each in form.said if name not in properties},
    )


def exemplar_of(term: ElementTerm) -> Operation:
    return exemplar(term.data, tuple([part.type for part in term.parts]), term.type)


_is_left_open = lru_cache(1 << 12)(leaves_open)


def is_held(elements: Array, element_type: Attribute) -> bool:
    """Whether a type holds all of these numbers, so that their conversion is exact."""
    with quiet():
        converted = elements.astype(dtype_of(element_type)).astype(elements.dtype)
    return bool((converted == elements).all())


def has_open_result(op: Operation, parts: Sequence[ElementTerm]) -> bool:
    """Whether the specification may leave the result of an op of these elements open."""
    is_quotient = isinstance(op, hlo.DivOp | hlo.RemOp) and kind_of_integers(parts[1].type) is not None
    decisive = parts[1] if is_quotient else parts[0]
    if not (is_quotient or _is_left_open(op)) or decisive.head not in ("constant", "table"):
        return is_quotient or _is_left_open(op)
    elements = decisive.data if decisive.head == "constant" else decisive.data[0]
    if is_quotient:
        return bool(((elements == 0) | (elements.astype(np.int64) == -1)).any())
    return not (isinstance(op, hlo.ConvertOp) and is_held(elements, element_type_of(op.result.type)))
