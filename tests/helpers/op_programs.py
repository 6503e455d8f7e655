"""Random programs of one op each: every op that the C++ interpreter evaluates, in every element type it has there.

`random_case(seed)` gives a program with arguments and the distance that the results may have from the oracle's. What
the oracle gets wrong (see `docs/deviations.md`) is not asked of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from random import Random

import numpy as np

from .oracle import Array, dtype_named
from .programs import function, sample
from .samples import wild

Shape = tuple[int, ...]

SIGNED = ("i2", "i4", "i8", "i16", "i32", "i64")
UNSIGNED = ("ui2", "ui4", "ui8", "ui16", "ui32", "ui64")
INTEGERS = (*SIGNED, *UNSIGNED)
WIDE_FLOATS = ("bf16", "f16", "f32", "f64")
SMALL_FLOATS = ("f8E3M4", "f8E4M3", "f8E4M3B11FNUZ", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ")
TINY_FLOATS = ("f4E2M1FN", "f6E2M3FN", "f6E3M2FN")
FLOATS = (*WIDE_FLOATS, *SMALL_FLOATS)
COMPLEX = ("complex<f32>", "complex<f64>")
REAL = ("i1", *INTEGERS, *FLOATS)
ALL = (*REAL, *COMPLEX)
MOVED = (*ALL, *TINY_FLOATS, "f8E8M0FNU")
"""What data movement is tried on: those, too, whose arithmetic the oracle has in its own way."""


@dataclass(frozen=True)
class Case:
    """A program, what it is run on, and by how many ULP the results may differ from the oracle's: each element by its
    own, or all by those of the largest. `op` is the only one of a program, an elementwise one."""

    program: str
    args: tuple[Array, ...]
    ulps: int = 0
    of_largest: bool = False
    op: str | None = None


def tensor(shape: Sequence[int], element: str) -> str:
    return f"tensor<{''.join([f'{n}x' for n in shape])}{element}>"


def numbers(values: Sequence[object]) -> str:
    return ", ".join(map(str, values))


def i64s(values: Sequence[int]) -> str:
    """An `array<i64: ..>`; an empty one has no colon."""
    return f"array<i64: {numbers(values)}>" if values else "array<i64>"


def one_op(text: str, operands: Sequence[tuple[Shape, str]], results: Sequence[tuple[Shape, str]]) -> str:
    """`@main` around `text`, whose `TYPES` stands for `(operands) -> results`."""
    inputs, outputs = [tensor(*o) for o in operands], [tensor(*r) for r in results]
    returned = outputs[0] if len(outputs) == 1 else f"({numbers(outputs)})"
    return function(text.replace("TYPES", f"({numbers(inputs)}) -> {returned}"), inputs, outputs)


def reducer(op: str, element: str) -> str:
    scalar = tensor((), element)
    return f"""({{
  ^bb0(%x: {scalar}, %y: {scalar}):
    %z = stablehlo.{op} %x, %y : {scalar}
    stablehlo.return %z : {scalar}
  }})"""


def shape_of(r: Random, rank: int, low: int = 0, high: int = 4) -> Shape:
    return tuple([r.randint(low, high) for _ in range(rank)])


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


# ---- elementwise ----

_ROUNDED = (*[f for f in FLOATS if f != "f8E3M4"], "f4E2M1FN", "f6E3M2FN")
"""The oracle rounds f8E3M4 to NaN, and f6E2M3FN to zero."""

UNARY: dict[str, tuple[str, ...]] = {
    "abs": (*SIGNED, *FLOATS, *TINY_FLOATS),
    "negate": (*INTEGERS, *FLOATS, *TINY_FLOATS, *COMPLEX),
    "sign": (*SIGNED, *FLOATS, *TINY_FLOATS, *COMPLEX),
    "not": ("i1", *INTEGERS),
    "popcnt": INTEGERS,
    "count_leading_zeros": INTEGERS,
    **dict.fromkeys(("ceil", "floor", "round_nearest_even", "round_nearest_afz"), _ROUNDED),
    **dict.fromkeys(
        ("cbrt", "cosine", "exponential", "exponential_minus_one", "logistic", "sine", "tan", "tanh"),
        (*FLOATS, *TINY_FLOATS, *COMPLEX),
    ),
    # Types without infinities and NaN are another matter where a result is one.
    **dict.fromkeys(("log", "log_plus_one", "rsqrt", "sqrt"), (*FLOATS, *COMPLEX)),
}
BINARY: dict[str, tuple[str, ...]] = {
    "add": (*ALL, *TINY_FLOATS),
    "multiply": (*ALL, *TINY_FLOATS),
    "subtract": (*INTEGERS, *FLOATS, *TINY_FLOATS, *COMPLEX),
    "maximum": (*ALL, *TINY_FLOATS),
    "minimum": (*ALL, *TINY_FLOATS),
    **dict.fromkeys(("and", "or", "xor"), ("i1", *INTEGERS)),
    "divide": (*INTEGERS, *FLOATS, *COMPLEX),
    "remainder": (*INTEGERS, *FLOATS, *TINY_FLOATS),
    "power": (*INTEGERS, *FLOATS, *COMPLEX),
    "atan2": (*FLOATS, *TINY_FLOATS, *COMPLEX),
    **dict.fromkeys(("shift_left", "shift_right_logical", "shift_right_arithmetic"), INTEGERS),
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
    element, shape = r.choice(UNARY[op]), shape_of(r, r.randint(0, 3))
    text = f"%r0 = stablehlo.{op} %a0 : {tensor(shape, element)}"
    operand = (shape, element)
    return Case(one_op(text, [operand], [operand]), (values(r, element, shape),), _ulps(op, element), op=op)


def binary(r: Random) -> Case:
    op = r.choice(sorted(BINARY))
    element, shape = r.choice(BINARY[op]), shape_of(r, r.randint(0, 3))
    lhs, rhs = values(r, element, shape), values(r, element, shape)
    if op in ("divide", "remainder") and element in INTEGERS:
        # Zero, and the smallest number by -1, end the process of the oracle.
        rhs = np.where((rhs == 0) | (rhs.astype(np.int64) == -1), rhs.dtype.type(1), rhs)
    operand = (shape, element)
    text = f"%r0 = stablehlo.{op} %a0, %a1 : {tensor(shape, element)}"
    return Case(one_op(text, [operand] * 2, [operand]), (lhs, rhs), _ulps(op, element), op=op)


def compare(r: Random) -> Case:
    element, shape = r.choice(ALL), shape_of(r, r.randint(0, 2))
    ordered = ("EQ", "NE", "GE", "GT", "LE", "LT")
    direction = r.choice(ordered[:2] if element in COMPLEX else ordered)
    lhs = values(r, element, shape)
    # Half of the elements are equal.
    rhs = np.where(values(r, "i1", shape), lhs, values(r, element, shape))
    text = f"%r0 = stablehlo.compare {direction}, %a0, %a1 : TYPES"
    return Case(one_op(text, [(shape, element)] * 2, [(shape, "i1")]), (lhs, rhs))


def select(r: Random) -> Case:
    element, shape = r.choice(MOVED), shape_of(r, r.randint(0, 2))
    where = shape if r.random() < 0.6 else ()
    text = f"%r0 = stablehlo.select %a0, %a1, %a2 : {tensor(where, 'i1')}, {tensor(shape, element)}"
    arguments = (values(r, "i1", where), values(r, element, shape), values(r, element, shape))
    return Case(one_op(text, [(where, "i1"), *[(shape, element)] * 2], [(shape, element)]), arguments)


def clamp(r: Random) -> Case:
    element, shape = r.choice(REAL), shape_of(r, r.randint(0, 2))
    bounds = [shape if r.random() < 0.5 else () for _ in range(2)]
    operands = [(bounds[0], element), (shape, element), (bounds[1], element)]
    text = "%r0 = stablehlo.clamp %a0, %a1, %a2 : TYPES"
    return Case(
        one_op(text, operands, [(shape, element)]), tuple([values(r, element, s) for s, _ in operands])
    )


def convert(r: Random) -> Case:
    source, target = r.choice((*ALL, *TINY_FLOATS)), r.choice((*ALL, *TINY_FLOATS))
    shape = shape_of(r, r.randint(0, 2))
    operand = values(r, source, shape)
    if target in TINY_FLOATS and source in (*FLOATS, *COMPLEX):
        # The oracle makes zeros of infinities there, and of NaN, with whatever sign.
        operand = np.where(np.isfinite(np.real(operand)), operand, operand.dtype.type(1))
    text = "%r0 = stablehlo.convert %a0 : TYPES"
    return Case(one_op(text, [(shape, source)], [(shape, target)]), (operand,))


def bitcast(r: Random) -> Case:
    widths = {
        8: ("i8", "ui8", "f8E5M2"),
        16: ("i16", "bf16", "f16"),
        32: ("i32", "ui32", "f32"),
        64: ("i64", "f64"),
    }
    source, target = r.choice(sorted(widths)), r.choice(sorted(widths))
    shape = shape_of(r, r.randint(0, 2), 1)
    wider, narrower = max(source, target), min(source, target)
    split = () if source == target else (wider // narrower,)
    inner, outer = (shape, (*shape, *split)) if source >= target else ((*shape, *split), shape)
    element, result = r.choice(widths[source]), r.choice(widths[target])
    # Which NaN comes out of a float type is nobody's promise.
    array = modest(r, element, inner)
    return Case(
        one_op("%r0 = stablehlo.bitcast_convert %a0 : TYPES", [(inner, element)], [(outer, result)]), (array,)
    )


def reduce_precision(r: Random) -> Case:
    # The types that have infinities.
    element = r.choice((*WIDE_FLOATS, "f8E3M4", "f8E4M3", "f8E5M2"))
    shape, form = shape_of(r, r.randint(0, 2)), f"e{r.randint(1, 11)}m{r.randint(0, 12)}"
    text = f"%r0 = stablehlo.reduce_precision %a0, format = {form} : {tensor(shape, element)}"
    return Case(one_op(text, [(shape, element)], [(shape, element)]), (values(r, element, shape),))


def parts(r: Random) -> Case:
    part = r.choice(("f32", "f64"))
    whole, shape = f"complex<{part}>", shape_of(r, r.randint(0, 2))
    if r.random() < 0.4:
        text = "%r0 = stablehlo.complex %a0, %a1 : " + tensor(shape, whole)
        pair = (values(r, part, shape), values(r, part, shape))
        return Case(one_op(text, [(shape, part)] * 2, [(shape, whole)]), pair)
    text = f"%r0 = stablehlo.{r.choice(('real', 'imag'))} %a0 : TYPES"
    return Case(one_op(text, [(shape, whole)], [(shape, part)]), (values(r, whole, shape),))


def is_finite(r: Random) -> Case:
    element, shape = r.choice(FLOATS), shape_of(r, r.randint(0, 2))
    text = "%r0 = stablehlo.is_finite %a0 : TYPES"
    return Case(one_op(text, [(shape, element)], [(shape, "i1")]), (values(r, element, shape),))


# ---- data movement ----


def broadcast(r: Random) -> Case:
    element, shape = r.choice(MOVED), shape_of(r, r.randint(0, 4), 1)
    kept = sorted(r.sample(range(len(shape)), r.randint(0, len(shape))))
    r.shuffle(kept)
    source = tuple([shape[d] if r.random() < 0.7 else 1 for d in kept])
    text = f"%r0 = stablehlo.broadcast_in_dim %a0, dims = [{numbers(kept)}] : TYPES"
    return Case(one_op(text, [(source, element)], [(shape, element)]), (values(r, element, source),))


def reshape(r: Random) -> Case:
    element, shape = r.choice(MOVED), shape_of(r, r.randint(0, 3))
    target = r.choice([(prod(shape),), (1, *shape), (*shape[::-1],), (*shape[:1], prod(shape[1:]))])
    if prod(target) != prod(shape):
        target = shape
    return Case(
        one_op("%r0 = stablehlo.reshape %a0 : TYPES", [(shape, element)], [(target, element)]),
        (values(r, element, shape),),
    )


def transpose(r: Random) -> Case:
    element, shape = r.choice(MOVED), shape_of(r, r.randint(0, 4))
    order = list(range(len(shape)))
    r.shuffle(order)
    text = f"%r0 = stablehlo.transpose %a0, dims = [{numbers(order)}] : TYPES"
    target = tuple([shape[d] for d in order])
    return Case(one_op(text, [(shape, element)], [(target, element)]), (values(r, element, shape),))


def reverse(r: Random) -> Case:
    element, shape = r.choice(MOVED), shape_of(r, r.randint(1, 3))
    dims = r.sample(range(len(shape)), r.randint(0, len(shape)))
    text = f"%r0 = stablehlo.reverse %a0, dims = [{numbers(dims)}] : {tensor(shape, element)}"
    return Case(one_op(text, [(shape, element)], [(shape, element)]), (values(r, element, shape),))


def concatenate(r: Random) -> Case:
    element, shape = r.choice(MOVED), shape_of(r, r.randint(1, 3))
    dim = r.randrange(len(shape))
    shapes = [(*shape[:dim], r.randint(0, 3), *shape[dim + 1 :]) for _ in range(r.randint(1, 3))]
    target = (*shape[:dim], sum(s[dim] for s in shapes), *shape[dim + 1 :])
    operands = ", ".join(f"%a{i}" for i in range(len(shapes)))
    text = f"%r0 = stablehlo.concatenate {operands}, dim = {dim} : TYPES"
    arguments = tuple([values(r, element, s) for s in shapes])
    return Case(one_op(text, [(s, element) for s in shapes], [(target, element)]), arguments)


def pad(r: Random) -> Case:
    element, rank = r.choice(MOVED), r.randint(1, 3)
    shape, interior = shape_of(r, rank), shape_of(r, rank, 0, 2)
    low, high = shape_of(r, rank, -2, 3), shape_of(r, rank, -2, 3)
    sizes = [max(0, n - 1) * (i + 1) + min(n, 1) for n, i in zip(shape, interior)]
    target = tuple([n + a + b for n, a, b in zip(sizes, low, high)])
    if min(target) < 0:
        return pad(r)
    amounts = f"low = [{numbers(low)}], high = [{numbers(high)}], interior = [{numbers(interior)}]"
    text = f"%r0 = stablehlo.pad %a0, %a1, {amounts} : TYPES"
    arguments = (values(r, element, shape), values(r, element, ()))
    return Case(one_op(text, [(shape, element), ((), element)], [(target, element)]), arguments)


def iota(r: Random) -> Case:
    element, shape = r.choice((*INTEGERS, *FLOATS, *COMPLEX)), shape_of(r, r.randint(1, 3), 1)
    text = f"%r0 = stablehlo.iota dim = {r.randrange(len(shape))} : {tensor(shape, element)}"
    return Case(one_op(text, [], [(shape, element)]), ())


ELEMENTWISE: tuple[Callable[[Random], Case], ...] = (
    *(unary, unary, unary, binary, binary, binary, compare, select, clamp, convert, convert),
    *(bitcast, reduce_precision, parts, is_finite),
)
MOVEMENT: tuple[Callable[[Random], Case], ...] = (
    *(broadcast, reshape, transpose, reverse, concatenate, pad, iota),
)
