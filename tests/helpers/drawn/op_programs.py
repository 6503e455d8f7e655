"""Random programs of one op each: every op that the C++ interpreter evaluates, in every element type it has there.

`random_case(seed)` gives a program with arguments and the distance that the results may have from the oracle's. What
the oracle gets wrong (see `docs/deviations.md`) is not asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod
from random import Random

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region

from tests.helpers.oracle import Array, dtype_named
from tests.helpers.programs import function, listed, sample, tensor_type
from xdsl_stablehlo import print_module
from xdsl_stablehlo.workbench.fuzzing import drawings
from xdsl_stablehlo.workbench.fuzzing.sketch import (
    CALCULATED,
    COMPLEX_NAMES,
    FLOAT_NAMES,
    INTEGER_NAMES,
    MOVED,
    SIGNED_INTEGERS,
    SMALL_FLOATS,
    TINY_FLOATS,
    Drawing,
    DrawnIndices,
    ElementRole,
    Neutral,
    Numbers,
    Operand,
    Shape,
    Sketch,
    TensorKind,
    drawn_shape,
)

from .samples import wild

INDEX_TYPES = ("i8", "i32", "i64", "ui8", "ui32", "ui64")


@dataclass(frozen=True)
class Case:
    """A program, what it is run on, and by how many ULP the results may differ from the oracle's: each element by its
    own, or all by those of the largest. `op` is the only one of a program, an elementwise one."""

    program: str
    args: tuple[Array, ...]
    ulps: int = 0
    of_largest: bool = False
    op: str | None = None


def one_op(text: str, operands: Sequence[tuple[Shape, str]], results: Sequence[tuple[Shape, str]]) -> str:
    """`@main` around `text`, whose `TYPES` stands for `(operands) -> results`."""
    inputs, outputs = [tensor_type(*o) for o in operands], [tensor_type(*r) for r in results]
    returned = outputs[0] if len(outputs) == 1 else f"({listed(outputs)})"
    return function(text.replace("TYPES", f"({listed(inputs)}) -> {returned}"), inputs, outputs)


def values(r: Random, element: str, shape: Shape) -> Array:
    """Elements of all magnitudes, NaN and infinities among them."""
    if element == "f8E8M0FNU":
        # The oracle hands out this type through f32, where its NaN becomes an infinity.
        codes = [r.randrange(255) for _ in range(prod(shape))]
        return np.array(codes, np.uint8).view(dtype_named(element)).reshape(shape)
    return wild(element, max(2 * prod(shape), 200), r.randrange(1 << 30))[: prod(shape)].reshape(shape)


def modest(r: Random, element: str, shape: Shape) -> Array:
    """Small elements whose sums and products are exact."""
    array = sample(element, shape, r.randrange(1 << 30))
    if element in SMALL_FLOATS:
        array = np.zeros_like(array)
        array.reshape(-1)[r.sample(range(array.size), min(array.size, r.randint(0, 6)))] = 1
        return array
    if element in ("bf16", "f16"):
        return np.abs(array.astype(np.float64)).round().clip(0, 1).astype(array.dtype)
    return array


def indices(r: Random, element: str, shape: Shape, high: int) -> Array:
    """Index operands, out of bounds ones among them; the oracle takes large unsigned ones for negative."""
    low = 0 if element[0] == "u" else -2
    flat = [r.randint(low, high + 2) for _ in range(prod(shape))]
    return np.array(flat, np.int64).reshape(shape).astype(dtype_named(element))


def of_drawing(drawing: Drawing, most: int = 4, initial: int | None = None) -> Callable[[Random], Case]:
    """Programs of one op as it is drawn, for operands with sizes up to `most`, and indices of all types. Without an
    `initial` value there are others than neutral ones: both combine in one order."""

    def drawn(r: Random) -> Case:
        shape = drawn_shape(r, r.randint(*drawing.ranks), drawing.least, most)
        sketch = drawing.draw(r, TensorKind(r.choice(drawing.elements), shape))
        index = r.choice(INDEX_TYPES)
        operands = [
            replace(operand, kind=operand.kind.of(index))
            if isinstance(operand.role, DrawnIndices)
            else operand
            for operand in sketch.operands
        ]
        program = _alone(Sketch(tuple(operands), sketch.make).op())
        return Case(program, tuple([argument(r, operand, initial) for operand in operands]))

    drawn.__name__ = drawing.draw.__name__
    return drawn


def _alone(op: Operation) -> str:
    """`@main` with an op on the arguments of a block."""
    block = op.operands[0].owner
    assert isinstance(block, Block)
    types = [argument.type for argument in block.args], op.result_types
    block.add_ops([op, ReturnOp(*op.results)])
    return print_module(ModuleOp([FuncOp("main", types, Region(block))]))


def argument(r: Random, operand: Operand, initial: int | None) -> Array:
    """What an operand may be."""
    element, shape, dtype = operand.kind.element, operand.kind.shape, dtype_named(operand.kind.element)
    match operand.role:
        case ElementRole.ANY:
            return values(r, element, shape)
        case ElementRole.PLACES:
            return np.arange(operand.kind.size).reshape(shape).astype(dtype)
        case DrawnIndices(most):
            return indices(r, element, shape, most)
        case Numbers(given):
            return np.array(given, dtype).reshape(shape)
        case Neutral() if initial is not None:
            return np.array(initial, dtype)
        case ElementRole.LARGEST:
            return np.array(np.iinfo(dtype).max, dtype)
        case _:
            return modest(r, element, shape)


# ---- elementwise ----

_ROUNDED = (*[f for f in FLOAT_NAMES if f != "f8E3M4"], "f4E2M1FN", "f6E3M2FN")
"""The oracle rounds f8E3M4 to NaN, and f6E2M3FN to zero."""

UNARY: dict[str, tuple[str, ...]] = {
    "abs": (*SIGNED_INTEGERS, *FLOAT_NAMES, *TINY_FLOATS),
    "negate": (*INTEGER_NAMES, *FLOAT_NAMES, *TINY_FLOATS, *COMPLEX_NAMES),
    "sign": (*SIGNED_INTEGERS, *FLOAT_NAMES, *TINY_FLOATS, *COMPLEX_NAMES),
    "not": ("i1", *INTEGER_NAMES),
    "popcnt": INTEGER_NAMES,
    "count_leading_zeros": INTEGER_NAMES,
    **dict.fromkeys(("ceil", "floor", "round_nearest_even", "round_nearest_afz"), _ROUNDED),
    **dict.fromkeys(
        ("cbrt", "cosine", "exponential", "exponential_minus_one", "logistic", "sine", "tan", "tanh"),
        (*FLOAT_NAMES, *TINY_FLOATS, *COMPLEX_NAMES),
    ),
    # Types without infinities and NaN are another matter where a result is one.
    **dict.fromkeys(("log", "log_plus_one", "rsqrt", "sqrt"), (*FLOAT_NAMES, *COMPLEX_NAMES)),
}
BINARY: dict[str, tuple[str, ...]] = {
    "add": (*CALCULATED, *TINY_FLOATS),
    "multiply": (*CALCULATED, *TINY_FLOATS),
    "subtract": (*INTEGER_NAMES, *FLOAT_NAMES, *TINY_FLOATS, *COMPLEX_NAMES),
    "maximum": (*CALCULATED, *TINY_FLOATS),
    "minimum": (*CALCULATED, *TINY_FLOATS),
    **dict.fromkeys(("and", "or", "xor"), ("i1", *INTEGER_NAMES)),
    "divide": (*INTEGER_NAMES, *FLOAT_NAMES, *COMPLEX_NAMES),
    "remainder": (*INTEGER_NAMES, *FLOAT_NAMES, *TINY_FLOATS),
    "power": (*INTEGER_NAMES, *FLOAT_NAMES, *COMPLEX_NAMES),
    "atan2": (*FLOAT_NAMES, *TINY_FLOATS, *COMPLEX_NAMES),
    **dict.fromkeys(("shift_left", "shift_right_logical", "shift_right_arithmetic"), INTEGER_NAMES),
}


_LIBM = (
    *("atan2", "cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic"),
    *("power", "rsqrt", "sine", "tan", "tanh"),
)
"""Functions whose last digit in f64 is that of the C library; below f64 all bits are equal."""


def _ulps(op: str, element: str) -> int:
    return int(op in _LIBM and element in ("f64", "complex<f64>"))


def unary(r: Random) -> Case:
    op = r.choice(sorted(UNARY))
    element, shape = r.choice(UNARY[op]), drawn_shape(r, r.randint(0, 3))
    text = f"%r0 = stablehlo.{op} %a0 : {tensor_type(shape, element)}"
    operand = (shape, element)
    return Case(one_op(text, [operand], [operand]), (values(r, element, shape),), _ulps(op, element), op=op)


def binary(r: Random) -> Case:
    op = r.choice(sorted(BINARY))
    element, shape = r.choice(BINARY[op]), drawn_shape(r, r.randint(0, 3))
    lhs, rhs = values(r, element, shape), values(r, element, shape)
    if op in ("divide", "remainder") and element in INTEGER_NAMES:
        # Zero, and the smallest number by -1, end the process of the oracle.
        rhs = np.where((rhs == 0) | (rhs.astype(np.int64) == -1), rhs.dtype.type(1), rhs)
    operand = (shape, element)
    text = f"%r0 = stablehlo.{op} %a0, %a1 : {tensor_type(shape, element)}"
    return Case(one_op(text, [operand] * 2, [operand]), (lhs, rhs), _ulps(op, element), op=op)


def compare(r: Random) -> Case:
    element, shape = r.choice(CALCULATED), drawn_shape(r, r.randint(0, 2))
    ordered = ("EQ", "NE", "GE", "GT", "LE", "LT")
    direction = r.choice(ordered[:2] if element in COMPLEX_NAMES else ordered)
    lhs = values(r, element, shape)
    # Half of the elements are equal.
    rhs = np.where(values(r, "i1", shape), lhs, values(r, element, shape))
    text = f"%r0 = stablehlo.compare {direction}, %a0, %a1 : TYPES"
    return Case(one_op(text, [(shape, element)] * 2, [(shape, "i1")]), (lhs, rhs))


def select(r: Random) -> Case:
    element, shape = r.choice(MOVED), drawn_shape(r, r.randint(0, 2))
    where = shape if r.random() < 0.6 else ()
    text = f"%r0 = stablehlo.select %a0, %a1, %a2 : {tensor_type(where, 'i1')}, {tensor_type(shape, element)}"
    arguments = (values(r, "i1", where), values(r, element, shape), values(r, element, shape))
    return Case(one_op(text, [(where, "i1"), *[(shape, element)] * 2], [(shape, element)]), arguments)


def convert(r: Random) -> Case:
    source, target = r.choice((*CALCULATED, *TINY_FLOATS)), r.choice((*CALCULATED, *TINY_FLOATS))
    shape = drawn_shape(r, r.randint(0, 2))
    operand = values(r, source, shape)
    if target in TINY_FLOATS and source in (*FLOAT_NAMES, *COMPLEX_NAMES):
        # The oracle makes zeros of infinities there, and of NaN, with whatever sign.
        operand = np.where(np.isfinite(np.real(operand)), operand, operand.dtype.type(1))
    text = "%r0 = stablehlo.convert %a0 : TYPES"
    return Case(one_op(text, [(shape, source)], [(shape, target)]), (operand,))


def parts(r: Random) -> Case:
    part = r.choice(("f32", "f64"))
    whole, shape = f"complex<{part}>", drawn_shape(r, r.randint(0, 2))
    if r.random() < 0.4:
        text = "%r0 = stablehlo.complex %a0, %a1 : " + tensor_type(shape, whole)
        pair = (values(r, part, shape), values(r, part, shape))
        return Case(one_op(text, [(shape, part)] * 2, [(shape, whole)]), pair)
    text = f"%r0 = stablehlo.{r.choice(('real', 'imag'))} %a0 : TYPES"
    return Case(one_op(text, [(shape, whole)], [(shape, part)]), (values(r, whole, shape),))


def is_finite(r: Random) -> Case:
    element, shape = r.choice(FLOAT_NAMES), drawn_shape(r, r.randint(0, 2))
    text = "%r0 = stablehlo.is_finite %a0 : TYPES"
    return Case(one_op(text, [(shape, element)], [(shape, "i1")]), (values(r, element, shape),))


# ---- data movement ----


def iota(r: Random) -> Case:
    element, shape = (
        r.choice((*INTEGER_NAMES, *FLOAT_NAMES, *COMPLEX_NAMES)),
        drawn_shape(r, r.randint(1, 3), 1),
    )
    text = f"%r0 = stablehlo.iota dim = {r.randrange(len(shape))} : {tensor_type(shape, element)}"
    return Case(one_op(text, [], [(shape, element)]), ())


ELEMENTWISE: tuple[Callable[[Random], Case], ...] = (
    *(unary, unary, unary, binary, binary, binary, compare, select, convert, convert, parts, is_finite),
    *map(of_drawing, (drawings.draw_clamp, drawings.draw_reduce_precision, drawings.draw_bitcast)),
)
MOVEMENT: tuple[Callable[[Random], Case], ...] = (
    *map(
        of_drawing,
        (drawings.draw_broadcast, drawings.draw_reshape, drawings.draw_transpose, drawings.draw_reverse),
    ),
    *map(of_drawing, (drawings.draw_slice, drawings.draw_concatenate, drawings.draw_pad)),
    iota,
)
