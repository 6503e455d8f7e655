"""Functions evaluated on symbols, a bit vector of z3 for each element; floats by unknown functions of their bits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import product
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
import z3
from xdsl.dialects.builtin import AnyTensorType, ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedPerAxisType, UniformQuantizedSubChannelType
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.facts.lattice import IntegerKind, kind_of_integers
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import known_reducer
from xdsl_stablehlo.interpreter.kernels.support.table import kernel_of
from xdsl_stablehlo.interpreter.numerics.tensor import Tensor
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.values.element_types import Array, bit_width, dtype_of, dtype_or_none, holds_complex

from ..permitted.choices.compiler import origins
from ..permitted.choices.schedules import neutral_of
from .proofs import Answer

ELEMENTS = 64
"""The largest number of elements of a value."""
RESOURCES = 5_000_000
"""The limit of z3 for one pair, in its own units: a second or two, with the same answer on every machine."""


def ask(before: FuncOp, after: FuncOp) -> Answer:
    """Prove that two functions of one type give the same results, or find arguments for which they may differ."""
    arguments = arguments_of(before)
    sides = [None if arguments is None else evaluated(func, arguments) for func in (before, after)]
    if arguments is None or sides[0] is None or sides[1] is None:
        return Answer()
    differences = [a != b for x, y in zip(*sides) for a, b in zip(x.flat, y.flat)]
    # In a context of its own, because an answer of z3 depends on earlier questions.
    own = z.Context()
    solver = z.Solver(ctx=own)
    solver.set("rlimit", RESOURCES)
    solver.add(z.Or(*differences).translate(own))
    found = solver.check()
    if found == z.unsat:
        elements = counted(len(differences), "element")
        return Answer(f"z3 finds no arguments for which an element differs ({elements})")
    if found != z.sat:
        return Answer()
    model = solver.model()
    values = [_elements(model, symbols, value) for symbols, value in zip(arguments, before.args)]
    return Answer(None, tuple(values))


def _elements(model: Bits, symbols: Symbols, value: SSAValue) -> Tensor:
    """The elements of an argument in a model."""
    tensor_type = cast(AnyTensorType, value.type)
    dtype, kind = dtype_of(tensor_type.element_type), kind_at(value)
    numbers = [model.eval(symbol.translate(model.ctx), model_completion=True) for symbol in symbols.flat]
    if kind is None:
        raw = np.array([bits.as_long() for bits in numbers], f"u{dtype.itemsize}")
        return Tensor(tensor_type, raw.view(dtype).reshape(symbols.shape))
    held = [bits.as_signed_long() if kind.signed else bits.as_long() for bits in numbers]
    wide = np.array(held, np.int64 if kind.signed else np.uint64)
    return Tensor(tensor_type, wide.astype(dtype).reshape(symbols.shape))


Symbols: TypeAlias = "np.ndarray[Any, np.dtype[np.object_]]"
Known: TypeAlias = "dict[SSAValue, Symbols]"

ITERATIONS = 64
"""The largest number of iterations of a loop."""

CALLS = 32
"""The largest depth of calls."""

WORK = 20_000
"""The largest number of symbols in one evaluation, with all calls and iterations."""


def arguments_of(func: FuncOp) -> list[Symbols] | None:
    """A symbol for each element of each parameter; None if a parameter is too large or has no symbols."""
    given = [
        _array([z.BitVec(f"{n} {i}", width_at(value)) for i in range(_size(value))], value)
        for n, value in enumerate(func.args)
        if _fits(value)
    ]
    return given if len(given) == len(func.args) else None


def evaluated(func: FuncOp, arguments: Sequence[Symbols]) -> list[Symbols] | None:
    """The results of a function; None if an op is not supported, or a value has more than `ELEMENTS` elements."""
    module = func.parent_op()
    functions = functions_of(module) if isinstance(module, ModuleOp) else {}
    if len(func.body.blocks) > 1:
        return None
    return _Evaluation(functions).block(func.body.block, arguments, {})


def _fits(value: SSAValue) -> bool:
    """Whether a value is a small tensor of static shape whose elements are bits with the same meaning at any place."""
    t = value.type
    if not is_tensor_type(t) or not is_static(t.get_shape()) or not 0 < _size(value) <= ELEMENTS:
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
    """Elements in row-major order, in the shape of a value."""
    given = np.empty(len(elements), object)
    given[:] = elements
    return given.reshape(_shape(value))


def _constant(array: Array, value: SSAValue) -> Symbols:
    """The bits of constant elements."""
    width = width_at(value)
    raw = array.reshape(-1).view(f"u{array.itemsize}") if array.dtype != np.bool_ else array.reshape(-1)
    return _array([z.BitVecVal(int(bits) & ((1 << width) - 1), width) for bits in raw], value)


class _Evaluation:
    def __init__(self, functions: Mapping[str, FuncOp]):
        self.functions = functions
        self.left = WORK
        self.called: list[FuncOp] = []

    def block(self, block: Block, arguments: Sequence[Symbols], around: Known) -> list[Symbols] | None:
        """The results of a block for its arguments, with the values `around` it; None if it is not supported."""
        known = {**around, **dict(zip(block.args, arguments, strict=True))}
        for op in block.ops:
            if op is block.last_op:
                return [known[operand] for operand in op.operands]
            if not all(_fits(result) for result in op.results):
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
            return special(self, op, operands, known)
        entry = kernel_of(type(op))
        if entry is None or op.regions or len(op.results) != 1:
            return None
        (result,) = op.results
        if entry.is_movement(op):
            return [_moved(op, operands)]
        if isinstance(op, hlo.IotaOp):
            return [_constant(np.array(entry.make(op)()), result)]
        if not entry.elementwise:
            return None
        shape = np.broadcast_shapes(*[operand.shape for operand in operands])
        rows = zip(*[np.broadcast_to(operand, shape).flat for operand in operands], strict=True)
        return (
            [_array([scalar_result(op, row) for row in rows], result)] if _is_defined(op, operands) else None
        )

    def constant_op(self, op: Operation, _: list[Symbols], __: Known) -> Sequence[Symbols]:
        return [_constant(np.array(cast(hlo.ConstantOp, op).array()), op.results[0])]

    def call_op(self, op: Operation, operands: list[Symbols], _: Known) -> Sequence[Symbols] | None:
        callee = self.functions.get(cast(CallOp, op).callee.string_value())
        if callee is None or len(callee.body.blocks) != 1:
            return None
        if callee in self.called or len(self.called) > CALLS:
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
        """The results of a loop whose condition is known in every iteration."""
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
        """Integers combined by an op, from its neutral element, so that the order does not matter."""
        op = cast(hlo.ReduceOp, op)
        kind = kind_at(op.results[0])
        inner, last = op.body.block.first_op, op.body.block.last_op
        if len(op.inputs) != 1 or kind is None or inner is None or last is None or inner.next_op is not last:
            return None
        values = (*op.operands, *op.results, *inner.operands, *inner.results)
        if tuple(last.operands) != tuple(inner.results) or {kind_at(value) for value in values} != {kind}:
            return None
        reducer, init = known_reducer(op.body.block), z.simplify(operands[1].item())
        if reducer is None or not z.is_bv_value(init):
            return None
        dtype = dtype_of(cast("AnyTensorType", op.results[0].type).element_type)
        if (
            init.as_long()
            != _constant(np.asarray(neutral_of(reducer[0], dtype)), op.operands[1]).item().as_long()
        ):
            return None
        dimensions = ints(op.dimensions)
        kept = [d for d in range(operands[0].ndim) if d not in dimensions]
        rows = operands[0].transpose(*kept, *dimensions).reshape(_size(op.results[0]), -1)
        join = OPS[reducer[0]]
        return [_array([reduce(lambda x, y: join(kind, x, y), row, init) for row in rows], op.results[0])]

    def dot_op(self, op: Operation, operands: list[Symbols], _: Known) -> Sequence[Symbols] | None:
        """Sums of products of integers of one type: the order does not matter."""
        kinds = {kind_at(value) for value in (*op.operands, *op.results)}
        if len(kinds) > 1 or None in kinds or width_at(op.results[0]) == 1:
            return None
        batch, summed = _dot_dimensions(op)
        sides: list[Symbols] = []
        for side, first, last in zip(operands, batch, summed):
            free = [d for d in range(side.ndim) if d not in (*first, *last)]
            terms = prod([side.shape[d] for d in last])
            rows = side.transpose(*first, *free, *last)
            sides.append(rows.reshape(prod([side.shape[d] for d in first]), -1, terms))
        zero = z.BitVecVal(0, width_at(op.results[0]))
        pairs = [pair for left, right in zip(*sides) for pair in product(left, right)]
        sums = [reduce(lambda s, ab: s + ab[0] * ab[1], zip(a, b), zero) for a, b in pairs]
        return [_array(sums, op.results[0])]

    def window_op(self, op: Operation, operands: list[Symbols], _: Known) -> Sequence[Symbols] | None:
        """A dynamic slice or update: its results for all starts, selected by the clamped starts."""
        count = 1 if isinstance(op, hlo.DynamicSliceOp) else 2
        values, starts = operands[:count], operands[count:]
        kinds = [kind_at(value) for value in op.operands[count:]]
        if any(kind is None or not kind.signed for kind in kinds):
            return None
        sizes = ints(op.slice_sizes) if isinstance(op, hlo.DynamicSliceOp) else values[1].shape
        ranges = [range(n - size + 1) for n, size in zip(values[0].shape, sizes)]
        given: Symbols | None = None
        for corner in reversed(list(product(*ranges))):
            there = _moved(op, values, *map(np.asarray, corner))
            places = [_is_start(s.item(), at, len(allowed)) for s, at, allowed in zip(starts, corner, ranges)]
            given = there if given is None else _where(z.And(True, *places), there, given)
        return None if given is None else [given]


def _dot_dimensions(op: Operation) -> tuple[Sequence[Sequence[int]], Sequence[Sequence[int]]]:
    """The batching dimensions, and the contracting ones, of both operands."""
    if isinstance(op, hlo.DotOp):
        return ((), ()), ((len(_shape(op.lhs)) - 1,), (0,))
    numbers = cast(hlo.DotGeneralOp, op).dot_dimension_numbers
    return (
        (ints(numbers.lhs_batching_dimensions), ints(numbers.rhs_batching_dimensions)),
        (ints(numbers.lhs_contracting_dimensions), ints(numbers.rhs_contracting_dimensions)),
    )


def _moved(op: Operation, operands: Sequence[Symbols], *starts: Array) -> Symbols:
    """The result of an op that moves elements: its kernel moves their positions."""
    elements = np.concatenate([operand.reshape(-1) for operand in operands])
    return np.asarray(elements[origins(op, [operand.shape for operand in operands], *starts)], object)


def _where(condition: Bits, on_true: Symbols, on_false: Symbols) -> Symbols:
    """Elements selected by one condition."""
    given = np.empty(on_true.shape, object)
    for place in np.ndindex(on_true.shape):
        given[place] = z.If(condition, on_true[place], on_false[place])
    return given


def _is_start(start: Bits, at: int, count: int) -> Bits:
    """Whether a signed start, clamped to `count` positions from 0, is `at`."""
    if count == 1:
        return z.BoolVal(True)
    if at == 0:
        return start <= 0
    return start >= at if at == count - 1 else start == at


_SPECIAL: dict[type[Operation], Callable[..., Sequence[Symbols] | None]] = {
    CallOp: _Evaluation.call_op,
    hlo.CaseOp: _Evaluation.if_op,
    hlo.ConstantOp: _Evaluation.constant_op,
    hlo.DotGeneralOp: _Evaluation.dot_op,
    hlo.DotOp: _Evaluation.dot_op,
    hlo.DynamicSliceOp: _Evaluation.window_op,
    hlo.DynamicUpdateSliceOp: _Evaluation.window_op,
    hlo.IfOp: _Evaluation.if_op,
    hlo.ReduceOp: _Evaluation.reduce_op,
    hlo.WhileOp: _Evaluation.while_op,
}
"""Ops that are neither elementwise nor movement."""


z = cast(Any, z3)
"""z3 has no types of its own."""

Bits: TypeAlias = "Any"
"""A bit vector; booleans have one bit."""


def _divide(kind: IntegerKind, x: Bits, y: Bits) -> Bits:
    quotient = x / y if kind.signed else z.UDiv(x, y)
    return z.If(y == 0, z.BitVecVal(-1, kind.width), quotient)


def _above(kind: IntegerKind, x: Bits, y: Bits) -> Bits:
    return x > y if kind.signed else z.UGT(x, y)


def _maximum(kind: IntegerKind, x: Bits, y: Bits) -> Bits:
    return z.If(_above(kind, x, y), x, y)


def _minimum(kind: IntegerKind, x: Bits, y: Bits) -> Bits:
    return z.If(_above(kind, x, y), y, x)


def _leading_zeros(kind: IntegerKind, x: Bits) -> Bits:
    given = z.BitVecVal(kind.width, kind.width)
    for place in range(kind.width):
        given = z.If(z.Extract(place, place, x) == 1, z.BitVecVal(kind.width - 1 - place, kind.width), given)
    return given


_UNARY: dict[str, Callable[[IntegerKind, Bits], Bits]] = {
    "abs": lambda kind, x: z.If(_above(kind, x - x, x), -x, x),
    "count_leading_zeros": _leading_zeros,
    "negate": lambda _, x: -x,
    "not": lambda _, x: ~x,
    "popcnt": lambda kind, x: sum(z.ZeroExt(kind.width - 1, z.Extract(i, i, x)) for i in range(kind.width)),
    "sign": lambda kind, x: z.If(x == 0, x, z.If(_above(kind, x, x - x), x - x + 1, x - x - 1)),
}
_BINARY: dict[str, Callable[[IntegerKind, Bits, Bits], Bits]] = {
    "add": lambda kind, x, y: x | y if kind.width == 1 else x + y,
    "and": lambda _, x, y: x & y,
    "divide": _divide,
    "maximum": _maximum,
    "minimum": _minimum,
    "multiply": lambda _, x, y: x * y,
    "or": lambda _, x, y: x | y,
    "remainder": lambda kind, x, y: z.If(y == 0, x, z.SRem(x, y) if kind.signed else z.URem(x, y)),
    "shift_left": lambda _, x, y: x << y,
    "shift_right_arithmetic": lambda _, x, y: x >> y,
    "shift_right_logical": lambda _, x, y: z.LShR(x, y),
    "subtract": lambda _, x, y: x - y,
    "xor": lambda _, x, y: x ^ y,
}
_TERNARY: dict[str, Callable[[IntegerKind, Bits, Bits, Bits], Bits]] = {
    "clamp": lambda kind, low, x, high: _minimum(kind, _maximum(kind, x, low), high),
    "select": lambda _, p, x, y: z.If(p == 1, x, y),
}
OPS: dict[str, Callable[..., Bits]] = {**_UNARY, **_BINARY, **_TERNARY}
"""Arithmetic on integers of the type of the result. z3 shifts by the width or more as the specification says."""

DIRECTIONS: dict[str, Callable[[IntegerKind, Bits, Bits], Bits]] = {
    "EQ": lambda _, x, y: x == y,
    "NE": lambda _, x, y: x != y,
    "GT": _above,
    "LT": lambda kind, x, y: _above(kind, y, x),
    "GE": lambda kind, x, y: z.Not(_above(kind, y, x)),
    "LE": lambda kind, x, y: z.Not(_above(kind, x, y)),
}


def kind_at(value: SSAValue) -> IntegerKind | None:
    """The integer type of a tensor's elements; None for other elements."""
    return kind_of_integers(cast("AnyTensorType", value.type).element_type)


def width_at(value: SSAValue) -> int:
    """The width of an element in bits."""
    return bit_width(cast("AnyTensorType", value.type).element_type)


def resized(source: IntegerKind, target: IntegerKind, x: Bits) -> Bits:
    """An integer in another type: truncated or extended; in i1, whether it is not 0."""
    if target.width == 1:
        return z.If(x == 0, z.BitVecVal(0, 1), z.BitVecVal(1, 1))
    if target.width <= source.width:
        return z.Extract(target.width - 1, 0, x)
    more = target.width - source.width
    return z.SignExt(more, x) if source.signed else z.ZeroExt(more, x)


def _is_defined(op: Operation, operands: Sequence[Symbols]) -> bool:
    """Whether an elementwise op is defined for all elements: of a quotient, the divisors must be constants."""
    kind = kind_at(op.operands[-1])
    if not isinstance(op, hlo.DivOp | hlo.RemOp) or kind is None:
        return True
    divisors = [z.simplify(divisor) for divisor in operands[1].flat]
    undefined = (0, (1 << kind.width) - 1 if kind.signed else 0)
    return all(z.is_bv_value(divisor) and divisor.as_long() not in undefined for divisor in divisors)


def scalar_result(op: Operation, operands: Sequence[Bits]) -> Bits:
    """The element that an elementwise op gives for elements, an unknown function of their bits for floats."""
    result = op.results[0]
    name = op.name.removeprefix("stablehlo.")
    kinds = [kind for value in op.operands if (kind := kind_at(value)) is not None]
    kind = kind_at(result)
    if name == "select":
        return z.If(operands[0] == 1, operands[1], operands[2])
    if len(kinds) == len(op.operands) and kind is not None:
        if isinstance(op, hlo.CompareOp):
            holds = DIRECTIONS[op.comparison_direction.data.value](kinds[0], *operands)
            return z.If(holds, z.BitVecVal(1, 1), z.BitVecVal(0, 1))
        if name in ("convert", "bitcast_convert"):
            return resized(kinds[0], kind, operands[0])
        if name in OPS:
            return OPS[name](kind, *operands)
    said = sorted(f"{key}={value}" for key, value in {**op.properties, **op.attributes}.items())
    types: list[Attribute] = [cast("AnyTensorType", v.type).element_type for v in (*op.operands, result)]
    sorts = [z.BitVecSort(width_at(value)) for value in (*op.operands, result)]
    return z.Function(" ".join([op.name, *said, *map(str, types)]), *sorts)(*operands)
