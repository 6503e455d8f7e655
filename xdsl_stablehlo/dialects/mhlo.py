"""The functions of MHLO that StableHLO took over late or not at all: TensorFlow writes them among StableHLO's ops."""

from __future__ import annotations

from abc import ABC

from xdsl.ir import Dialect
from xdsl.irdl import operand_def, result_def

from .lazy_format import op_definition
from .stablehlo.elementwise.unary import UnaryElementwiseOp
from .stablehlo.types import HLO_FpComplexOrQuantizedIntTensor


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
class MhloSinhOp(MhloFunction):
    """The hyperbolic sine."""

    name = "mhlo.sinh"


@op_definition
class MhloTanOp(MhloFunction):
    """The tangent."""

    name = "mhlo.tan"


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
        MhloSinhOp,
        MhloTanOp,
    ],
)
