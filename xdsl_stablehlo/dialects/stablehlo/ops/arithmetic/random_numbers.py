"""Random numbers: rng and rng_bit_generator (specification sections of those names)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl import irdl
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from xdsl_stablehlo.values.element_types import is_float

from ....base import fields
from ... import hlo_types as kinds
from ...attributes import RngAlgorithm, RngAlgorithmAttr, RngDistribution, RngDistributionAttr
from ...constant import constant_ints
from ...definition import HloOp, Violation, quoted, ranked
from ...shapes import DYNAMIC, compatible_shapes
from ...syntax import FUNCTIONAL
from ...traits import ElementTypesMatch, SpeculatableIfStaticDimInOutputIsStaticInInput, pure_if

SPELLED_OUT = 64
"""An inferred type of more dimensions than this, and than are declared, is not made."""


class RngOp(HloOp, op="stablehlo.rng"):
    """Random numbers of a distribution, from a source that is not part of the program."""

    a: fields.OneOperand = fields.operand_def(kinds.HLO_ScalarPredIntOrFpTensor)
    b: fields.OneOperand = fields.operand_def(kinds.HLO_ScalarPredIntOrFpTensor)
    shape: fields.OneOperand = fields.operand_def(kinds.HLO_StaticDimensionTensor)
    rng_distribution: fields.PropertyField[RngDistributionAttr, RngDistribution] = fields.prop_def(
        RngDistributionAttr, alias="distribution"
    )
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_PredIntOrFpTensor, alias="result_type", default=None
    )
    traits = irdl.traits_def(ElementTypesMatch(("a", "b", "result"), "C1"))
    assembly_format = f"$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution {FUNCTIONAL}"

    def infer(self) -> Sequence[Attribute]:
        elements, count = ranked(self.b).element_type, ranked(self.shape).get_shape()[0]
        if self.results and count > max(ranked(self.result).get_num_dims(), SPELLED_OUT):
            raise Violation(
                f"inferred type of rank {count} is incompatible with return type(s) of operation "
                f"{quoted(self.result_types)}",
                "C3",
            )
        is_normal = self.rng_distribution.data is RngDistribution.NORMAL
        if is_normal and not (is_float(ranked(self.a).element_type) and is_float(elements)):
            raise Violation("mu and sigma must be floats", "C2")
        sizes = constant_ints(self.shape, count)
        return (TensorType(elements, [DYNAMIC] * count if sizes is None else sizes),)


class RngBitGeneratorOp(HloOp, op="stablehlo.rng_bit_generator"):
    """Random bits from a state, and the state after them."""

    rng_algorithm = irdl.prop_def(RngAlgorithmAttr)
    initial_state = irdl.operand_def(kinds.HLO_IntOrFpTensor)
    output_state = irdl.result_def(kinds.HLO_IntOrFpTensor)
    output = irdl.result_def(kinds.HLO_StaticShapeIntOrFpTensor)
    traits = pure_if(SpeculatableIfStaticDimInOutputIsStaticInInput())
    assembly_format = f"$initial_state `,` `algorithm` `=` $rng_algorithm {FUNCTIONAL}"

    def __init__(
        self,
        initial_state: fields.ValueLike,
        algorithm: RngAlgorithm,
        output_type: Attribute,
        output_state_type: Attribute | None = None,
    ):
        types = (output_state_type or SSAValue.get(initial_state).type, output_type)
        self.init_fields(vars() | {"rng_algorithm": algorithm, "result_types": types})

    def check(self) -> None:
        before, after = ranked(self.initial_state), ranked(self.output_state)
        if not compatible_shapes(before.get_shape(), after.get_shape()):
            raise Violation(
                "output state shape must be compatible with initial state shape. Got: "
                f"'{before}' and '{after}'",
                "C1",
            )
