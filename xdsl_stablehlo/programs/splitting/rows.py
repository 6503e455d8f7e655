"""Computes a value in blocks of rows, if its ops compute each row from the same row of their operands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.interpreter.kernels.table import entry_of
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.elements import attribute_of
from xdsl_stablehlo.values.storage import uniform_element

from .cut import all_read_by
from .stages import written_array


def ops_before(op: Operation) -> list[Operation]:
    """The ops that make what an op reads."""
    return [value.owner for value in all_read_by(op) if isinstance(value.owner, Operation)]


@dataclass
class RowBlocks:
    """A value that is computed in blocks of rows."""

    value: SSAValue
    ops: list[Operation]
    """The ops that run for each block."""
    reads: list[SSAValue]
    cut: set[SSAValue]
    """The weights of which each block reads some rows."""
    limit: int

    @property
    def whole(self) -> list[SSAValue]:
        """The values that each block reads as a whole."""
        return [value for value in self.reads if value not in self.cut]

    @staticmethod
    def of(value: SSAValue, limit: int) -> RowBlocks | None:
        """How to compute a value in blocks; None where it is small, or its ops do not allow it."""
        number = (ranked(value).get_shape() or (0,))[0]
        ops: dict[Operation, None] = {}
        rows: dict[SSAValue, None] = {}
        reads: dict[SSAValue, None] = {}
        pending = [value]
        while pending:
            current = pending.pop()
            if current in rows:
                continue
            rows[current] = None
            owner = current.owner
            if not isinstance(owner, Operation):
                continue
            inputs = _by_rows(owner, number)
            if inputs is None:
                return None
            ops[owner] = None
            pending += inputs
            reads.update(dict.fromkeys(v for v in owner.operands if v not in inputs))
        cut = {v for v in rows if not isinstance(v.owner, Operation)}
        size = sum([bytes_of(v) for v in rows])
        if not rows.keys().isdisjoint(reads):
            return None
        if not cut or size <= limit or any(bytes_of(v) > limit for v in reads):
            return None
        order = [op for op in postorder([cast(Operation, value.owner)], ops_before) if op in ops]
        return RowBlocks(value, order, [*reads, *cut], cut, limit)

    def ranges(self) -> Iterator[tuple[int, int]]:
        """The rows of each block."""
        number = ranked(self.value).get_shape()[0]
        size = sum([bytes_of(v) for v in self.cut]) + sum([bytes_of(op.results[0]) for op in self.ops])
        step = max(1, number * self.limit // (2 * size))
        for begin in range(0, number, step):
            yield begin, min(begin + step, number)

    def program(self, rows: int) -> ModuleOp:
        """The program of a block of so many rows."""

        def cut(declared: Attribute) -> AnyTensorType:
            tensor = cast("AnyTensorType", declared)
            return TensorType(tensor.element_type, [rows, *tensor.get_shape()[1:]])

        body = Block(arg_types=[cut(v.type) if v in self.cut else v.type for v in self.reads])
        values: dict[SSAValue, SSAValue] = dict(zip(self.reads, body.args, strict=True))
        for op in self.ops:
            types = [cut(result.type) for result in op.results]
            if is_constant(type(op)):
                element = uniform_element(cast(Array, written_array(op.results[0])))
                assert element is not None
                filled = np.broadcast_to(element, types[0].get_shape())
                made: Operation = hlo.ConstantOp(attribute_of(filled, types[0]), types[0])
            else:
                made = op.clone(values)
                made = type(op).create(
                    operands=made.operands,
                    result_types=types,
                    properties=op.properties,
                    attributes=op.attributes,
                    regions=[made.detach_region(region) for region in list(made.regions)],
                )
            body.add_op(made)
            values.update(zip(op.results, made.results))
        result = values[self.value]
        body.add_op(ReturnOp(result))
        func = FuncOp("main", (body.arg_types, [result.type]), Region(body))
        return ModuleOp([func])


def _by_rows(op: Operation, number: int) -> list[SSAValue] | None:
    """The operands of which an op reads the rows that it gives; None where it needs others, too."""
    if len(op.results) != 1 or ranked(op.results[0]).get_shape()[:1] != (number,):
        return None
    if is_constant(type(op)):
        array = written_array(op.results[0])
        return [] if array is not None and uniform_element(array) is not None else None
    entry = entry_of(op)
    if entry is not None and entry.elementwise:
        return [v for v in op.operands if ranked(v).get_shape()]
    if isinstance(op, hlo.BroadcastInDimOp):
        dimensions = ints(op.broadcast_dimensions)
        if 0 not in dimensions:
            return []
        same = dimensions[0] == 0 and ranked(op.operand).get_shape()[0] == number
        return [op.operand] if same else None
    if isinstance(op, hlo.ReduceOp):
        rows = 0 not in ints(op.dimensions) and len(op.operands) == 2
        return [op.operands[0]] if rows else None
    return list(op.operands) if _keeps_rows(op, number) else None


def _keeps_rows(op: Operation, number: int) -> bool:
    """Whether an op moves elements within their rows only."""
    if isinstance(op, hlo.TransposeOp):
        return ints(op.permutation)[0] == 0
    if isinstance(op, hlo.ReshapeOp):
        return ranked(op.operand).get_shape()[:1] == (number,)
    if isinstance(op, hlo.ReverseOp):
        return 0 not in ints(op.dimensions)
    return isinstance(op, hlo.ConcatenateOp) and op.dimension.value.data != 0


def bytes_of(value: SSAValue) -> int:
    """The bytes of a tensor of static shape."""
    return prod(ranked(value).get_shape()) * dtype_of(ranked(value).element_type).itemsize
