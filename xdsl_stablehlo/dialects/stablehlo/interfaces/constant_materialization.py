"""The interface by which xDSL's folder makes a constant op of a folded attribute."""

from __future__ import annotations

from xdsl.dialect_interfaces.constant_materialization import ConstantMaterializationInterface
from xdsl.ir import Attribute, Operation

from ..ops.structure.constant import ELEMENTS, ConstantOp


class MaterializeConstants(ConstantMaterializationInterface):
    """Elements become a `ConstantOp`."""

    def materialize_constant(self, value: Attribute, type: Attribute) -> Operation | None:
        return ConstantOp(value, type) if isinstance(value, ELEMENTS) else None
