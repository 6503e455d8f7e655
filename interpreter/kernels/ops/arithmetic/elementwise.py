"""Kernels of the elementwise ops: each is the method of its operands' arithmetic (`interpreter/numerics`).

An array that was broadcast has stride 0 along the new dimensions. Where that holds for all operands of an op, it is
evaluated without these dimensions and its result is broadcast again: a splat stays one element throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import prod

import numpy as np
from typing_extensions import Unpack
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.base.quant import (
    AnyQuantizedType,
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
)
from xdsl_stablehlo.dialects.stablehlo import UniformDequantizeOp, UniformQuantizeOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ranked_type
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import expressed_tensor, holds_quantized
from xdsl_stablehlo.values.element_types import Array, DType, bit_width, dtype_of, is_complex, is_int
from xdsl_stablehlo.values.storage import Varying, on_varying_part

from ....interface.errors import EvaluationError
from ....numerics import arithmetic_of, conversion
from ....numerics.arithmetic import select_elements
from ....numerics.conversion import bitcast
from ....numerics.floats import ByRows
from ....rounded.compiled import BY_ROWS, WORTH_BY_ROWS
from ...support.table import (
    COMPUTED,
    XLA_ELEMENTWISE,
    XLA_MOVED,
    ArrayKernel,
    Cost,
    EntryFields,
    Exactness,
    Kernel,
    as_operands,
    register_made,
)
from ...support.values import BlockMap, OpT, Value, as_arrays, detached_copy


def operand_element_type(op: Operation) -> Attribute:
    """The element type of the first operand."""
    return ranked(op.operands[0]).element_type


def register_method(op_class: type[OpT], **facts: Unpack[EntryFields[OpT]]) -> None:
    """Register an op that is the operation of its name in the arithmetic of its first operand's elements."""
    name = op_class.name.partition(".")[2]
    register_elementwise(op_class, lambda op: arithmetic_of(operand_element_type(op)).named(name), **facts)


def register_elementwise(
    op_class: type[OpT], make: Callable[[OpT], ArrayKernel], **facts: Unpack[EntryFields[OpT]]
) -> None:
    """Register an op with an elementwise kernel."""

    def kernel(op: OpT) -> ArrayKernel:
        compute, shape = make(op), ranked(op.results[0]).get_shape()
        if isinstance(compute, np.ufunc) and compute in BY_ROWS and WORTH_BY_ROWS <= prod(shape) > shape[-1]:
            compute = ByRows(compute)
        # An op on scalars has nothing to leave out; in a batched body its operands are arrays all the same.
        return on_varying_part(compute, len(op.operands)) if shape else compute

    facts["cost"] = replace(facts.get("cost", COMPUTED), varying=as_operands)
    facts.setdefault("xla", XLA_ELEMENTWISE)
    facts["elementwise"] = True
    register_made(op_class, kernel, **facts)


def is_of_complex(op: Operation) -> bool:
    """Whether the operands are complex: IEEE 754 defines some ops on real numbers, nobody does on complex ones."""
    return is_complex(operand_element_type(op))


def register_function(
    op_class: type[OpT], where: Callable[[OpT], bool] | None = None, **facts: Unpack[EntryFields[OpT]]
) -> None:
    """Register an op that is a function of floats, if not `where` holds only of some of its kinds of elements."""
    facts["function"] = True if where is None else where
    facts["exactness"] = (
        Exactness.ROUNDED if where is None else lambda op: Exactness.ROUNDED if where(op) else Exactness.EXACT
    )
    register_method(op_class, **facts)


def undefined_division(op: Operation, lhs: Array, rhs: Array) -> str | None:
    """Why the specification does not say what integers divide to: what stops other implementations, too."""
    if not is_int(operand_element_type(op)):
        return None
    if np.any(rhs == rhs.dtype.type(0)):
        return "integer division by zero"
    least = arithmetic_of(operand_element_type(op)).least
    if least and np.any((rhs == rhs.dtype.type(-1)) & (lhs == lhs.dtype.type(least))):
        return f"the quotient of {least} and -1 is no element of the type"
    return None


def eval_compare(op: hlo.CompareOp) -> ArrayKernel:
    """The comparison that the attributes of `op` name."""
    compare_type = None if op.compare_type is None else op.compare_type.data.value
    return arithmetic_of(operand_element_type(op)).comparison(
        op.comparison_direction.data.value, compare_type
    )


def _is_total_order(op: hlo.CompareOp) -> bool:
    return op.compare_type is not None and op.compare_type.data.value == "TOTALORDER"


def eval_bitcast_convert(op: hlo.BitcastConvertOp) -> ArrayKernel:
    """`bitcast` from the operand's elements to the result's."""
    source, target = operand_element_type(op), ranked(op.result).element_type
    return partial(bitcast, from_bits=bit_width(source), to_bits=bit_width(target), dtype=dtype_of(target))


def _keeps_width(op: hlo.BitcastConvertOp) -> bool:
    return bit_width(operand_element_type(op)) == bit_width(ranked(op.result).element_type)


def _bitcast_varying(op: hlo.BitcastConvertOp, operands: Sequence[Varying]) -> Varying:
    return operands[0] if _keeps_width(op) else (True,) * ranked(op.result).get_num_dims()


def eval_reduce_precision(op: hlo.ReducePrecisionOp) -> ArrayKernel:
    """`reduce_precision` to the format that the attributes of `op` name."""
    return partial(
        arithmetic_of(operand_element_type(op)).reduce_precision,
        exponent_bits=op.exponent_bits.value.data,
        mantissa_bits=op.mantissa_bits.value.data,
    )


def eval_convert(op: hlo.ConvertOp) -> ArrayKernel:
    """The conversion from the operand's elements to the result's."""
    return conversion(operand_element_type(op), ranked(op.result).element_type)


register_function(hlo.AbsOp, where=is_of_complex, idempotent=True, keeps_nans=True)
register_method(hlo.AddOp, identity=("negative zero", "zero"), monotone=(1, 1))
register_method(hlo.AndOp, identity=("all ones",), absorbing="zero", idempotent=True)
register_function(hlo.Atan2Op, cost=Cost(10_000, 100))
register_made(
    hlo.BitcastConvertOp,
    eval_bitcast_convert,
    cost=Cost(max_elements=lambda _, operands: operands[0].size * 64, varying=_bitcast_varying),
    xla=XLA_MOVED,
    storage=True,
    in_blocks=lambda op: BlockMap() if _keeps_width(op) else None,
)
register_function(hlo.CbrtOp, cost=Cost(10_000, 100), monotone=(1,))
register_method(hlo.CeilOp, idempotent=True, monotone=(1,))
register_method(hlo.ClampOp, monotone=(1, 1, 1))
register_elementwise(hlo.CompareOp, eval_compare, reads_nan_bits=_is_total_order)
register_method(hlo.ComplexOp, keeps_nans=True)
register_elementwise(hlo.ConvertOp, eval_convert)
register_function(hlo.CosineOp)
register_method(hlo.ClzOp)
register_function(hlo.DivOp, where=is_of_complex, undefined=undefined_division)
register_function(hlo.ExpOp, monotone=(1,))
register_function(hlo.Expm1Op, monotone=(1,))
register_method(hlo.FloorOp, idempotent=True, monotone=(1,))
register_method(hlo.ImagOp, keeps_nans=True)
register_method(hlo.IsFiniteOp, reads_nan_bits=lambda _: False)
register_function(hlo.LogOp, monotone=(1,))
register_function(hlo.Log1pOp, monotone=(1,))
register_function(hlo.LogisticOp, monotone=(1,))
register_method(hlo.MaxOp, identity=("least",), absorbing="most", idempotent=True, monotone=(1, 1))
register_method(hlo.MinOp, identity=("most",), absorbing="least", idempotent=True, monotone=(1, 1))
register_method(hlo.MulOp, identity=("one",), absorbing="zero")
register_method(hlo.NegOp, monotone=(-1,), keeps_nans=True)
register_method(hlo.NotOp, monotone=(-1,))
register_method(hlo.OrOp, identity=("zero",), absorbing="all ones", idempotent=True)
register_method(hlo.PopulationCountOp)
register_function(hlo.PowOp, cost=Cost(20_000, 120), where=lambda op: not is_int(operand_element_type(op)))
register_method(hlo.RealOp, keeps_nans=True)
register_elementwise(
    hlo.ReducePrecisionOp,
    eval_reduce_precision,
    cost=Cost(20_000, 20),
    idempotent=True,
    monotone=(1,),
    keeps_nans=True,
)
register_method(hlo.RemOp, cost=Cost(4_000, 8), undefined=undefined_division)
register_method(hlo.RoundOp, idempotent=True, monotone=(1,))
register_method(hlo.RoundNearestEvenOp, idempotent=True, monotone=(1,))
register_function(hlo.RsqrtOp)
register_elementwise(
    hlo.SelectOp, lambda op: select_elements, cost=Cost(2_000, 4), monotone=(0, 1, 1), keeps_nans=True
)
register_method(hlo.ShiftLeftOp)
register_method(hlo.ShiftRightArithmeticOp)
register_method(hlo.ShiftRightLogicalOp)
register_function(hlo.SignOp, where=is_of_complex, idempotent=True, monotone=(1,))
register_function(hlo.SineOp)
register_function(hlo.SqrtOp, where=is_of_complex, monotone=(1,))
register_method(hlo.SubtractOp, monotone=(1, -1))
register_function(hlo.TanOp)
register_function(hlo.TanhOp, monotone=(1,))
register_method(hlo.XorOp, identity=("zero",))


@dataclass(frozen=True)
class QuantizationParameters:
    """The parameters of a quantized element type, as arrays that broadcast to a tensor of it."""

    storage: DType
    expressed: DType
    storage_min: int
    storage_max: int
    scales: Array
    zero_points: Array

    @classmethod
    def of(cls, tensor_type: AnyTensorType) -> QuantizationParameters:
        """The parameters of a tensor type whose element type is quantized."""
        element_type = tensor_type.element_type
        assert isinstance(element_type, AnyQuantizedType)
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
    _require_scales(operand, parameters)
    difference = operand.astype(np.int64) - parameters.zero_points
    return np.asarray(difference.astype(parameters.expressed) * parameters.scales)


def quantize(operand: Array, parameters: QuantizationParameters) -> Array:
    """The storage integers nearest to `operand / scale + zero_point`, ties to even, within the storage range.

    NaN becomes 0, as in every conversion from float to integer.
    """
    _require_scales(operand, parameters)
    wide = quotients_of(operand, parameters)
    whole = np.where(np.isnan(wide), 0.0, wide).astype(np.int64)
    return np.asarray(np.clip(whole, parameters.storage_min, parameters.storage_max)).astype(
        parameters.storage
    )


def _require_scales(operand: Array, parameters: QuantizationParameters) -> None:
    """Raise `EvaluationError` where a quantized dimension has not as many indices as scales (spec: types, C13)."""
    for dimension, (size, scales) in enumerate(zip(operand.shape, parameters.scales.shape)):
        if scales not in (1, size):
            raise EvaluationError(
                f"has {size} elements along dimension {dimension}, for {scales} scales (C13)"
            )


def quotients_of(operand: Array, parameters: QuantizationParameters) -> Array:
    """The numbers that `quantize` converts to the storage type (spec: `x_rounded`), as f64.

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

    def run(*operands: Value, **regions: object) -> Value:
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

    def run(*operands: Value, **regions: object) -> Value:
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
    return QuantizationParameters.of(ranked_type(value_type)) if holds_quantized(value_type) else None


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


register_made(
    UniformQuantizeOp,
    lambda op: partial(
        eval_uniform_quantize,
        source=quantization_of(op.operand.type),
        target=QuantizationParameters.of(ranked(op.result)),
    ),
    cost=Cost(15_000, 10),
    storage=True,
)
register_made(
    UniformDequantizeOp,
    lambda op: partial(eval_uniform_dequantize, source=QuantizationParameters.of(ranked(op.operand))),
    cost=Cost(15_000, 10),
    storage=True,
)
