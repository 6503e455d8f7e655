"""Programs with a fault put in by hand, whose verdict is known: `python -m tests.campaigns.accuracy.exam` judges them.

An implementation is this project's interpreter with one op computed in another way: by a function of the right result
and the operands, or as another program. Which ruling is right follows from the specification, for the arguments that
are given: what is wrong is off by more than any rounding or order explains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from xdsl_stablehlo.interpreter.numerics import arithmetic_of
from xdsl_stablehlo.values.element_types import Array, format_of_dtype

Fault: TypeAlias = "str | Callable[[Any, Any, Any], Any] | tuple[str, str]"
"""The result in place of the right one: an expression of this, `r`, and of the operands `x`, `y` and `z`, or a function
of `r`, `x` and `y`. Or a part of the program, and what is in its place."""

WRONG, ALLOWED, UNDEFINED = "wrong", "allowed", "undefined"


class FaultyOp(NamedTuple):
    """One fault, in a program of one op or a few."""

    ruling: str
    op: str
    """The op that is computed in another way."""
    signature: str
    """The types of %x, %y, %z and of %r, with E for the element type: `4xE,4xE->4xE`."""
    body: str
    """The definition of %r, with SIG for the types of the signature."""
    arguments: Sequence[Any]
    types: Sequence[str]
    """Element types in place of E."""
    fault: Fault


FLOATS = ("f32", "f64", "bf16", "f16")
WIDE = ("f32", "f64")
INTEGERS = ("i32", "i8", "i64")
INF, NAN = np.inf, np.nan


def off(steps: int, at: int = 0) -> Fault:
    """One element moved by so many elements of its type."""

    def fault(right: Any, *__: Any) -> Array:
        made: Any = np.array(right)
        arithmetic = arithmetic_of(format_of_dtype(made.dtype).type)
        element: Any = made.reshape(-1)[at]
        for _ in range(abs(steps)):
            element = arithmetic.next_after(np.asarray(element), np.asarray(steps * INF).astype(made.dtype))
        made.reshape(-1)[at] = element
        return made

    return fault


def flushed(right: Any, *_: Any) -> Array:
    """Subnormal numbers as zeros."""
    least = 2.0 ** -(14 if right.dtype == np.float16 else 1022 if right.dtype == np.float64 else 126)
    return np.where(np.abs(right.astype(np.float64)) < least, np.zeros((), right.dtype), right)


def binary(name: str, where: str = "4xE") -> str:
    return f"%r = stablehlo.{name} %x, %y : tensor<{where}>"


def unary(name: str) -> str:
    return f"%r = stablehlo.{name} %x : tensor<4xE>"


def two(
    op: str, x: Sequence[Any], y: Sequence[Any], types: Sequence[str], fault: Fault, ruling: str = WRONG
) -> FaultyOp:
    return FaultyOp(ruling, op, "4xE,4xE->4xE", binary(op), (x, y), types, fault)


def one(op: str, x: Sequence[Any], types: Sequence[str], fault: Fault, ruling: str = WRONG) -> FaultyOp:
    return FaultyOp(ruling, op, "4xE->4xE", unary(op), (x,), types, fault)


def moving(
    op: str,
    signature: str,
    body: str,
    arguments: Sequence[Any],
    fault: Fault,
    types: Sequence[str] = ("f32", "i32"),
) -> FaultyOp:
    return FaultyOp(WRONG, op, signature, f"%r = {body}", arguments, types, fault)


X, Y = (1.5, -2.25, 300.0, 0.125), (2.5, 0.75, -7.0, 3.0)
LEFTS, RIGHTS = (7, -5, 100, 3), (2, 3, -7, 1)
ODD = (NAN, -INF, -0.0, 2.5)

FAULTS = (
    two("add", X, Y, FLOATS, off(3, 2)),
    two("add", (0.0, 1, 2, 3), (-0.0, 1, 2, 3), FLOATS, "np.where(x == 0, -r, r)"),
    two("subtract", X, Y, (*FLOATS, *INTEGERS[:1]), "y - x"),
    two("multiply", (1e-30, 1, 2, 3), (1e-10, 1, 2, 3), ("f32", "bf16"), flushed),
    two("multiply", (1e-310, 1, 2, 3), (1, 1, 2, 3), ("f64",), flushed),
    two("divide", X, Y, FLOATS, off(3)),
    two("divide", (1, -1, 0, 5), (-0.0, 0.0, 1, 2), FLOATS, "np.abs(r)"),
    two("divide", (7, -7, 8, 9), (2, 2, 3, -4), INTEGERS, "np.floor_divide(x, y)"),
    two("remainder", (5, -5, 5.5, 7), (3, 3, -2, 4), (*WIDE, "i32"), "np.mod(x, y)"),
    two("maximum", (NAN, 1, 2, 3), Y, FLOATS, "np.where(np.isnan(x.astype(np.float64)), y, r)"),
    two("minimum", (0.0, 1, 2, 3), (-0.0, 5, 5, 5), FLOATS, "np.where(x == 0, np.abs(r), r)"),
    two("power", (NAN, 1, 2, 3), (0, NAN, 2, 2), WIDE, "np.where(np.isnan(x + y), x + y, r)"),
    two(
        "atan2",
        (1, -1, 2, 3),
        (2, 3, 4, -5),
        FLOATS,
        "np.arctan2(y.astype(float), x.astype(float)).astype(r.dtype)",
    ),
    two("and", LEFTS, RIGHTS, INTEGERS, "x | y"),
    two("xor", LEFTS, RIGHTS, INTEGERS, "x | y"),
    two("shift_right_arithmetic", (-8, 5, 100, 3), (1, 1, 2, 0), ("i32", "i8"), "np.where(x < 0, -r, r)"),
    two("shift_left", (1, 5, 100, 3), (64, 1, 2, 0), ("i32", "i64"), "np.where(y >= 32, x, r)"),
    one("negate", (0.0, 1, 2, 3), FLOATS, "(np.zeros((), r.dtype) - x).astype(r.dtype)"),
    one("abs", (-0.0, -1, 2, 3), FLOATS, "np.where(x == 0, x, r)"),
    one("sign", (-0.0, NAN, -5, 7), FLOATS, "np.where(np.isnan(x.astype(float)), np.zeros((), r.dtype), r)"),
    one("floor", (-1.5, 2.5, -0.5, 3), FLOATS, "np.trunc(x.astype(float)).astype(r.dtype)"),
    one("ceil", (-0.5, 2.5, 1.5, 3), FLOATS, "np.where(r == 0, np.abs(r), r)"),
    one("round_nearest_even", (2.5, 0.5, 1.5, 3), FLOATS, "np.floor(x.astype(float) + 0.5).astype(r.dtype)"),
    one("round_nearest_afz", (2.5, -0.5, 1.5, 3), FLOATS, "np.rint(x.astype(float)).astype(r.dtype)"),
    one("sqrt", (-0.0, 2, 4, 9), FLOATS, "np.where(x == 0, np.abs(r), r)"),
    one("sqrt", (2, 3, 4, -1), FLOATS, "np.where(x < 0, np.zeros((), r.dtype), r)"),
    one("rsqrt", (0.0, 2, 3, 4), WIDE, "np.where(x == 0, np.asarray(3e+38, r.dtype), r)"),
    one("cbrt", (-8, 2, 3, 4), WIDE, "np.where(x < 0, np.asarray(NAN, r.dtype), r)"),
    one("exponential", (1, 2, 3, 0.5), FLOATS, "(r.astype(float) * 1.25).astype(r.dtype)"),
    one("exponential", (100, 2, 3, 1000), ("f32",), "np.where(np.isinf(r), np.float32(3.4e+38), r)"),
    one("log", (-1, 2, 3, 1), FLOATS, "np.where(x < 0, np.zeros((), r.dtype), r)"),
    one("log_plus_one", (1e-3, 2, 3, 1), WIDE, "np.log1p(np.abs(x) * x.dtype.type(1.01))"),
    one("tanh", (10, 20, -30, 1), WIDE, "(r.astype(float) * 1.05).astype(r.dtype)"),
    one("logistic", (1, 2, -3, 0), WIDE, "1 - r"),
    one("cosine", (INF, 1, 2, 3), WIDE, "np.where(np.isinf(x), np.ones((), r.dtype), r)"),
    one("sine", (1e5, 1, 2, 3), WIDE, "np.sin(x.astype(float) * 1.00001).astype(r.dtype)"),
    one("popcnt", (7, -5, 100, 3), ("i32", "i8"), "r + (x < 0).astype(r.dtype)"),
    one("count_leading_zeros", (0, 1, 2, 3), ("i32", "i64"), "np.where(x == 0, r - 1, r)"),
    one("not", LEFTS, ("i32",), "-x"),
    FaultyOp(
        WRONG,
        "clamp",
        "4xE,4xE,4xE->4xE",
        "%r = stablehlo.clamp %x, %y, %z : tensor<4xE>",
        ((0, 0, 0, 0), (-1, 5, 2, 0), (3, 3, 3, 3)),
        ("f32", "i32"),
        "np.maximum(x, y)",
    ),
    FaultyOp(
        WRONG,
        "is_finite",
        "4xE->4xi1",
        "%r = stablehlo.is_finite %x : SIG",
        (ODD,),
        FLOATS,
        "~np.isnan(x.astype(float))",
    ),
    FaultyOp(
        WRONG,
        "compare",
        "4xE,4xE->4xi1",
        "%r = stablehlo.compare EQ, %x, %y : SIG",
        (ODD, ODD),
        FLOATS,
        "np.ones(4, bool)",
    ),
    FaultyOp(
        WRONG,
        "compare",
        "4xE,4xE->4xi1",
        "%r = stablehlo.compare LT, %x, %y, TOTALORDER : SIG",
        ((-0.0, 1, 2, 3), (0.0, 0, 5, 3)),
        WIDE,
        (", TOTALORDER", ""),
    ),
    FaultyOp(
        WRONG,
        "compare",
        "4xE,4xE->4xi1",
        "%r = stablehlo.compare LE, %x, %y : SIG",
        (LEFTS, LEFTS),
        INTEGERS,
        ("LE", "LT"),
    ),
    FaultyOp(
        WRONG,
        "select",
        "4xi1,4xE,4xE->4xE",
        "%r = stablehlo.select %x, %y, %z : tensor<4xi1>, tensor<4xE>",
        ((True, False, True, True), X, Y),
        ("f32",),
        ("%y, %z", "%z, %y"),
    ),
    FaultyOp(
        WRONG,
        "convert",
        "4xE->4xi32",
        "%r = stablehlo.convert %x : SIG",
        ((1.75, -2.5, 3, 0),),
        FLOATS,
        "np.rint(x.astype(float)).astype(np.int32)",
    ),
    FaultyOp(
        WRONG,
        "convert",
        "4xi8->4xE",
        "%r = stablehlo.convert %x : SIG",
        ((-1, 5, 7, -128),),
        ("i32", "f32"),
        "x.view(np.uint8).astype(np.int32)",
    ),
    FaultyOp(
        WRONG,
        "convert",
        "4xf32->4xE",
        "%r = stablehlo.convert %x : SIG",
        ((1.001, 70000.0, NAN, 3),),
        ("f16",),
        "np.where(np.isinf(r), np.asarray(65504, r.dtype), r)",
    ),
    FaultyOp(
        WRONG,
        "reduce_precision",
        "4xE->4xE",
        "%r = stablehlo.reduce_precision %x, format = e5m2 : tensor<4xE>",
        ((1.3, 2.7, 3, 1e6),),
        WIDE,
        "x",
    ),
    FaultyOp(
        WRONG,
        "bitcast_convert",
        "2xi32->2x4xi8",
        "%r = stablehlo.bitcast_convert %x : SIG",
        ((1, 2),),
        ("i8",),
        "r[:, ::-1]",
    ),
)
"""Faults of elementwise ops."""
