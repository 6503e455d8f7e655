"""The test dialects: ops that ask what is inferred of their operand's op, and whether it is speculatable.

The passes in `transforms/shapes/hlo_test.py` answer them.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import AnyAttr, VarOperand, operand_def, var_result_def

from .base import fields
from .base.definition import DefinedOp, classes_of
from .base.fields import ValueLike


class AskingOp(DefinedOp, ABC):
    """A question about the op that defines the operand, replaced by its answer."""

    asked: fields.OpField[VarOperand, ValueLike] = fields.var_operand_def(AnyAttr(), alias="operand")
    answer: fields.StatedResults = fields.var_result_def(AnyAttr(), alias="result_types", default=())

    @property
    def question(self) -> Operation | None:
        """The op that is asked about; None where there is no such op, or more than one."""
        owner = self.operands[0].owner if len(self.operands) == 1 else None
        return owner if isinstance(owner, Operation) else None


class AnsweringOp(DefinedOp, ABC):
    """The answer, in the attributes `types0`, `types1`, ..."""

    operand = operand_def(AnyAttr())
    answer = var_result_def(AnyAttr())

    def __init__(
        self,
        operand: SSAValue,
        types: Sequence[Attribute],
        result_types: Sequence[Attribute],
        attributes: dict[str, Attribute],
    ):
        self.init_fields(vars())
        self.attributes = attributes | {f"types{i}": t for i, t in enumerate(types)}


# fmt: off
class GetReturnTypesOp(AskingOp, op="hlo_test_infer.get_return_types"): """Which result types are inferred?"""
class GetReturnTypeComponentsOp(AskingOp, op="hlo_test_infer.get_return_type_components"):
    """Which shapes are inferred, with `index` for elements that are not?"""
class ReifyReturnTypeShapesOp(AskingOp, op="hlo_test_infer.reify_return_type_shapes"):
    """Which ops compute the result's shape?"""

class ReturnTypesOp(AnsweringOp, op="hlo_test_infer.return_types", init=False): """The answer to `get_return_types`."""
class ReturnTypeComponentsOp(AnsweringOp, op="hlo_test_infer.return_type_components", init=False):
    """The answer to `get_return_type_components`."""

class SpeculatabilityOp(AskingOp, ABC):
    """An assertion about the op that defines the operand: both are erased where it holds."""
class IsSpeculatableOp(SpeculatabilityOp, op="hlo_test_speculatability.is_speculatable"):
    """Is the op always speculatable?"""
class IsNotSpeculatableOp(SpeculatabilityOp, op="hlo_test_speculatability.is_not_speculatable"):
    """Is the op not speculatable?"""
class IsRecursivelySpeculatableOp(SpeculatabilityOp, op="hlo_test_speculatability.is_recursively_speculatable"):
    """Is the op speculatable if the ops in its regions are?"""
# fmt: on


class NumpyBroadcastOp(DefinedOp, op="hlo_test_broadcast.numpy_broadcast"):
    """Asks to broadcast its operands together as NumPy does."""

    operands_: fields.ManyOperands = fields.var_operand_def(AnyAttr(), alias="operands")
    results_: fields.StatedResults = fields.var_result_def(AnyAttr(), alias="result_types")


HloTestInfer, HloTestSpeculatability, HloTestBroadcast = (
    Dialect(name, classes_of(__name__, name, Operation))
    for name in ("hlo_test_infer", "hlo_test_speculatability", "hlo_test_broadcast")
)
