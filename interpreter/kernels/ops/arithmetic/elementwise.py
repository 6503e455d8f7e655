"""Kernels of the elementwise ops: each is the method of its operands' arithmetic (`interpreter/numerics`).

An array that was broadcast has stride 0 along the new dimensions. Where that holds for all operands of an op, it is
evaluated without these dimensions and its result is broadcast again: a splat stays one element throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from typing_extensions import TypeVar, Unpack
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition.constraints import ranked
from xdsl_stablehlo.values.element_types import Array, bit_width, dtype_of, is_complex, is_int
from xdsl_stablehlo.values.storage import Varying, on_varying_part

from ....numerics import Arithmetic, arithmetic_of, conversion
from ....numerics.conversion import bitcast
from ...support.values import BlockMap
from ...table import COMPUTED, ArrayKernel, Cost, Exactness, Facts, as_operands, register

OpT = TypeVar("OpT", bound=Operation)


def eval_select(pred: Array, on_true: Array, on_false: Array) -> Array:
    """`on_true` where `pred` holds, `on_false` elsewhere; `pred` may be a scalar (spec: select)."""
    if pred.ndim == 0:
        return on_true if pred else on_false
    return np.where(pred, on_true, on_false)


def operand_element_type(op: Operation) -> Attribute:
    """The element type of the first operand."""
    return ranked(op.operands[0]).element_type


def register_method(
    op_class: type[OpT], method: Callable[[Arithmetic], ArrayKernel], **facts: Unpack[Facts]
) -> None:
    """Register an op that is a method of the arithmetic of its first operand's elements."""
    register_elementwise(op_class, lambda op: method(arithmetic_of(operand_element_type(op))), **facts)


def register_elementwise(
    op_class: type[OpT], make: Callable[[OpT], ArrayKernel], **facts: Unpack[Facts]
) -> None:
    """Register an op with an elementwise kernel."""

    def kernel(op: OpT) -> ArrayKernel:
        compute = make(op)
        # An op on scalars has nothing to leave out; in a batched body its operands are arrays all the same.
        rank = ranked(op.results[0]).get_num_dims()
        return on_varying_part(compute, len(op.operands)) if rank else compute

    facts["cost"] = replace(facts.get("cost", COMPUTED), varying=as_operands)
    register(op_class, kernel, elementwise=True, **facts)


def libm_if_complex(op: Operation) -> Exactness:
    """IEEE 754 defines the op on real numbers, nobody does on complex ones."""
    return Exactness.LIBM if is_complex(operand_element_type(op)) else Exactness.EXACT


def libm_if_float(op: Operation) -> Exactness:
    return Exactness.EXACT if is_int(operand_element_type(op)) else Exactness.LIBM


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


register_method(hlo.AbsOp, lambda a: a.abs, exactness=libm_if_complex)
register_method(hlo.AddOp, lambda a: a.add)
register_method(hlo.AndOp, lambda a: a.and_)
register_method(hlo.Atan2Op, lambda a: a.atan2, cost=Cost(10_000, 100), exactness=Exactness.LIBM)
register(
    hlo.BitcastConvertOp,
    eval_bitcast_convert,
    cost=Cost(max_elements=lambda _, operands: operands[0].size * 64, varying=_bitcast_varying),
    storage=True,
    in_blocks=lambda op: BlockMap() if _keeps_width(op) else None,
)
register_method(hlo.CbrtOp, lambda a: a.cbrt, cost=Cost(10_000, 100), exactness=Exactness.LIBM)
register_method(hlo.CeilOp, lambda a: a.ceil)
register_method(hlo.ClampOp, lambda a: a.clamp)
register_elementwise(hlo.CompareOp, eval_compare)
register_method(hlo.ComplexOp, lambda a: a.complex)
register_elementwise(hlo.ConvertOp, eval_convert)
register_method(hlo.CosineOp, lambda a: a.cosine, exactness=Exactness.LIBM)
register_method(hlo.ClzOp, lambda a: a.count_leading_zeros)
register_method(hlo.DivOp, lambda a: a.divide, exactness=libm_if_complex, undefined=undefined_division)
register_method(hlo.ExpOp, lambda a: a.exponential, exactness=Exactness.LIBM)
register_method(hlo.Expm1Op, lambda a: a.exponential_minus_one, exactness=Exactness.LIBM)
register_method(hlo.FloorOp, lambda a: a.floor)
register_method(hlo.ImagOp, lambda a: a.imag)
register_method(hlo.IsFiniteOp, lambda a: a.is_finite)
register_method(hlo.LogOp, lambda a: a.log, exactness=Exactness.LIBM)
register_method(hlo.Log1pOp, lambda a: a.log_plus_one, exactness=Exactness.LIBM)
register_method(hlo.LogisticOp, lambda a: a.logistic, exactness=Exactness.LIBM)
register_method(hlo.MaxOp, lambda a: a.maximum)
register_method(hlo.MinOp, lambda a: a.minimum)
register_method(hlo.MulOp, lambda a: a.multiply)
register_method(hlo.NegOp, lambda a: a.negate)
register_method(hlo.NotOp, lambda a: a.not_)
register_method(hlo.OrOp, lambda a: a.or_)
register_method(hlo.PopulationCountOp, lambda a: a.popcnt)
register_method(hlo.PowOp, lambda a: a.power, cost=Cost(20_000, 120), exactness=libm_if_float)
register_method(hlo.RealOp, lambda a: a.real)
register_elementwise(hlo.ReducePrecisionOp, eval_reduce_precision, cost=Cost(20_000, 20))
register_method(hlo.RemOp, lambda a: a.remainder, cost=Cost(4_000, 8), undefined=undefined_division)
register_method(hlo.RoundOp, lambda a: a.round_nearest_afz)
register_method(hlo.RoundNearestEvenOp, lambda a: a.round_nearest_even)
register_method(hlo.RsqrtOp, lambda a: a.rsqrt, exactness=Exactness.LIBM)
register_elementwise(hlo.SelectOp, lambda op: eval_select, cost=Cost(2_000, 4))
register_method(hlo.ShiftLeftOp, lambda a: a.shift_left)
register_method(hlo.ShiftRightArithmeticOp, lambda a: a.shift_right_arithmetic)
register_method(hlo.ShiftRightLogicalOp, lambda a: a.shift_right_logical)
register_method(hlo.SignOp, lambda a: a.sign, exactness=libm_if_complex)
register_method(hlo.SineOp, lambda a: a.sine, exactness=Exactness.LIBM)
register_method(hlo.SqrtOp, lambda a: a.sqrt, exactness=libm_if_complex)
register_method(hlo.SubtractOp, lambda a: a.subtract)
register_method(hlo.TanOp, lambda a: a.tan, exactness=Exactness.LIBM)
register_method(hlo.TanhOp, lambda a: a.tanh, exactness=Exactness.LIBM)
register_method(hlo.XorOp, lambda a: a.xor)
