"""Functions evaluated on symbols, a bit vector of z3 for each element; floats by unknown functions of their bits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial, reduce
from itertools import product
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
import z3
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedPerAxisType, UniformQuantizedSubChannelType
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of, is_static_tensor
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter import EvaluationError, Tensor
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import known_reducer
from xdsl_stablehlo.interpreter.kernels.support.table import kernel_of
from xdsl_stablehlo.interpreter.numerics.integers import Integers
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array

from ..permitted.choices.compiler import origins
from ..permitted.choices.schedules import neutral_of
from .proofs import Answer

ELEMENTS = 64
"""The largest number of elements of a value."""
RESOURCES = 5_000_000
"""The limit of z3 for one pair, in its own units: a second or two, with the same answer on every machine."""
ITERATIONS = 64
"""The largest number of iterations of a loop."""
CALLS = 32
"""The largest depth of calls."""
WORK = 20_000
"""The largest number of symbols in one evaluation, with all calls and iterations."""

Symbols: TypeAlias = "np.ndarray[Any, np.dtype[np.object_]]"
Bits: TypeAlias = "Any"
"""A bit vector; booleans have one bit."""


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
    return Answer(None, tuple([_elements(model, *each) for each in zip(arguments, before.args)]))


def _elements(model: Bits, symbols: Symbols, value: SSAValue) -> Tensor:
    """The elements of an argument in a model."""
    tensor_type, integers = ranked(value), integers_at(value.type)
    dtype = formats.dtype_of(tensor_type.element_type)
    numbers = [model.eval(symbol.translate(model.ctx), model_completion=True) for symbol in symbols.flat]
    if integers is None:
        raw = np.array([bits.as_long() for bits in numbers], f"u{dtype.itemsize}")
        return Tensor(tensor_type, raw.view(dtype).reshape(symbols.shape))
    held = [bits.as_signed_long() if integers.signed else bits.as_long() for bits in numbers]
    wide = np.array(held, np.int64 if integers.signed else np.uint64)
    return Tensor(tensor_type, wide.astype(dtype).reshape(symbols.shape))


def arguments_of(func: FuncOp) -> list[Symbols] | None:
    """A symbol for each element of each parameter; None if a parameter is too large or has no symbols."""
    if not all(map(_fits, func.args)):
        return None
    return [
        _array([z.BitVec(f"{n} {i}", width_at(value)) for i in range(_size(value))], value)
        for n, value in enumerate(func.args)
    ]


def evaluated(func: FuncOp, arguments: Sequence[Symbols]) -> list[Symbols] | None:
    """The results of a function; None if an op is not supported, or a value has more than `ELEMENTS` elements."""
    module = func.parent_op()
    functions = functions_of(module) if isinstance(module, ModuleOp) else {}
    try:
        return _SymbolicEvaluation(functions).function(func, arguments)
    except _Unsupported:
        return None


class _Unsupported(Exception):
    """Raised for what has no symbols."""


def _require(condition: bool) -> None:
    if not condition:
        raise _Unsupported


def _fits(value: SSAValue) -> bool:
    """Whether a value is a small tensor of static shape whose elements are bits with the same meaning at any place."""
    t = value.type
    if not is_static_tensor(t) or not 0 < _size(value) <= ELEMENTS:
        return False
    dtype = formats.dtype_or_none(t.element_type)
    depends_on_place = isinstance(
        t.element_type, UniformQuantizedPerAxisType | UniformQuantizedSubChannelType
    )
    return dtype is not None and not formats.holds_complex(dtype) and not depends_on_place


def _size(value: SSAValue) -> int:
    return prod(ranked(value).get_shape())


def _array(elements: Sequence[Bits], value: SSAValue) -> Symbols:
    """Elements in row-major order, in the shape of a value."""
    given = np.empty(len(elements), object)
    given[:] = elements
    return given.reshape(ranked(value).get_shape())


def _constant(array: Array, value: SSAValue) -> Symbols:
    """The bits of constant elements."""
    width, raw = width_at(value), array.reshape(-1)
    raw = raw if array.dtype == np.bool_ else raw.view(f"u{array.itemsize}")
    return _array([z.BitVecVal(int(bits) & ((1 << width) - 1), width) for bits in raw], value)


class _SymbolicEvaluation:
    """One evaluation, which raises `_Unsupported`."""

    def __init__(self, functions: Mapping[str, FuncOp]):
        self.functions = functions
        self.left = WORK
        self.called: list[FuncOp] = []
        self.known: dict[SSAValue, Symbols] = {}

    def function(self, func: FuncOp, arguments: Sequence[Symbols]) -> list[Symbols]:
        _require(len(func.body.blocks) == 1)
        return self.block(func.body.block, arguments)

    def block(self, block: Block, arguments: Sequence[Symbols] = ()) -> list[Symbols]:
        """The results of a block for its arguments."""
        self.known.update(zip(block.args, arguments, strict=True))
        for op in block.ops:
            operands = [self.known[operand] for operand in op.operands]
            if op is block.last_op:
                return operands
            _require(all(map(_fits, op.results)))
            self.left -= 1 + sum(map(_size, op.results))
            _require(self.left >= 0)
            structure = _STRUCTURE.get(type(op))
            given = [self.tensor_op(op, operands)] if structure is None else structure(self, op, operands)
            self.known.update(zip(op.results, given, strict=True))
        raise _Unsupported

    def tensor_op(self, op: Operation, operands: list[Symbols]) -> Symbols:
        """The result of an op without regions or with a known one."""
        special, entry = _SPECIAL.get(type(op)), kernel_of(type(op))
        if special is not None:
            return special(op, operands)
        _require(entry is not None and not op.regions and len(op.results) == 1)
        assert entry is not None
        if entry.is_movement(op):
            return _moved(op, operands)
        if isinstance(op, hlo.IotaOp):
            return _constant(np.array(entry.make(op)()), op.results[0])
        _require(entry.elementwise and _is_defined(op, operands))
        return elementwise(op, operands)

    def call_op(self, op: CallOp, operands: list[Symbols]) -> Sequence[Symbols]:
        callee = self.functions.get(op.callee.string_value())
        _require(callee not in self.called and len(self.called) <= CALLS)
        if callee is None:
            raise _Unsupported
        self.called.append(callee)
        given = self.function(callee, operands)
        self.called.pop()
        return given

    def if_op(self, op: Operation, operands: list[Symbols]) -> Sequence[Symbols]:
        *others, last = [self.block(region.block) for region in op.regions]
        index = operands[0].item()
        for number in reversed(range(len(others))):
            condition = index == (1 if isinstance(op, hlo.IfOp) else number)
            last = [_where(condition, a, b) for a, b in zip(others[number], last)]
        return last

    def while_op(self, op: hlo.WhileOp, state: list[Symbols]) -> Sequence[Symbols]:
        """The results of a loop whose condition is known in every iteration."""
        for _ in range(ITERATIONS):
            decided = z.simplify(self.block(op.cond.block, state)[0].item())
            _require(z.is_bv_value(decided))
            if not decided.as_long():
                return state
            state = self.block(op.body.block, state)
        raise _Unsupported


def _reduced(op: hlo.ReduceOp, operands: list[Symbols]) -> Symbols:
    """Integers combined by an op, from its neutral element, so that the order does not matter."""
    result, known, reducer = op.results[0], known_reducer(op.body.block), op.body.block.first_op
    integers = integers_at(result.type)
    if known is None or reducer is None or integers is None:
        raise _Unsupported
    (name, _), init = known, z.simplify(operands[1].item())
    types = [value.type for value in (*op.operands, *op.results, *op.body.block.args)]
    _require(len(set(map(element_type_of, types))) == 1 and z.is_bv_value(init))
    neutral = neutral_of(type(reducer), ranked(result).element_type)
    _require(init.as_long() == _constant(neutral, op.operands[1]).item().as_long())
    dimensions = ints(op.dimensions)
    kept = [d for d in range(operands[0].ndim) if d not in dimensions]
    rows = operands[0].transpose(*dimensions, *kept).reshape(-1, _size(result))
    given = reduce(integers.named(name), rows, np.full(_size(result), init, object))
    return given.reshape(ranked(result).get_shape())


def _sums_of_products(op: hlo.DotOp | hlo.DotGeneralOp, operands: list[Symbols]) -> Symbols:
    """Sums of products of integers of one type: the order does not matter."""
    (result,) = op.results
    integers = {integers_at(value.type) for value in (*op.operands, result)}
    _require(len(integers) == 1 and None not in integers and width_at(result) > 1)
    batch, summed = ((), ()), ((operands[0].ndim - 1,), (0,))
    if isinstance(op, hlo.DotGeneralOp):
        numbers = op.dot_dimension_numbers
        batch = ints(numbers.lhs_batching_dimensions), ints(numbers.rhs_batching_dimensions)
        summed = ints(numbers.lhs_contracting_dimensions), ints(numbers.rhs_contracting_dimensions)
    sides: list[Symbols] = []
    for side, first, last in zip(operands, batch, summed):
        free = [d for d in range(side.ndim) if d not in (*first, *last)]
        terms = prod([side.shape[d] for d in last])
        rows = side.transpose(*first, *free, *last)
        sides.append(rows.reshape(prod([side.shape[d] for d in first]), -1, terms))
    products = np.moveaxis(sides[0][:, :, None] * sides[1][:, None], -1, 0)
    zeros = np.full(products.shape[1:], z.BitVecVal(0, width_at(result)), object)
    return np.asarray(reduce(np.add, products, zeros), object).reshape(ranked(result).get_shape())


def _window(op: Operation, operands: list[Symbols]) -> Symbols:
    """A dynamic slice or update: its results for all starts, selected by the clamped starts."""
    count = 1 if isinstance(op, hlo.DynamicSliceOp) else 2
    values, starts = operands[:count], operands[count:]
    indices = [integers_at(value.type) for value in op.operands[count:]]
    _require(all(index is not None and index.signed for index in indices))
    sizes = ints(op.slice_sizes) if isinstance(op, hlo.DynamicSliceOp) else values[1].shape
    ranges = [range(n - size + 1) for n, size in zip(values[0].shape, sizes)]
    given: Symbols | None = None
    for corner in reversed(list(product(*ranges))):
        there = _moved(op, values, *map(np.asarray, corner))
        places = [_is_start(s.item(), at, len(allowed)) for s, at, allowed in zip(starts, corner, ranges)]
        given = there if given is None else _where(z.And(True, *places), there, given)
    if given is None:
        raise _Unsupported
    return given


def _moved(op: Operation, operands: Sequence[Symbols], *starts: Array) -> Symbols:
    """The result of an op that moves elements: its kernel moves their positions."""
    elements = np.concatenate([operand.reshape(-1) for operand in operands])
    return np.asarray(elements[origins(op, [operand.shape for operand in operands], *starts)], object)


def _where(condition: Bits, on_true: Symbols, on_false: Symbols) -> Symbols:
    """Elements selected by one condition."""
    return of_elements(partial(z.If, condition), on_true, on_false)


def _is_start(start: Bits, at: int, count: int) -> Bits:
    """Whether a signed start, clamped to `count` positions from 0, is `at`."""
    if count == 1:
        return z.BoolVal(True)
    if at == 0:
        return start <= 0
    return start >= at if at == count - 1 else start == at


_STRUCTURE: Mapping[
    type[Operation], Callable[[_SymbolicEvaluation, Any, list[Symbols]], Sequence[Symbols]]
] = {
    CallOp: _SymbolicEvaluation.call_op,
    hlo.CaseOp: _SymbolicEvaluation.if_op,
    hlo.IfOp: _SymbolicEvaluation.if_op,
    hlo.WhileOp: _SymbolicEvaluation.while_op,
}
_SPECIAL: Mapping[type[Operation], Callable[[Any, list[Symbols]], Symbols]] = {
    hlo.ConstantOp: lambda op, _: _constant(np.array(op.array()), op.results[0]),
    hlo.DotGeneralOp: _sums_of_products,
    hlo.DotOp: _sums_of_products,
    hlo.DynamicSliceOp: _window,
    hlo.DynamicUpdateSliceOp: _window,
    hlo.ReduceOp: _reduced,
}
"""Ops on tensors that are neither elementwise nor movement."""


z = cast(Any, z3)
"""z3 has no types of its own."""


def of_elements(function: Callable[..., Bits], *operands: Symbols) -> Symbols:
    """A function of elements on arrays that broadcast together."""
    return np.asarray(np.frompyfunc(function, len(operands), 1)(*operands), object)


def _unary(function: Callable[[SymbolicIntegers, Bits], Bits]) -> Callable[..., Symbols]:
    """The method on an array that is a function of the arithmetic and an element."""

    def method(self: SymbolicIntegers, x: Symbols) -> Symbols:
        return of_elements(partial(function, self), x)

    return method


def _binary(function: Callable[[SymbolicIntegers, Bits, Bits], Bits]) -> Callable[..., Symbols]:
    """The method on two arrays that is a function of the arithmetic and elements."""

    def method(self: Any, x: Symbols, y: Symbols) -> Symbols:
        return of_elements(partial(function, self), x, y)

    return method


class SymbolicIntegers(Integers):
    """Integers of one type as bit vectors in arrays of objects; booleans are unsigned and have one bit.

    What is an operator of z3 is NumPy's function, as for numbers. z3 shifts by the width or more as the specification
    says.
    """

    def __init__(self, element_type: Attribute):
        super().__init__(element_type)
        self.signed = self.signed and self.width > 1
        self.add = np.bitwise_or if self.width == 1 else np.add

    def above(self, x: Bits, y: Bits) -> Bits:
        """Whether one number is larger than another."""
        return x > y if self.signed else z.UGT(x, y)

    def _quotient(self, x: Bits, y: Bits) -> Bits:
        return z.If(y == 0, z.BitVecVal(-1, self.width), x / y if self.signed else z.UDiv(x, y))

    def _rest(self, x: Bits, y: Bits) -> Bits:
        return z.If(y == 0, x, z.SRem(x, y) if self.signed else z.URem(x, y))

    def _sign(self, x: Bits) -> Bits:
        return z.If(x == 0, x, z.If(self.above(x, x - x), x - x + 1, x - x - 1))

    def _leading_zeros(self, x: Bits) -> Bits:
        given = z.BitVecVal(self.width, self.width)
        for place in range(self.width):
            number = z.BitVecVal(self.width - 1 - place, self.width)
            given = z.If(z.Extract(place, place, x) == 1, number, given)
        return given

    def _ones(self, x: Bits) -> Bits:
        return sum(z.ZeroExt(self.width - 1, z.Extract(i, i, x)) for i in range(self.width))

    divide = _binary(_quotient)
    remainder = _binary(_rest)
    maximum = _binary(lambda self, x, y: z.If(self.above(x, y), x, y))
    minimum = _binary(lambda self, x, y: z.If(self.above(x, y), y, x))
    abs = _unary(lambda self, x: z.If(self.above(x - x, x), -x, x))
    sign = _unary(_sign)
    shift_left = _binary(lambda _, x, y: x << y)
    shift_right_arithmetic = _binary(lambda _, x, y: x >> y)
    shift_right_logical = _binary(lambda _, x, y: z.LShR(x, y))
    count_leading_zeros = _unary(_leading_zeros)
    popcnt = _unary(_ones)

    def power(self, lhs: Array, rhs: Array) -> Array:
        raise self.undefined("power")

    def comparison(self, direction: str, compare_type: str | None = None) -> Callable[..., Symbols]:
        relations: dict[str, Callable[[Bits, Bits], Bits]] = {
            "EQ": lambda x, y: x == y,
            "NE": lambda x, y: x != y,
            "GT": self.above,
            "LT": lambda x, y: self.above(y, x),
            "GE": lambda x, y: z.Not(self.above(y, x)),
            "LE": lambda x, y: z.Not(self.above(x, y)),
        }
        return partial(of_elements, partial(self._decided, relations[direction]))

    def _decided(self, relation: Callable[[Bits, Bits], Bits], x: Bits, y: Bits) -> Bits:
        return z.If(relation(x, y), z.BitVecVal(1, 1), z.BitVecVal(0, 1))

    def resized(self, target: SymbolicIntegers, x: Bits) -> Bits:
        """A number in another type: truncated or extended; in i1, whether it is not 0."""
        if target.width == 1:
            return z.If(x == 0, z.BitVecVal(0, 1), z.BitVecVal(1, 1))
        if target.width <= self.width:
            return z.Extract(target.width - 1, 0, x)
        more = target.width - self.width
        return z.SignExt(more, x) if self.signed else z.ZeroExt(more, x)


def integers_at(value_type: Attribute) -> SymbolicIntegers | None:
    """The arithmetic of a tensor's elements; None for others than integers and booleans."""
    return _integers_of(element_type_of(value_type))


@cache
def _integers_of(element_type: Attribute) -> SymbolicIntegers | None:
    known = formats.format_or_none(element_type)
    is_integer = isinstance(known, formats.IntegerFormat) and known.type.name == element_type.name
    return SymbolicIntegers(element_type) if is_integer else None


def width_at(value: SSAValue) -> int:
    """The width of an element in bits."""
    return formats.bit_width(element_type_of(value.type))


def _is_defined(op: Operation, operands: Sequence[Symbols]) -> bool:
    """Whether an elementwise op is defined for all elements: of a quotient, the divisors must be constants."""
    integers = integers_at(op.operands[-1].type)
    if not isinstance(op, hlo.DivOp | hlo.RemOp) or integers is None:
        return True
    divisors = [z.simplify(divisor) for divisor in operands[1].flat]
    undefined = (0, (1 << integers.width) - 1 if integers.signed else 0)
    return all(z.is_bv_value(divisor) and divisor.as_long() not in undefined for divisor in divisors)


def _selected(pred: Bits, on_true: Bits, on_false: Bits) -> Bits:
    return z.If(pred == 1, on_true, on_false)


def elementwise(op: Operation, operands: Sequence[Symbols]) -> Symbols:
    """The result of an elementwise op, of floats an unknown function of their bits."""
    if isinstance(op, hlo.SelectOp):
        return of_elements(_selected, *operands)
    (result,) = op.results
    target, *sources = [integers_at(value.type) for value in (result, *op.operands)]
    source = sources[0]
    if source is not None and target is not None and None not in sources:
        if isinstance(op, hlo.CompareOp):
            return source.comparison(op.comparison_direction.data.value)(*operands)
        if isinstance(op, hlo.ConvertOp | hlo.BitcastConvertOp):
            return of_elements(partial(source.resized, target), operands[0])
        if hlo.StableHLO.is_op(op, op.name):
            with suppress(EvaluationError):
                return np.asarray(source.named(op.name.partition(".")[2])(*operands), object)
    said = sorted(f"{key}={value}" for key, value in {**op.properties, **op.attributes}.items())
    values = (*op.operands, result)
    sorts = [z.BitVecSort(width_at(value)) for value in values]
    types = [str(element_type_of(value.type)) for value in values]
    return of_elements(z.Function(" ".join([op.name, *said, *types]), *sorts), *operands)
