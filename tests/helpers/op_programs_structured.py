"""Random programs of one op each, continued: ops on parts of tensors, with regions, and sums of products."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from random import Random

import numpy as np

from .op_programs import (
    ALL,
    COMPLEX,
    FLOATS,
    INTEGERS,
    MOVED,
    REAL,
    WIDE_FLOATS,
    Case,
    Shape,
    i64s,
    indices,
    modest,
    numbers,
    one_op,
    reducer,
    shape_of,
    tensor,
    values,
)
from .oracle import dtype_named

INDEX_TYPES = ("i8", "i32", "i64", "ui8", "ui32", "ui64")


def slice_(r: Random) -> Case:
    element, shape = r.choice(MOVED), shape_of(r, r.randint(0, 3))
    starts = [r.randint(0, n) for n in shape]
    bounds = [(start, r.randint(start, n), r.randint(1, 3)) for start, n in zip(starts, shape)]
    target = tuple([-(-(limit - start) // stride) for start, limit, stride in bounds])
    text = f"%r0 = stablehlo.slice %a0 [{', '.join([f'{a}:{b}:{c}' for a, b, c in bounds])}] : TYPES"
    return Case(one_op(text, [(shape, element)], [(target, element)]), (values(r, element, shape),))


def dynamic_slice(r: Random) -> Case:
    element, index, shape = r.choice(MOVED), r.choice(INDEX_TYPES), shape_of(r, r.randint(1, 3), 1)
    sizes = tuple([r.randint(0, n) for n in shape])
    starts = ", ".join([f"%a{i + 1}" for i in range(len(shape))])
    text = f"%r0 = stablehlo.dynamic_slice %a0, {starts}, sizes = [{numbers(sizes)}] : TYPES"
    at = [indices(r, index, (), n) for n in shape]
    operands = [(shape, element), *[((), index)] * len(shape)]
    return Case(one_op(text, operands, [(sizes, element)]), (values(r, element, shape), *at))


def dynamic_update_slice(r: Random) -> Case:
    element, index, shape = r.choice(MOVED), r.choice(INDEX_TYPES), shape_of(r, r.randint(1, 3), 1)
    sizes = tuple([r.randint(0, n) for n in shape])
    starts = ", ".join([f"%a{i + 2}" for i in range(len(shape))])
    text = f"%r0 = stablehlo.dynamic_update_slice %a0, %a1, {starts} : TYPES"
    at = [indices(r, index, (), n) for n in shape]
    operands = [(shape, element), (sizes, element), *[((), index)] * len(shape)]
    arguments = (values(r, element, shape), values(r, element, sizes), *at)
    return Case(one_op(text, operands, [(shape, element)]), arguments)


def _index_layout(r: Random, rank: int) -> tuple[list[int], list[int], Shape, int, Shape]:
    """Indexed dimensions, dimensions without a place in the window, batch, index_vector_dim, shape of the indices."""
    indexed = r.sample(range(rank), r.randint(1, rank))
    dropped = sorted(r.sample(range(rank), r.randint(0, rank)))
    batch = shape_of(r, r.randint(0, 2), 1, 3)
    vector_dim = r.randint(0, len(batch))
    if len(indexed) == 1 and r.random() < 0.3:
        return indexed, dropped, batch, len(batch), batch
    return indexed, dropped, batch, vector_dim, (*batch[:vector_dim], len(indexed), *batch[vector_dim:])


def gather(r: Random) -> Case:
    element, index, shape = r.choice(MOVED), r.choice(INDEX_TYPES), shape_of(r, r.randint(1, 3), 1)
    indexed, dropped, batch, vector_dim, index_shape = _index_layout(r, len(shape))
    sizes = [1 if d in dropped else r.randint(1, n) for d, n in enumerate(shape)]
    window = [n for d, n in enumerate(sizes) if d not in dropped]
    rank = len(batch) + len(window)
    offset = sorted(r.sample(range(rank), len(window)))
    target, left = [0] * rank, list(batch)
    for d, n in zip(offset, window):
        target[d] = n
    target = tuple([n if d in offset else left.pop(0) for d, n in enumerate(target)])
    dims = f"offset_dims = [{numbers(offset)}], collapsed_slice_dims = [{numbers(dropped)}]"
    text = f"""%r0 = "stablehlo.gather"(%a0, %a1) {{dimension_numbers = #stablehlo.gather<{dims},
    start_index_map = [{numbers(indexed)}], index_vector_dim = {vector_dim}>, slice_sizes = {i64s(sizes)}}} : TYPES"""
    at = indices(r, index, index_shape, max(shape))
    return Case(
        one_op(text, [(shape, element), (index_shape, index)], [(target, element)]),
        (values(r, element, shape), at),
    )


def scatter(r: Random) -> Case:
    element, index = r.choice(REAL), r.choice(INDEX_TYPES)
    shape = shape_of(r, r.randint(1, 3), 1)
    indexed, inserted, batch, vector_dim, index_shape = _index_layout(r, len(shape))
    window = [r.randint(1, n) for d, n in enumerate(shape) if d not in inserted]
    rank = len(batch) + len(window)
    placed = sorted(r.sample(range(rank), len(window)))
    updates, left = [0] * rank, list(batch)
    for d, n in zip(placed, window):
        updates[d] = n
    update_shape = tuple([n if d in placed else left.pop(0) for d, n in enumerate(updates)])
    dims = f"update_window_dims = [{numbers(placed)}], inserted_window_dims = [{numbers(inserted)}]"
    op = r.choice(("add", "maximum", "minimum", "multiply"))
    text = f"""%r0 = "stablehlo.scatter"(%a0, %a1, %a2) {reducer(op, element)} {{scatter_dimension_numbers =
    #stablehlo.scatter<{dims}, scatter_dims_to_operand_dims = [{numbers(indexed)}], index_vector_dim = {vector_dim}>}}
    : TYPES"""
    operands = [(shape, element), (index_shape, index), (update_shape, element)]
    at = indices(r, index, index_shape, max(shape))
    arguments = (modest(r, element, shape), at, modest(r, element, update_shape))
    return Case(one_op(text, operands, [(shape, element)]), arguments)


# ---- shapes as operands ----


def dynamic(r: Random) -> Case:
    element, index, shape = r.choice(MOVED), r.choice(("i32", "i64")), shape_of(r, r.randint(1, 3), 1)
    whole = (shape, element)
    sizes = np.array(shape, dtype_named(index))
    size_type = ((len(shape),), index)
    op = r.choice(("iota", "reshape", "broadcast_in_dim", "pad"))
    if op == "iota":
        number = r.choice((*INTEGERS, *FLOATS, *COMPLEX))
        text = f"%r0 = stablehlo.dynamic_iota %a0, dim = {r.randrange(len(shape))} : TYPES"
        return Case(one_op(text, [size_type], [(shape, number)]), (sizes,))
    if op == "reshape":
        source = ((prod(shape),), element)
        text = "%r0 = stablehlo.dynamic_reshape %a0, %a1 : TYPES"
        return Case(one_op(text, [source, size_type], [whole]), (values(r, element, source[0]), sizes))
    if op == "broadcast_in_dim":
        dims = list(range(len(shape)))
        text = f"%r0 = stablehlo.dynamic_broadcast_in_dim %a0, %a1, dims = [{numbers(dims)}] : TYPES"
        narrow = tuple([n if r.random() < 0.6 else 1 for n in shape])
        return Case(
            one_op(text, [(narrow, element), size_type], [whole]), (values(r, element, narrow), sizes)
        )
    low, high = shape_of(r, len(shape), 0, 2), shape_of(r, len(shape), 0, 2)
    target = tuple([n + a + b for n, a, b in zip(shape, low, high)])
    text = "%r0 = stablehlo.dynamic_pad %a0, %a1, %a2, %a3, %a4 : TYPES"
    amounts = [np.array(amount, sizes.dtype) for amount in (low, high, (0,) * len(shape))]
    arguments = (values(r, element, shape), values(r, element, ()), *amounts)
    return Case(one_op(text, [whole, ((), element), *[size_type] * 3], [(target, element)]), arguments)


# ---- with regions ----


def case(r: Random) -> Case:
    element, shape = r.choice(ALL), shape_of(r, r.randint(0, 2))
    t, count = tensor(shape, element), r.randint(1, 3)
    branches = ", ".join([f"{{ stablehlo.return %a{i + 1} : {t} }}" for i in range(count)])
    text = f'%r0 = "stablehlo.case"(%a0) ({branches}) : (tensor<i32>) -> {t}'
    arguments = (np.array(r.randint(-1, count), "i4"), *[values(r, element, shape) for _ in range(count)])
    operands: list[tuple[Shape, str]] = [((), "i32"), *[(shape, element)] * count]
    return Case(one_op(text, operands, [(shape, element)]), arguments)


def while_(r: Random) -> Case:
    element, shape = r.choice(ALL), shape_of(r, r.randint(0, 2))
    t = tensor(shape, element)
    text = f"""%one = stablehlo.constant dense<1> : tensor<i32>
  %r0, %r1 = stablehlo.while(%i = %a0, %x = %a1) : tensor<i32>, {t}
  cond {{
    %p = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }} do {{
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %a1 : {t}
    stablehlo.return %j, %y : tensor<i32>, {t}
  }}"""
    both: list[tuple[Shape, str]] = [((), "i32"), (shape, element)]
    return Case(one_op(text, both, both), (np.array(r.randint(-3, 2), "i4"), modest(r, element, shape)))


def _reducer_of(r: Random, element: str) -> str:
    ops = ("add", "multiply") if element in COMPLEX else ("add", "maximum", "minimum", "multiply")
    bits = ("and", "or", "xor") if element in ("i1", *INTEGERS) else ()
    return r.choice((*ops, *bits))


def reduce(r: Random) -> Case:
    # Up to 32 elements, which both combine in order.
    element, shape = r.choice(ALL), shape_of(r, r.randint(0, 3), 0, 3)
    dims = sorted(r.sample(range(len(shape)), r.randint(0, len(shape))))
    op = _reducer_of(r, element)
    target = tuple([n for d, n in enumerate(shape) if d not in dims])
    text = (
        f"""%r0 = "stablehlo.reduce"(%a0, %a1) {reducer(op, element)} {{dimensions = {i64s(dims)}}} : TYPES"""
    )
    arguments = (modest(r, element, shape), modest(r, element, ()))
    return Case(one_op(text, [(shape, element), ((), element)], [(target, element)]), arguments)


def map_(r: Random) -> Case:
    element, shape = r.choice(ALL), shape_of(r, r.randint(1, 2))
    op = "multiply" if element in COMPLEX else r.choice(("add", "maximum"))
    dims = i64s(list(range(len(shape))))
    text = f"""%r0 = "stablehlo.map"(%a0, %a1) {reducer(op, element)} {{dimensions = {dims}}} : TYPES"""
    pair = (values(r, element, shape), values(r, element, shape))
    return Case(one_op(text, [(shape, element)] * 2, [(shape, element)]), pair)


def sort(r: Random) -> Case:
    element, shape = r.choice(REAL), shape_of(r, r.randint(1, 3))
    dim, scalar = r.randrange(len(shape)), tensor((), element)
    direction = r.choice(("LT", "GT"))
    text = f"""%r0, %r1 = "stablehlo.sort"(%a0, %a1) ({{
  ^bb0(%x: {scalar}, %y: {scalar}, %u: tensor<i32>, %v: tensor<i32>):
    %p = stablehlo.compare {direction}, %x, %y : ({scalar}, {scalar}) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }}) {{dimension = {dim} : i64, is_stable = true}} : TYPES"""
    keys = modest(r, element, shape)
    places = np.arange(keys.size, dtype=np.int32).reshape(shape)
    both = [(shape, element), (shape, "i32")]
    return Case(one_op(text, both, both), (keys, places))


def reduce_window(r: Random) -> Case:
    element, rank = r.choice(ALL), r.randint(1, 3)
    op, shape = _reducer_of(r, element), shape_of(r, rank, 1, 5)
    window, strides, base, dilations = (shape_of(r, rank, 1, 3) for _ in range(4))
    padding = [(r.randint(-1, 3), r.randint(-1, 3)) for _ in range(rank)]
    sizes = [(n - 1) * b + 1 + low + high for n, b, (low, high) in zip(shape, base, padding)]
    extents = [(w - 1) * d + 1 for w, d in zip(window, dilations)]
    if min(sizes) < 0:
        return reduce_window(r)
    target = tuple([(n - e) // s + 1 if n and e <= n else 0 for n, e, s in zip(sizes, extents, strides)])
    attributes = f"""window_dimensions = {i64s(window)}, window_strides = {i64s(strides)},
    base_dilations = {i64s(base)}, window_dilations = {i64s(dilations)},
    padding = dense<{[list(p) for p in padding]}> : tensor<{rank}x2xi64>"""
    text = f'%r0 = "stablehlo.reduce_window"(%a0, %a1) {reducer(op, element)} {{{attributes}}} : TYPES'
    arguments = (modest(r, element, shape), modest(r, element, ()))
    return Case(one_op(text, [(shape, element), ((), element)], [(target, element)]), arguments)


def select_and_scatter(r: Random) -> Case:
    element, rank = r.choice(("i8", "ui8", "i32", "i64", *WIDE_FLOATS)), r.randint(1, 3)
    shape, window, strides = shape_of(r, rank, 1, 5), shape_of(r, rank, 1, 3), shape_of(r, rank, 1, 3)
    padding = [(r.randint(0, 1), r.randint(0, 1)) for _ in range(rank)]
    sizes = [n + low + high for n, (low, high) in zip(shape, padding)]
    if any(w > n for w, n in zip(window, sizes)):
        return select_and_scatter(r)
    source = tuple([(n - w) // s + 1 for n, w, s in zip(sizes, window, strides)])
    scalar = tensor((), element)
    text = f"""%r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({{
  ^bb0(%x: {scalar}, %y: {scalar}):
    %p = stablehlo.compare {r.choice(("GE", "GT", "LE", "LT"))}, %x, %y : ({scalar}, {scalar}) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }}, {reducer("add", element)[1:-1]}) {{window_dimensions = {i64s(window)}, window_strides = {i64s(strides)},
    padding = dense<{[list(p) for p in padding]}> : tensor<{rank}x2xi64>}} : TYPES"""
    # The oracle combines an init value that is not neutral with every update.
    arguments = (modest(r, element, shape), modest(r, element, source), np.zeros((), dtype_named(element)))
    operands = [(shape, element), (source, element), ((), element)]
    return Case(one_op(text, operands, [(shape, element)]), arguments)


# ---- sums of products ----


def dot_general(r: Random) -> Case:
    element = r.choice(ALL)
    batch, inner = shape_of(r, r.randint(0, 2), 1, 3), shape_of(r, r.randint(0, 2), 1, 4)
    orders: list[list[int]] = []
    shapes: list[Shape] = []
    for _ in range(2):
        sizes = (*batch, *inner, *shape_of(r, r.randint(0, 2), 1, 3))
        order = r.sample(range(len(sizes)), len(sizes))
        orders.append(order)
        shapes.append(tuple([sizes[d] for d in order]))
    at = [[order.index(d) for d in range(len(order))] for order in orders]
    b, c = len(batch), len(batch) + len(inner)
    kept = [[d for d in range(len(s)) if d not in places[:c]] for s, places in zip(shapes, at)]
    target = (*batch, *[shapes[0][d] for d in kept[0]], *[shapes[1][d] for d in kept[1]])
    batching = f"batching_dims = [{numbers(at[0][:b])}] x [{numbers(at[1][:b])}], "
    contracting = f"contracting_dims = [{numbers(at[0][b:c])}] x [{numbers(at[1][b:c])}]"
    text = f"%r0 = stablehlo.dot_general %a0, %a1, {batching}{contracting} : TYPES"
    pair = (modest(r, element, shapes[0]), modest(r, element, shapes[1]))
    operands = [(shapes[0], element), (shapes[1], element)]
    return Case(one_op(text, operands, [(target, element)]), pair)


def convolution(r: Random) -> Case:
    element, rank = r.choice(ALL), r.randint(0, 3)
    features = r.choice((1, 1, 2))
    batches = r.choice((1, 2)) if features == 1 else 1
    orders = [r.sample(range(rank + 2), rank + 2) for _ in range(3)]
    # The oracle ends the process where the output has its features before the batch.
    orders[2][:2] = sorted(orders[2][:2])
    lhs, rhs, out = ([0] * (rank + 2) for _ in range(3))
    lhs[orders[0][0]], lhs[orders[0][1]] = r.randint(1, 2) * batches, r.randint(1, 2) * features
    rhs[orders[1][0]], rhs[orders[1][1]] = lhs[orders[0][1]] // features, r.randint(1, 2) * features * batches
    out[orders[2][0]], out[orders[2][1]] = lhs[orders[0][0]] // batches, rhs[orders[1][1]]
    strides, left, right = (shape_of(r, rank, 1, 2) for _ in range(3))
    padding = [[r.randint(-1, 2), r.randint(-1, 2)] for _ in range(rank)]
    for d in range(rank):
        n, k = r.randint(1, 4), r.randint(1, 3)
        size, extent = (n - 1) * left[d] + 1 + sum(padding[d]), (k - 1) * right[d] + 1
        if extent > size:
            return convolution(r)
        lhs[orders[0][2 + d]], rhs[orders[1][2 + d]] = n, k
        out[orders[2][2 + d]] = (size - extent) // strides[d] + 1
    names = [_dimension_names(order, letters) for order, letters in zip(orders, ("bf", "io", "bf"))]
    operands = [(tuple(lhs), element), (tuple(rhs), element)]
    given = [modest(r, element, shape) for shape, _ in operands]
    dims, flips = f"{names[0]}x{names[1]}->{names[2]}", [r.choice(("true", "false")) for _ in range(rank)]
    groups = f"batch_group_count = {batches} : i64, feature_group_count = {features} : i64"
    window = f"""stride = [{numbers(strides)}], pad = {padding}, lhs_dilate = [{numbers(left)}],
    rhs_dilate = [{numbers(right)}], reverse = [{numbers(flips)}]"""
    text = f"""%r0 = stablehlo.convolution(%a0, %a1) dim_numbers = {dims},
    window = {{{window if rank else ""}}} {{{groups}}} : TYPES"""
    if rank and r.random() < 0.3:
        operands.append(((rank, 2), "i64"))
        given.append(np.array(padding, np.int64))
        text = f"""%r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {{dimension_numbers = #stablehlo.conv<{dims}>,
    {groups}, window_strides = {i64s(strides)}, lhs_dilation = {i64s(left)}, rhs_dilation = {i64s(right)},
    window_reversal = array<i1: {numbers(flips)}>}} : TYPES"""
    return Case(one_op(text, operands, [(tuple(out), element)]), tuple(given))


def _dimension_names(order: list[int], letters: str) -> str:
    names = [""] * len(order)
    for name, d in zip((*letters, *range(len(order) - 2)), order):
        names[d] = str(name)
    return f"[{numbers(names)}]"


STRUCTURED: tuple[Callable[[Random], Case], ...] = (
    *(slice_, dynamic_slice, dynamic_update_slice, gather, gather, scatter, scatter),
    *(
        dynamic,
        case,
        while_,
        reduce,
        reduce,
        map_,
        sort,
        reduce_window,
        select_and_scatter,
        dot_general,
        dot_general,
        convolution,
    ),
)
