"""Functions evaluated on symbols: arrays whose elements are bit vectors of z3."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import product
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.quant import UniformQuantizedPerAxisType, UniformQuantizedSubChannelType
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.kernels.table import kernel_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array, dtype_or_none, holds_complex

from .symbolic import NEUTRAL, OPS, Bits, kind_at, scalar_result, width_at, z

Symbols: TypeAlias = "np.ndarray[Any, np.dtype[np.object_]]"
Known: TypeAlias = "dict[SSAValue, Symbols]"

ITERATIONS = 64
"""How many iterations of a loop are looked at, whose condition is known each time."""

CALLS = 32
"""How many functions may have called one another."""

WORK = 20_000
"""How many elements are made symbols in one evaluation, its calls and iterations together."""


def arguments_of(func: FuncOp, most: int) -> list[Symbols] | None:
    """A symbol for each element of each parameter; None where one has too many, or cannot have any."""
    given = [
        _array([z.BitVec(f"{n} {i}", width_at(value)) for i in range(_size(value))], value)
        for n, value in enumerate(func.body.block.args)
        if _fits(value, most)
    ]
    return given if len(given) == len(func.body.block.args) else None


def evaluated(func: FuncOp, arguments: Sequence[Symbols], most: int) -> list[Symbols] | None:
    """What a function gives; None where an op of it is not known here, or a value has more than `most` elements."""
    module = func.parent_op()
    functions = functions_of(module) if isinstance(module, ModuleOp) else {}
    return _Evaluation(functions, most).block(func.body.block, arguments, {})


def _fits(value: SSAValue, most: int) -> bool:
    """Whether a value is a tensor of known sizes, of few elements that have bits, which mean the same at any place."""
    t = value.type
    if not is_tensor_type(t) or not is_static(t.get_shape()) or not 0 < _size(value) <= most:
        return False
    dtype = dtype_or_none(t.element_type)
    depends_on_place = isinstance(
        t.element_type, UniformQuantizedPerAxisType | UniformQuantizedSubChannelType
    )
    return dtype is not None and not holds_complex(dtype) and not depends_on_place


def _shape(value: SSAValue) -> tuple[int, ...]:
    return cast(Any, value.type).get_shape()


def _size(value: SSAValue) -> int:
    return prod(_shape(value))


def _array(elements: Sequence[Bits], value: SSAValue) -> Symbols:
    """Elements in row-major order as an array of the shape of a value."""
    given = np.empty(len(elements), object)
    given[:] = elements
    return given.reshape(_shape(value))


def _as_array(element: Symbols | Bits, value: SSAValue) -> Symbols:
    """An array, also where NumPy gives the element of one of rank 0."""
    return cast(Symbols, element) if isinstance(element, np.ndarray) else _array([element], value)


def _constant(array: Array, value: SSAValue) -> Symbols:
    """The bits of known elements."""
    width = width_at(value)
    raw = array.reshape(-1).view(f"u{array.itemsize}") if array.dtype != np.bool_ else array.reshape(-1)
    return _array([z.BitVecVal(int(bits) & ((1 << width) - 1), width) for bits in raw], value)


class _Evaluation:
    """One evaluation of a function and those that it calls."""

    def __init__(self, functions: Mapping[str, FuncOp], most: int):
        self.functions = functions
        self.most = most
        self.left = WORK
        self.called: list[FuncOp] = []

    def block(self, block: Block, arguments: Sequence[Symbols], around: Known) -> list[Symbols] | None:
        """What a block returns for its arguments, and the values `around` it."""
        known = {**around, **dict(zip(block.args, arguments, strict=True))}
        for op in block.ops:
            if op is block.last_op:
                return [known[operand] for operand in op.operands]
            if not all(_fits(result, self.most) for result in op.results):
                return None
            self.left -= 1 + sum(map(_size, op.results))
            if self.left < 0:
                return None
            given = self._op(op, [known[operand] for operand in op.operands], known)
            if given is None:
                return None
            known.update(zip(op.results, given, strict=True))
        return None

    def _op(self, op: Operation, operands: list[Symbols], known: Known) -> Sequence[Symbols] | None:
        special = _SPECIAL.get(type(op))
        if special is not None:
            given = special(self, op, operands, known)
            return given and [_as_array(x, result) for x, result in zip(given, op.results)]
        entry = kernel_of(type(op))
        if entry is None or not entry.elementwise or op.regions or len(op.results) != 1:
            return None
        shape = np.broadcast_shapes(*[operand.shape for operand in operands])
        rows = zip(*[np.broadcast_to(operand, shape).flat for operand in operands], strict=True)
        elements = [element for row in rows if (element := scalar_result(op, row)) is not None]
        whole = len(elements) == _size(op.results[0])
        return [_array(elements, op.results[0])] if whole else None

    def call_op(self, op: Operation, operands: list[Symbols], _: Known) -> Sequence[Symbols] | None:
        callee = self.functions.get(cast(CallOp, op).callee.string_value())
        if callee is None or callee.is_declaration or callee in self.called or len(self.called) > CALLS:
            return None
        self.called.append(callee)
        given = self.block(callee.body.block, operands, {})
        self.called.pop()
        return given

    def if_op(self, op: Operation, operands: list[Symbols], known: Known) -> Sequence[Symbols] | None:
        branches = [self.block(region.block, (), known) for region in op.regions]
        index = operands[0].item()
        if None in branches or not branches:
            return None
        *others, last = cast("list[list[Symbols]]", branches)
        if isinstance(op, hlo.IfOp):
            return [_where(index == 1, a, b) for a, b in zip(others[0], last)]
        for number in reversed(range(len(others))):
            last = [_where(index == number, a, b) for a, b in zip(others[number], last)]
        return last

    def while_op(self, op: Operation, operands: list[Symbols], known: Known) -> Sequence[Symbols] | None:
        """The last values of a loop whose condition is known in every iteration."""
        state: list[Symbols] | None = operands
        cond, body = op.regions
        for _ in range(ITERATIONS):
            if state is None:
                return None
            again = self.block(cond.block, state, known)
            decided = None if again is None else z.simplify(again[0].item())
            if decided is None or not z.is_bv_value(decided):
                return None
            if not decided.as_long():
                return state
            state = self.block(body.block, state, known)
        return None

    def reduce_op(self, op: Operation, operands: list[Symbols], _: Known) -> Sequence[Symbols] | None:
        """Integers joined by an op that any order and any number of init values leave as it is."""
        op = cast(hlo.ReduceOp, op)
        kind = kind_at(op.results[0])
        inner, last = op.body.block.first_op, op.body.block.last_op
        if len(op.inputs) != 1 or kind is None or inner is None or last is None or inner.next_op is not last:
            return None
        values = (*op.operands, *op.results, *inner.operands, *inner.results)
        if tuple(last.operands) != tuple(inner.results) or {kind_at(value) for value in values} != {kind}:
            return None
        name = inner.name.removeprefix("stablehlo.")
        neutral = NEUTRAL.get(name)
        init = z.simplify(operands[1].item())
        if neutral is None or set(inner.operands) != set(op.body.block.args) or not z.is_bv_value(init):
            return None
        if init.as_long() != neutral(kind):
            return None
        dimensions = ints(op.dimensions)
        kept = [d for d in range(operands[0].ndim) if d not in dimensions]
        rows = operands[0].transpose(*kept, *dimensions).reshape(_size(op.results[0]), -1)
        join = OPS[name]
        return [_array([reduce(lambda x, y: join(kind, x, y), row, init) for row in rows], op.results[0])]

    def dot_op(self, op: Operation, operands: list[Symbols], _: Known) -> Sequence[Symbols] | None:
        """Sums of products of integers of one type, which any order gives."""
        kinds = {kind_at(value) for value in (*op.operands, *op.results)}
        exact = len(kinds) == 1 and None not in kinds and width_at(op.results[0]) > 1
        products = _products if isinstance(op, hlo.DotOp) else _general_products
        return [products(cast(Any, op), *operands)] if exact else None


def _products(op: hlo.DotOp, lhs: Symbols, rhs: Symbols) -> Symbols:
    """The last dimension of `lhs` against the first of `rhs`."""
    return _sums(op, lhs.reshape(1, -1, lhs.shape[-1]), rhs.reshape(1, rhs.shape[0], -1))


def _general_products(op: hlo.DotGeneralOp, lhs: Symbols, rhs: Symbols) -> Symbols:
    """The dimensions of a batch, then those that are not contracted, of `lhs` and of `rhs`."""
    numbers = op.dot_dimension_numbers
    batch = [ints(numbers.lhs_batching_dimensions), ints(numbers.rhs_batching_dimensions)]
    summed = [ints(numbers.lhs_contracting_dimensions), ints(numbers.rhs_contracting_dimensions)]
    free = [
        [d for d in range(side.ndim) if d not in (*batch[n], *summed[n])] for n, side in enumerate((lhs, rhs))
    ]
    batches = prod([lhs.shape[d] for d in batch[0]])
    terms = prod([lhs.shape[d] for d in summed[0]])
    left = lhs.transpose(*batch[0], *free[0], *summed[0]).reshape(batches, -1, terms)
    right = rhs.transpose(*batch[1], *summed[1], *free[1]).reshape(batches, terms, -1)
    return _sums(op, left, right)


def _sums(op: Operation, lhs: Symbols, rhs: Symbols) -> Symbols:
    """Products of matrices, one for each of a batch."""
    zero = z.BitVecVal(0, width_at(op.results[0]))
    pairs = [pair for left, right in zip(lhs, rhs) for pair in product(left, right.T)]
    return _array([reduce(lambda s, ab: s + ab[0] * ab[1], zip(a, b), zero) for a, b in pairs], op.results[0])


def _where(condition: Bits, on_true: Symbols, on_false: Symbols) -> Symbols:
    """Elements selected by one condition."""
    given = np.empty(on_true.shape, object)
    for place in np.ndindex(on_true.shape):
        given[place] = z.If(condition, on_true[place], on_false[place])
    return given


def _at_starts(
    shape: Sequence[int], sizes: Sequence[int], starts: Sequence[Symbols]
) -> list[tuple[Bits, tuple[slice, ...]]]:
    """Every place where a box of these sizes may stand, and the condition that clamped starts say it."""
    places: list[tuple[Bits, tuple[slice, ...]]] = []
    ranges = [range(n - size + 1) for n, size in zip(shape, sizes)]
    for corner in product(*ranges):
        conditions = [
            _is_start(start.item(), at, len(allowed)) for start, at, allowed in zip(starts, corner, ranges)
        ]
        box = tuple([slice(at, at + size) for at, size in zip(corner, sizes)])
        places.append((z.And(True, *conditions), box))
    return places


def _is_start(start: Bits, at: int, count: int) -> Bits:
    """Whether a start, clamped to `count` places from 0 on, is `at`. It is signed, as JAX's are."""
    if count == 1:
        return z.BoolVal(True)
    if at == 0:
        return start <= 0
    return start >= at if at == count - 1 else start == at


def _dynamic_slice(
    _: _Evaluation, op: Operation, operands: list[Symbols], __: Known
) -> Sequence[Symbols] | None:
    operand, *starts = operands
    sizes = ints(cast(hlo.DynamicSliceOp, op).slice_sizes)
    if _has_unsigned(op.operands[1:]):
        return None
    places = _at_starts(operand.shape, sizes, starts)
    given = operand[places[-1][1]]
    for condition, box in reversed(places[:-1]):
        given = _where(condition, operand[box], given)
    return [given]


def _dynamic_update(
    _: _Evaluation, op: Operation, operands: list[Symbols], __: Known
) -> Sequence[Symbols] | None:
    operand, update, *starts = operands
    if _has_unsigned(op.operands[2:]):
        return None
    given: Symbols | None = None
    for condition, box in reversed(_at_starts(operand.shape, update.shape, starts)):
        written = operand.copy()
        written[box] = update
        given = written if given is None else _where(condition, written, given)
    return None if given is None else [given]


def _has_unsigned(values: Sequence[SSAValue]) -> bool:
    kinds = [kind_at(value) for value in values]
    return any(kind is None or not kind.signed for kind in kinds)


def _moved(move: Callable[[Any, list[Symbols]], Symbols]) -> Callable[..., Sequence[Symbols]]:
    """An op that moves elements, as NumPy does it."""

    def moved(_: _Evaluation, op: Operation, operands: list[Symbols], __: Known) -> Sequence[Symbols]:
        return [move(op, operands)]

    return moved


def _slice(op: hlo.SliceOp, operands: list[Symbols]) -> Symbols:
    bounds = zip(ints(op.start_indices), ints(op.limit_indices), ints(op.strides))
    return operands[0][tuple([slice(*bound) for bound in bounds])]


def _broadcast(op: hlo.BroadcastInDimOp, operands: list[Symbols]) -> Symbols:
    (operand,), dimensions, shape = operands, ints(op.broadcast_dimensions), _shape(op.result)
    wide = [1] * len(shape)
    for size, dimension in zip(operand.shape, dimensions):
        wide[dimension] = size
    order = np.argsort(dimensions)
    return np.broadcast_to(operand.transpose(order).reshape(wide), shape)


def _pad(op: hlo.PadOp, operands: list[Symbols]) -> Symbols:
    operand, filler = operands
    given = np.full(_shape(op.result), filler.item(), object)
    paddings = list(zip(ints(op.edge_padding_low), ints(op.interior_padding)))
    for place in np.ndindex(operand.shape):
        target = tuple([low + (1 + interior) * at for at, (low, interior) in zip(place, paddings)])
        if all(0 <= at < size for at, size in zip(target, given.shape)):
            given[target] = operand[place]
    return given


def _iota(op: hlo.IotaOp, _: list[Symbols]) -> Symbols:
    shape, dimension = _shape(op.output), op.iota_dimension.value.data
    dtype = cast(Any, dtype_or_none(cast(Any, op.output.type).element_type))
    row = np.arange(shape[dimension]).astype(dtype)
    wide = [1] * len(shape)
    wide[dimension] = shape[dimension]
    return _constant(np.broadcast_to(row.reshape(wide), shape).copy(), op.output)


_SPECIAL: dict[type[Operation], Callable[..., Sequence[Symbols] | None]] = {
    CallOp: _Evaluation.call_op,
    hlo.BroadcastInDimOp: _moved(_broadcast),
    hlo.CaseOp: _Evaluation.if_op,
    hlo.ConcatenateOp: _moved(lambda op, operands: np.concatenate(operands, op.dimension.value.data)),
    hlo.ConstantOp: _moved(lambda op, _: _constant(np.array(op.array()), op.output)),
    hlo.DotGeneralOp: _Evaluation.dot_op,
    hlo.DotOp: _Evaluation.dot_op,
    hlo.DynamicSliceOp: _dynamic_slice,
    hlo.DynamicUpdateSliceOp: _dynamic_update,
    hlo.IfOp: _Evaluation.if_op,
    hlo.IotaOp: _moved(_iota),
    hlo.PadOp: _moved(_pad),
    hlo.ReduceOp: _Evaluation.reduce_op,
    hlo.ReshapeOp: _moved(lambda op, operands: operands[0].reshape(_shape(op.result))),
    hlo.ReverseOp: _moved(lambda op, operands: np.flip(operands[0], ints(op.dimensions))),
    hlo.SliceOp: _moved(_slice),
    hlo.TransposeOp: _moved(lambda op, operands: operands[0].transpose(ints(op.permutation))),
    hlo.WhileOp: _Evaluation.while_op,
}
"""Ops that are more than elementwise."""
