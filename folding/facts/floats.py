"""Float arithmetic on kinds of numbers: possible results, found by trying all numbers of a small format.

An op is evaluated on numbers of each kind, with the kernel that evaluates it anywhere. Types of at most 8 bits are
tried themselves; f16, bf16, f32 and f64 do as f8E5M2, which has all kinds and whose numbers overflow, underflow and
cancel as theirs do. `tests/folding/facts/transfers/test_floats.py` proves that where it can be tried and says why
where not.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import cast

import numpy as np
import numpy.typing as npt
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.base.definition import classes_of
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp, ranked
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import (
    BinaryElementwiseOp,
    UnaryElementwiseOp,
)
from xdsl_stablehlo.interpreter.kernels.support.table import kernel_of
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.numerics.floats import Floats
from xdsl_stablehlo.ir.versions import Float8E5M2Type
from xdsl_stablehlo.values.element_types import Array, FloatFormat, float_format, format_or_none, is_complex

from .lattice import FloatKinds, kinds_of
from .transfer import on_floats

ELEMENTWISE = tuple(
    [
        name
        for kind in classes_of(UnaryElementwiseOp.__module__, "stablehlo", HloOp)
        if issubclass(kind, UnaryElementwiseOp | BinaryElementwiseOp)
        and Floats.defines(name := kind.name.removeprefix("stablehlo."))
    ]
)
"""The ops whose operands and result are floats of one type; some of them give floats for complex numbers, too."""

PERIODIC = {
    "stablehlo.cosine": FloatKinds.FINITE,
    "stablehlo.sine": FloatKinds.FINITE,
    "stablehlo.tan": FloatKinds.FINITE | FloatKinds.INFINITE,
}
"""Functions whose results near 0 or a pole depend on how near numbers of the type are to a multiple of pi / 2."""

CROSSED = ("stablehlo.power",)
"""Functions of two operands for which a few representative numbers are not enough."""

LIKE_LARGE_ONES = Float8E5M2Type()
"""The type that is tried in the place of wider ones."""

KINDS = tuple(FloatKinds(1 << bit) for bit in range(9))
"""Each kind by itself, in the order of their bits."""

AROUND_ONE = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0)
"""Numbers around 1, where many functions change their behaviour."""


@on_floats(*ELEMENTWISE)
def kinds_given(op: Operation, *operands: FloatKinds) -> FloatKinds:
    """The kinds of results for operands of these kinds."""
    if isinstance(op, hlo.ImagOp) and is_complex(ranked(op.operand).element_type):
        return FloatKinds.ANY
    return kinds_from(type(op), op, *operands)


@on_floats("clamp")
def kinds_between(op: Operation, least: FloatKinds, operand: FloatKinds, most: FloatKinds) -> FloatKinds:
    """The minimum of `most` and the maximum of `least` and the operand."""
    return kinds_from(hlo.MinOp, op, kinds_from(hlo.MaxOp, op, operand, least), most)


@on_floats("reduce_precision")
def reduce_precision(op: Operation, operand: FloatKinds) -> FloatKinds:
    """The sign stays; a number may become 0 or an infinity."""
    if not float_format(ranked(op.results[0]).element_type).has_infinity:
        return FloatKinds.ANY
    found = operand
    if operand & FloatKinds.NEGATIVE:
        found |= FloatKinds.NEGATIVE | FloatKinds.NEGATIVE_ZERO
    if operand & FloatKinds.POSITIVE:
        found |= FloatKinds.POSITIVE | FloatKinds.ZERO
    return found


def kinds_from(kind: type[Operation], op: Operation, *operands: FloatKinds) -> FloatKinds:
    """The kinds of results of an op of a class, for operands of these kinds and the element type of `op`'s result."""
    element_type = ranked(op.results[0]).element_type
    known = format_or_none(element_type)
    if not isinstance(known, FloatFormat):
        return FloatKinds.ANY
    found = possible(kind, element_type if known.width <= 8 else LIKE_LARGE_ONES, operands)
    if kind.name in PERIODIC and operands[0] & (FloatKinds.NORMAL | FloatKinds.NEGATIVE_NORMAL):
        found |= PERIODIC[kind.name]
    return found


@lru_cache(1 << 12)
def possible(kind: type[Operation], element_type: Attribute, operands: tuple[FloatKinds, ...]) -> FloatKinds:
    """The kinds of results of an op for operands of these kinds, of a type of at most 8 bits."""
    index = [[bit for bit, one in enumerate(KINDS) if one in operand] for operand in operands]
    some = outcomes(kind, element_type, len(operands))[np.ix_(*index)]
    return FloatKinds(int(np.bitwise_or.reduce(some, axis=None)))


@cache
def outcomes(kind: type[Operation], element_type: Attribute, count: int) -> npt.NDArray[np.int64]:
    """For each kind of number in each of `count` operands of an op what may come of it, as bits of `FloatKinds`."""
    few = count == 2 and kind.name not in CROSSED
    numbers = representatives(element_type) if few else every_number(element_type)
    grid = np.meshgrid(*[numbers] * count, indexing="ij")
    fast = element_type == LIKE_LARGE_ONES
    found = kinds_of(evaluate(kind, element_type, grid, fast), float_format(element_type))
    kinds = kinds_of(numbers, float_format(element_type))
    for axis in range(count):
        groups = [found.compress(kinds == int(one), axis) for one in KINDS]
        found = np.stack([np.bitwise_or.reduce(group, axis) for group in groups], axis)
    return found


def evaluate(
    kind: type[Operation], element_type: Attribute, operands: Sequence[Array], fast: bool = False
) -> Array:
    """The result of an elementwise op for arrays of a float type, computed by its kernel.

    A `fast` one takes NumPy's functions of float64, which give the same kinds in `LIKE_LARGE_ONES`: the tables of exact
    ones take 20 ms each to make.
    """
    entry = kernel_of(kind)
    assert entry is not None
    tensor = TensorType(element_type, operands[0].shape)
    arguments = Block(arg_types=[tensor] * len(operands)).args
    op = kind.create(operands=arguments, result_types=[tensor])
    with quiet(fast):
        return cast(Array, entry.make(op)(*operands))


def representatives(element_type: Attribute) -> Array:
    """Numbers of each kind that show what an op makes of that kind: the ends of each, and some around 1."""
    numbers = every_number(element_type)
    kinds = kinds_of(numbers, float_format(element_type))
    sizes = np.abs(numbers.astype(np.float64))
    picked = np.isin(sizes, AROUND_ONE)
    for kind in KINDS:
        ends = np.flatnonzero(kinds == int(kind))
        picked[[*ends[:2], *ends[-2:]]] = True
    return numbers[picked]


def every_number(element_type: Attribute) -> Array:
    """All bit patterns of a float type of at most 8 bits."""
    known = float_format(element_type)
    return np.arange(1 << known.width, dtype=np.uint8).view(known.dtype)
