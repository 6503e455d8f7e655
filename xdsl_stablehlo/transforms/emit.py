"""Writing ops in the place of another op: single ones, formulas such as `sqrt((1 - x) * (1 + x))`, and broadcasts.

An `Emitter` writes ops. A `Number` is a value of a program while formulas are written of it. Python numbers among its
operands become constants of its type and shape, whether that is static, bounded or known at run time only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

import numpy as np
from xdsl.dialects.builtin import (
    AnyTensorType,
    IntegerType,
    ModuleOp,
    Signedness,
    TensorType,
    f32,
    f64,
    i1,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.transforms.dead_code_elimination import is_trivially_dead

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.shape import ShapeOfOp
from xdsl_stablehlo.dialects.stablehlo import shapes
from xdsl_stablehlo.dialects.stablehlo.attributes import ComparisonDirection, ComparisonType
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import Violation
from xdsl_stablehlo.dialects.stablehlo.shapes import with_element_type
from xdsl_stablehlo.ir.guards import is_integer_type, is_tensor_type
from xdsl_stablehlo.values.element_types import bit_width, dtype_of
from xdsl_stablehlo.values.elements import attribute_of


@dataclass(frozen=True)
class Emitter:
    """Puts new ops in front of `place`, with its location."""

    place: Operation
    known: dict[Hashable, SSAValue] = field(default_factory=dict[Hashable, SSAValue])
    """Constants and shapes that have been written, to be used again."""

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

    def constant(self, value: complex, element_type: Attribute) -> SSAValue:
        """A scalar constant."""
        return self.splat(value, TensorType(element_type, []))

    def splat(self, value: complex, tensor_type: AnyTensorType) -> SSAValue:
        """The same number everywhere; equal ones are written once."""
        array = np.array(value, dtype_of(tensor_type.element_type))
        key = (array.tobytes(), tensor_type)
        if key not in self.known:
            filled = np.broadcast_to(array, tensor_type.get_shape())
            self.known[key] = self(hlo.ConstantOp(attribute_of(filled, tensor_type)))
        return self.known[key]

    def constant_like(self, value: complex, element_type: Attribute) -> SSAValue:
        """`value` at every index of the place's first operand, whose sizes may be bounded or unknown."""
        like = self.place.operands[0]
        t = ranked(like)
        if t.has_static_shape():
            return self.splat(value, TensorType(element_type, t.get_shape()))
        scalar = self.constant(value, element_type)
        if (scalar, like) not in self.known:
            sizes = zip(t.get_shape(), shapes.all_bounds_of(t))
            if all(not shapes.is_dynamic(size) or not shapes.is_dynamic(bound) for size, bound in sizes):
                self.known[scalar, like] = broadcast_to(scalar, dims_of(like), self.all)
            else:
                self.known[scalar, like] = self.spread_like(scalar, like, [])
        return self.known[scalar, like]

    def shape_of(self, value: SSAValue) -> SSAValue:
        """The sizes of `value`, one element each."""
        if value not in self.known:
            self.known[value] = self(ShapeOfOp(value))
        return self.known[value]

    def size(self, value: SSAValue | int, dimension: int = 0) -> SSAValue:
        """The size of a dimension of `value`, or a number, in a tensor<1xi64>."""
        number = value if isinstance(value, int) else ranked(value).get_shape()[dimension]
        key = ("size", number) if not shapes.is_dynamic(number) else ("size", value, dimension)
        if key not in self.known:
            if shapes.is_dynamic(number):
                assert isinstance(value, SSAValue)
                size = self(
                    hlo.ConvertOp(self(hlo.GetDimensionSizeOp(value, dimension)), TensorType(i64, []))
                )
            else:
                size = self.constant(number, i64)
            self.known[key] = self.reshaped(size, [1])
        return self.known[key]

    def joined(self, sizes: Sequence[SSAValue]) -> SSAValue:
        """Sizes of dimensions in one tensor."""
        return self(hlo.ConcatenateOp(sizes, 0))

    def indices(self, index: int, rank: int) -> SSAValue:
        """The same index for each of `rank` dimensions."""
        return self.splat(index, TensorType(i64, [rank]))

    def spread(self, value: SSAValue, shape: Sequence[int], dims: Sequence[int]) -> SSAValue:
        """`value` broadcast to `shape`, its dimensions becoming `dims` there; itself where it has that shape."""
        if ranked(value).get_shape() == tuple(shape):
            return value
        result_type = TensorType(ranked(value).element_type, shape)
        return self(hlo.BroadcastInDimOp(value, dims, result_type))

    def spread_like(self, value: SSAValue, like: SSAValue, dims: Sequence[int]) -> SSAValue:
        """`value` broadcast to the shape of `like`, whose sizes may be unknown."""
        t = ranked(like)
        if t.has_static_shape():
            return self.spread(value, t.get_shape(), dims)
        result_type = shapes.with_element_type(t, ranked(value).element_type)
        return self(hlo.DynamicBroadcastInDimOp(value, self.shape_of(like), dims, result_type))

    def reshaped(self, value: SSAValue, shape: Sequence[int]) -> SSAValue:
        """`value` with the elements in the same order, in another shape."""
        return self(hlo.ReshapeOp(value, TensorType(ranked(value).element_type, shape)))

    def rearranged(self, value: SSAValue, dims: Sequence[int | None]) -> SSAValue:
        """`value` with these of its dimensions, None for a new one of size 1; those that are left out have size 1."""
        shape = ranked(value).get_shape()
        new = [1 if d is None else shape[d] for d in dims]
        if ranked(value).has_static_shape():
            return self.reshaped(value, new)
        sizes = self.joined([self.size(1) if d is None else self.size(value, d) for d in dims])
        return self(hlo.DynamicReshapeOp(value, sizes, TensorType(ranked(value).element_type, new)))

    def replace(self, values: Sequence[SSAValue]) -> None:
        """Let `values` stand for the results of the place, which goes."""
        for old, new in zip(self.place.results, values, strict=True):
            new.name_hint = new.name_hint or old.name_hint
            old.replace_all_uses_with(new)
        Rewriter.erase_op(self.place)


# Formulas.


def _on_one(kind: Callable[[SSAValue], Operation]) -> Callable[[Number], Number]:
    """The function that writes an op on one number."""
    return lambda x: x.of(kind(x.value))


def _on_two(kind: Callable[[SSAValue, SSAValue], Operation]) -> Callable[[Number, Number | float], Number]:
    """The function that writes an op on two numbers."""
    return lambda x, y: x.of(kind(x.value, x.like(y).value))


def _turned(kind: Callable[[SSAValue, SSAValue], Operation]) -> Callable[[Number, float], Number]:
    """The function that writes an op on two numbers, the second one first."""
    return lambda x, y: x.of(kind(x.like(y).value, x.value))


def _compared(direction: ComparisonDirection) -> Callable[[Number, Number | float], Number]:
    def compare(x: Number, y: Number | float) -> Number:
        kind = None
        if is_integer_type(x.element_type) and x.element_type != i1:
            signed = x.element_type.signedness.data is not Signedness.UNSIGNED
            kind = ComparisonType.SIGNED if signed else ComparisonType.UNSIGNED
        return x.of(hlo.CompareOp(x.value, x.like(y).value, direction, kind))

    return compare


@dataclass(frozen=True, eq=False)
class Number:
    """A value in formulas. Comparisons give booleans, elementwise as all else."""

    value: SSAValue
    emit: Emitter

    @property
    def element_type(self) -> Attribute:
        return ranked(self.value).element_type

    def of(self, op: Operation) -> Number:
        """The result of `op`, which is written."""
        return Number(self.emit(op), self.emit)

    def like(self, number: Number | float) -> Number:
        """A constant of this type and shape, or the number that is given."""
        if isinstance(number, Number):
            return number
        return Number(self.emit.constant_like(number, self.element_type), self.emit)

    def choose(self, for_f32: float, for_f64: float) -> float:
        """The one of two thresholds that belongs to the type."""
        return for_f64 if self.element_type == f64 else for_f32

    def to(self, element_type: Attribute) -> Number:
        """Converted to another element type; itself where it has that."""
        if element_type == self.element_type:
            return self
        return self.of(hlo.ConvertOp(self.value, with_element_type(ranked(self.value), element_type)))

    def bits(self, signed: bool = False) -> Number:
        """The bits as integers of the same width."""
        sign = Signedness.SIGNLESS if signed else Signedness.UNSIGNED
        return self.as_bits_of(IntegerType(bit_width(self.element_type), sign))

    def as_bits_of(self, element_type: Attribute) -> Number:
        """The number of another element type with the same bits."""
        return self.of(hlo.BitcastConvertOp(self.value, with_element_type(ranked(self.value), element_type)))

    __add__ = _on_two(hlo.AddOp)
    __radd__ = _turned(hlo.AddOp)
    __sub__ = _on_two(hlo.SubtractOp)
    __rsub__ = _turned(hlo.SubtractOp)
    __mul__ = _on_two(hlo.MulOp)
    __rmul__ = _turned(hlo.MulOp)
    __truediv__ = _on_two(hlo.DivOp)
    __rtruediv__ = _turned(hlo.DivOp)
    __neg__ = _on_one(hlo.NegOp)
    __abs__ = _on_one(hlo.AbsOp)
    __and__ = _on_two(hlo.AndOp)
    __or__ = _on_two(hlo.OrOp)
    __invert__ = _on_one(hlo.NotOp)
    __lt__ = _compared(ComparisonDirection.LT)
    __le__ = _compared(ComparisonDirection.LE)
    __gt__ = _compared(ComparisonDirection.GT)
    __ge__ = _compared(ComparisonDirection.GE)
    equals = _compared(ComparisonDirection.EQ)
    """Elementwise equality; `==` is left to Python's objects."""
    differs = _compared(ComparisonDirection.NE)
    """Elementwise inequality: of a NaN true, also to itself."""


exp = _on_one(hlo.ExpOp)
expm1 = _on_one(hlo.Expm1Op)
"""e**x - 1"""
log = _on_one(hlo.LogOp)
log1p = _on_one(hlo.Log1pOp)
"""log(1 + x)"""


def square(x: Number) -> Number:
    return x * x


sqrt = _on_one(hlo.SqrtOp)
sine = _on_one(hlo.SineOp)
cosine = _on_one(hlo.CosineOp)
tangent = _on_one(hlo.TanOp)
hyperbolic_tangent = _on_one(hlo.TanhOp)
nearest_even = _on_one(hlo.RoundNearestEvenOp)
floor = _on_one(hlo.FloorOp)
sign = _on_one(hlo.SignOp)
is_finite = _on_one(hlo.IsFiniteOp)
real = _on_one(hlo.RealOp)
imag = _on_one(hlo.ImagOp)


def complex_of(x: Number, y: Number) -> Number:
    """x + i y"""
    return x.of(hlo.ComplexOp(x.value, y.value))


atan2 = _on_two(hlo.Atan2Op)
power = _on_two(hlo.PowOp)
remainder = _on_two(hlo.RemOp)
"""x - n y, with n = x / y rounded towards zero."""


def shifted_right(x: Number, bits: int) -> Number:
    """Integers without their lowest bits: divided by 2**bits and rounded down."""
    assert is_integer_type(x.element_type)
    is_unsigned = x.element_type.signedness.data is Signedness.UNSIGNED
    shift = hlo.ShiftRightLogicalOp if is_unsigned else hlo.ShiftRightArithmeticOp
    return x.of(shift(x.value, x.like(bits).value))


maximum = _on_two(hlo.MaxOp)
minimum = _on_two(hlo.MinOp)


def where(condition: Number, on_true: Number | float, on_false: Number | float) -> Number:
    """One or the other, elementwise; one of them is a `Number`."""
    typed = on_true if isinstance(on_true, Number) else on_false
    assert isinstance(typed, Number)
    return typed.of(hlo.SelectOp(condition.value, typed.like(on_true).value, typed.like(on_false).value))


def is_negative(x: Number) -> Number:
    """Whether the sign bit is set: of -0, too."""
    return x.bits(signed=True) < 0


def copysign(x: Number, y: Number) -> Number:
    """`x`, which is not negative, with the sign of `y`."""
    return where(is_negative(y), -x, x)


def polynomial(x: Number, coefficients: Sequence[float]) -> Number:
    """By Horner's rule; the coefficient of the highest power comes first."""
    value = x.like(coefficients[0])
    for coefficient in coefficients[1:]:
        value = value * x + coefficient
    return value


def sum_and_error(a: Number, b: Number) -> tuple[Number, Number]:
    """a + b rounded and what rounding lost (Knuth, The Art of Computer Programming 2, 4.2.2)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def square_and_error(a: Number) -> tuple[Number, Number]:
    """a**2 rounded and what rounding lost, from halves (Dekker, Numer. Math. 18, 1971)."""
    scaled = a * a.choose(2.0**12 + 1, 2.0**27 + 1)
    high = scaled - (scaled - a)
    low = a - high
    square = a * a
    return square, ((high * high - square) + 2 * (high * low)) + low * low


def in_f32_at_least(formula: Callable[..., Number]) -> Callable[..., Number]:
    """The formula, computed in f32 where its operands are of a narrower type."""

    def widened(*numbers: Number) -> Number:
        element_type = numbers[0].element_type
        wide = f64 if element_type == f64 else f32
        return formula(*[number.to(wide) for number in numbers]).to(element_type)

    return widened


def largest(x: Number) -> float:
    """The largest finite number of its type, f32 or f64."""
    return x.choose((2 - 2.0**-23) * 2.0**127, (2 - 2.0**-52) * 2.0**1023)


# Broadcasting together as in NumPy, of static and bounded sizes.
#
# Where a result size is bounded, an operand without it is broadcast to the bound first, and set to the true size then.


Insert = Callable[[Operation], object]


@dataclass(frozen=True)
class Dim:
    """A size, or a bound with the value and its dimension that has the true size at run time."""

    size: int
    source: tuple[SSAValue, int] | None = None


ONE = Dim(1)


def dims_of(value: SSAValue) -> list[Dim]:
    """The dimensions of a tensor. Raises `Violation` for a value that is none."""
    if not is_tensor_type(value.type):
        raise Violation("expected ranked tensor type for broadcast inputs")
    pairs = enumerate(zip(value.type.get_shape(), shapes.all_bounds_of(value.type)))
    return [Dim(bound, (value, i)) if shapes.is_dynamic(size) else Dim(size) for i, (size, bound) in pairs]


def broadcast_dims(values: Sequence[SSAValue]) -> list[Dim]:
    """The dimensions of all values broadcast together. Raises `Violation` where they do not fit."""
    if not values:
        raise Violation("requires at least one operand to broadcast")
    joined = dims_of(values[0])
    for value in values[1:]:
        other = dims_of(value)
        rank = max(len(joined), len(other))
        pairs = zip([ONE] * (rank - len(joined)) + joined, [ONE] * (rank - len(other)) + other)
        joined = [_join(a, b) for a, b in pairs]
    return joined


def _join(a: Dim, b: Dim) -> Dim:
    if a.size == 1:
        return b
    if b.size == 1:
        return a
    if a.size != b.size:
        raise Violation(f"incompatible shapes for broadcasting {a.size} and {b.size}")
    if (a.source is None) != (b.source is None):
        raise Violation("cannot mix bounded and static dimensions in broadcast")
    return a


def _tensor(dims: Sequence[Dim], element_type: Attribute) -> AnyTensorType:
    shape = [dim.size if dim.source is None else shapes.DYNAMIC for dim in dims]
    return shapes.tensor_with_bounds(
        shape, element_type, [shapes.DYNAMIC if dim.source is None else dim.size for dim in dims]
    )


def numpy_broadcast(values: Sequence[SSAValue], insert: Insert) -> list[SSAValue]:
    """All values in the shape that they have together; `insert` is given the new ops, in order."""
    dims = broadcast_dims(values)
    return [broadcast_to(value, dims, insert) for value in values]


def broadcast_to(value: SSAValue, dims: Sequence[Dim], insert: Insert) -> SSAValue:
    """`value` in the shape `dims`, which it can be broadcast to."""
    element_type = shapes.element_type_of(value.type)
    if value.type == _tensor(dims, element_type):
        return value
    own = dims_of(value)
    new = len(dims) - len(own)
    # What the value does not bound itself is broadcast to its bound first.
    padded = [
        dim if i >= new and own[i - new].source is not None else Dim(dim.size) for i, dim in enumerate(dims)
    ]
    broadcast = hlo.BroadcastInDimOp(value, range(new, len(dims)), _tensor(padded, element_type))
    insert(broadcast)
    result: SSAValue = broadcast.result
    for i, (dim, now) in enumerate(zip(dims, padded)):
        if dim.source is not None and now.source is None:
            size = hlo.GetDimensionSizeOp(*dim.source)
            insert(size)
            narrowed = hlo.SetDimensionSizeOp(result, size, i)
            insert(narrowed)
            result = narrowed.result
    return result


def erase_unread(module: ModuleOp) -> None:
    """Erase ops without effects whose results nobody reads."""
    for op in list(module.walk(reverse=True)):
        is_gone = op.parent is None  # with an op around it
        if op.results and not is_gone and is_trivially_dead(op):
            Rewriter.erase_op(op)
