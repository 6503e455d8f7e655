"""Quantized tensors (spec: Quantization computations): dequantize, quantize, and ops in between.

A quantized tensor is an array of its storage integers; the parameters are in its type. Ops that only move elements
work on the storage integers as they are. For all others the specification's rule is `quantized_kernel`: dequantize the
operands, evaluate the op on the expressed floats, quantize the results.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.quant import (
    AnyQuantizedType,
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
)
from xdsl_stablehlo.dialects.stablehlo import UniformDequantizeOp, UniformQuantizeOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.quantization import expressed_tensor, holds_quantized
from xdsl_stablehlo.values.element_types import Array, dtype_of

from ...support.detached import OpT, detached_copy
from ...support.values import Value, as_arrays
from ...table import Cost, Kernel, register


@dataclass(frozen=True)
class QuantizationParameters:
    """What a quantized element type says, as arrays that broadcast to a tensor of it."""

    storage: np.dtype[Any]
    expressed: np.dtype[Any]
    storage_min: int
    storage_max: int
    scales: Array
    zero_points: Array

    @classmethod
    def of(cls, tensor_type: AnyTensorType) -> QuantizationParameters:
        """The parameters of a tensor type whose element type is quantized."""
        element_type = cast(AnyQuantizedType, tensor_type.element_type)
        expressed = dtype_of(element_type.expressed_type)
        scales = np.array(element_type.scales, np.float64).astype(expressed)
        zero_points = np.array(element_type.zero_points, np.int64)
        shape = tensor_type.get_shape()
        return cls(
            dtype_of(element_type),
            expressed,
            element_type.storage_min,
            element_type.storage_max,
            _spread(scales, element_type, len(shape)),
            _spread(zero_points, element_type, len(shape)),
        )


def _spread(parameters: Array, element_type: AnyQuantizedType, rank: int) -> Array:
    """One parameter, or one per index along the quantized axis, or one per block, in the place where they apply."""
    if isinstance(element_type, UniformQuantizedPerAxisType):
        shape = [1] * rank
        shape[element_type.axis] = len(parameters)
        return parameters.reshape(shape)
    if isinstance(element_type, UniformQuantizedSubChannelType):
        spread = parameters.reshape(element_type.scales_shape)
        for axis, size in element_type.block_sizes:
            spread = np.repeat(spread, size, axis)
        return spread
    return parameters.reshape(())


def dequantize(operand: Array, parameters: QuantizationParameters) -> Array:
    """The expressed floats `(operand - zero_point) * scale`; the difference does not wrap."""
    difference = operand.astype(np.int64) - parameters.zero_points
    return np.asarray(difference.astype(parameters.expressed) * parameters.scales)


def quantize(operand: Array, parameters: QuantizationParameters) -> Array:
    """The storage integers nearest to `operand / scale + zero_point`, ties to even, within the storage range.

    NaN becomes 0, as in every conversion from float to integer.
    """
    wide = quotients_of(operand, parameters)
    whole = np.where(np.isnan(wide), 0.0, wide).astype(np.int64)
    return np.asarray(np.clip(whole, parameters.storage_min, parameters.storage_max)).astype(
        parameters.storage
    )


def quotients_of(operand: Array, parameters: QuantizationParameters) -> Array:
    """What `quantize` converts to the storage type in the end (spec: `x_rounded`), as f64.

    It may be more than the storage type holds: 32767 is 32768 in bf16.
    """
    expressed = parameters.expressed
    with np.errstate(all="ignore"):
        scaled = operand / parameters.scales + parameters.zero_points.astype(expressed)
        low, high = np.asarray([parameters.storage_min, parameters.storage_max]).astype(expressed)
        return np.rint(np.clip(scaled, low, high).astype(np.float64))


def quantized_zero(tensor_type: AnyTensorType) -> Array:
    """Zero as an element of `tensor_type`: the zero point where it is quantized."""
    dtype = dtype_of(tensor_type.element_type)
    if not isinstance(tensor_type.element_type, AnyQuantizedType):
        return np.zeros((), dtype)
    parameters = QuantizationParameters.of(tensor_type)
    return quantize(np.zeros((), parameters.expressed), parameters)


def quantized_kernel(op: OpT, prepare: Callable[[OpT], Kernel]) -> Kernel:
    """The kernel of `op`, where some of its operands or results are quantized (spec: dequantize_op_quantize).

    `prepare` makes the kernel of an op on floats. A mix of floats and quantized operands is the specification's
    hybrid_dequantize_then_op.
    """
    kernel = expressed_kernel(op, prepare)
    outputs = [quantization_of(t) for t in op.result_types]

    def run(*operands: Value, **regions: Any) -> Value:
        given = kernel(*operands, **regions)
        with np.errstate(all="ignore"):
            if isinstance(given, tuple):
                return tuple(_quantized(a, p) for a, p in zip(given, outputs, strict=True))
            return _quantized(given, outputs[0])

    return run


def expressed_kernel(op: OpT, prepare: Callable[[OpT], Kernel]) -> Kernel:
    """The kernel of `op` up to where its results are quantized: it takes storage integers, and gives floats."""
    kernel = prepare(expressed_form(op))
    inputs = [quantization_of(t) for t in op.operand_types]

    def run(*operands: Value, **regions: Any) -> Value:
        with np.errstate(all="ignore"):
            pairs = zip(as_arrays(operands), inputs, strict=True)
            return kernel(*[a if p is None else dequantize(a, p) for a, p in pairs], **regions)

    return run


def expressed_form(op: OpT) -> OpT:
    """A detached copy of `op` with the expressed type in place of each quantized one."""
    operand_types, result_types = [
        list(map(expressed_tensor, types)) for types in (op.operand_types, op.result_types)
    ]
    return detached_copy(op, operand_types, result_types)


def quantization_of(value_type: Attribute) -> QuantizationParameters | None:
    """The parameters of a type; None where it is no tensor of quantized elements."""
    if not holds_quantized(value_type):
        return None
    return QuantizationParameters.of(cast(AnyTensorType, value_type))


def _quantized(value: Value, parameters: QuantizationParameters | None) -> Value:
    return value if parameters is None else quantize(np.asarray(value), parameters)


def eval_uniform_quantize(
    operand: Array, *, source: QuantizationParameters | None, target: QuantizationParameters
) -> Array:
    """`operand`, floats or (with `source`) storage integers, as storage integers of `target`."""
    return quantize(operand if source is None else dequantize(operand, source), target)


def eval_uniform_dequantize(operand: Array, *, source: QuantizationParameters) -> Array:
    """The floats that storage integers stand for."""
    return dequantize(operand, source)


register(
    UniformQuantizeOp,
    lambda op: partial(
        eval_uniform_quantize,
        source=quantization_of(op.operand.type),
        target=QuantizationParameters.of(ranked(op.result)),
    ),
    cost=Cost(15_000, 10),
    storage=True,
)
register(
    UniformDequantizeOp,
    lambda op: partial(eval_uniform_dequantize, source=QuantizationParameters.of(ranked(op.operand))),
    cost=Cost(15_000, 10),
    storage=True,
)
