"""Values, types and regions to build ops with."""

from __future__ import annotations

from xdsl.dialects import test
from xdsl.dialects.builtin import AnyTensorType, TensorType
from xdsl.ir import Attribute, Block, Region, SSAValue

import xdsl_stablehlo.dialects.stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.shapes import DYNAMIC

UNKNOWN = DYNAMIC
"""The size that is written `?`."""


def value(t: Attribute) -> SSAValue:
    """Some value of type `t`."""
    return test.TestOp(result_types=[t]).results[0]


def tensor(element_type: Attribute, *shape: int, bounds: tuple[int, ...] = ()) -> AnyTensorType:
    """A tensor type, with bounds if there are any."""
    if bounds:
        return TensorType(element_type, shape, hlo.TypeExtensionsAttr(bounds))
    return TensorType(element_type, shape)


def adder(t: Attribute) -> Region:
    """A reducer that adds scalars."""
    block = Block(arg_types=[t, t])
    total = hlo.AddOp(block.args[0], block.args[1])
    block.add_ops([total, hlo.ReturnOp([total])])
    return Region(block)
