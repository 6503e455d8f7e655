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

from xdsl_stablehlo.dialects.stablehlo import (
    AbsOp,
    AddOp,
    AndOp,
    Atan2Op,
    BitcastConvertOp,
    CbrtOp,
    CeilOp,
    ClampOp,
    ClzOp,
    CompareOp,
    ComplexOp,
    ConvertOp,
    CosineOp,
    DivOp,
    Expm1Op,
    ExpOp,
    FloorOp,
    ImagOp,
    IsFiniteOp,
    Log1pOp,
    LogisticOp,
    LogOp,
    MaxOp,
    MinOp,
    MulOp,
    NegOp,
    NotOp,
    OrOp,
    PopulationCountOp,
    PowOp,
    RealOp,
    ReducePrecisionOp,
    RemOp,
    RoundNearestEvenOp,
    RoundOp,
    RsqrtOp,
    SelectOp,
    ShiftLeftOp,
    ShiftRightArithmeticOp,
    ShiftRightLogicalOp,
    SignOp,
    SineOp,
    SqrtOp,
    SubtractOp,
    TanhOp,
    TanOp,
    XorOp,
)
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array, bit_width, dtype_of, is_complex, is_int
from xdsl_stablehlo.values.storage import Varying, on_varying_part

from ....numerics import Arithmetic, arithmetic_of, conversion
from ....numerics.bits import bitcast
from ...support.blockwise import BlockMap
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


def eval_compare(op: CompareOp) -> ArrayKernel:
    """The comparison that the attributes of `op` name."""
    compare_type = None if op.compare_type is None else op.compare_type.data.value
    return arithmetic_of(operand_element_type(op)).comparison(
        op.comparison_direction.data.value, compare_type
    )


def eval_bitcast_convert(op: BitcastConvertOp) -> ArrayKernel:
    """`bitcast` from the operand's elements to the result's."""
    source, target = operand_element_type(op), ranked(op.result).element_type
    return partial(bitcast, from_bits=bit_width(source), to_bits=bit_width(target), dtype=dtype_of(target))


def _keeps_width(op: BitcastConvertOp) -> bool:
    return bit_width(operand_element_type(op)) == bit_width(ranked(op.result).element_type)


def _bitcast_varying(op: BitcastConvertOp, operands: Sequence[Varying]) -> Varying:
    return operands[0] if _keeps_width(op) else (True,) * ranked(op.result).get_num_dims()


def eval_reduce_precision(op: ReducePrecisionOp) -> ArrayKernel:
    """`reduce_precision` to the format that the attributes of `op` name."""
    return partial(
        arithmetic_of(operand_element_type(op)).reduce_precision,
        exponent_bits=op.exponent_bits.value.data,
        mantissa_bits=op.mantissa_bits.value.data,
    )


def eval_convert(op: ConvertOp) -> ArrayKernel:
    """The conversion from the operand's elements to the result's."""
    return conversion(operand_element_type(op), ranked(op.result).element_type)


register_method(AbsOp, lambda a: a.abs, exactness=libm_if_complex)
register_method(AddOp, lambda a: a.add)
register_method(AndOp, lambda a: a.and_)
register_method(Atan2Op, lambda a: a.atan2, cost=Cost(10_000, 100), exactness=Exactness.LIBM)
register(
    BitcastConvertOp,
    eval_bitcast_convert,
    cost=Cost(max_elements=lambda _, operands: operands[0].size * 64, varying=_bitcast_varying),
    storage=True,
    in_blocks=lambda op: BlockMap() if _keeps_width(op) else None,
)
register_method(CbrtOp, lambda a: a.cbrt, cost=Cost(10_000, 100), exactness=Exactness.LIBM)
register_method(CeilOp, lambda a: a.ceil)
register_method(ClampOp, lambda a: a.clamp)
register_elementwise(CompareOp, eval_compare)
register_method(ComplexOp, lambda a: a.complex)
register_elementwise(ConvertOp, eval_convert)
register_method(CosineOp, lambda a: a.cosine, exactness=Exactness.LIBM)
register_method(ClzOp, lambda a: a.count_leading_zeros)
register_method(DivOp, lambda a: a.divide, exactness=libm_if_complex, undefined=undefined_division)
register_method(ExpOp, lambda a: a.exponential, exactness=Exactness.LIBM)
register_method(Expm1Op, lambda a: a.exponential_minus_one, exactness=Exactness.LIBM)
register_method(FloorOp, lambda a: a.floor)
register_method(ImagOp, lambda a: a.imag)
register_method(IsFiniteOp, lambda a: a.is_finite)
register_method(LogOp, lambda a: a.log, exactness=Exactness.LIBM)
register_method(Log1pOp, lambda a: a.log_plus_one, exactness=Exactness.LIBM)
register_method(LogisticOp, lambda a: a.logistic, exactness=Exactness.LIBM)
register_method(MaxOp, lambda a: a.maximum)
register_method(MinOp, lambda a: a.minimum)
register_method(MulOp, lambda a: a.multiply)
register_method(NegOp, lambda a: a.negate)
register_method(NotOp, lambda a: a.not_)
register_method(OrOp, lambda a: a.or_)
register_method(PopulationCountOp, lambda a: a.popcnt)
register_method(PowOp, lambda a: a.power, cost=Cost(20_000, 120), exactness=libm_if_float)
register_method(RealOp, lambda a: a.real)
register_elementwise(ReducePrecisionOp, eval_reduce_precision, cost=Cost(20_000, 20))
register_method(RemOp, lambda a: a.remainder, cost=Cost(4_000, 8), undefined=undefined_division)
register_method(RoundOp, lambda a: a.round_nearest_afz)
register_method(RoundNearestEvenOp, lambda a: a.round_nearest_even)
register_method(RsqrtOp, lambda a: a.rsqrt, exactness=Exactness.LIBM)
register_elementwise(SelectOp, lambda op: eval_select, cost=Cost(2_000, 4))
register_method(ShiftLeftOp, lambda a: a.shift_left)
register_method(ShiftRightArithmeticOp, lambda a: a.shift_right_arithmetic)
register_method(ShiftRightLogicalOp, lambda a: a.shift_right_logical)
register_method(SignOp, lambda a: a.sign, exactness=libm_if_complex)
register_method(SineOp, lambda a: a.sine, exactness=Exactness.LIBM)
register_method(SqrtOp, lambda a: a.sqrt, exactness=libm_if_complex)
register_method(SubtractOp, lambda a: a.subtract)
register_method(TanOp, lambda a: a.tan, exactness=Exactness.LIBM)
register_method(TanhOp, lambda a: a.tanh, exactness=Exactness.LIBM)
register_method(XorOp, lambda a: a.xor)
