"""Faults of ops on whole tensors: of those that move elements, that sum, that choose; and what is no fault."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from xdsl_stablehlo.values.element_types import Array

from .faults import (
    ALLOWED,
    FLOATS,
    INF,
    INTEGERS,
    NAN,
    UNDEFINED,
    WIDE,
    WRONG,
    FaultyOp,
    X,
    Y,
    binary,
    flushed,
    moving,
    off,
    one,
    two,
)

MATRIX = np.arange(1, 13).reshape(3, 4)
INDEXED = "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>"
REPLACED = """update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
    index_vector_dim = 1>"""


def scattering(body: str, unique: bool = False) -> str:
    flag = ", unique_indices = true" if unique else ""
    return f"""%r = "stablehlo.scatter"(%x, %y, %z) <{{
    scatter_dimension_numbers = #stablehlo.scatter<{REPLACED}{flag}}}> ({{
    ^bb0(%a: tensor<E>, %b: tensor<E>): {body} }}) : (tensor<3x4xE>, tensor<2x1xi32>, tensor<2x4xE>) -> tensor<3x4xE>"""


LAST = "stablehlo.return %b : tensor<E>"
SUM = "%s = stablehlo.add %a, %b : tensor<E> stablehlo.return %s : tensor<E>"
UPDATES = np.arange(8).reshape(2, 4) + 20

MOVEMENT = (
    moving(
        "reverse",
        "3x4xE->3x4xE",
        "stablehlo.reverse %x, dims = [0, 1] : tensor<3x4xE>",
        (MATRIX,),
        ("[0, 1]", "[0]"),
    ),
    moving(
        "transpose",
        "3x4xE->4x3xE",
        "stablehlo.transpose %x, dims = [1, 0] : SIG",
        (MATRIX,),
        "x.reshape(4, 3)",
    ),
    moving("slice", "3x4xE->2x2xE", "stablehlo.slice %x [1:3, 0:4:2] : SIG", (MATRIX,), ("0:4:2", "0:2:1")),
    moving("slice", "3x4xE->2x2xE", "stablehlo.slice %x [1:3, 0:2] : SIG", (MATRIX,), ("1:3", "0:2")),
    moving(
        "pad",
        "3x4xE,E->5x4xE",
        "stablehlo.pad %x, %y, low = [1, 0], high = [1, 0], interior = [0, 0] : SIG",
        (MATRIX, 9),
        "np.where(r == y, np.asarray(77).astype(r.dtype), r)",
    ),
    moving(
        "pad",
        "3x4xE,E->5x4xE",
        "stablehlo.pad %x, %y, low = [2, 0], high = [0, 0], interior = [0, 0] : SIG",
        (MATRIX, 0),
        ("low = [2, 0], high = [0, 0]", "low = [0, 0], high = [2, 0]"),
    ),
    moving(
        "concatenate",
        "2xE,2xE->4xE",
        "stablehlo.concatenate %x, %y, dim = 0 : SIG",
        ((1, 2), (3, 4)),
        ("%x, %y", "%y, %x"),
    ),
    moving(
        "broadcast_in_dim",
        "3xE->3x3xE",
        "stablehlo.broadcast_in_dim %x, dims = [0] : SIG",
        ((1, 2, 3),),
        ("[0]", "[1]"),
    ),
    moving("iota", "->3x3xE", "stablehlo.iota dim = 0 : tensor<3x3xE>", (), ("dim = 0", "dim = 1")),
    moving(
        "dynamic_slice",
        "3x4xE,i32,i32->2x4xE",
        "stablehlo.dynamic_slice %x, %y, %z, sizes = [2, 4] : SIG",
        (MATRIX, 2, 0),
        "x[[2, 0]]",
    ),
    moving(
        "dynamic_slice",
        "3x4xE,i32,i32->2x4xE",
        "stablehlo.dynamic_slice %x, %y, %z, sizes = [2, 4] : SIG",
        (MATRIX, -5, 0),
        "x[1:]",
    ),
    moving(
        "dynamic_update_slice",
        "3x4xE,2x4xE,i32->3x4xE",
        "stablehlo.dynamic_update_slice %x, %y, %z, %z : "
        "(tensor<3x4xE>, tensor<2x4xE>, tensor<i32>, tensor<i32>) -> tensor<3x4xE>",
        (MATRIX, UPDATES, 7),
        "x",
    ),
    moving(
        "gather",
        "3x4xE,2x1xi32->2x4xE",
        f"""\"stablehlo.gather"(%x, %y) <{{
    dimension_numbers = #stablehlo.gather<{INDEXED}, slice_sizes = array<i64: 1, 4>}}> : SIG""",
        (MATRIX, ((1,), (9,))),
        "np.stack([r[0], np.zeros(4, r.dtype)])",
    ),
    FaultyOp(
        WRONG,
        "scatter",
        "3x4xE,2x1xi32,2x4xE->3x4xE",
        scattering(LAST),
        (MATRIX, ((1,), (9,)), UPDATES),
        ("f32", "i32"),
        "np.stack([x[0], z[0], z[1]])",
    ),
    FaultyOp(
        WRONG,
        "scatter",
        "3x4xE,2x1xi32,2x4xE->3x4xE",
        scattering(SUM),
        (MATRIX, ((1,), (1,)), UPDATES),
        ("f32", "i32"),
        "np.stack([x[0], x[1] + z[1], x[2]])",
    ),
    moving(
        "sort",
        "4xE->4xE",
        """"stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<E>, %b: tensor<E>):
      %c = stablehlo.compare LT, %a, %b : (tensor<E>, tensor<E>) -> tensor<i1>
      stablehlo.return %c : tensor<i1> }) : (tensor<4xE>) -> tensor<4xE>""",
        ((3, 1, 4, 2),),
        ("LT", "GT"),
    ),
    moving(
        "if",
        "i1,4xE,4xE->4xE",
        """"stablehlo.if"(%x) ({ stablehlo.return %y : tensor<4xE> }, {
    stablehlo.return %z : tensor<4xE> }) : (tensor<i1>) -> tensor<4xE>""",
        (True, X, Y),
        ("return %y", "return %z"),
    ),
    moving(
        "case",
        "i32,4xE,4xE->4xE",
        """"stablehlo.case"(%x) ({ stablehlo.return %y : tensor<4xE> }, {
    stablehlo.return %z : tensor<4xE> }) : (tensor<i32>) -> tensor<4xE>""",
        (-1, X, Y),
        ("return %z", "return %y"),
    ),
    moving(
        "while",
        "i32,i32->i32",
        """stablehlo.while(%i = %x) : tensor<i32>
      cond { %c = stablehlo.compare LT, %i, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1> }
      do { %n = stablehlo.add %i, %i : tensor<i32> stablehlo.return %n : tensor<i32> }""",
        (1, 8),
        ("LT", "LE"),
        ("i32",),
    ),
)

REDUCED = "(tensor<8xE>, tensor<E>) -> tensor<E>"


def reducing(name: str) -> str:
    return f"%r = stablehlo.reduce(%x init: %y) applies stablehlo.{name} across dimensions = [0] : {REDUCED}"


def windowed(name: str, padding: str = "1, 0") -> str:
    return f"""%r = "stablehlo.reduce_window"(%x, %y) <{{window_dimensions = array<i64: 2>,
    padding = dense<[[{padding}]]> : tensor<1x2xi64>}}> ({{
    ^bb0(%a: tensor<E>, %b: tensor<E>): %s = stablehlo.{name} %a, %b : tensor<E>
    stablehlo.return %s : tensor<E> }}) : SIG"""


DOT = """%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]PRECISION : SIG"""
LEFT, RIGHT = ((1.1, 2.3, -3.7), (4.9, 0.3, 6.1)), ((1.7, -2.1), (0.9, 5.3), (-1.3, 2.9))
TERMS = (1.5, -2.25, 300.0, 0.125, 8.0, -16.5, 3.75, 99.0)
UNEVEN = (1e4, 0.17, -0.33, 7.71, 1.3e-3, 2.23, 3.3, 1.19)
CONVOLVED = """%r = "stablehlo.convolution"(%x, %y) <{
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>,
    window_reversal = array<i1: true>}> : SIG"""
IMAGE, KERNEL = np.asarray(TERMS[:4]).reshape(1, 4, 1), np.asarray((2.5, -1.25)).reshape(2, 1, 1)
EPSILON = "epsilon = 0.5 : f32, feature_index = 1 : i64"
NORMAL = f"""%r = "stablehlo.batch_norm_inference"(%x, %y, %y, %y, %z) <{{{EPSILON}}}> :
    (tensor<3x2xE>, tensor<2xE>, tensor<2xE>, tensor<2xE>, tensor<2xE>) -> tensor<3x2xE>"""
PRECISE = ", precision = [HIGHEST, HIGHEST]"
POSITIVE = ((4, 2), (2, 5))
LOWER = ((2, 0), (3, 4))
SOLVING = """%r = "stablehlo.triangular_solve"(%x, %y) <{left_side = true, lower = true, unit_diagonal = UNIT,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : SIG"""


def in_bf16(right: Any, x: Any, y: Any) -> Array:
    """A product whose operands lose the digits that bf16 does not have."""
    narrow = [each.astype(ml_dtypes.bfloat16).astype(np.float64) for each in (x, y)]
    return (narrow[0] @ narrow[1]).astype(right.dtype)


SUMS = (
    FaultyOp(WRONG, "reduce", "8xE,E->E", reducing("add"), (TERMS, 0), FLOATS, "r - x[-1]"),
    FaultyOp(
        WRONG,
        "reduce",
        "8xE,E->E",
        reducing("maximum"),
        ((-1, -2, -3, -4, -5, -6, -7, -8), -INF),
        FLOATS,
        "np.zeros_like(r)",
    ),
    FaultyOp(
        WRONG,
        "reduce",
        "8xE,E->E",
        reducing("minimum"),
        ((1, 2, 3, 4, NAN, 6, 7, 8), INF),
        FLOATS,
        "np.ones_like(r)",
    ),
    FaultyOp(
        WRONG,
        "reduce",
        "8xE,E->E",
        reducing("multiply"),
        ((1, 2, 3, 1, 2, 1, 1, 2), 1),
        ("f32", "i32"),
        "r + r",
    ),
    FaultyOp(
        WRONG,
        "reduce",
        "8xE,E->E",
        reducing("or"),
        ((1, 2, 4, 1, 2, 1, 1, 2), 0),
        ("i32",),
        "np.bitwise_xor.reduce(x)",
    ),
    FaultyOp(
        WRONG, "reduce_window", "8xE,E->8xE", windowed("add"), (TERMS, 0), FLOATS, ("[[1, 0]]", "[[0, 1]]")
    ),
    FaultyOp(
        WRONG,
        "reduce_window",
        "8xE,E->8xE",
        windowed("maximum"),
        ((-1, -2, -3, -4, -5, -6, -7, -8), -INF),
        WIDE,
        "np.where(np.arange(8) == 0, np.zeros((), r.dtype), r)",
    ),
    FaultyOp(
        WRONG,
        "dot_general",
        "2x3xE,3x2xE->2x2xE",
        DOT.replace("PRECISION", PRECISE),
        (LEFT, RIGHT),
        WIDE,
        in_bf16,
    ),
    FaultyOp(
        WRONG,
        "dot_general",
        "2x3xE,3x2xE->2x2xE",
        DOT.replace("PRECISION", ""),
        (LEFT, RIGHT),
        FLOATS,
        "(x[:, :2].astype(float) @ y[:2].astype(float)).astype(r.dtype)",
    ),
    FaultyOp(
        WRONG,
        "dot_general",
        "2x3xE,3x2xE->2x2xE",
        DOT.replace("PRECISION", ""),
        (LEFT, RIGHT),
        ("f32",),
        "r.T.copy()",
    ),
    FaultyOp(
        WRONG,
        "convolution",
        "1x4x1xE,2x1x1xE->1x4x1xE",
        CONVOLVED,
        (IMAGE, KERNEL),
        WIDE,
        ("i1: true", "i1: false"),
    ),
    FaultyOp(
        WRONG,
        "convolution",
        "1x4x1xE,2x1x1xE->1x4x1xE",
        CONVOLVED,
        (IMAGE, KERNEL),
        WIDE,
        ("[[1, 0]]", "[[0, 1]]"),
    ),
    FaultyOp(
        WRONG,
        "batch_norm_inference",
        "3x2xE,2xE,2xE->3x2xE",
        NORMAL,
        (((1, 2), (3, 4), (5, 7)), (1.5, 2), (0.25, 3)),
        WIDE,
        ("epsilon = 0.5", "epsilon = 0.0"),
    ),
    FaultyOp(
        WRONG,
        "cholesky",
        "2x2xE->2x2xE",
        '%r = "stablehlo.cholesky"(%x) <{lower = true}> : SIG',
        (POSITIVE,),
        WIDE,
        "np.asarray([[4, 0], [1, 2]], r.dtype)",
    ),
    FaultyOp(
        WRONG,
        "triangular_solve",
        "2x2xE,2x1xE->2x1xE",
        SOLVING.replace("UNIT", "false"),
        (LOWER, ((6,), (1,))),
        WIDE,
        "np.asarray([[6], [-17]], r.dtype)",
    ),
    FaultyOp(
        WRONG,
        "multiply",
        "2xE,2xE->2xE",
        binary("multiply", "2xE"),
        ((1 + 2j, 3 - 1j), (2 - 1j, 1 + 1j)),
        ("complex<f32>", "complex<f64>"),
        "np.conj(r)",
    ),
    FaultyOp(
        WRONG,
        "fft",
        "4xE->4xE",
        "%r = stablehlo.fft %x, type = IFFT, length = [4] : SIG",
        ((1 + 2j, 3 - 1j, 0, 2),),
        ("complex<f32>",),
        "r * 4",
    ),
)


def bf16_down(_: Any, x: Any, *__: Any) -> Array:
    """Digits cut off."""
    return (x.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32).astype(ml_dtypes.bfloat16)


PERMITTED = (
    two("add", (1, 1, 1, 1), (2.0**-13,) * 4, ("f16", "bf16"), off(1), ALLOWED),
    two("divide", (1, 1, 1, 1), (3,) * 4, ("f32",), off(-1), ALLOWED),
    one("exponential", (1, 2, 3, 0.5), FLOATS, off(4), ALLOWED),
    one("sine", (1, 2, 3, 0.5), WIDE, off(6, 2), ALLOWED),
    one("exponential", (1, 2, 3, 0.5), ("f32",), "r * np.float32(1 + 2.0 ** (-14))", ALLOWED),
    one("exponential", (-95, 2, 3, 0.5), ("f32",), flushed, ALLOWED),
    two("add", (100, 1, 2, 3), (100, 1, 2, 3), ("i8",), "np.asarray([127, 2, 4, 6], np.int8)", ALLOWED),
    FaultyOp(
        ALLOWED,
        "convert",
        "4xf32->4xE",
        "%r = stablehlo.convert %x : SIG",
        ((1.006, 2.03, 3, -5.001),),
        ("bf16",),
        bf16_down,
    ),
    FaultyOp(
        ALLOWED,
        "reduce",
        "8xE,E->E",
        reducing("add"),
        (UNEVEN, 0),
        ("f32",),
        "np.cumsum(x[::2])[-1] + np.cumsum(x[1::2])[-1]",
    ),
    FaultyOp(ALLOWED, "reduce", "8xE,E->E", reducing("add"), (TERMS, 1), ("f32", "i32"), "r + y"),
    FaultyOp(
        ALLOWED,
        "dot_general",
        "2x3xE,3x2xE->2x2xE",
        DOT.replace("PRECISION", ""),
        (LEFT, RIGHT),
        ("f32",),
        in_bf16,
    ),
    FaultyOp(
        ALLOWED,
        "cholesky",
        "2x2xE->2x2xE",
        '%r = "stablehlo.cholesky"(%x) <{lower = true}> : SIG',
        (POSITIVE,),
        WIDE,
        "r + np.asarray([[0, 7], [0, 0]], r.dtype)",
    ),
    FaultyOp(
        ALLOWED,
        "scatter",
        "3x4xE,2x1xi32,2x4xE->3x4xE",
        scattering(LAST),
        (MATRIX, ((1,), (1,)), UPDATES),
        ("f32", "i32"),
        "np.stack([x[0], z[0], x[2]])",
    ),
)

WITHOUT_MEANING = (
    *(
        two(op, x, y, types, fault, UNDEFINED)
        for op, x, y, types, fault in (
            ("divide", (1, 2, 3, 4), (0, 1, 1, 1), INTEGERS, "r + 1 - (y != 0).astype(r.dtype)"),
            ("remainder", (1, 2, 3, 4), (0, 1, 1, 1), INTEGERS, "np.where(y == 0, y, r)"),
            ("divide", (-128, 2, 3, 4), (-1, 1, 1, 1), ("i8",), "np.where(y < 0, np.int8(127), r)"),
        )
    ),
    FaultyOp(
        UNDEFINED,
        "convert",
        "4xE->4xi32",
        "%r = stablehlo.convert %x : SIG",
        ((1e20, 1, 2, 3),),
        WIDE,
        "np.where(x > 10000000000.0, np.int32(0), r)",
    ),
    FaultyOp(
        UNDEFINED,
        "convert",
        "4xE->4xi32",
        "%r = stablehlo.convert %x : SIG",
        ((NAN, 1, 2, 3),),
        FLOATS,
        "np.where(np.isnan(x.astype(float)), np.int32(5), r)",
    ),
    FaultyOp(
        UNDEFINED,
        "scatter",
        "3x4xE,2x1xi32,2x4xE->3x4xE",
        scattering(LAST, True),
        (MATRIX, ((1,), (1,)), UPDATES),
        ("f32", "i32"),
        "np.zeros_like(r)",
    ),
    FaultyOp(
        UNDEFINED,
        "cholesky",
        "2x2xE->2x2xE",
        '%r = "stablehlo.cholesky"(%x) <{lower = true}> : SIG',
        (((1, 2), (2, 1)),),
        WIDE,
        "np.zeros_like(r)",
    ),
    FaultyOp(
        UNDEFINED,
        "triangular_solve",
        "2x2xE,2x1xE->2x1xE",
        SOLVING.replace("UNIT", "true"),
        (LOWER, ((6,), (1,))),
        WIDE,
        "np.zeros_like(r)",
    ),
)

FAULTS = (*MOVEMENT, *SUMS, *PERMITTED, *WITHOUT_MEANING)
"""Faults of ops on whole tensors, and what is no fault."""
