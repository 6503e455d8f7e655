"""Elements combined by a body of ops, or summed as products.

The body is evaluated on facts in the place of elements. The interpreter combines elements in any grouping, so the fact
about most results is a fixed point of the body; for integers and a single associative op, elements are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from math import prod

from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import known_reducer
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.elements import array_of

from ..tuning import REDUCED_ONE_BY_ONE, REDUCTION_ROUNDS
from .arithmetic import multiply, or_, trailing_ones
from .conversions import converted
from .lattice import Elements, FloatKinds, IntegerFact, IntegerKind, fact_of, join
from .transfer import kind_of, transfer, transfer_of


def through(block: Block, arguments: Sequence[Elements]) -> list[Elements]:
    """The facts about the values that a block returns, for facts about its arguments."""
    known: dict[SSAValue, Elements] = dict(zip(block.args, arguments))
    for op in block.ops:
        if op is block.last_op:
            return [known.get(value) for value in op.operands]
        function = transfer_of(type(op))
        if isinstance(op, hlo.ConstantOp) and is_tensor_type(op.output.type):
            known[op.output] = fact_of(array_of(op.value), op.output.type.element_type)
        elif function is not None:
            operands = [known.get(value) for value in op.operands]
            known.update({result: function(op, i, operands) for i, result in enumerate(op.results)})
    return []


def closed(
    block: Block, held: Sequence[Elements], others: Sequence[Elements] | None = None
) -> list[Elements]:
    """The facts about accumulators that hold after a body has combined them with others, or with one another, any
    number of times."""
    if all(fact is None or fact is FloatKinds.ANY for fact in held):
        return list(held)
    held, kinds = list(held), [kind_of(argument) for argument in block.args]
    for attempt in count():
        after = through(block, [*held, *(held if others is None else others)])
        if len(after) != len(held):
            break
        wider = [join(a, b, kind) for a, b, kind in zip(held, after, kinds)]
        if wider == held:
            return held
        held = wider if attempt < REDUCTION_ROUNDS else [a if a == b else None for a, b in zip(held, wider)]
    return [None] * len(held)


def promoted(block: Block, values: Sequence[SSAValue], facts: Sequence[Elements]) -> list[Elements]:
    """The facts about values as the first arguments of a body, whose types may have more digits."""
    types = [ranked(argument).element_type for argument in block.args]
    return [
        converted(fact, ranked(value).element_type, target)
        for fact, value, target in zip(facts, values, types)
    ]


def repeated(block: Block, first: Elements, each: Elements, times: int) -> Elements:
    """The fact about `first`, combined with so many elements by an associative op on integers."""
    kind = kind_of(block.args[0])
    if kind is None:
        return None
    result, other = kind.known(first), kind.known(each)
    if type(block.first_op) is hlo.AddOp and kind.width > 1:
        return summed(kind, result, other, times)
    for _ in range(min(times, REDUCED_ONE_BY_ONE)):
        (after,) = through(block, [result, other])
        if after == result or not isinstance(after, IntegerFact):
            return after
        result = after
    return result if times <= REDUCED_ONE_BY_ONE else None


def summed(kind: IntegerKind, first: IntegerFact, each: IntegerFact, times: int) -> IntegerFact:
    """The fact about the sum of a number and so many others; for booleans, about whether any holds."""
    if kind.width == 1:
        return or_(kind, first, each) if times else first
    if not times:
        return first
    even = (1 << min(trailing_ones(first.zeros), trailing_ones(each.zeros))) - 1
    return kind.between(first.low + times * each.low, first.high + times * each.high, even)


@transfer("reduce")
def reduce(op: hlo.ReduceOp, i: int, operands: Sequence[Elements]) -> Elements:
    shape = ranked(op.inputs[0]).get_shape()
    sizes = [shape[axis] for axis in ints(op.dimensions)]
    times = prod(sizes) if min(sizes, default=0) >= 0 else None
    return _reduced(op, i, operands, times, op.body.block)


@transfer("reduce_window")
def reduce_window(op: hlo.ReduceWindowOp, i: int, operands: Sequence[Elements]) -> Elements:
    """Around and between the elements there may be the initial value."""
    half = len(operands) // 2
    padded = [join(x, init, kind_of(value)) for x, init, value in zip(operands, operands[half:], op.inputs)]
    times = prod(ints(op.window_dimensions))
    return _reduced(op, i, [*padded, *operands[half:]], times, op.body.block)


def _reduced(
    op: Operation, i: int, operands: Sequence[Elements], times: int | None, block: Block
) -> Elements:
    """The facts about reductions of inputs, which are followed by initial values."""
    half = len(operands) // 2
    inputs = promoted(block, op.operands[:half], operands[:half])
    inits = promoted(block, op.operands[half:], operands[half:])
    if times == 0:
        return inits[i]
    counted = half == 1 and kind_of(block.args[0]) is not None and known_reducer(block) is not None
    if times is not None and counted:
        return repeated(block, inits[0], inputs[0], times)
    kinds = [kind_of(argument) for argument in block.args]
    return closed(block, [join(a, b, kind) for a, b, kind in zip(inits, inputs, kinds)])[i]


@transfer("scatter")
def scatter(op: hlo.ScatterOp, i: int, operands: Sequence[Elements]) -> Elements:
    half = len(operands) // 2
    return _scattered(op.update_computation.block, op.inputs, operands, op.updates, operands[half + 1 :])[i]


@transfer("select_and_scatter")
def select_and_scatter(op: hlo.SelectAndScatterOp, _: int, operands: Sequence[Elements]) -> Elements:
    return _scattered(op.scatter.block, [op.init_value], operands[2:], [op.source], operands[1:2])[0]


def _scattered(
    block: Block,
    values: Sequence[SSAValue],
    facts: Sequence[Elements],
    updates: Sequence[SSAValue],
    of_updates: Sequence[Elements],
) -> list[Elements]:
    """The facts about elements that may be combined with any of the updates, or none."""
    first, each = promoted(block, values, facts), promoted(block, updates, of_updates)
    kind, most = kind_of(block.args[0]), prod(ranked(updates[0]).get_shape())
    known = known_reducer(block)
    if kind is None or kind.width == 1 or most < 0 or known is None or known[0] != "add":
        return closed(block, first, each)
    a, b = map(kind.known, (*first, *each))
    return [summed(kind, a, kind.join(b, kind.between(0, 0)), most)]


@transfer("map")
def map_(op: hlo.MapOp, i: int, operands: Sequence[Elements]) -> Elements:
    found = through(op.computation.block, operands)
    return found[i] if found else None


@transfer("dot", "dot_general", of_integers=True)
def dot(op: hlo.DotOp | hlo.DotGeneralOp, _: int, operands: Sequence[Elements]) -> Elements:
    shape, axes = ranked(op.lhs).get_shape(), (-1,)
    if isinstance(op, hlo.DotGeneralOp):
        axes = ints(op.dot_dimension_numbers.lhs_contracting_dimensions)
    sizes = [shape[axis] for axis in axes]
    return _products(op, operands, prod(sizes) if min(sizes, default=0) >= 0 else -1)


@transfer("convolution", "dynamic_conv", of_integers=True)
def convolution(op: hlo.ConvolutionOp | hlo.DynamicConvOp, _: int, operands: Sequence[Elements]) -> Elements:
    """Around and between the elements of the input there may be zeros."""
    kind, shape = kind_of(op.lhs), ranked(op.rhs).get_shape()
    if kind is None or min(shape) < 0:
        return None
    lhs = join(operands[0], kind.between(0, 0), kind)
    outputs = shape[op.dimension_numbers.kernel_output_feature_dimension.value.data]
    return _products(op, [lhs, operands[1]], prod(shape) // max(outputs, 1))


def _products(op: Operation, operands: Sequence[Elements], times: int) -> Elements:
    """Of sums of products, as many as said, a number below 0 being unknown; in the type of the result."""
    kind, target = kind_of(op.results[0]), ranked(op.results[0]).element_type
    factors = [
        converted(fact, ranked(value).element_type, target) for fact, value in zip(operands, op.operands)
    ]
    a, b = factors[:2]
    if kind is None or times < 0 or not isinstance(a, IntegerFact) or not isinstance(b, IntegerFact):
        return None
    return summed(kind, kind.between(0, 0), multiply(kind, a, b), times)


@transfer("optimization_barrier", "sort")
def handed_on(op: Operation, i: int, operands: Sequence[Elements]) -> Elements:
    return operands[i]
