"""Ops of `arith` and `tensor`, `cf.assert` and `builtin.unrealized_conversion_cast`, found by their names.

A scalar is an array of rank 0. Integers are signless: an op says whether it takes them as signed, and that is the
arithmetic of the integer type of that sign. The dialects are xDSL's; their classes are not imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, IntegerAttr, IntegerType, Signedness, StringAttr
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array, are_stored_alike, dtype_of, format_of, is_float

from ..interface.errors import EvaluationError
from ..interface.limits import require_memory
from ..numerics import Arithmetic, arithmetic_of, convert
from .support.table import VIEW, Cost, Entry, Kernel
from .support.values import Foreign, Value, as_array

Binary = Callable[[Arithmetic, Array, Array], Array]

CHEAP = Cost(1_000, 1)


def entry_named(name: str) -> Entry | None:
    """The entry for ops of a name; None for a name that is not here."""
    return SCALARS.get(name)


# Integers of a sign.


def _typed(element_type: Attribute, signed: bool) -> Attribute:
    """The integer type of a sign, of at least eight bits, in which an op computes on a signless one."""
    width = format_of(element_type).width
    if width == 1:
        width = 8
    return IntegerType(width) if signed else IntegerType(width, Signedness.UNSIGNED)


def _taken(array: Array, element_type: Attribute, signed: bool) -> Array:
    """Signless integers as those of a sign; a true i1 is -1 as a signed one."""
    if array.dtype == np.bool_:
        numbers = array.astype(np.int8)
        return -numbers if signed else numbers.view(np.uint8)
    return array.view(dtype_of(_typed(element_type, signed)))


def _given(array: Array, element_type: Attribute) -> Array:
    """Integers of a sign as signless ones of the same bits."""
    array = np.asarray(array)
    if dtype_of(element_type) == np.bool_:
        return (array & array.dtype.type(1)) != 0
    return array.view(dtype_of(element_type))


def _integers(compute: Binary, signed: bool = True) -> Callable[[Operation], Kernel]:
    def make(op: Operation) -> Kernel:
        element_type = element_type_of(op.results[0].type)
        numbers = arithmetic_of(_typed(element_type, signed))

        def run(lhs: Value, rhs: Value) -> Value:
            x, y = [_taken(_array(each, op, i), element_type, signed) for i, each in enumerate((lhs, rhs))]
            return _given(compute(numbers, x, y), element_type)

        return run

    return make


def _floats(compute: Callable[..., Array]) -> Callable[[Operation], Kernel]:
    def make(op: Operation) -> Kernel:
        numbers = arithmetic_of(element_type_of(op.results[0].type))
        return lambda *operands: np.asarray(
            compute(numbers, *[_array(each, op, i) for i, each in enumerate(operands)])
        )

    return make


def _array(value: Value, op: Operation, i: int) -> Array:
    """An operand as an array; xDSL's interpreter holds a scalar as a number of Python's."""
    if isinstance(value, Foreign):
        return np.array(value.value, dtype_of(element_type_of(op.operands[i].type)))
    return as_array(value)


# Where MLIR leaves open what an op gives: it is not folded, and is an error where it runs.


def _defined(
    make: Callable[[Operation], Kernel], undefined: Callable[..., str | None], cost: Cost = CHEAP
) -> Entry:
    """An entry whose kernel refuses operands for which `undefined(op, *operands)` is a reason."""

    def checked(op: Operation) -> Kernel:
        kernel = make(op)

        def run(*operands: Value) -> Value:
            reason = undefined(op, *[_array(each, op, i) for i, each in enumerate(operands)])
            if reason is not None:
                raise EvaluationError(reason)
            return kernel(*operands)

        return run

    return Entry(checked, cost)


def _no_quotient(signed: bool) -> Callable[..., str | None]:
    def reason(op: Operation, lhs: Array, rhs: Array) -> str | None:
        if not rhs.all():
            return "divides by zero"
        element_type = element_type_of(op.results[0].type)
        x, y = [_taken(each, element_type, signed) for each in (lhs, rhs)]
        least = arithmetic_of(_typed(element_type, True)).least
        if signed and bool(((x == x.dtype.type(least)) & (y == y.dtype.type(-1))).any()):
            return "divides the least integer by -1"
        return None

    return reason


def _shifts_too_far(op: Operation, _: Array, amount: Array) -> str | None:
    element_type = element_type_of(op.results[0].type)
    width = format_of(element_type).width
    if bool((_taken(amount, element_type, False).astype(np.uint64) >= width).any()):
        return f"shifts by {width} bits or more"
    return None


def _out_of_range(signed: bool) -> Callable[..., str | None]:
    def reason(op: Operation, operand: Array) -> str | None:
        width = format_of(element_type_of(op.results[0].type)).width
        least, most = (-(1 << (width - 1)), 1 << (width - 1)) if signed else (0, 1 << width)
        whole = np.trunc(operand.astype(np.float64))
        inside = (whole >= float(least)) & (whole < float(most))
        return None if bool(inside.all()) else f"converts a float that no i{width} is"

    return reason


def _floor_divide(numbers: Arithmetic, lhs: Array, rhs: Array) -> Array:
    return _towards(numbers, lhs, rhs, -1)


def _ceil_divide(numbers: Arithmetic, lhs: Array, rhs: Array) -> Array:
    return _towards(numbers, lhs, rhs, 1)


def _towards(numbers: Arithmetic, lhs: Array, rhs: Array, step: int) -> Array:
    """The quotient, truncated, and a step further where that is not exact and the true one lies there."""
    quotient = np.asarray(numbers.divide(lhs, rhs))
    one = np.asarray(1, numbers.dtype)
    inexact = np.asarray(numbers.remainder(lhs, rhs)) != numbers.dtype.type(0)
    negative = np.asarray(lhs < 0) != np.asarray(rhs < 0)
    further = np.asarray((numbers.add if step > 0 else numbers.subtract)(quotient, one))
    return np.where(inexact & (negative if step < 0 else ~negative), further, quotient)


# Comparison and selection.

_RELATIONS = ("LT", "LE", "GT", "GE")
CMPI = (("EQ", True), ("NE", True), *[(each, signed) for signed in (True, False) for each in _RELATIONS])
"""By the predicate of `arith.cmpi`: the direction, and whether the integers are signed."""

CMPF = ("EQ", "GT", "GE", "LT", "LE", "NE")
"""By the predicate of `arith.cmpf`, from 1 and from 8 on: the direction."""


def _predicate(op: Operation) -> int:
    return cast("IntegerAttr[Any]", cast(Any, op).predicate).value.data


def _cmpi(op: Operation) -> Kernel:
    direction, signed = CMPI[_predicate(op)]
    element_type = element_type_of(op.operands[0].type)
    compare = arithmetic_of(_typed(element_type, signed)).comparison(direction)
    return lambda *operands: np.asarray(
        compare(*[_taken(_array(each, op, i), element_type, signed) for i, each in enumerate(operands)])
    )


def _cmpf(op: Operation) -> Kernel:
    numbers = arithmetic_of(element_type_of(op.operands[0].type))
    number = _predicate(op)

    def run(*operands: Value) -> Value:
        lhs, rhs = [_array(each, op, i) for i, each in enumerate(operands)]
        unordered = numbers.is_nan(lhs) | numbers.is_nan(rhs)
        if number in (0, 15):
            return np.full(lhs.shape, number == 15)
        if number in (7, 14):
            return np.asarray(unordered if number == 14 else ~unordered)
        holds = numbers.comparison(CMPF[(number - 1) % 7])(lhs, rhs)
        return np.asarray(holds | unordered if number > 7 else holds & ~unordered)

    return run


def _select(op: Operation) -> Kernel:
    def run(condition: Value, lhs: Value, rhs: Value) -> Value:
        chosen, x, y = [_array(each, op, i) for i, each in enumerate((condition, lhs, rhs))]
        return (x if chosen else y) if not chosen.ndim else np.where(chosen, x, y)

    return run


# Conversions.


def _convert(signed: bool = True, to_signed: bool = True) -> Callable[[Operation], Kernel]:
    """Conversion between numbers, integers among them being taken and given as those of a sign."""

    def make(op: Operation) -> Kernel:
        source, target = element_type_of(op.operands[0].type), element_type_of(op.results[0].type)
        from_type = source if is_float(source) else _typed(source, signed)
        to_type = target if is_float(target) else _typed(target, to_signed)

        def run(operand: Value) -> Value:
            numbers = _array(operand, op, 0)
            numbers = numbers if is_float(source) else _taken(numbers, source, signed)
            given = np.asarray(convert(numbers, from_type, to_type))
            return given if is_float(target) else _given(given, target)

        return run

    return make


def _skipping_nan(keep: str) -> Callable[[Operation], Kernel]:
    def choose(numbers: Arithmetic, lhs: Array, rhs: Array) -> Array:
        chosen = np.asarray(getattr(numbers, keep)(lhs, rhs))
        return np.where(numbers.is_nan(lhs), rhs, np.where(numbers.is_nan(rhs), lhs, chosen))

    return _floats(choose)


def may_be_cast(given: Attribute, wanted: Attribute) -> bool:
    """Whether values of two types have the same shape, that of a scalar is (), and elements of the same bits."""
    shapes = [t.get_shape() if is_tensor_type(t) else () for t in (given, wanted)]
    return shapes[0] == shapes[1] and are_stored_alike(element_type_of(given), element_type_of(wanted))


def _cast_bits(op: Operation) -> Kernel:
    def run(*operands: Value) -> Value:
        if len(operands) != 1 or len(op.results) != 1:
            raise EvaluationError("casts several values at once, of which nobody says what it means")
        given, wanted = op.operands[0].type, op.results[0].type
        if not may_be_cast(given, wanted):
            raise EvaluationError(f"casts to '{wanted}', which does not store the same bits")
        return (_array(operands[0], op, 0).view(dtype_of(element_type_of(wanted))),)

    return run


def _bitcast(op: Operation) -> Kernel:
    wanted = dtype_of(element_type_of(op.results[0].type))

    def run(operand: Value) -> Value:
        return _array(operand, op, 0).view(wanted)

    return run


# Tensors.


def _places(op: Operation, indices: tuple[Value, ...], shape: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Indices as Python's. Raises `EvaluationError` for one that is not inside of `shape`."""
    places = tuple([int(_array(each, op, first + i)) for i, each in enumerate(indices)])
    if len(places) != len(shape) or not all(0 <= place < size for place, size in zip(places, shape)):
        raise EvaluationError(f"index {list(places)} is not in the index space of {list(shape)}")
    return places


def _extract(op: Operation) -> Kernel:
    def run(tensor: Value, *indices: Value) -> Value:
        array = as_array(tensor)
        return np.asarray(array[_places(op, indices, array.shape, 1)])

    return run


def _insert(op: Operation) -> Kernel:
    def run(scalar: Value, tensor: Value, *indices: Value) -> Value:
        result = as_array(tensor).copy()
        result[_places(op, indices, result.shape, 2)] = _array(scalar, op, 0)
        return result

    return run


def _dim(op: Operation) -> Kernel:
    def run(tensor: Value, index: Value) -> Value:
        shape = as_array(tensor).shape
        (place,) = _places(op, (index,), (len(shape),), 1)
        return np.asarray(shape[place], np.int64)

    return run


def _from_elements(op: Operation) -> Kernel:
    declared = cast("AnyTensorType", op.results[0].type)
    shape, dtype = declared.get_shape(), dtype_of(declared.element_type)

    def run(*elements: Value) -> Value:
        if prod(shape) != len(elements):
            raise EvaluationError(f"gives {len(elements)} elements to a tensor of the shape {list(shape)}")
        return np.array([_array(each, op, i) for i, each in enumerate(elements)], dtype).reshape(shape)

    return run


def _splat(op: Operation) -> Kernel:
    declared = cast("AnyTensorType", op.results[0].type)
    dtype = dtype_of(declared.element_type)

    def run(element: Value, *sizes: Value) -> Value:
        given = iter([int(_array(each, op, i)) for i, each in enumerate(sizes, 1)])
        shape = [size if size >= 0 else next(given) for size in declared.get_shape()]
        if min(shape, default=0) < 0:
            raise EvaluationError(f"is given a shape with a negative size: {shape}")
        require_memory(shape, dtype)
        return np.broadcast_to(_array(element, op, 0), shape)

    return run


def _assert(op: Operation) -> Kernel:
    message = cast("StringAttr", cast(Any, op).msg).data

    def run(condition: Value) -> Value:
        if not _array(condition, op, 0):
            raise EvaluationError(message)
        return ()

    return run


def _unchanged(tensor: Value) -> Value:
    return tensor


def _as_it_is(_: Operation) -> Kernel:
    return _unchanged


def _negate(numbers: Arithmetic, operand: Array) -> Array:
    return numbers.negate(operand)


# The table.


def _same_width(compute: Binary, signed: bool = True) -> Entry:
    return Entry(_integers(compute, signed), CHEAP)


def _conversion(signed: bool = True, to_signed: bool = True) -> Entry:
    return Entry(_convert(signed, to_signed), CHEAP)


_OF_FLOATS: dict[str, Binary] = {
    "addf": lambda a, x, y: a.add(x, y),
    "subf": lambda a, x, y: a.subtract(x, y),
    "mulf": lambda a, x, y: a.multiply(x, y),
    "divf": lambda a, x, y: a.divide(x, y),
    "maximumf": lambda a, x, y: a.maximum(x, y),
    "minimumf": lambda a, x, y: a.minimum(x, y),
}

SCALARS: Mapping[str, Entry] = {
    "arith.addi": _same_width(lambda a, x, y: a.add(x, y)),
    "arith.subi": _same_width(lambda a, x, y: a.subtract(x, y)),
    "arith.muli": _same_width(lambda a, x, y: a.multiply(x, y)),
    "arith.andi": _same_width(lambda a, x, y: a.and_(x, y)),
    "arith.ori": _same_width(lambda a, x, y: a.or_(x, y)),
    "arith.xori": _same_width(lambda a, x, y: a.xor(x, y)),
    "arith.maxsi": _same_width(lambda a, x, y: a.maximum(x, y)),
    "arith.minsi": _same_width(lambda a, x, y: a.minimum(x, y)),
    "arith.maxui": _same_width(lambda a, x, y: a.maximum(x, y), False),
    "arith.minui": _same_width(lambda a, x, y: a.minimum(x, y), False),
    "arith.divsi": _defined(_integers(lambda a, x, y: a.divide(x, y)), _no_quotient(True)),
    "arith.divui": _defined(_integers(lambda a, x, y: a.divide(x, y), False), _no_quotient(False)),
    "arith.remsi": _defined(_integers(lambda a, x, y: a.remainder(x, y)), _no_quotient(True)),
    "arith.remui": _defined(_integers(lambda a, x, y: a.remainder(x, y), False), _no_quotient(False)),
    "arith.floordivsi": _defined(_integers(_floor_divide), _no_quotient(True)),
    "arith.ceildivsi": _defined(_integers(_ceil_divide), _no_quotient(True)),
    "arith.ceildivui": _defined(_integers(_ceil_divide, False), _no_quotient(False)),
    "arith.shli": _defined(_integers(lambda a, x, y: a.shift_left(x, y)), _shifts_too_far),
    "arith.shrsi": _defined(_integers(lambda a, x, y: a.shift_right_arithmetic(x, y)), _shifts_too_far),
    "arith.shrui": _defined(_integers(lambda a, x, y: a.shift_right_logical(x, y), False), _shifts_too_far),
    "arith.cmpi": Entry(_cmpi, CHEAP),
    "arith.cmpf": Entry(_cmpf, CHEAP),
    "arith.select": Entry(_select, CHEAP, storage=True),
    **{f"arith.{name}": Entry(_floats(compute), CHEAP) for name, compute in _OF_FLOATS.items()},
    "arith.negf": Entry(_floats(_negate), CHEAP, storage=True),
    "arith.maxnumf": Entry(_skipping_nan("maximum"), CHEAP),
    "arith.minnumf": Entry(_skipping_nan("minimum"), CHEAP),
    "arith.index_cast": _conversion(),
    "arith.index_castui": _conversion(signed=False),
    "arith.extsi": _conversion(),
    "arith.extui": _conversion(signed=False),
    "arith.trunci": _conversion(),
    "arith.extf": _conversion(),
    "arith.truncf": _conversion(),
    "arith.sitofp": _conversion(),
    "arith.uitofp": _conversion(signed=False),
    "arith.fptosi": _defined(_convert(), _out_of_range(True)),
    "arith.fptoui": _defined(_convert(to_signed=False), _out_of_range(False)),
    "arith.bitcast": Entry(_bitcast, VIEW, storage=True),
    "builtin.unrealized_conversion_cast": Entry(_cast_bits, VIEW, storage=True, single=False),
    "cf.assert": Entry(_assert, CHEAP, effects=True, asserts=True, single=False),
    "tensor.cast": Entry(_as_it_is, VIEW, storage=True),
    "tensor.dim": Entry(_dim, Cost(1_000, 0, reads_all=False), storage=True),
    "tensor.extract": Entry(_extract, Cost(1_000, 0, reads_all=False), storage=True),
    "tensor.from_elements": Entry(_from_elements, CHEAP, storage=True),
    "tensor.insert": Entry(_insert, CHEAP, storage=True),
    "tensor.splat": Entry(_splat, VIEW, storage=True),
}
"""The entries by the name of the op."""
