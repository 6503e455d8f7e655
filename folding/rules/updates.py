"""Ops that write into a tensor, and reads of what they wrote."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from xdsl.ir import SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import ScatterDims
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.interpreter.kernels.support.positions import inside_of, result_index

from ..facts.boxes import gives_argument, layout, source, whole
from ..facts.known import Known, static_shape
from ..facts.transfer import kind_of
from ..tuning import SCANNED
from .conditions import same_uniform
from .engine import Form, Outcome, law, rule
from .reductions import reducer_of

StartedOp: TypeAlias = "hlo.DynamicSliceOp | hlo.DynamicUpdateSliceOp"


@law("updates-nothing", "dynamic_update_slice(x, y, ...)", "x")
def _updates_nothing(_: Known, op: hlo.DynamicUpdateSliceOp) -> bool:
    """where y has no elements"""
    return 0 in (static_shape(op.update) or ())


@law("updated-with-itself", "dynamic_update_slice(x, y, ...)", "x")
def _writes_what_is_there(known: Known, op: hlo.DynamicUpdateSliceOp) -> bool:
    """where y is what is there already"""
    read = known.definition(op.update, hlo.DynamicSliceOp)
    if read is not None and known.same(read.operand, op.operand) and _same_starts(known, read, op):
        return True
    shape, found = static_shape(op.update), layout(known, op)
    if shape is None or found is None:
        return False
    return source(known, op.operand, found.placed[0].box) == source(known, op.update, whole(shape))


def _same_starts(known: Known, a: StartedOp, b: StartedOp) -> bool:
    return all(map(known.same, a.start_indices, b.start_indices))


def _what_was_written(known: Known, op: hlo.DynamicSliceOp) -> SSAValue | None:
    write = known.definition(op.operand, hlo.DynamicUpdateSliceOp)
    return None if write is None else write.update


@rule("read-what-was-written", "dynamic_slice", gives=_what_was_written)
def _reads_what_was_written(known: Known, op: hlo.DynamicSliceOp) -> bool:
    """`dynamic_slice(dynamic_update_slice(x, y, ...), ...)` = `y` at the same start, in the same shape"""
    write = known.definition(op.operand, hlo.DynamicUpdateSliceOp)
    return write is not None and write.update.type == op.result.type and _same_starts(known, write, op)


# ---- starts that are clamped already ----


def _unclamped(known: Known, start: SSAValue, most: int) -> SSAValue | None:
    """The value that a start is clamped from, where the op clamps it as much or more."""
    clamp = known.definition(start, hlo.ClampOp)
    if clamp is None or clamp.operand.type != start.type:
        return None
    low, high = known.integers(clamp.min), known.integers(clamp.max)
    wide = low is not None and high is not None and low.high <= 0 and high.low >= most
    return known.resolved(clamp.operand) if wide else None


def _starts_unclamped(known: Known, op: StartedOp) -> list[SSAValue]:
    """The starts of a slice or an update, clamped only by the op itself."""
    shape = static_shape(op.operand) or ()
    sizes = ints(op.slice_sizes) if isinstance(op, hlo.DynamicSliceOp) else static_shape(op.update) or ()
    most = [n - size for n, size in zip(shape, sizes)]
    return [_unclamped(known, at, n) or at for at, n in zip(op.start_indices, most, strict=True)]


@rule(
    "clamped-start",
    "dynamic_slice dynamic_update_slice",
    when=lambda k, op: any(k.definition(at, hlo.ClampOp) for at in op.start_indices),
)
def _unclamp(known: Known, op: StartedOp) -> Outcome:
    """a clamp or bound of a start that the op clamps itself is left out"""
    tensors = op.operands[: len(op.operands) - len(op.start_indices)]
    if any(static_shape(each) is None for each in tensors):
        return None
    starts = _starts_unclamped(known, op)
    return None if list(op.start_indices) == starts else Form((*tensors, *starts), partial(with_starts, op))


def with_starts(op: StartedOp, read: Sequence[SSAValue]) -> hlo.HloOp:
    """The same slice or update at other starts, which are read last."""
    if isinstance(op, hlo.DynamicSliceOp):
        return hlo.DynamicSliceOp(read[0], read[1:], ints(op.slice_sizes))
    return hlo.DynamicUpdateSliceOp(read[0], read[1], read[2:])


# ---- scatters ----


def _is_one(op: hlo.ScatterOp) -> bool:
    """Whether a scatter has one input, of the type of the result."""
    return len(op.results) == 1 and op.operands[0].type == op.results[0].type


@law("scatter-keeps-the-old", "scatter(x, y, z)", "x")
def _keeps_the_old(known: Known, op: hlo.ScatterOp) -> bool:
    """where the body gives the old element"""
    return _is_one(op) and gives_argument(known, op.update_computation, 0)


@law("scatter-outside", "scatter(x, y, z)", "x")
def _is_outside(known: Known, op: hlo.ScatterOp) -> bool:
    """where all indices are out of bounds"""
    shapes = [static_shape(op.operands[0]), static_shape(op.operands[-1])] if _is_one(op) else [None]
    if None in shapes:
        return False
    shape, updates = shapes[0] or (), shapes[1] or ()
    if 0 in updates:
        return True
    indices = known.array(op.operands[1]) if known.is_known(op.operands[1]) else None
    if indices is None or indices.size > SCANNED:
        return False
    inside = inside_of(
        result_index(indices, updates, shape, ScatterDims.of(op.scatter_dimension_numbers)), shape
    )
    return inside is not None and not inside.any()


@law("scatter-adds-zero", "scatter(x, y, z)", "x")
def _adds_zero(known: Known, op: hlo.ScatterOp) -> bool:
    """where z is 0 and is added, or combined by or, or xor (integers)"""
    update = known.element(op.operands[2]) if _is_one(op) and kind_of(op.operands[0]) is not None else None
    if update is None or update.any():
        return False
    entry = reducer_of(op.update_computation.block)
    return entry is not None and "zero" in entry.identity


@law("scatter-of-the-same", "scatter(x, y, z)", "x")
def _writes_the_same(known: Known, op: hlo.ScatterOp) -> bool:
    """where z replaces what all elements are already"""
    overwrites = _is_one(op) and gives_argument(known, op.update_computation, 1)
    return overwrites and same_uniform(known, op.operands[0], op.operands[2])
