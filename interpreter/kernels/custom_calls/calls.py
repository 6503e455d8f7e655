"""Custom calls of JAX and MHLO that compute: checks, functions, top_k, ops of dynamic sizes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from xdsl.dialects.builtin import DictionaryAttr

from xdsl_stablehlo.dialects.chlo import mhlo
from xdsl_stablehlo.dialects.stablehlo.attributes import RngAlgorithmAttr
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.shapes import is_dynamic
from xdsl_stablehlo.interpreter.kernels.chlo.scan import eval_top_k, top_k_kernel
from xdsl_stablehlo.ir.guards import is_integer_type
from xdsl_stablehlo.values.element_types import Array, bit_width, dtype_of

from ..check import expect_almost_eq, expect_close, expect_eq
from ..ops.arithmetic.random_numbers import eval_rng_bit_generator, undefined_algorithm
from ..ops.combining.sort import eval_sort
from ..ops.combining.windows import eval_reduce_window
from ..support.table import Cost, Entry, Exactness, Kernel, kernel_of, python_values
from ..support.values import Callee, Value, sizes_of
from .registry import call_attributes, called_functions, integer_of, register_known

if TYPE_CHECKING:
    from xdsl_stablehlo.dialects.stablehlo import CustomCallOp


# Checks, as calls.


def _expect_eq(op: CustomCallOp) -> Kernel:
    return partial(expect_eq, element_type=ranked(op.inputs[0]).element_type)


def _exact_or_almost(op: CustomCallOp) -> Kernel:
    if is_integer_type(ranked(op.inputs[0]).element_type):
        return _expect_eq(op)
    return partial(expect_almost_eq, tolerance=0.0001)


def _equal(*operands: Value, check: Kernel) -> Value:
    check(*operands)
    return (np.asarray(True),)


register_known("check.expect_eq", _expect_eq, effects=True)
register_known("check.expect_almost_eq", lambda _: partial(expect_almost_eq, tolerance=0.001), effects=True)
register_known("check.expect_close", lambda _: partial(expect_close, max_ulp_difference=3), effects=True)
register_known("check.eq", lambda op: partial(_equal, check=_exact_or_almost(op)), effects=True)


# Calls of MHLO's functions that StableHLO lacks: `mhlo.erf` and others, with the operands of MHLO's op.


def _function(op: CustomCallOp, entry: Entry) -> Kernel:
    kernel = entry.make(op)

    def run(operand: Value) -> Value:
        return (kernel(operand),)

    return run


for kind in mhlo.MhloFunction.__subclasses__():
    known = kernel_of(kind)
    assert known is not None
    register_known(
        kind.name,
        partial(_function, entry=known),
        cost=known.cost,
        exactness=known.exactness,
        function=known.function,
    )


# The largest elements: `ApproxTopK`, which is exact here, and calls without an op of their own.


SORTING = Cost(60_000, 300, max_elements=lambda _, operands: operands[0].size)


def eval_approx_top_k(
    *operands: Array, count: int, dimension: int, k: int | None, callees: tuple[Callee]
) -> tuple[Array, ...]:
    """The first `k` elements along `dimension` in the order of the comparator, with what lies beside them.

    `operands` are `count` inputs, as many initial values, and `k` if the argument is None. If a call asks for more
    elements than there are (it need not aggregate), the initial values follow.
    """
    size = operands[0].shape[dimension]
    wanted = int(operands[2 * count]) if k is None else k
    results: list[Array] = []
    ordered = eval_sort(*operands[:count], dimension=dimension, comparator=callees[0].enter())
    for each, initial in zip(ordered, operands[count:]):
        taken = each[(*[slice(None)] * dimension, slice(wanted))]
        if wanted > size:
            shape = (*taken.shape[:dimension], wanted - size, *taken.shape[dimension + 1 :])
            taken = np.concatenate([taken, np.broadcast_to(initial, shape)], dimension)
        results.append(taken)
    return tuple(results)


def _approx_top_k(op: CustomCallOp, dynamic: bool) -> Kernel:
    attributes = call_attributes(op)
    dimension = integer_of(attributes, "reduction_dim")
    declared = ranked(op.results[0]).get_shape()[dimension]
    if dynamic or (is_dynamic(declared) and "top_k" not in attributes):
        k = None
    else:
        k = integer_of(attributes, "top_k") if is_dynamic(declared) else declared
    return partial(eval_approx_top_k, count=len(op.results), dimension=dimension, k=k)


register_known("ApproxTopK", partial(_approx_top_k, dynamic=False), cost=SORTING, callees=called_functions)
register_known(
    "stablehlo.dynamic_approx_top_k",
    partial(_approx_top_k, dynamic=True),
    cost=SORTING,
    callees=called_functions,
)


def _dynamic_top_k(op: CustomCallOp) -> Kernel:
    element_type = ranked(op.inputs[0]).element_type

    def run(operand: Array, k: Array, *_: Array) -> tuple[Array, Array]:
        return eval_top_k(operand, k=int(k), element_type=element_type)

    return run


register_known("stablehlo.dynamic_top_k", _dynamic_top_k, cost=SORTING)


def _mhlo_top_k(op: CustomCallOp) -> Kernel:
    written = op.attributes.get("mhlo.attributes")
    attributes = python_values(written) if isinstance(written, DictionaryAttr) else call_attributes(op)
    return top_k_kernel(op.operands[0], integer_of(attributes, "k"), bool(attributes.get("largest", True)))


register_known("mhlo.topk", _mhlo_top_k, cost=SORTING)


# Calls that JAX writes for ops with sizes as attributes, where the sizes are known only at run time.


def eval_dynamic_reduce_window(*operands: Array, callees: tuple[Callee]) -> tuple[Array, ...]:
    """`reduce_window` of all but the last five operands, which are the sizes, strides, dilations and padding."""
    *inputs, window, strides, base, dilations, padding = operands
    return eval_reduce_window(
        *inputs,
        window_dimensions=sizes_of(window),
        window_strides=sizes_of(strides),
        base_dilations=sizes_of(base),
        window_dilations=sizes_of(dilations),
        padding=[(int(low), int(high)) for low, high in padding],
        body=callees[0].enter(),
    )


def _padded_elements(_: CustomCallOp, operands: Sequence[Array]) -> int:
    base, padding = operands[-3], operands[-1]
    rows = zip(operands[0].shape, base, padding, strict=True)
    return prod([max(0, size * int(dilation) + sum(sizes_of(pair))) for size, dilation, pair in rows])


register_known(
    "stablehlo.dynamic_reduce_window",
    lambda _: eval_dynamic_reduce_window,
    cost=Cost(100_000, 100, max_elements=_padded_elements),
    exactness=Exactness.ROUNDED,
    callees=called_functions,
)


def _algorithm(op: CustomCallOp) -> str:
    algorithm = op.attributes.get("rng_algorithm")
    return algorithm.data.value if isinstance(algorithm, RngAlgorithmAttr) else "DEFAULT"


def _undefined(op: CustomCallOp, *_: Array) -> str | None:
    return undefined_algorithm(_algorithm(op))


def _dynamic_rng_bit_generator(op: CustomCallOp) -> Kernel:
    element_type = ranked(op.results[1]).element_type

    def draw(state: Array, shape: Array) -> tuple[Array, ...]:
        return eval_rng_bit_generator(
            state,
            rng_algorithm=_algorithm(op),
            shape=sizes_of(shape),
            dtype=dtype_of(element_type),
            bits=bit_width(element_type),
        )

    return draw


register_known(
    "stablehlo.dynamic_rng_bit_generator",
    _dynamic_rng_bit_generator,
    cost=Cost(150_000, 100, max_elements=lambda _, operands: prod(sizes_of(operands[1]))),
    undefined=_undefined,
)
