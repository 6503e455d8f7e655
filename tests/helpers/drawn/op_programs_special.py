"""Random programs of one op each, continued: several results, batches of indices, linear algebra, structure."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np

from tests.helpers.oracle import dtype_named
from tests.helpers.programs import i64s, listed, sample, tensor_type
from xdsl_stablehlo.workbench.fuzzing.sketch import CALCULATED, MOVED, REAL, Shape, drawn_shape

from .op_programs import Case, indices, modest, one_op, values


def magnitude(r: Random) -> Case:
    part = r.choice(("f32", "f64"))
    whole, shape = f"complex<{part}>", drawn_shape(r, r.randint(0, 2))
    text = "%r0 = stablehlo.abs %a0 : TYPES"
    return Case(
        one_op(text, [(shape, whole)], [(shape, part)]), (values(r, whole, shape),), int(part == "f64")
    )


# ---- several inputs and results at once ----


def _two_of(r: Random) -> tuple[tuple[str, str], str, str]:
    """Two element types, the arguments of a body that combines two pairs of them, and that body."""
    elements = (r.choice(REAL), r.choice(REAL))
    one, other = (tensor_type((), element) for element in elements)
    ops = (r.choice(("add", "maximum")), r.choice(("multiply", "minimum")))
    body = f"""%p = stablehlo.{ops[0]} %x, %u : {one}
    %q = stablehlo.{ops[1]} %y, %v : {other}
    stablehlo.return %p, %q : {one}, {other}"""
    return elements, f"%x: {one}, %y: {other}, %u: {one}, %v: {other}", body


def reduce_two(r: Random) -> Case:
    elements, arguments, body = _two_of(r)
    shape = drawn_shape(r, r.randint(0, 3), 0, 3)
    dims = sorted(r.sample(range(len(shape)), r.randint(0, len(shape))))
    target = tuple([n for d, n in enumerate(shape) if d not in dims])
    text = f"""%r0, %r1 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) ({{
  ^bb0({arguments}):
    {body}
  }}) {{dimensions = {i64s(dims)}}} : TYPES"""
    operands = [*[(shape, e) for e in elements], *[((), e) for e in elements]]
    given = tuple([modest(r, element, s) for s, element in operands])
    return Case(one_op(text, operands, [(target, e) for e in elements]), given)


def reduce_window_two(r: Random) -> Case:
    elements, arguments, body = _two_of(r)
    rank = r.randint(1, 2)
    shape, window, strides = (
        drawn_shape(r, rank, 1, 4),
        drawn_shape(r, rank, 1, 3),
        drawn_shape(r, rank, 1, 2),
    )
    target = tuple([max(0, (n + 1 - w) // s + 1) for n, w, s in zip(shape, window, strides)])
    text = f"""%r0, %r1 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) ({{
  ^bb0({arguments}):
    {body}
  }}) {{window_dimensions = {i64s(window)}, window_strides = {i64s(strides)},
    padding = dense<{[[1, 0]] * rank}> : tensor<{rank}x2xi64>}} : TYPES"""
    operands = [*[(shape, e) for e in elements], *[((), e) for e in elements]]
    given = tuple([modest(r, element, s) for s, element in operands])
    return Case(one_op(text, operands, [(target, e) for e in elements]), given)


# ---- batches of indices ----


def _batched(r: Random) -> tuple[Shape, Shape, int, int]:
    """Operand `[batch, n, m]`, indices `[batch, k, 1]`, how much of n a window takes, and how many places."""
    batch, n, m = drawn_shape(r, 3, 1, 4)
    places = r.randint(0, 3)
    return (batch, n, m), (batch, places, 1), r.randint(1, n), places


def batched_gather(r: Random) -> Case:
    element, index = r.choice(MOVED), r.choice(("i32", "i64", "ui8"))
    shape, index_shape, taken, places = _batched(r)
    target = (shape[0], places, taken, shape[2])
    sizes = (1, taken, shape[2])
    name, extra, arguments = r.choice((("gather", "", ()), ("dynamic_gather", ", %a2", (sizes,))))
    attributes = "" if arguments else f", slice_sizes = {i64s(sizes)}"
    text = f"""%r0 = "stablehlo.{name}"(%a0, %a1{extra}) {{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3],
    operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>
    {attributes}}} : TYPES"""
    operands: list[tuple[Shape, str]] = [(shape, element), (index_shape, index)]
    given = [values(r, element, shape), indices(r, index, index_shape, shape[1])]
    for argument in arguments:
        operands.append(((3,), "i64"))
        given.append(np.array(argument, np.int64))
    return Case(one_op(text, operands, [(target, element)]), tuple(given))


def batched_scatter(r: Random) -> Case:
    elements, arguments, body = _two_of(r)
    index = r.choice(("i32", "i64", "ui8"))
    shape, index_shape, taken, places = _batched(r)
    update = (shape[0], places, taken, shape[2])
    text = f"""%r0, %r1 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) ({{
  ^bb0({arguments}):
    {body}
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], input_batching_dims = [0],
    scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}} : TYPES"""
    both = [(shape, element) for element in elements]
    operands = [*both, (index_shape, index), *[(update, element) for element in elements]]
    given = [modest(r, element, s) for s, element in operands]
    given[2] = indices(r, index, index_shape, shape[1])
    return Case(one_op(text, operands, both), tuple(given))


# ---- linear algebra ----


def triangular_solve(r: Random) -> Case:
    """Small integers over ones, so that every result is exact. The oracle does not survive batches or transposes."""
    element, n, m = r.choice(("f32", "f64", "complex<f64>")), r.randint(0, 3), r.randint(1, 3)
    left, lower, unit = (r.random() < 0.5 for _ in range(3))
    shapes = [(n, n), (n, m) if left else (m, n)]
    a = sample(element, shapes[0], r.randrange(1 << 30)) * 4
    np.fill_diagonal(a, r.choice((1, -1, 2)) if not unit else 7)
    text = f"""%r0 = "stablehlo.triangular_solve"(%a0, %a1) {{left_side = {str(left).lower()},
    lower = {str(lower).lower()}, unit_diagonal = {str(unit).lower()},
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>}} : TYPES"""
    b = sample(element, shapes[1], r.randrange(1 << 30)) * 4
    operands = [(s, element) for s in shapes]
    return Case(one_op(text, operands, [operands[1]]), (a.astype(dtype_named(element)), b))


def fourier(r: Random) -> Case:
    """The oracle has no transform of f32, none of length 1 back to reals, and a wrong one of odd lengths."""
    kind = r.choice(("FFT", "IFFT", "RFFT", "IRFFT"))
    inner = drawn_shape(r, r.randint(1, 3), 1, 4)
    if kind == "IRFFT":
        inner = (*inner[:-1], r.choice((2, 4, 6)))
    outer = drawn_shape(r, r.randint(0, 1), 1, 2)
    halved = (*outer, *inner[:-1], inner[-1] // 2 + 1)
    source = ((*outer, *inner), "f64" if kind == "RFFT" else "complex<f64>")
    result = ((*outer, *inner), "f64" if kind == "IRFFT" else "complex<f64>")
    if kind == "IRFFT":
        source = (halved, source[1])
    if kind == "RFFT":
        result = (halved, result[1])
    text = f"%r0 = stablehlo.fft %a0, type = {kind}, length = [{listed(inner)}] : TYPES"
    operand = sample(source[1], source[0], r.randrange(1 << 30))
    return Case(one_op(text, [source], [result]), (operand,), ulps=16, of_largest=True)


# ---- structure ----


def if_(r: Random) -> Case:
    element, shape = r.choice(MOVED), drawn_shape(r, r.randint(0, 2))
    t = tensor_type(shape, element)
    text = f"""%r0, %r1 = "stablehlo.if"(%a0) ({{
    stablehlo.return %a1, %a2 : {t}, {t}
  }}, {{
    %z = stablehlo.reverse %a2, dims = [{listed(range(len(shape)))}] : {t}
    stablehlo.return %z, %a1 : {t}, {t}
  }}) : (tensor<i1>) -> ({t}, {t})"""
    arguments = (np.array(r.random() < 0.5), values(r, element, shape), values(r, element, shape))
    whole = (shape, element)
    return Case(one_op(text, [((), "i1"), whole, whole], [whole, whole]), arguments)


def structure(r: Random) -> Case:
    """tuple, get_tuple_element, optimization_barrier, after_all, composite, call, get_dimension_size."""
    element, shape = r.choice(CALCULATED), drawn_shape(r, r.randint(1, 2))
    t, dim = tensor_type(shape, element), r.randrange(len(shape))
    called = r.choice(('stablehlo.composite "a.sum" {} {{decomposition = @sum}}', "func.call @sum({})"))
    text = f"""%t = stablehlo.tuple %a0, %a1 : tuple<{t}, {t}>
  %e = stablehlo.get_tuple_element %t[{r.randrange(2)}] : (tuple<{t}, {t}>) -> {t}
  %k = stablehlo.after_all : !stablehlo.token
  %b:2 = stablehlo.optimization_barrier %e, %a0 : {t}, {t}
  %r0 = {called.format("%b#0, %b#1")} : ({t}, {t}) -> {t}
  %r1 = stablehlo.get_dimension_size %r0, dim = {dim} : ({t}) -> tensor<i32>"""
    called_function = f"""func.func private @sum(%x: {t}, %y: {t}) -> {t} {{
  %s = stablehlo.add %x, %y : {t}
  return %s : {t}
}}
"""
    whole = (shape, element)
    program = one_op(text, [whole, whole], [whole, ((), "i32")]) + called_function
    return Case(program, (values(r, element, shape), values(r, element, shape)))


SPECIAL: tuple[Callable[[Random], Case], ...] = (
    *(magnitude, reduce_two, reduce_window_two, batched_gather, batched_scatter),
    *(triangular_solve, fourier, if_, structure),
)
