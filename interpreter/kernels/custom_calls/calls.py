"""Custom calls of JAX and MHLO that are no linear algebra: placement, assertions, functions, top_k, dynamic sizes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from xdsl.dialects.builtin import DictionaryAttr, StringAttr

from xdsl_stablehlo.dialects.chlo import mhlo
from xdsl_stablehlo.dialects.stablehlo.attributes import RngAlgorithmAttr
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.shapes import is_dynamic
from xdsl_stablehlo.interpreter.kernels.chlo.scan import eval_top_k, top_k_kernel
from xdsl_stablehlo.transforms.shapes.refinements import UNNAMED, assertion_message
from xdsl_stablehlo.values.element_types import Array, bit_width, dtype_of

from ...interface.errors import EvaluationError
from ..ops.arithmetic.random_numbers import eval_rng_bit_generator, undefined_algorithm
from ..ops.combining.sort import eval_sort
from ..ops.combining.windows import eval_reduce_window
from ..support.table import VIEW, Cost, Entry, Exactness, Kernel, kernel_of, python_values
from ..support.values import Callee, Value, raising, sizes_of
from .registry import call_attributes, called_functions, integer_of, register_known

if TYPE_CHECKING:
    from xdsl_stablehlo.dialects.stablehlo import CustomCallOp


UNCHANGED = (
    *("Sharding", "LayoutConstraint", "MoveToDevice", "MoveToHost", "annotate_device_placement"),
    *("xla.sdy.FuncResultSharding", "xla.sdy.Sharding"),
)
"""Calls that return their operands. JAX marks those that no pass may drop with `has_side_effect = true`."""


def eval_unchanged(*operands: Value) -> Value:
    """The operands."""
    return operands


for target in UNCHANGED:
    register_known(target, lambda _: eval_unchanged, cost=VIEW)


def _of_one_device(op: CustomCallOp) -> Kernel:
    """The kernel of a call between whole tensors and their parts on each device, if the part is the whole tensor."""
    if op.inputs[0].type == op.results[0].type:
        return eval_unchanged
    return raising(
        EvaluationError("cuts a tensor for each device, which only `sdy.manual_computation` says where")
    )


for target in ("SPMDFullToShardShape", "SPMDShardToFullShape"):
    register_known(target, _of_one_device, cost=VIEW)


register_known("xla.sdy.ShardingGroup", lambda _: lambda *_: (), effects=True)


# `shape_assertion`: a program with symbolic sizes checks the sizes of its arguments.


def eval_shape_assertion(condition: Array, *inputs: Array, error_message: str) -> Value:
    """Raise `EvaluationError` with the message if the condition is false; `{0}` in it is the first input.

    Also where the condition, or an input of the message, is no scalar: no verifier checks their types.
    """
    _check_scalar(0, condition)
    if condition:
        return ()
    for number, value in enumerate(inputs, start=1):
        _check_scalar(number, value)
    raise EvaluationError(assertion_message(error_message, [each.item() for each in inputs]))


def _check_scalar(number: int, value: Array) -> None:
    if value.ndim:
        raise EvaluationError(
            f"expects a scalar as operand {number}, not one of the shape {list(value.shape)}"
        )


def _shape_assertion(op: CustomCallOp) -> Kernel:
    message = op.attributes.get("error_message")
    text = message.data if isinstance(message, StringAttr) else UNNAMED
    return partial(eval_shape_assertion, error_message=text)


register_known("shape_assertion", _shape_assertion, effects=True, asserts=True, cost=Cost(2_000))


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
