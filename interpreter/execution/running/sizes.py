"""Sizes that are only known at run time, held to the constraints that a verifier could not decide before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, TensorType
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp
from xdsl_stablehlo.dialects.stablehlo.traits import TypesAgree

from ...errors import EvaluationError
from ...kernels.support.detached import detached_copy
from ...kernels.support.values import Value
from ...kernels.table import Kernel

Shape = tuple[int, ...]


def holding_sizes(op: Operation, kernel: Kernel) -> Kernel:
    """The kernel of `op`, some of whose operands have unknown sizes, which fails for sizes that they may not have.

    NumPy would broadcast [3] and [1], and cut a slice off at the end of its operand. Custom calls have no such rules.
    """
    if not isinstance(op, HloOp) or StableHLO.is_op(op, "stablehlo.custom_call"):
        return kernel
    count = len(op.operands)
    held: set[tuple[Shape | None, ...]] = set()

    def run(*values: Value, **options: Any) -> Value:
        shapes = tuple([x.shape if isinstance(x, np.ndarray) else None for x in values[:count]])
        if shapes not in held:
            _check(op, shapes)
            held.add(shapes)
        return kernel(*values, **options)

    return run


def _check(op: HloOp, shapes: Sequence[Shape | None]) -> None:
    """Raise `EvaluationError` where `op` does not hold for operands of these shapes."""
    copy = detached_copy(op, list(map(_sized, op.operand_types, shapes)), op.result_types)
    try:
        for trait in copy.get_traits_of_type(TypesAgree):
            trait.verify(copy)
        copy.verify_()
    except VerifyException as violation:
        given = ", ".join(["-" if shape is None else str(list(shape)) for shape in shapes])
        message = str(violation).removeprefix(f"'{op.name}' op ")
        raise EvaluationError(f"{message}, for operands of the shapes {given}") from None


def _sized(value_type: Attribute, shape: Shape | None) -> Attribute:
    return value_type if shape is None else TensorType(cast(AnyTensorType, value_type).element_type, shape)
