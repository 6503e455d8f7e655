"""The test dialects: ops that ask what is inferred of their operand's op, and whether it is speculatable.

The passes in `transforms/hlo_test.py` answer them.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import AnyAttr, IRDLOperation, irdl_op_definition, operand_def, var_operand_def, var_result_def

from .stablehlo.definition import ValueLike


class AskingOp(IRDLOperation, ABC):
    """A question about the op that defines the operand, replaced by its answer."""

    asked = var_operand_def(AnyAttr())
    answer = var_result_def(AnyAttr())

    def __init__(self, operand: ValueLike, result_types: Sequence[Attribute] = ()):
        super().__init__(operands=[[operand]], result_types=[result_types])

    @property
    def question(self) -> Operation | None:
        """The op that is asked about; None where there is no such op, or more than one."""
        owner = self.operands[0].owner if len(self.operands) == 1 else None
        return owner if isinstance(owner, Operation) else None


@irdl_op_definition
class GetReturnTypesOp(AskingOp):
    """Which result types are inferred?"""

    name = "hlo_test_infer.get_return_types"


@irdl_op_definition
class GetReturnTypeComponentsOp(AskingOp):
    """Which shapes are inferred, with `index` for elements that are not?"""

    name = "hlo_test_infer.get_return_type_components"


@irdl_op_definition
class ReifyReturnTypeShapesOp(AskingOp):
    """Which ops compute the result's shape?"""

    name = "hlo_test_infer.reify_return_type_shapes"


class AnsweringOp(IRDLOperation, ABC):
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
        found: dict[str, Attribute] = {f"types{i}": t for i, t in enumerate(types)}
        super().__init__(operands=[operand], result_types=[result_types], attributes=attributes | found)


@irdl_op_definition
class ReturnTypesOp(AnsweringOp):
    """The answer to `get_return_types`."""

    name = "hlo_test_infer.return_types"


@irdl_op_definition
class ReturnTypeComponentsOp(AnsweringOp):
    """The answer to `get_return_type_components`."""

    name = "hlo_test_infer.return_type_components"


class SpeculatabilityOp(AskingOp, ABC):
    """An assertion about the op that defines the operand: both are erased where it holds."""


@irdl_op_definition
class IsSpeculatableOp(SpeculatabilityOp):
    """Is the op always speculatable?"""

    name = "hlo_test_speculatability.is_speculatable"


@irdl_op_definition
class IsNotSpeculatableOp(SpeculatabilityOp):
    """Is the op not speculatable?"""

    name = "hlo_test_speculatability.is_not_speculatable"


@irdl_op_definition
class IsRecursivelySpeculatableOp(SpeculatabilityOp):
    """Is the op speculatable if the ops in its regions are?"""

    name = "hlo_test_speculatability.is_recursively_speculatable"


@irdl_op_definition
class NumpyBroadcastOp(IRDLOperation):
    """Asks to broadcast its operands together as NumPy does."""

    name = "hlo_test_broadcast.numpy_broadcast"
    operands_ = var_operand_def(AnyAttr())
    results_ = var_result_def(AnyAttr())

    def __init__(self, operands: Sequence[ValueLike], result_types: Sequence[Attribute]):
        super().__init__(operands=[operands], result_types=[result_types])


HloTestInfer = Dialect(
    "hlo_test_infer",
    [
        GetReturnTypeComponentsOp,
        GetReturnTypesOp,
        ReifyReturnTypeShapesOp,
        ReturnTypeComponentsOp,
        ReturnTypesOp,
    ],
    [],
)

HloTestSpeculatability = Dialect(
    "hlo_test_speculatability", [IsNotSpeculatableOp, IsRecursivelySpeculatableOp, IsSpeculatableOp], []
)

HloTestBroadcast = Dialect("hlo_test_broadcast", [NumpyBroadcastOp], [])
