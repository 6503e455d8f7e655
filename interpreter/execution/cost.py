"""What evaluating an op takes, estimated in nanoseconds of one core before it is evaluated.

The figures were measured on a machine of 2020 and are rounded up: an evaluation should take no longer than its
estimate says. `Evaluator.work` counts elementary operations where the number of elements does not say them; what they
cost each, and what a run costs besides, is said here. Bodies of regions and called functions are charged when they run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xdsl.dialects.func import CallOp
from xdsl.ir import Operation

from ...dialects import chlo, stablehlo as hlo
from ..kernels.table import Evaluator, Exactness
from .type_facts import COMPLEX_ARITHMETIC, KnownTypes, TypeFacts

RUN = 3_000
"""Setting up one run of a body."""

SCALAR_RUN = 50
"""One iteration of a loop over scalars that is written as Python code, besides its ops."""

SCALAR_OPERATOR = 60
"""An operator of Python between two of NumPy's scalars."""

SCALAR_KERNEL = 3_000
"""Any other kernel on scalars; a heavy one charges itself."""

PAIR = 100
"""Moving one pair of elements to where a comparator sees it."""

MATRIX = 12_000
"""Factorising one small matrix of a batch."""

ROUND = 8_000
"""Choosing the updates of a scatter that can be combined at once."""

METERED = 1_000_000
"""An op that takes longer is charged by itself when it runs, a lighter one together with its block."""


class Price(NamedTuple):
    """What an op of some class costs in nanoseconds."""

    once: int
    """Whatever the operands are."""
    each: int
    """For each elementary operation, or for each element of the largest operand or result."""


TRANSCENDENTAL = Price(10_000, 100)
"""A function of the mathematical library on one element of any type."""

PRICES: dict[type[Operation], Price] = {
    # Views, and what is made when it is read.
    **dict.fromkeys(
        (
            hlo.BroadcastInDimOp,
            hlo.GetTupleElementOp,
            hlo.IotaOp,
            hlo.ReverseOp,
            hlo.SliceOp,
            hlo.TransposeOp,
            hlo.TupleOp,
            hlo.DynamicSliceOp,
            hlo.DynamicBroadcastInDimOp,
        ),
        Price(4_000, 0),
    ),
    # What runs bodies is charged for them as they run.
    CallOp: Price(3_000, 0),
    hlo.CompositeOp: Price(3_000, 0),
    hlo.IfOp: Price(4_000, 0),
    hlo.CaseOp: Price(4_000, 0),
    hlo.WhileOp: Price(8_000, 0),
    hlo.ReduceOp: Price(25_000, 3),
    hlo.MapOp: Price(15_000, 2),
    hlo.ReduceWindowOp: Price(100_000, 2),
    hlo.SelectAndScatterOp: Price(60_000, 15),
    hlo.ScatterOp: Price(25_000, 15),
    hlo.SortOp: Price(25_000, 15),
    chlo.ScanOp: Price(30_000, 5),
    # What touches each element in a way of its own.
    hlo.SelectOp: Price(2_000, 4),
    hlo.PadOp: Price(6_000, 2),
    hlo.DynamicPadOp: Price(6_000, 2),
    hlo.GatherOp: Price(20_000, 10),
    hlo.DynamicGatherOp: Price(20_000, 10),
    hlo.TorchIndexSelectOp: Price(20_000, 10),
    hlo.BatchNormTrainingOp: Price(40_000, 40),
    hlo.BatchNormInferenceOp: Price(40_000, 40),
    hlo.BatchNormGradOp: Price(40_000, 60),
    hlo.RemOp: Price(4_000, 25),
    hlo.ReducePrecisionOp: Price(20_000, 20),
    hlo.UniformQuantizeOp: Price(15_000, 10),
    hlo.UniformDequantizeOp: Price(15_000, 10),
    chlo.TopKOp: Price(15_000, 120),
    # Products.
    hlo.DotGeneralOp: Price(25_000, 1),
    hlo.DotOp: Price(25_000, 1),
    hlo.EinsumOp: Price(60_000, 1),
    hlo.ConvolutionOp: Price(100_000, 2),
    hlo.DynamicConvOp: Price(100_000, 2),
    chlo.RaggedDotOp: Price(100_000, 2),
    hlo.CholeskyOp: Price(15_000, 2),
    hlo.TriangularSolveOp: Price(30_000, 2),
    hlo.FftOp: Price(15_000, 2),
    hlo.RngBitGeneratorOp: Price(150_000, 1),
    # Functions.
    hlo.PowOp: Price(20_000, 120),
    hlo.Atan2Op: Price(10_000, 100),
    hlo.CbrtOp: Price(10_000, 100),
    chlo.BesselI1eOp: Price(200_000, 300),
    chlo.DigammaOp: Price(5_000_000, 6_000),
    chlo.ErfOp: Price(10_000, 120),
    chlo.ErfcOp: Price(10_000, 120),
    chlo.ErfInvOp: Price(80_000, 300),
    chlo.LgammaOp: Price(4_000_000, 4_000),
    chlo.PolygammaOp: Price(6_000_000, 12_000),
    chlo.ZetaOp: Price(500_000, 4_000),
    chlo.BroadcastPolygammaOp: Price(6_000_000, 12_000),
    chlo.BroadcastZetaOp: Price(500_000, 4_000),
}
"""The ops whose prices do not follow from their element types."""


def work_of(
    op: Operation, evaluator: Evaluator | None, types: KnownTypes, elements: int | None = None
) -> int:
    """Nanoseconds that evaluating `op` takes, the bodies of its regions and its callees not counted.

    `elements` is the size of its largest operand or result where that is known better than from the types; sizes that
    nobody knows count as one.
    """
    facts = [types.of(value.type) for value in (*op.operands, *op.results)]
    once, each = _price(op, evaluator, facts)
    if type(op) is hlo.CholeskyOp:
        side = facts[0].value_type.get_shape()[-1]
        once += MATRIX * ((facts[0].elements or 1) // max(1, side * side))
    if elements is None:
        elements = max([1 if fact.elements is None else fact.elements for fact in facts], default=0)
        counted = evaluator and evaluator.work
        if counted and not has_unknown_size(op, types):
            elements = max(elements, counted(op))
    return once + each * elements


def has_unknown_size(op: Operation, types: KnownTypes) -> bool:
    """Whether some operand or result of `op` has a size that its type does not say."""
    return any(types.of(value.type).elements is None for value in (*op.operands, *op.results))


def _price(op: Operation, evaluator: Evaluator | None, facts: Sequence[TypeFacts]) -> Price:
    """What `op` costs: the price of its class, or one for what its element types take."""
    price = PRICES.get(type(op))
    arithmetic = max([fact.arithmetic for fact in facts], default=1)
    if price is None:
        libm = evaluator is not None and evaluator.exactness is Exactness.LIBM
        price = TRANSCENDENTAL if libm else Price(2_000, arithmetic)
    elif arithmetic == COMPLEX_ARITHMETIC:
        price = Price(price.once + 20_000, 5 * price.each)
    if any(fact.quantized for fact in facts):
        return Price(price.once + 30_000, price.each + 30)
    return price
