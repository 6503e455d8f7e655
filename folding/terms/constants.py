"""Constant ops for arrays, and whether the readers of a value accept one, or a type that says more sizes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, LocationAttr, TensorType
from xdsl.dialects.func import CallOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects.stablehlo.constant import ConstantOp, may_be_constant
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp
from xdsl_stablehlo.dialects.stablehlo.shapes import compatible_types
from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.transforms.shapes.dynamic_ops import DYNAMIC_OPS
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import attribute_of, attribute_of_scalar
from xdsl_stablehlo.values.storage import is_splat, nearest_axis

from ..tuning import TILE, TILED_BYTES
from .deferred import Deferred, Sized, elements_as_constant
from .reasons import Code, Refusal


def written_array(value: SSAValue) -> Array | None:
    """The elements of a value that the program has as a constant; None for any other value."""
    try:
        return value.owner.array() if isinstance(value.owner, ConstantOp) else None
    except ValueError:  # a resource that the program does not have
        return None


def constant_type(declared: AnyTensorType, array: Sized) -> AnyTensorType:
    """The declared type, or the static type of `array` where some size was not known."""
    return declared if declared.get_shape() == array.shape else TensorType(declared.element_type, array.shape)


def make_constant(
    array: Array, result_type: AnyTensorType, location: LocationAttr | None = None
) -> ConstantOp:
    """A constant op that holds `array`, whose `constant_type` is given."""
    value = attribute_of(row_major(array), result_type, owned=True)
    return ConstantOp.create(result_types=[result_type], properties={"value": value}, location=location)


def is_whole(declared: Attribute, known: Value, limit: int) -> bool:
    """Whether a constant of exactly the declared type, of at most `limit` elements, can be made of a value."""
    if not is_array(known) or elements_as_constant(known) > limit:
        return False
    if is_tensor_type(declared):
        return constant_type(declared, known) == declared and may_be_constant(declared)
    return attribute_of_scalar(known, declared) is not None


def row_major(array: Array) -> Array:
    """`array` in row-major order. A large one that is stored the other way round is copied tile by tile, because
    NumPy walks through it in rows, each element in another cache line."""
    if array.flags.c_contiguous or array.ndim < 2 or array.nbytes < TILED_BYTES or is_splat(array):
        return array
    near, last = nearest_axis(array), array.ndim - 1
    if near == last:
        return array
    result = np.empty(array.shape, array.dtype)
    tile: list[slice] = [slice(None)] * array.ndim
    for i in range(0, array.shape[near], TILE):
        tile[near] = slice(i, i + TILE)
        for j in range(0, array.shape[last], TILE):
            tile[last] = slice(j, j + TILE)
            result[tuple(tile)] = array[tuple(tile)]
    return result


def make_scalar(array: Array, declared: Attribute, location: LocationAttr | None = None) -> Operation:
    """An `arith.constant` of a scalar for which there is an attribute."""
    # Here, because few programs need the dialect.
    from xdsl.dialects.arith import ConstantOp as ScalarOp

    value = attribute_of_scalar(array, declared)
    assert value is not None
    return ScalarOp.create(result_types=[declared], properties={"value": value}, location=location)


def needs_cast(reader: Operation) -> bool:
    """Whether an op of another dialect reads tensors of exactly the declared type: a constant for it is cast.

    Not at the end of a block, a call, or a function: a program without other dialects stays one.
    """
    if isinstance(reader, HloOp | CallOp | ReturnOp) or reader.name == "tensor.cast":
        return False
    # The last op of its block may end it, if nobody knows the op.
    return reader.next_op is not None and not reader.has_trait(IsTerminator, value_if_unregistered=False)


# ---- whether readers accept a constant, or a type with more known sizes than declared ----
#
# A program whose declared types contradict what it computes is undefined, but valid as long as that does not show.


READ_CONSTANTS = frozenset(
    {*DYNAMIC_OPS, "stablehlo.rng", "stablehlo.set_dimension_size"} - {"stablehlo.real_dynamic_slice"}
)
"""Ops whose verifier looks at operands that are constants."""


class Replacements:
    """Values in whose place others are going to be, and what those are like."""

    def __init__(
        self, resolved: Callable[[SSAValue], SSAValue], before: Mapping[SSAValue, SSAValue] | None = None
    ):
        """`resolved` gives the value that another one always is; `before` are those replaced before."""
        self._resolved = resolved
        self.stand_ins: dict[SSAValue, SSAValue] = dict(before or {})

    def refuse_constant(
        self,
        value: SSAValue,
        known: Sized,
        refined: AnyTensorType,
        readers: Collection[Operation],
        casts: bool = False,
    ) -> Refusal | None:
        """Why no constant of type `refined` that holds what is `known` can be in the place of `value`.

        None, and one is going to be. With `casts`, readers that need the declared type get it by a `tensor.cast`.
        """
        if casts and refined != value.type and not _is_cast(value.owner):
            readers = [reader for reader in readers if not needs_cast(reader)]
        array = known.value if isinstance(known, Deferred) else known
        if array is not None and any(reader.name in READ_CONSTANTS for reader in readers):
            return self._refuse(value, make_constant(array, refined).output, readers)
        return None if refined is value.type else self._refuse(value, _stand_in(refined), readers)

    def refuse_type(
        self, value: SSAValue, refined: Attribute, readers: Collection[Operation]
    ) -> Refusal | None:
        """Why `value` cannot have the type `refined` for those who read it; None, and it is going to have it."""
        return self._refuse(value, _stand_in(refined), readers)

    def _refuse(self, value: SSAValue, stand_in: SSAValue, readers: Collection[Operation]) -> Refusal | None:
        declared, refined = value.type, stand_in.type
        if not compatible_types(declared, refined):
            return Refusal(Code.UNDEFINED, f"gives a '{refined}' where '{declared}' is declared")
        self.stand_ins[value] = stand_in
        for reader in readers:
            refusal = self._refuse_use(reader, declared, refined)
            if refusal is not None:
                del self.stand_ins[value]
                return refusal
        return None

    def _stand_in_of(self, value: SSAValue) -> SSAValue:
        """The replacement of an operand: the value itself, or for the one that it always is."""
        own = self.stand_ins.get(value)
        last = self._resolved(value)
        return own or self.stand_ins.get(last) or _stand_in(last.type)

    def _refuse_use(self, op: Operation, declared: Attribute, refined: Attribute) -> Refusal | None:
        """Why `op` does not take its operands as they are going to be."""
        if declared == refined and op.name not in READ_CONSTANTS:
            return None
        if _is_cast(op):
            return None
        if not isinstance(op, HloOp) or isinstance(op, CallOp | ReturnOp) or op.has_trait(IsTerminator):
            return Refusal(Code.USES, f"has a user, '{op.name}', that needs the type '{declared}'")
        # What does not verify by itself with the operands that it has says nothing about others.
        if _verifies(op, self._stand_in_of) or not _verifies(op, lambda value: _stand_in(value.type)):
            return None
        return Refusal(Code.UNDEFINED, f"has a user, '{op.name}', whose types contradict it")


def _is_cast(op: Operation | Block) -> bool:
    """Whether `op` is a `tensor.cast`, which takes tensors of more or fewer known sizes."""
    return isinstance(op, Operation) and op.name == "tensor.cast"


def readers_of(value: SSAValue) -> list[Operation]:
    """The ops of the program that read a value."""
    return list(dict.fromkeys([use.operation for use in value.uses]))


def _verifies(op: Operation, stand_in_of: Callable[[SSAValue], SSAValue]) -> bool:
    """Whether `op` verifies with these operands in the place of others, as far as an op does that is in no program."""
    # A copy is asked, which reads nothing of the program: that is not to be touched.
    operands = {value: stand_in_of(value) for value in op.operands}
    copy = op.clone_without_regions(dict(operands))
    for region, empty in zip(op.regions, copy.regions):
        for block in region.blocks:
            ops = () if block.last_op is None else (_apart(block.last_op),)
            empty.add_block(Block(ops, arg_types=[argument.type for argument in block.args]))
    try:
        copy.verify_()
    except VerifyException:
        return False
    return True


def _apart(last: Operation) -> Operation:
    """A copy of the op that ends a block, on operands of the same types."""
    return last.clone({value: _stand_in(value.type) for value in last.operands})


def _stand_in(value_type: Attribute) -> SSAValue:
    """A value of this type."""
    return Block(arg_types=[value_type]).args[0]
