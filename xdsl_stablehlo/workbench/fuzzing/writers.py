"""Writers of ops without sketches: elementwise ops, branches and loops, calls, constants; and the table of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.func import CallOp
from xdsl.ir import Region

from xdsl_stablehlo.dialects import stablehlo as hlo

from . import drawings
from .generator import SHAPES, CodeScope, FuzzOptions, Generator, NestedWriter, OpWriter
from .sketch import (
    COMPLEX_NAMES,
    SIGNED_INTEGERS,
    SUM,
    Drawing,
    TensorKind,
    comparing,
    extremes_of,
    of_operands,
    plus,
)

FITTING = 100
"""A number that most types can represent."""
MOST_EXPONENT = 3

ORDERED = ("EQ", "NE", "LT", "LE", "GT", "GE")
ROUNDING = ("floor", "ceil", "round_nearest_even", "round_nearest_afz")
FUNCTIONS = (
    *("sqrt", "rsqrt", "cbrt", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic"),
    *("sine", "cosine", "tan", "tanh"),
)


def _unary_ops(kind: TensorKind) -> tuple[str, ...]:
    if kind.element == "i1":
        return ("not",)
    if kind.is_complex:
        return ("negate",)
    if kind.is_float:
        return ("negate", "abs", "sign", *ROUNDING, *FUNCTIONS)
    signed = ("abs", "sign") if kind.element in SIGNED_INTEGERS else ()
    return ("not", "popcnt", "count_leading_zeros", "negate", *signed)


def _binary_ops(kind: TensorKind) -> tuple[str, ...]:
    if kind.is_complex:
        return (SUM, "subtract")
    ordered = (SUM, "multiply", "maximum", "minimum")
    if kind.element == "i1":
        return (*ordered, "and", "or", "xor")
    if kind.is_float:
        return (*ordered, "subtract", "divide", "remainder", "power", "atan2")
    return (*ordered, "subtract", "and", "or", "xor")


def write_binary(g: Generator, scope: CodeScope) -> None:
    """An arithmetic or bitwise op of two operands."""
    value, kind = g.any_value(scope)
    op = g.random.choice(_binary_ops(kind))
    g.emit(scope, of_operands(op, value, g.same(scope, kind)))


def write_unary(g: Generator, scope: CodeScope) -> None:
    """An arithmetic or bitwise op of one operand."""
    value, kind = g.any_value(scope)
    g.emit(scope, of_operands(g.random.choice(_unary_ops(kind)), value))


def write_comparison(g: Generator, scope: CodeScope) -> None:
    """A comparison; complex numbers are only compared for equality."""
    value, kind = g.any_value(scope)
    direction = g.random.choice(ORDERED[:2] if kind.is_complex else ORDERED)
    g.emit(scope, comparing(direction, value, g.same(scope, kind)))


def write_select(g: Generator, scope: CodeScope) -> None:
    """A selection by a predicate for each element, or by one for all."""
    value, kind = g.any_value(scope)
    other = g.same(scope, kind)
    predicate = kind.of("i1") if g.chance(0.6) else TensorKind("i1")
    g.emit(scope, hlo.SelectOp(g.same(scope, predicate), value, other))


def write_is_finite(g: Generator, scope: CodeScope) -> None:
    """A test for NaN and infinities."""
    found = g.value(scope, lambda k: k.is_float)
    if found is not None:
        g.emit(scope, hlo.IsFiniteOp(found[0]))


def write_conversion(g: Generator, scope: CodeScope) -> None:
    """A conversion: to integers only of numbers that they can represent; of complex numbers only to complex ones."""
    value, kind = g.any_value(scope)
    targets = [t for t in g.types if t in COMPLEX_NAMES or not kind.is_complex]
    result = kind.of(g.random.choice(targets or [kind.element]))
    if result.is_integer and kind.element != "i1" and not g.options.undefined:
        value = g.clamped(scope, value, kind, 0, min([FITTING, *_mosts(kind), *_mosts(result)]))
    g.emit(scope, hlo.ConvertOp(value, result.type))


def _mosts(kind: TensorKind) -> list[int]:
    """The largest number of an integer type; empty for other types."""
    return [extremes_of(kind.element)[1]] if kind.is_integer else []


def write_division(g: Generator, scope: CodeScope) -> None:
    """A quotient or a power of integers; by at least 1 and with small exponents if it has to be defined."""
    found = g.value(scope, lambda k: k.is_integer)
    if found is not None:
        value, kind = found
        op, other = g.random.choice(("divide", "remainder", "power")), g.same(scope, kind)
        if not g.options.undefined:
            most = extremes_of(kind.element)[1]
            limits = (0, min(most, MOST_EXPONENT)) if op == "power" else (1, most)
            other = g.clamped(scope, other, kind, *limits)
        g.emit(scope, of_operands(op, value, other))


def write_shift(g: Generator, scope: CodeScope) -> None:
    """A shift; by less than the width if it has to be defined."""
    found = g.value(scope, lambda k: k.is_integer)
    if found is not None:
        value, kind = found
        op, amount = g.random.choice(("left", "right_logical", "right_arithmetic")), g.same(scope, kind)
        if not g.options.undefined:
            bits = int(kind.element.lstrip("ui"))
            amount = g.clamped(scope, amount, kind, 0, min(bits - 1, *_mosts(kind)))
        g.emit(scope, of_operands(f"shift_{op}", value, amount))


def write_complex(g: Generator, scope: CodeScope) -> None:
    """A complex number from its parts."""
    wholes = [name for name in g.options.types if name in COMPLEX_NAMES]
    found = g.value(scope, lambda k: f"complex<{k.element}>" in wholes)
    if found is not None:
        value, kind = found
        g.emit(scope, hlo.ComplexOp(value, g.same(scope, kind)))


def write_part(g: Generator, scope: CodeScope) -> None:
    """The real or the imaginary part; of complex<f32> also the absolute value."""
    found = g.value(scope, lambda k: k.is_complex)
    if found is not None:
        value, kind = found
        ops = ("real", "imag", *(("abs",) if kind.part == "f32" else ()))
        g.emit(scope, of_operands(g.random.choice(ops), value))


def write_complex_product(g: Generator, scope: CodeScope) -> None:
    """A product, of small numbers if it has to be defined: overflow of products is left open."""
    found = g.value(scope, lambda k: k.is_complex)
    if found is not None:
        value, kind = found
        operands = [value, g.same(scope, kind)]
        if not g.options.undefined:
            operands = [g.exact(scope, each, kind) for each in operands]
        op = g.random.choice(("multiply", "divide") if g.options.undefined else ("multiply",))
        g.emit(scope, of_operands(op, *operands))


OPS_INSIDE = 4
"""The largest number of ops in a branch or in the body of a loop."""
MOST_ITERATIONS = 3
COUNTER = TensorKind("i32")


def write_if(g: Generator, scope: CodeScope, depth: int) -> None:
    """An `if`."""
    which = g.same(scope, TensorKind("i1"))
    holds, fails = _branches(g, scope, depth, 2)
    g.emit(scope, hlo.IfOp(which, holds, fails))


def write_case(g: Generator, scope: CodeScope, depth: int) -> None:
    """A `case` of up to three branches."""
    count = g.random.randint(1, 3)
    which = g.same(scope, TensorKind("i32"))
    g.emit(scope, hlo.CaseOp(which, _branches(g, scope, depth, count)))


def _branches(g: Generator, scope: CodeScope, depth: int, count: int) -> list[Region]:
    kinds = [g.any_value(scope)[1] for _ in range(g.random.randint(1, 2))]
    regions: list[Region] = []
    for _ in range(count):
        inner = g.inside(scope.values)
        g.fill(inner, OPS_INSIDE, depth)
        inner.block.add_op(hlo.ReturnOp([g.same(inner, kind) for kind in kinds]))
        regions.append(Region(inner.block))
    return regions


def write_while(g: Generator, scope: CodeScope, depth: int) -> None:
    """A loop that counts up to a limit. Of up to four other carried values, some never change and some are swapped."""
    limit = (
        g.splat(scope, COUNTER, MOST_ITERATIONS)
        if g.chance(0.5)
        else g.clamped(scope, g.same(scope, COUNTER), COUNTER, 0, MOST_ITERATIONS)
    )
    start = g.splat(scope, COUNTER, g.random.randrange(4))
    carried = [g.any_value(scope) for _ in range(g.random.randrange(5))]
    kinds = [COUNTER, *[kind for _, kind in carried]]
    condition, inner = g.inside([], kinds), g.inside(scope.values, kinds)
    g.fill(inner, OPS_INSIDE, depth)
    counter, *arguments = inner.block.args
    following = g.for_one_op(inner, plus(counter, g.splat(inner, COUNTER, 1)))
    pairs = zip(arguments, kinds[1:])
    returned = [argument if g.chance(0.4) else g.same(inner, kind) for argument, kind in pairs]
    inner.block.add_op(hlo.ReturnOp([following, *returned]))
    goes_on = g.for_one_op(condition, comparing("LT", condition.block.args[0], limit))
    condition.block.add_op(hlo.ReturnOp([goes_on]))
    operands = [start, *[value for value, _ in carried]]
    g.emit(scope, hlo.WhileOp(operands, Region(condition.block), Region(inner.block)))


def write_constant(g: Generator, scope: CodeScope) -> None:
    """A constant of any type."""
    g.constant(scope, g.kind())


def write_iota(g: Generator, scope: CodeScope) -> None:
    """An iota along any dimension."""
    numbers = [element for element in g.types if element != "i1"]
    shape = g.random.choice([shape for shape in SHAPES if shape])
    kind = TensorKind(g.random.choice(numbers or ["i32"]), shape)
    g.emit(scope, hlo.IotaOp(g.random.randrange(len(shape)), kind.type))


def write_barrier(g: Generator, scope: CodeScope) -> None:
    """A barrier of up to three values."""
    held = [g.any_value(scope)[0] for _ in range(g.random.randint(1, 3))]
    g.emit(scope, hlo.OptimizationBarrierOp(held))


def write_tuple(g: Generator, scope: CodeScope) -> None:
    """A tuple, and one of its elements."""
    held = [g.any_value(scope)[0] for _ in range(g.random.randint(1, 3))]
    whole = g.emit(scope, hlo.TupleOp(held))
    g.emit(scope, hlo.GetTupleElementOp(whole, g.random.randrange(len(held))))


def write_call(g: Generator, scope: CodeScope) -> None:
    """A call of a function, or a composite whose decomposition is the function."""
    if not g.callable:
        return
    name, inputs, outputs = g.random.choice(g.callable)
    arguments, types = [g.same(scope, kind) for kind in inputs], [kind.type for kind in outputs]
    composite = g.chance(0.3)
    g.emit(
        scope,
        hlo.CompositeOp(arguments, f"fuzz.{name}", name, types)
        if composite
        else CallOp(name, arguments, types),
    )


WRITERS: Mapping[str, Sequence[OpWriter | Drawing]] = {
    "elementwise": (
        *[write_binary] * 6,
        *[write_unary] * 5,
        *[write_comparison, write_select, write_conversion] * 2,
        *(write_division, write_shift, write_is_finite),
        *(drawings.draw_clamp, drawings.draw_reduce_precision, drawings.draw_bitcast),
    ),
    "movement": (
        *(drawings.draw_broadcast, drawings.draw_reshape, drawings.draw_transpose, drawings.draw_reverse),
        *(drawings.draw_slice, drawings.draw_concatenate, drawings.draw_pad, write_iota),
    ),
    "indexing": (
        *(drawings.draw_dynamic_slice, drawings.draw_dynamic_update_slice),
        *(drawings.draw_gather, drawings.draw_scatter),
    ),
    "reduction": (drawings.draw_reduce, drawings.draw_index_of_extreme, drawings.draw_map),
    "windows": (drawings.draw_reduce_window, drawings.draw_select_and_scatter),
    "contraction": (drawings.draw_dot_general, drawings.draw_convolution),
    "sorting": (drawings.draw_sort, drawings.draw_sort_by_two),
    "complex": (write_complex, write_part, write_complex_product),
    "dynamic": (
        *(drawings.draw_dynamic_reshape, drawings.draw_dynamic_broadcast),
        *(drawings.draw_dynamic_pad, drawings.draw_dimension_size),
    ),
    "structure": (write_barrier, write_call, write_tuple),
    "control-flow": (),
}
"""The writers of each family; a writer that stands twice is used twice as often."""

NESTED: Mapping[str, Sequence[NestedWriter]] = {"control-flow": (write_if, write_case, write_while)}
"""The writers of ops with regions."""


def writers_of(options: FuzzOptions) -> tuple[list[OpWriter | Drawing], list[NestedWriter]]:
    """The writers of ops without regions, constants among them, and of ops with regions."""
    simple = [write for name in options.families for write in WRITERS[name]]
    nested = [write for name in options.families for write in NESTED.get(name, ())]
    return [*simple, write_constant], nested
