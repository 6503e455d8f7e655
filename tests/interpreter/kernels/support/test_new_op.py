"""An op added as CONTRIBUTING says, by a class and a registered kernel, is verified, evaluated and folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp, TensorType, i32
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Region
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects.base import fields
from xdsl_stablehlo.dialects.stablehlo import AddOp, ConstantOp, hlo_types as kinds
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp, Violation, ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import HLO_Tensor, ints
from xdsl_stablehlo.dialects.stablehlo.traits import SpeculatableIfAllInputsStatic, pure_if
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.interpreter.kernels.support.table import FIRST, KERNELS, entry_of, register
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of, attribute_of


class RotateOp(HloOp, op="made_up.rotate"):
    """The elements moved along each dimension, those at the end to the beginning."""

    operand: fields.OneOperand = fields.operand_def(HLO_Tensor)
    amounts: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    result: fields.InferredResult = fields.result_def(HLO_Tensor, alias="result_type", default=None)
    traits = pure_if(SpeculatableIfAllInputsStatic())

    def infer(self) -> Sequence[Attribute]:
        operand = ranked(self.operand)
        if len(ints(self.amounts)) != operand.get_num_dims():
            raise Violation("expects an amount for each dimension", "C1")
        return (operand,)


def eval_rotate(operand: Array, *, amounts: Sequence[int]) -> Array:
    """`operand` rotated by `amounts`."""
    return np.roll(operand, amounts, range(operand.ndim))


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    register(RotateOp, eval_rotate, moves=FIRST)
    yield
    del KERNELS[RotateOp]


def rotated_sum(amounts: Sequence[int]) -> ModuleOp:
    """`rotate(c) + rotate(c)` of a constant."""
    numbers = ConstantOp(attribute_of(np.array([[1, 2, 3], [4, 5, 6]], np.int32), TensorType(i32, [2, 3])))
    rotated = RotateOp(numbers, amounts)
    total = AddOp(rotated, rotated)
    body = Block([numbers, rotated, total, ReturnOp(total)])
    return ModuleOp([FuncOp("main", ((), total.result_types), Region(body))])


def test_a_new_op_is_verified() -> None:
    rotated_sum([0, 1]).verify()
    with pytest.raises(VerifyException, match=r"expects an amount for each dimension"):
        rotated_sum([1])


def test_a_new_op_is_evaluated_and_folded() -> None:
    expected = np.array([[6, 2, 4], [12, 8, 10]])
    module = rotated_sum([0, 1])
    (result,) = eval_module(module)
    assert (result.array == expected).all()
    fold_module(module)
    (constant,) = [op for op in module.walk() if isinstance(op, ConstantOp)]
    assert (array_of(constant.value) == expected).all()
    assert not [op for op in module.walk() if isinstance(op, RotateOp | AddOp)]


def test_the_registration_says_what_kind_of_op_it_is() -> None:
    (rotated,) = [op for op in rotated_sum([1, 0]).walk() if isinstance(op, RotateOp)]
    entry = entry_of(rotated)
    assert entry is not None
    assert entry.is_movement(rotated)
    assert entry.storage
    assert not entry.elementwise
