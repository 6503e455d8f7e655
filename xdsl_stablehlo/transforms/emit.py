"""Writing ops in the place of another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from ..dialects import stablehlo as hlo
from ..dialects.stablehlo.constraints import ranked
from ..element_types import dtype_of
from ..elements import attribute_of


@dataclass(frozen=True)
class Emitter:
    """Puts new ops in front of `place`, with its location."""

    place: Operation

    def __call__(self, op: Operation) -> SSAValue:
        """The (first) result of `op`, put in front of the place."""
        self.all(op)
        return op.results[0]

    def all(self, op: Operation) -> Sequence[SSAValue]:
        """The results of `op`, put in front of the place."""
        assert self.place.parent is not None
        op.location = self.place.location
        self.place.parent.insert_op_before(op, self.place)
        return op.results

    def constant(self, value: float | bool, element_type: Attribute) -> SSAValue:
        """A scalar constant."""
        array = np.array(value, dtype_of(element_type))
        return self(hlo.ConstantOp(attribute_of(array, TensorType(element_type, []))))

    def filled(self, value: SSAValue, shape: Sequence[int]) -> SSAValue:
        """The scalar `value` at every index of `shape`."""
        return self.spread(value, shape, [])

    def spread(self, value: SSAValue, shape: Sequence[int], dims: Sequence[int]) -> SSAValue:
        """`value` broadcast to `shape`, its dimensions becoming `dims` there; itself where it has that shape."""
        if ranked(value).get_shape() == tuple(shape):
            return value
        result_type = TensorType(ranked(value).element_type, shape)
        return self(hlo.BroadcastInDimOp(value, dims, result_type))

    def reshaped(self, value: SSAValue, shape: Sequence[int]) -> SSAValue:
        """`value` with the elements in the same order, in another shape."""
        return self(hlo.ReshapeOp(value, TensorType(ranked(value).element_type, shape)))

    def replace(self, values: Sequence[SSAValue]) -> None:
        """Let `values` stand for the results of the place, which goes."""
        for old, new in zip(self.place.results, values, strict=True):
            new.name_hint = new.name_hint or old.name_hint
            old.replace_all_uses_with(new)
        self.place.detach()
        self.place.erase()
