"""Writers of branches and loops, calls and constants, and the table of all writers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.func import CallOp
from xdsl.ir import Region

from xdsl_stablehlo.dialects import stablehlo as hlo

from . import drawings
from .generator import CodeScope, FuzzOptions, Generator, NestedWriter, OpWriter
from .sketch import Drawing, TensorKind, comparing, plus

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
        *[drawings.write_binary] * 6,
        *[drawings.write_unary] * 5,
        *[drawings.write_comparison, drawings.write_select, drawings.write_conversion] * 2,
        *(drawings.write_division, drawings.write_shift, drawings.write_is_finite),
        *(drawings.draw_clamp, drawings.draw_reduce_precision, drawings.draw_bitcast),
    ),
    "movement": (
        *(drawings.draw_broadcast, drawings.draw_reshape, drawings.draw_transpose, drawings.draw_reverse),
        *(drawings.draw_slice, drawings.draw_concatenate, drawings.draw_pad, drawings.write_iota),
    ),
    "indexing": (
        *(drawings.draw_dynamic_slice, drawings.draw_dynamic_update_slice),
        *(drawings.draw_gather, drawings.draw_scatter),
    ),
    "reduction": (drawings.draw_reduce, drawings.draw_index_of_extreme, drawings.draw_map),
    "windows": (drawings.draw_reduce_window, drawings.draw_select_and_scatter),
    "contraction": (drawings.draw_dot_general, drawings.draw_convolution),
    "sorting": (drawings.draw_sort, drawings.draw_sort_by_two),
    "complex": (drawings.write_complex, drawings.write_part, drawings.write_complex_product),
    "dynamic": (
        *(drawings.draw_dynamic_reshape, drawings.draw_dynamic_broadcast),
        *(drawings.draw_dynamic_pad, drawings.draw_dimension_size),
    ),
    "structure": (drawings.write_barrier, write_call, drawings.write_tuple),
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
