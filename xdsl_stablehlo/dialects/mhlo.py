"""The functions of MHLO that StableHLO took over late or not at all: TensorFlow writes them among StableHLO's ops."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl.ir import Attribute, Dialect
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def
from xdsl.traits import Pure

from .chlo.top_k import TRUE, infer_top_k
from .definition.lazy_format import op_definition
from .stablehlo.definition.constraints import HloBoolAttr, HloOp, I64Attr, ValueLike
from .stablehlo.hlo_types import HLO_AnyTensor, HLO_FpComplexOrQuantizedIntTensor
from .stablehlo.ops.arithmetic.elementwise.unary import UnaryElementwiseOp


class MhloFunction(UnaryElementwiseOp, ABC):
    """A function of each element."""

    operand = operand_def(HLO_FpComplexOrQuantizedIntTensor)
    result = result_def(HLO_FpComplexOrQuantizedIntTensor)


@op_definition
class MhloAcosOp(MhloFunction):
    """The arc cosine."""

    name = "mhlo.acos"


@op_definition
class MhloAcoshOp(MhloFunction):
    """The inverse hyperbolic cosine."""

    name = "mhlo.acosh"


@op_definition
class MhloAsinOp(MhloFunction):
    """The arc sine."""

    name = "mhlo.asin"


@op_definition
class MhloAsinhOp(MhloFunction):
    """The inverse hyperbolic sine."""

    name = "mhlo.asinh"


@op_definition
class MhloAtanhOp(MhloFunction):
    """The inverse hyperbolic tangent."""

    name = "mhlo.atanh"


@op_definition
class MhloCoshOp(MhloFunction):
    """The hyperbolic cosine."""

    name = "mhlo.cosh"


@op_definition
class MhloErfOp(MhloFunction):
    """The error function."""

    name = "mhlo.erf"


@op_definition
class MhloErfInvOp(MhloFunction):
    """The inverse of the error function."""

    name = "mhlo.erf_inv"


@op_definition
class MhloSinhOp(MhloFunction):
    """The hyperbolic sine."""

    name = "mhlo.sinh"


@op_definition
class MhloTanOp(MhloFunction):
    """The tangent."""

    name = "mhlo.tan"


@op_definition
class MhloTopKOp(HloOp):
    """The `k` largest elements along the last dimension, or the smallest ones, in order, and their indices."""

    name = "mhlo.topk"
    operand = operand_def(HLO_AnyTensor)
    k = prop_def(I64Attr)
    largest = opt_prop_def(HloBoolAttr, TRUE)
    values = result_def(HLO_AnyTensor)
    indices = result_def(HLO_AnyTensor)
    traits = traits_def(Pure())
    assembly_format = (
        "`(` $operand `,` `k` `=` $k (`,` `largest` `=` $largest^)? `)` attr-dict "
        "`:` type($operand) `->` `(` type($values) `,` type($indices) `)`"
    )

    def __init__(
        self,
        operand: ValueLike,
        k: int,
        *,
        largest: bool = True,
        result_types: Sequence[Attribute] | None = None,
    ):
        self.init_fields(vars() | {"largest": None if largest else False})

    def infer(self) -> Sequence[Attribute]:
        return infer_top_k(self.operand.type, self.k.value.data)


Mhlo = Dialect(
    "mhlo",
    [
        MhloAcosOp,
        MhloAcoshOp,
        MhloAsinOp,
        MhloAsinhOp,
        MhloAtanhOp,
        MhloCoshOp,
        MhloErfOp,
        MhloErfInvOp,
        MhloSinhOp,
        MhloTanOp,
        MhloTopKOp,
    ],
)
