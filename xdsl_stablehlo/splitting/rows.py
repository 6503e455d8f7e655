"""Computes a value in blocks of rows, if each row depends on few rows of the weights that are larger than memory.

A row is all that has the same first index. The rows of a result are divided into segments, in each of which one input
of every `concatenate` of rows is read. For each segment, every value that is computed has a list of its rows: equal
shares of it, in order, go into equal numbers of rows of the result. So ops that only choose rows (slices, reverses,
gathers) are no ops of a block: they choose which rows of the weights it reads. Before a transpose that moves the first
dimension, rows are those of another one: columns, for example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, lcm, prod
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import GatherDims
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.folding.terms.constants import written_array
from xdsl_stablehlo.interpreter.execution.type_facts import facts_of
from xdsl_stablehlo.interpreter.kernels.support.positions import index_vectors
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.storage import uniform_element

from .cut import all_read_by, ops_behind
from .stages import splat

REPEATED = 2
"""The factor by which blocks may compute more bytes than one run, because several rows need the same one."""

Rows: TypeAlias = "range | Array"
"""The numbers of rows."""

Compute: TypeAlias = Callable[[Sequence[SSAValue]], Sequence[Array]]
"""Gives the elements of values."""


def weight_behind(value: SSAValue) -> SSAValue | None:
    """The weight whose elements a value has, in the same order; None where ops compute it."""
    while isinstance(value.owner, hlo.ReshapeOp):
        value = value.owner.operand
    return None if isinstance(value.owner, Operation) else value


@dataclass(eq=False)
class ChosenRows:
    """Some rows of a value, of which each block reads or computes a share."""

    value: SSAValue
    rows: Rows
    axis: int = 0
    """The dimension that they are indices of."""
    reads: list[ChosenRows | SSAValue] = field(default_factory=list["ChosenRows | SSAValue"])
    """The operands of `make`: rows of other values, and whole values."""
    make: Callable[[Sequence[SSAValue], AnyTensorType], Operation] | None = None
    """Makes the op that gives a value of this type; None where the rows are those of what it reads, or are given."""

    @property
    def is_given(self) -> bool:
        """Whether a block takes the rows from a weight, or a value that was computed whole."""
        return self.make is None and not self.reads

    @property
    def bytes(self) -> int:
        """The bytes of all rows; none where they are those of another part."""
        if self.make is None and self.reads:
            return 0
        return bytes_of(self.value) // ranked(self.value).get_shape()[self.axis] * len(self.rows)


@dataclass
class Segment:
    """Rows of the result for which the same program is run, block by block."""

    begin: int
    end: int
    parts: list[ChosenRows]
    """Each behind those that it reads."""
    limit: int

    @property
    def given(self) -> list[ChosenRows]:
        """The rows that each block takes."""
        return [part for part in self.parts if part.is_given]

    @property
    def whole(self) -> list[SSAValue]:
        """The values that each block reads as a whole."""
        return list(dict.fromkeys(v for part in self.parts for v in part.reads if isinstance(v, SSAValue)))

    @property
    def bytes(self) -> int:
        """The bytes of all values of all blocks."""
        return sum([part.bytes for part in self.parts])

    def blocks(self) -> Iterator[tuple[int, int]]:
        """The rows of the result of each block, counted from the segment's first."""
        number = self.end - self.begin
        unit = lcm(*[Fraction(len(part.rows), number).denominator for part in self.parts])
        step = max(1, number * self.limit // (2 * self.bytes) // unit) * unit
        for begin in range(0, number, step):
            yield begin, min(begin + step, number)

    def share(self, part: ChosenRows, begin: int, end: int) -> Rows:
        """The rows of a part that a block needs."""
        number = self.end - self.begin
        return part.rows[begin * len(part.rows) // number : end * len(part.rows) // number]

    def program(self, rows: int) -> ModuleOp:
        """The program of a block of so many rows of the result: of what `given` and then `whole` list."""
        given, whole = self.given, self.whole

        def cut(part: ChosenRows) -> AnyTensorType:
            tensor = ranked(part.value)
            shape = [*tensor.get_shape()]
            shape[part.axis] = len(part.rows) * rows // (self.end - self.begin)
            return TensorType(tensor.element_type, shape)

        body = Block(arg_types=[*map(cut, given), *[value.type for value in whole]])
        values: dict[ChosenRows | SSAValue, SSAValue] = dict(zip([*given, *whole], body.args, strict=True))
        for part in self.parts:
            operands = [values[each] for each in part.reads]
            if part.make is not None:
                op = part.make(operands, cut(part))
                body.add_op(op)
                values[part] = op.results[0]
            elif operands:
                values[part] = operands[0]
        result = values[self.parts[-1]]
        body.add_op(ReturnOp(result))
        func = FuncOp("main", (body.arg_types, [result.type]), Region(body))
        return ModuleOp([func])


def segments_of(value: SSAValue, limit: int, compute: Compute) -> list[Segment] | None:
    """The segments in which a value is computed in blocks; None where it is computed from few bytes, or its ops do
    not allow it.

    Nothing that is read as a whole has more than `limit` bytes. `compute` is asked for indices.
    """
    at_once = _bytes_before(value)
    if at_once <= limit or not _has_rows(value):
        return None
    most = REPEATED * at_once  # bytes that may still be computed
    found: list[Segment] = []
    pending = [(0, ranked(value).get_shape()[0])]
    while pending:
        begin, end = pending.pop()
        analysis = _Analysis(begin, end, limit, most, compute)
        root = analysis.part(value, range(begin, end))
        if analysis.run() and not root.is_given:
            parts = list(postorder([root], lambda part: [v for v in part.reads if isinstance(v, ChosenRows)]))
            found.append(Segment(begin, end, parts, limit))
            most -= found[-1].bytes
        elif analysis.border is not None:
            pending += [(analysis.border, end), (begin, analysis.border)]
        else:
            return None
    return found


def _bytes_before(value: SSAValue) -> int:
    """The bytes of a value and of all that it is computed from."""
    ops = ops_behind([value])
    values = dict.fromkeys([value, *[v for op in ops for v in (*all_read_by(op), *op.results)]])
    return sum([facts_of(v.type).bytes or 0 for v in values])


class _Analysis:
    """Which rows of other values some rows of the result need."""

    def __init__(self, begin: int, end: int, limit: int, most: int, compute: Compute):
        self.border: int | None = None
        """The row of the result from which on another input of a concatenation is read."""
        self._begin, self._end = begin, end
        self._limit = limit
        self._most = most
        self._compute = compute
        self._parts: dict[tuple[SSAValue, int, object], ChosenRows] = {}
        self._pending: list[ChosenRows] = []

    def part(self, value: SSAValue, rows: Rows, axis: int = 0) -> ChosenRows:
        """Some rows of a value, which `run` is to look at."""
        key = value, axis, rows if isinstance(rows, range) else id(rows)
        if key not in self._parts:
            self._parts[key] = ChosenRows(value, rows, axis)
            self._pending.append(self._parts[key])
        return self._parts[key]

    def run(self) -> bool:
        """Look at all parts; whether their ops allow blocks."""
        size = 0
        while self._pending:
            part = self._pending.pop()
            if not _has_rows(part.value):
                return False
            op = part.value.owner
            alone = weight_behind(part.value) is not None or (
                isinstance(op, Operation) and self._look(part, op)
            )
            if not alone and (self.border is not None or not self._fits(part.value)):
                return False
            if any(isinstance(each, SSAValue) and not self._fits(each) for each in part.reads):
                return False
            size += part.bytes
            if size > self._most:
                return False
        return True

    def _fits(self, value: SSAValue) -> bool:
        """Whether a value may be held as a whole."""
        return _is_plain(value) and bytes_of(value) <= self._limit

    def _look(self, part: ChosenRows, op: Operation) -> bool:
        """Find what an op reads for some rows of its result; whether that are few rows, or values of few bytes."""
        if len(op.results) != 1 or set(all_read_by(op)) != set(op.operands):
            return False
        rows, shape = part.rows, ranked(part.value).get_shape()
        same = _with_type(op)
        if is_constant(type(op)):
            array = written_array(part.value)
            element = None if array is None else uniform_element(array)
            if element is None:
                return False
            part.make = lambda _, declared: splat(element, declared)
            return True
        entry = entry_of(op)
        if entry is not None and entry.elementwise:
            reads = [self.part(v, rows, part.axis) if ranked(v).get_shape() else v for v in op.operands]
            part.reads, part.make = [*reads], same
            return True
        match op:
            case hlo.IotaOp() if op.iota_dimension.value.data != part.axis:
                part.make = same
            case hlo.BroadcastInDimOp():
                self._broadcast(part, op)
            case hlo.TransposeOp():
                part.reads, part.make = [self.part(op.operand, rows, ints(op.permutation)[part.axis])], same
            case _ if part.axis:
                return False
            case hlo.ReshapeOp():
                return self._reshape(part, op)
            case hlo.SliceOp():
                starts, limits, strides = ints(op.start_indices), ints(op.limit_indices), ints(op.strides)
                self._slice(part, op.operand, list(map(range, starts, limits, strides)))
            case hlo.DynamicSliceOp():
                sizes, whole = ints(op.slice_sizes), ranked(op.operand).get_shape()
                starts = [int(array) for array in self._compute([*op.start_indices])]
                starts = [min(max(i, 0), n - size) for i, n, size in zip(starts, whole, sizes, strict=True)]
                self._slice(
                    part, op.operand, [range(i, i + size) for i, size in zip(starts, sizes, strict=True)]
                )
            case hlo.ReverseOp():
                dimensions = [each for each in ints(op.dimensions) if each != 0]
                if len(dimensions) != len(ints(op.dimensions)):
                    rows = _chosen(range(shape[0] - 1, -1, -1), rows)
                part.reads = [self.part(op.operand, rows)]
                if dimensions:
                    part.make = lambda operands, _: hlo.ReverseOp(operands[0], dimensions)
            case hlo.ConcatenateOp() if op.dimension.value.data == 0:
                return self._concatenate(part, op)
            case hlo.GatherOp():
                return self._gather(part, op)
            case hlo.DotGeneralOp():
                return self._dot(part, op)
            case _:
                if not _keeps_rows(op):
                    return False
                number = 1 if isinstance(op, hlo.ReduceOp | hlo.PadOp) else len(op.operands)
                first = [self.part(v, rows) for v in op.operands[:number]]
                part.reads, part.make = [*first, *op.operands[number:]], same
        return True

    def _broadcast(self, part: ChosenRows, op: hlo.BroadcastInDimOp) -> None:
        dimensions, sizes = ints(op.broadcast_dimensions), ranked(op.operand).get_shape()
        before = dimensions.index(part.axis) if part.axis in dimensions else None
        repeated = before is None or sizes[before] == 1
        part.reads = [op.operand if repeated else self.part(op.operand, part.rows, before or 0)]
        part.make = _with_type(op)

    def _reshape(self, part: ChosenRows, op: hlo.ReshapeOp) -> bool:
        """Several rows may become one, or one several."""
        number, before = ranked(op.result).get_shape()[0], (ranked(op.operand).get_shape() or (0,))[0]
        rows = part.rows
        if before and before % number == 0:
            rows = _each_of(rows, before // number)
        elif before and number % before == 0 and isinstance(rows, range):
            size = number // before
            if rows.step != 1 or rows.start % size or rows.stop % size:
                return False
            rows = range(rows.start // size, rows.stop // size)
        else:
            return False
        part.reads, part.make = [self.part(op.operand, rows)], _with_type(op)
        return True

    def _slice(self, part: ChosenRows, operand: SSAValue, kept: Sequence[range]) -> None:
        """`kept` are the indices of the elements that stay, for each dimension."""
        part.reads = [self.part(operand, _chosen(kept[0], part.rows))]
        whole = ranked(operand).get_shape()
        if any(each != range(size) for each, size in zip(kept[1:], whole[1:], strict=True)):

            def made(operands: Sequence[SSAValue], declared: AnyTensorType) -> Operation:
                ranges = [range(declared.get_shape()[0]), *kept[1:]]
                return hlo.SliceOp(
                    operands[0],
                    [each.start for each in ranges],
                    [each.stop for each in ranges],
                    [each.step for each in ranges],
                )

            part.make = made

    def _concatenate(self, part: ChosenRows, op: hlo.ConcatenateOp) -> bool:
        rows, begin, end = part.rows, 0, 0
        if not isinstance(rows, range):
            return False
        operand = op.inputs[0]
        for operand in op.inputs:
            begin, end = end, end + ranked(operand).get_shape()[0]
            if begin <= rows[0] < end:
                break
        left = end - rows[0] if rows.step > 0 else rows[0] - begin + 1
        inside = ceil(Fraction(left, abs(rows.step)))
        if inside >= len(rows):
            part.reads = [self.part(operand, _chosen(range(-begin, 0), rows))]
            return True
        border = Fraction(inside * (self._end - self._begin), len(rows))
        if border.denominator == 1:
            self.border = self._begin + border.numerator
        return False

    def _gather(self, part: ChosenRows, op: hlo.GatherOp) -> bool:
        """Whole rows, as many for each row of the result."""
        dims, table = GatherDims.of(op.dimension_numbers), ranked(op.operand).get_shape()
        shape, sizes = ranked(op.result).get_shape(), ints(op.slice_sizes)
        at = len(shape) - len(dims.offset_dims)
        if dims.start_index_map != (0,) or dims.operand_batching_dims or sizes != (1, *table[1:]):
            return False
        if not at or dims.offset_dims != tuple(range(at, len(shape))) or not self._fits(op.start_indices):
            return False
        (indices,) = self._compute([op.start_indices])
        batch, (starts,) = index_vectors(indices, dims.index_vector_dim)
        chosen = np.clip(starts, 0, table[0] - 1).reshape(batch[0], -1)
        part.reads = [self.part(op.operand, chosen[np.asarray(part.rows)].reshape(-1))]
        if shape != (shape[0], *table[1:]):
            part.make = lambda operands, declared: hlo.ReshapeOp(operands[0], declared)
        return True

    def _dot(self, part: ChosenRows, op: hlo.DotGeneralOp) -> bool:
        """Each row of the result is a row of the left operand times the right one, or a product of a batch."""
        (left_batch, right_batch), (contracted, _) = op.dimensions
        if 0 in contracted or left_batch[:1] not in ((), (0,)) or right_batch[:1] not in ((), (0,)):
            return False
        reads = self.part(op.rhs, part.rows) if left_batch else op.rhs
        part.reads, part.make = [self.part(op.lhs, part.rows), reads], _with_type(op)
        return True


def _keeps_rows(op: Operation) -> bool:
    """Whether an op computes each row from the same row of its operands, or of the first where it has two kinds."""
    match op:
        case hlo.ReduceOp():
            return 0 not in ints(op.dimensions) and len(op.operands) == 2
        case hlo.PadOp():
            edges = op.edge_padding_low, op.edge_padding_high, op.interior_padding
            return all(ints(each)[0] == 0 for each in edges)
        case hlo.ConcatenateOp():
            return True
        case _:
            return False


def _chosen(kept: range, rows: Rows) -> Rows:
    """The numbers of rows before an op that keeps some, in their order: `kept[i]` for each `i` of `rows`."""
    if isinstance(rows, range):
        begin, end = kept.start + kept.step * rows.start, kept.start + kept.step * rows.stop
        return range(begin, end, kept.step * rows.step)
    return kept.start + kept.step * rows


def _each_of(rows: Rows, size: int) -> Rows:
    """The numbers of the rows into which an op divides each row, `size` for each."""
    if size == 1:
        return rows
    if isinstance(rows, range) and rows.step == 1:
        return range(rows.start * size, rows.stop * size)
    return (np.asarray(rows)[:, None] * size + np.arange(size)).reshape(-1)


def _with_type(op: Operation) -> Callable[[Sequence[SSAValue], AnyTensorType], Operation]:
    """Makes an op again, with other operands and another type of its result."""

    def made(operands: Sequence[SSAValue], declared: AnyTensorType) -> Operation:
        return type(op).create(
            operands=operands,
            result_types=[declared],
            properties=op.properties,
            attributes=op.attributes,
            regions=[region.clone() for region in op.regions],
        )

    return made


def _has_rows(value: SSAValue) -> bool:
    """Whether a value has rows, and elements."""
    return _is_plain(value) and bool(ranked(value).get_shape()) and bytes_of(value) > 0


def _is_plain(value: SSAValue) -> bool:
    """Whether a value is a tensor of known size, and not quantized."""
    facts = facts_of(value.type)
    return facts.form is not None and facts.form.shape is not None and not facts.quantized


def bytes_of(value: SSAValue) -> int:
    """The bytes of a tensor of static shape."""
    return prod(ranked(value).get_shape()) * dtype_of(ranked(value).element_type).itemsize
