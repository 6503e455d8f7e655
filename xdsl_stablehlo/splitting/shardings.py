"""Shardings of derived weights: those of their sources, as Shardy carries them through the ops of setup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import NamedTuple

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.sdy.attributes import ShardingAttr
from xdsl_stablehlo.dialects.sdy.structure import DimensionSharding, TensorSharding
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of

SHARDY, GSPMD = "sdy.sharding", "mhlo.sharding"
"""Attributes of arguments that say how devices share them."""

UNSHARDED = DimensionSharding(())
"""A dimension that every device has as a whole."""

MOVING = (hlo.BroadcastInDimOp, hlo.TransposeOp, hlo.ReshapeOp, hlo.SliceOp, hlo.ReduceOp)
"""Ops, besides elementwise ones, whose results have dimensions of their first operand."""


class _Source(NamedTuple):
    """An operand that decides how a result is sharded."""

    value: SSAValue
    dimensions: list[int | None]
    """For each dimension of the result, the dimension of the operand that it is."""

    @property
    def is_whole(self) -> bool:
        """Whether the result has all dimensions of the operand, in order."""
        return self.dimensions == [*range(len(ranked(self.value).get_shape()))]


def carried_shardings(
    func: FuncOp, at_load: Sequence[int], ops: Iterable[Operation]
) -> Mapping[SSAValue, Mapping[str, Attribute]]:
    """The sharding attributes of the arguments `at_load` of a function, and of what `ops` compute from them.

    A dimension of a result is sharded as the one of an operand that it is; a result has no sharding if two operands
    disagree. Attributes that are not of Shardy are carried only by elementwise ops on equally sharded operands.
    """
    attributes = func.arg_attrs.data if func.arg_attrs is not None else ()
    found: dict[SSAValue, Mapping[str, Attribute]] = {}
    for arg, known in zip(func.args, attributes):
        said = {key: known.data[key] for key in (SHARDY, GSPMD) if key in known.data}
        if said and arg.index in at_load:
            found[arg] = said
    for op in ops:
        sources = [each for each in _sources(op) if each.value in found]
        if sources:
            said = _of_result(sources, found)
            if said:
                found[op.results[0]] = said
    return found


def _sources(op: Operation) -> list[_Source]:
    """The operands that decide how the result of an op is sharded."""
    entry = entry_of(op)
    elementwise = entry is not None and entry.elementwise
    if len(op.results) != 1 or not (elementwise or isinstance(op, MOVING)):
        return []
    shape = ranked(op.results[0]).get_shape()
    if elementwise:
        return [_Source(v, [*range(len(shape))]) for v in op.operands if ranked(v).get_shape() == shape]
    operand = op.operands[0]
    before = ranked(operand).get_shape()
    dimensions: list[int | None] = [None] * len(shape)
    if isinstance(op, hlo.BroadcastInDimOp):
        for i, dimension in enumerate(ints(op.broadcast_dimensions)):
            dimensions[dimension] = i
    elif isinstance(op, hlo.TransposeOp):
        dimensions = [*ints(op.permutation)]
    elif isinstance(op, hlo.ReshapeOp):
        # A dimension stays if it is as large as before, and so is the product of those before it.
        same = {(prod(before[:i]), extent): i for i, extent in enumerate(before) if extent > 1}
        dimensions = [same.get((prod(shape[:i]), extent)) for i, extent in enumerate(shape)]
    elif isinstance(op, hlo.SliceOp):
        dimensions = [*range(len(shape))]
    elif isinstance(op, hlo.ReduceOp):
        dimensions = [i for i in range(len(before)) if i not in ints(op.dimensions)]
    kept = [i if i is not None and before[i] == extent else None for i, extent in zip(dimensions, shape)]
    return [_Source(operand, kept)]


def _of_result(
    sources: Sequence[_Source], found: Mapping[SSAValue, Mapping[str, Attribute]]
) -> Mapping[str, Attribute]:
    """The sharding attributes of a result."""
    first = found[sources[0].value]
    if SHARDY not in first:
        return first if all(found[each.value] == first and each.is_whole for each in sources) else {}
    ways: list[list[DimensionSharding]] = []
    shardings: list[TensorSharding] = []
    for source in sources:
        said = found[source.value].get(SHARDY)
        if not isinstance(said, ShardingAttr) or said.data.unreduced:
            return {}  # not of Shardy, or devices hold terms, and only their sum is the value
        shardings.append(said.data)
        ways.append([UNSHARDED if i is None else said.data.dimensions[i] for i in source.dimensions])
    merged = [max(each, key=lambda part: len(part.axes)) for each in zip(*ways, strict=True)]
    agree = all(
        part.axes == longest.axes[: len(part.axes)] for way in ways for part, longest in zip(way, merged)
    )
    names = [axis.name for part in merged for axis in part.axes]
    twice = merged not in ways and len(names) != len(set(names))
    mesh = shardings[0].mesh
    if not names or not agree or twice or any(each.mesh != mesh for each in shardings):
        return {}
    return {SHARDY: ShardingAttr(TensorSharding(mesh, tuple(merged)))}
