"""The functions of MHLO that StableHLO took over late or not at all: TensorFlow writes them among StableHLO's ops."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, Dialect
from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import Pure

from ..base import fields
from ..stablehlo import hlo_types as kinds
from ..stablehlo.definition import HloOp
from ..stablehlo.ops.arithmetic.elementwise import UnaryElementwiseOp
from .scan import TRUE, infer_top_k


# fmt: off
class MhloFunction(UnaryElementwiseOp, types=kinds.HLO_FpComplexOrQuantizedIntTensor): """A function of each element."""
class MhloAcosOp(MhloFunction, op="mhlo.acos"): """The arc cosine."""
class MhloAcoshOp(MhloFunction, op="mhlo.acosh"): """The inverse hyperbolic cosine."""
class MhloAsinOp(MhloFunction, op="mhlo.asin"): """The arc sine."""
class MhloAsinhOp(MhloFunction, op="mhlo.asinh"): """The inverse hyperbolic sine."""
class MhloAtanhOp(MhloFunction, op="mhlo.atanh"): """The inverse hyperbolic tangent."""
class MhloCoshOp(MhloFunction, op="mhlo.cosh"): """The hyperbolic cosine."""
class MhloErfOp(MhloFunction, op="mhlo.erf"): """The error function."""
class MhloErfInvOp(MhloFunction, op="mhlo.erf_inv"): """The inverse of the error function."""
class MhloSinhOp(MhloFunction, op="mhlo.sinh"): """The hyperbolic sine."""
class MhloTanOp(MhloFunction, op="mhlo.tan"): """The tangent."""
# fmt: on


class MhloTopKOp(HloOp, op="mhlo.topk"):
    """The `k` largest elements along the last dimension, or the smallest ones, in order, and their indices."""

    operand = operand_def(kinds.HLO_AnyTensor)
    k: fields.IntField = fields.prop_def(kinds.I64Attr)
    largest: fields.DefaultBoolField = fields.opt_prop_def(kinds.HloBoolAttr, TRUE)
    values = result_def(kinds.HLO_AnyTensor)
    indices = result_def(kinds.HLO_AnyTensor)
    traits = traits_def(Pure())
    assembly_format = (
        "`(` $operand `,` `k` `=` $k (`,` `largest` `=` $largest^)? `)` attr-dict "
        "`:` type($operand) `->` `(` type($values) `,` type($indices) `)`"
    )

    def __init__(
        self,
        operand: fields.ValueLike,
        k: int,
        *,
        largest: bool = True,
        result_types: Sequence[Attribute] | None = None,
    ):
        self.init_fields(vars() | {"largest": None if largest else False})

    def infer(self) -> Sequence[Attribute]:
        return infer_top_k(self.operand.type, self.k.value.data)


Mhlo = Dialect("mhlo", [*MhloFunction.__subclasses__(), MhloTopKOp])
