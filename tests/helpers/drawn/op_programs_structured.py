"""Random programs of one op each, continued: ops on parts of tensors, with regions, and sums of products."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np

from tests.helpers.oracle import dtype_named
from tests.helpers.programs import tensor_type
from xdsl_stablehlo.workbench.fuzzing import drawings
from xdsl_stablehlo.workbench.fuzzing.sketch import (
    CALCULATED,
    COMPLEX_NAMES,
    FLOAT_NAMES,
    INTEGER_NAMES,
    Shape,
    drawn_shape,
)

from .op_programs import Case, modest, of_drawing, one_op, values


def dynamic_iota(r: Random) -> Case:
    element, index = r.choice((*INTEGER_NAMES, *FLOAT_NAMES, *COMPLEX_NAMES)), r.choice(("i32", "i64"))
    shape = drawn_shape(r, r.randint(1, 3), 1)
    text = f"%r0 = stablehlo.dynamic_iota %a0, dim = {r.randrange(len(shape))} : TYPES"
    sizes = np.array(shape, dtype_named(index))
    return Case(one_op(text, [((len(shape),), index)], [(shape, element)]), (sizes,))


# ---- with regions ----


def case(r: Random) -> Case:
    element, shape = r.choice(CALCULATED), drawn_shape(r, r.randint(0, 2))
    t, count = tensor_type(shape, element), r.randint(1, 3)
    branches = ", ".join([f"{{ stablehlo.return %a{i + 1} : {t} }}" for i in range(count)])
    text = f'%r0 = "stablehlo.case"(%a0) ({branches}) : (tensor<i32>) -> {t}'
    arguments = (np.array(r.randint(-1, count), "i4"), *[values(r, element, shape) for _ in range(count)])
    operands: list[tuple[Shape, str]] = [((), "i32"), *[(shape, element)] * count]
    return Case(one_op(text, operands, [(shape, element)]), arguments)


def while_(r: Random) -> Case:
    element, shape = r.choice(CALCULATED), drawn_shape(r, r.randint(0, 2))
    t = tensor_type(shape, element)
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


DYNAMIC: tuple[Callable[[Random], Case], ...] = (
    dynamic_iota,
    *map(
        of_drawing,
        (drawings.draw_dynamic_reshape, drawings.draw_dynamic_broadcast, drawings.draw_dynamic_pad),
    ),
)
"""Shapes as operands."""

STRUCTURED: tuple[Callable[[Random], Case], ...] = (
    *map(of_drawing, (drawings.draw_dynamic_slice, drawings.draw_dynamic_update_slice)),
    *[of_drawing(drawings.draw_gather), of_drawing(drawings.draw_scatter), *DYNAMIC] * 2,
    *(case, while_),
    # Up to 32 elements, which both combine in order.
    *[of_drawing(drawings.draw_reduce, most=3)] * 2,
    *map(
        of_drawing,
        (drawings.draw_index_of_extreme, drawings.draw_map, drawings.draw_sort, drawings.draw_sort_by_two),
    ),
    of_drawing(drawings.draw_reduce_window),
    # The oracle combines an init value that is not neutral with every update.
    of_drawing(drawings.draw_select_and_scatter, initial=0),
    *[of_drawing(drawings.draw_dot_general)] * 2,
    of_drawing(drawings.draw_convolution, most=3),
)
