"""Ops of `arith` and `tensor`, `cf.assert` and `builtin.unrealized_conversion_cast`, found by their names.

A scalar is an array of rank 0. Integers are signless: an op says whether it takes them as signed, and that is the
arithmetic of the integer type of that sign. The dialects are xDSL's; their classes are not imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import prod
from typing import NamedTuple, TypeAlias

import numpy as np
from typing_extensions import Unpack
from xdsl.dialects.builtin import IntegerType, Signedness, StringAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import int_of
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.versions import number_of_scalar
from xdsl_stablehlo.values.element_types import Array, are_stored_alike, dtype_of, format_of, is_float

from ..interface.errors import EvaluationError
from ..interface.limits import require_memory
from ..numerics import Arithmetic, arithmetic_of, conversion
from ..numerics.arithmetic import select_elements
from .support.table import VIEW, ArrayKernel, Cost, Entry, EntryFields, Kernel
from .support.values import Foreign, Value, as_array

UndefinedReason: TypeAlias = "Callable[..., str | None]"
"""`undefined(op, *operands)` returns why MLIR leaves open what an op gives, or None."""

CHEAP = Cost(1_000, 1)


def entry_named(name: str) -> Entry | None:
    """The entry for ops of a name; None for a name that is not here."""
    return SCALARS.get(name)


def _entry(
    make: Callable[[Operation], Callable[..., Value]],
    refuses: UndefinedReason | None = None,
    single: bool = True,
    **facts: Unpack[EntryFields],
) -> Entry:
    """An entry whose kernel applies the function of arrays that `make(op)` returns. `refuses` raises."""

    def kernel(op: Operation) -> Kernel:
        compute = make(op)

        def run(*operands: Value) -> Value:
            arrays = [as_scalar_array(each, of.type) for each, of in zip(operands, op.operands)]
            reason = None if refuses is None else refuses(op, *arrays)
            if reason is not None:
                raise EvaluationError(reason)
            return compute(*arrays)

        return run

    facts.setdefault("cost", CHEAP)
    return Entry(kernel, single=single, **facts)


def as_scalar_array(value: Value, value_type: Attribute) -> Array:
    """An operand as an array; xDSL's interpreter holds a scalar as a number of Python's, or an attribute."""
    if isinstance(value, Foreign):
        return np.array(number_of_scalar(value.value), dtype_of(element_type_of(value_type)))
    return as_array(value)


class Signless(NamedTuple):
    """Elements of a type as numbers: signless integers as those of a sign and of at least eight bits, floats as they
    are."""

    element_type: Attribute
    numbers: Arithmetic

    @staticmethod
    def of(value: SSAValue, signed: bool) -> Signless:
        element_type = element_type_of(value.type)
        if is_float(element_type):
            return Signless(element_type, arithmetic_of(element_type))
        width = format_of(element_type).width
        width = 8 if width == 1 else width
        kind = IntegerType(width) if signed else IntegerType(width, Signedness.UNSIGNED)
        return Signless(element_type, arithmetic_of(kind))

    def taken(self, array: Array) -> Array:
        """Elements as numbers; a true i1 is -1 as a signed one."""
        if array.dtype == np.bool_:
            numbers = array.astype(np.int8)
            return -numbers if self.numbers.least else numbers.view(np.uint8)
        return array.view(self.numbers.dtype)

    def given(self, array: Array) -> Array:
        """Numbers as elements of the same bits."""
        array = np.asarray(array)
        if dtype_of(self.element_type) == np.bool_:
            return (array & array.dtype.type(1)) != 0
        return array.view(dtype_of(self.element_type))


def _operation(name: str, signed: bool = True) -> Callable[[Operation], ArrayKernel]:
    """The operation of this name in `Arithmetic`."""

    def make(op: Operation) -> ArrayKernel:
        elements = Signless.of(op.results[0], signed)
        compute = elements.numbers.named(name)

        def run(*operands: Array) -> Array:
            return elements.given(compute(*map(elements.taken, operands)))

        return run

    return make


# Integers.


def _rounded_division(up: bool, signed: bool = True) -> Callable[[Operation], ArrayKernel]:
    """The quotient, truncated, and a step further where that is not exact and the true one lies there."""

    def make(op: Operation) -> ArrayKernel:
        elements = Signless.of(op.results[0], signed)
        numbers = elements.numbers
        step = numbers.add if up else numbers.subtract

        def divide(*operands: Array) -> Array:
            lhs, rhs = map(elements.taken, operands)
            quotient = np.asarray(numbers.divide(lhs, rhs))
            inexact = np.asarray(numbers.remainder(lhs, rhs)) != numbers.dtype.type(0)
            positive = np.asarray(lhs < 0) == np.asarray(rhs < 0)
            further = np.asarray(step(quotient, np.asarray(1, numbers.dtype)))
            return elements.given(np.where(inexact & (positive == up), further, quotient))

        return divide

    return make


def _no_quotient(signed: bool) -> UndefinedReason:
    def reason(op: Operation, lhs: Array, rhs: Array) -> str | None:
        if not rhs.all():
            return "divides by zero"
        elements = Signless.of(op.results[0], True)
        x, y = elements.taken(lhs), elements.taken(rhs)
        if signed and bool(((x == x.dtype.type(elements.numbers.least)) & (y == y.dtype.type(-1))).any()):
            return "divides the least integer by -1"
        return None

    return reason


def _shifts_too_far(op: Operation, _: Array, amount: Array) -> str | None:
    width = format_of(element_type_of(op.results[0].type)).width
    too_far = (Signless.of(op.results[0], False).taken(amount).astype(np.uint64) >= width).any()
    return f"shifts by {width} bits or more" if too_far else None


# Floats.


def _skipping_nan(name: str) -> Callable[[Operation], ArrayKernel]:
    def make(op: Operation) -> ArrayKernel:
        numbers = arithmetic_of(element_type_of(op.results[0].type))
        choose = numbers.named(name)

        def run(lhs: Array, rhs: Array) -> Array:
            chosen = np.asarray(choose(lhs, rhs))
            return np.where(numbers.is_nan(lhs), rhs, np.where(numbers.is_nan(rhs), lhs, chosen))

        return run

    return make


# Comparison.

_RELATIONS = ("LT", "LE", "GT", "GE")
CMPI = (("EQ", True), ("NE", True), *[(each, signed) for signed in (True, False) for each in _RELATIONS])
"""By the predicate of `arith.cmpi`: the direction, and whether the integers are signed."""

CMPF = ("EQ", "GT", "GE", "LT", "LE", "NE")
"""By the predicate of `arith.cmpf`, from 1 and from 8 on: the direction."""


def _cmpi(op: Operation) -> ArrayKernel:
    direction, signed = CMPI[int_of(op.properties["predicate"])]
    elements = Signless.of(op.operands[0], signed)
    compare = elements.numbers.comparison(direction)

    def run(*operands: Array) -> Array:
        return np.asarray(compare(*map(elements.taken, operands)))

    return run


def _cmpf(op: Operation) -> ArrayKernel:
    numbers = arithmetic_of(element_type_of(op.operands[0].type))
    number = int_of(op.properties["predicate"])

    def run(lhs: Array, rhs: Array) -> Array:
        unordered = numbers.is_nan(lhs) | numbers.is_nan(rhs)
        if number in (0, 15):
            return np.full(lhs.shape, number == 15)
        if number in (7, 14):
            return np.asarray(unordered if number == 14 else ~unordered)
        holds = numbers.comparison(CMPF[(number - 1) % 7])(lhs, rhs)
        return np.asarray(holds | unordered if number > 7 else holds & ~unordered)

    return run


# Conversions.


def _convert(signed: bool = True, to_signed: bool = True) -> Callable[[Operation], ArrayKernel]:
    """Conversion between numbers, integers among them being taken and given as those of a sign."""

    def make(op: Operation) -> ArrayKernel:
        source, target = Signless.of(op.operands[0], signed), Signless.of(op.results[0], to_signed)
        convert = conversion(source.numbers.element_type, target.numbers.element_type)

        def run(operand: Array) -> Array:
            return target.given(convert(source.taken(operand)))

        return run

    return make


def _out_of_range(signed: bool) -> UndefinedReason:
    def reason(op: Operation, operand: Array) -> str | None:
        width = format_of(element_type_of(op.results[0].type)).width
        least, most = (-(1 << (width - 1)), 1 << (width - 1)) if signed else (0, 1 << width)
        whole = np.trunc(operand.astype(np.float64))
        inside = (whole >= float(least)) & (whole < float(most))
        return None if bool(inside.all()) else f"converts a float that no i{width} is"

    return reason


def may_be_cast(given: Attribute, wanted: Attribute) -> bool:
    """Whether values of two types have the same shape, that of a scalar is (), and elements of the same bits."""
    shapes = [t.get_shape() if is_tensor_type(t) else () for t in (given, wanted)]
    return shapes[0] == shapes[1] and are_stored_alike(element_type_of(given), element_type_of(wanted))


def with_type(array: Array, wanted: Attribute) -> Array:
    """An array with the same bits as elements of the type `wanted`."""
    return array.view(dtype_of(element_type_of(wanted)))


def _cast_bits(op: Operation) -> Callable[..., tuple[Array]]:
    def run(*operands: Array) -> tuple[Array]:
        if len(operands) != 1 or len(op.results) != 1:
            raise EvaluationError("casts several values at once, of which nobody says what it means")
        given, wanted = op.operands[0].type, op.results[0].type
        if not may_be_cast(given, wanted):
            raise EvaluationError(f"casts to '{wanted}', which does not store the same bits")
        return (with_type(operands[0], wanted),)

    return run


# Tensors.


def _places(indices: tuple[Array, ...], shape: tuple[int, ...]) -> tuple[int, ...]:
    """Indices as Python's. Raises `EvaluationError` for one that is not inside of `shape`."""
    places = tuple(map(int, indices))
    if len(places) != len(shape) or not all(0 <= place < size for place, size in zip(places, shape)):
        raise EvaluationError(f"index {list(places)} is not in the index space of {list(shape)}")
    return places


def _extract(tensor: Array, *indices: Array) -> Array:
    return np.asarray(tensor[_places(indices, tensor.shape)])


def _insert(scalar: Array, tensor: Array, *indices: Array) -> Array:
    result = tensor.copy()
    result[_places(indices, result.shape)] = scalar
    return result


def _dim(tensor: Array, index: Array) -> Array:
    (place,) = _places((index,), (tensor.ndim,))
    return np.asarray(tensor.shape[place], np.int64)


def _from_elements(op: Operation) -> ArrayKernel:
    declared = ranked(op.results[0])
    shape, dtype = declared.get_shape(), dtype_of(declared.element_type)

    def run(*elements: Array) -> Array:
        if prod(shape) != len(elements):
            raise EvaluationError(f"gives {len(elements)} elements to a tensor of the shape {list(shape)}")
        return np.array(elements, dtype).reshape(shape)

    return run


def _splat(op: Operation) -> ArrayKernel:
    declared = ranked(op.results[0])
    dtype = dtype_of(declared.element_type)

    def run(element: Array, *sizes: Array) -> Array:
        given = iter(map(int, sizes))
        shape = [size if size >= 0 else next(given) for size in declared.get_shape()]
        if min(shape, default=0) < 0:
            raise EvaluationError(f"is given a shape with a negative size: {shape}")
        require_memory(shape, dtype)
        return np.broadcast_to(element, shape)

    return run


def _assert(op: Operation) -> Callable[..., tuple[()]]:
    message = op.properties["msg"]
    assert isinstance(message, StringAttr)

    def run(condition: Array) -> tuple[()]:
        if not condition:
            raise EvaluationError(message.data)
        return ()

    return run


# The table.

_OPERATIONS = {
    **{"addi": "add", "subi": "subtract", "muli": "multiply", "andi": "and", "ori": "or", "xori": "xor"},
    **{"maxsi": "maximum", "minsi": "minimum", "maxui": "maximum", "minui": "minimum"},
    **{"divsi": "divide", "divui": "divide", "remsi": "remainder", "remui": "remainder"},
    **{"shli": "shift_left", "shrsi": "shift_right_arithmetic", "shrui": "shift_right_logical"},
    **{"addf": "add", "subf": "subtract", "mulf": "multiply", "divf": "divide"},
    **{"maximumf": "maximum", "minimumf": "minimum"},
}
"""Ops of `arith`, and operations of `Arithmetic`. The names of ops on unsigned integers end in `ui`."""

_UNDEFINED = {
    **{name: _no_quotient(True) for name in ("divsi", "remsi")},
    **{name: _no_quotient(False) for name in ("divui", "remui")},
    **dict.fromkeys(("shli", "shrsi", "shrui"), _shifts_too_far),
}

_CONVERSIONS = ("index_cast", "extsi", "trunci", "extf", "truncf", "sitofp")
_CONVERSIONS_OF_UNSIGNED = ("index_castui", "extui", "uitofp")

ARITH: Mapping[str, Entry] = {
    **{
        name: _entry(_operation(of, not name.endswith("ui")), _UNDEFINED.get(name))
        for name, of in _OPERATIONS.items()
    },
    "floordivsi": _entry(_rounded_division(up=False), _no_quotient(True)),
    "ceildivsi": _entry(_rounded_division(up=True), _no_quotient(True)),
    "ceildivui": _entry(_rounded_division(up=True, signed=False), _no_quotient(False)),
    **{name: _entry(_convert()) for name in _CONVERSIONS},
    **{name: _entry(_convert(signed=False)) for name in _CONVERSIONS_OF_UNSIGNED},
    "fptosi": _entry(_convert(), _out_of_range(True)),
    "fptoui": _entry(_convert(to_signed=False), _out_of_range(False)),
    "cmpi": _entry(_cmpi),
    "cmpf": _entry(_cmpf),
    "select": _entry(lambda _: select_elements, storage=True),
    "negf": _entry(_operation("negate"), storage=True),
    "maxnumf": _entry(_skipping_nan("maximum")),
    "minnumf": _entry(_skipping_nan("minimum")),
    "bitcast": _entry(lambda op: partial(with_type, wanted=op.results[0].type), cost=VIEW, storage=True),
}
"""The entries by the name of the op in `arith`."""

SCALARS: Mapping[str, Entry] = {
    **{f"arith.{name}": entry for name, entry in ARITH.items()},
    "builtin.unrealized_conversion_cast": _entry(_cast_bits, single=False, cost=VIEW, storage=True),
    "cf.assert": _entry(_assert, single=False, effects=True, asserts=True),
    "tensor.cast": _entry(lambda _: as_array, cost=VIEW, storage=True),
    "tensor.dim": _entry(lambda _: _dim, cost=Cost(1_000, 0, reads_all=False), storage=True),
    "tensor.extract": _entry(lambda _: _extract, cost=Cost(1_000, 0, reads_all=False), storage=True),
    "tensor.from_elements": _entry(_from_elements, storage=True),
    "tensor.insert": _entry(lambda _: _insert, storage=True),
    "tensor.splat": _entry(_splat, cost=VIEW, storage=True),
}
"""The entries by the name of the op."""
