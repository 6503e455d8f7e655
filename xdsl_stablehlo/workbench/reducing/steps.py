"""The steps that make programs smaller: on functions, on ops, on types, and all of them in a table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

import numpy as np
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    I64,
    AnyTensorType,
    DenseArrayBase,
    ModuleOp,
    TensorType,
    f32,
    i1,
    i32,
    i64,
)
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue
from xdsl.irdl import IRDLOperation, OptionalDef
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.disjoint_set import DisjointSet
from xdsl.utils.hints import isa

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static_tensor
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.terms.effects import is_terminator
from xdsl_stablehlo.interpreter import EvaluationError, Limits, Tensor, eval_func
from xdsl_stablehlo.interpreter.numerics import convert, quiet
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import CallGraph, is_unused
from xdsl_stablehlo.transforms.functions import inline_call
from xdsl_stablehlo.values.element_types import Array, dtype_or_none
from xdsl_stablehlo.values.elements import array_of, attribute_of, splat_of

from . import program
from .program import Target, one_by_one

# ---- functions ----


def drop_functions(module: ModuleOp) -> Iterator[Target]:
    """Erase functions. A call that names one of them makes the program invalid."""
    functions = list(functions_of(module).values())
    return (Target(each, partial(Rewriter.erase_op, each)) for each in functions if len(functions) > 1)


def drop_results(module: ModuleOp) -> Iterator[Target]:
    """Return fewer values; of a function that is called, only values that no call reads are dropped."""
    graph = CallGraph.of(module)
    for name, function in graph.functions.items():
        calls = graph.sites.setdefault(name, [])
        for i in range(len(program.results_given(function)) if name not in graph.escaping else 0):
            if not any(call.results[i].uses for call in calls):
                yield Target(function, partial(_drop_result, function, i, calls))


def _drop_result(function: FuncOp, i: int, calls: list[CallOp]) -> None:
    values = program.results_given(function)
    kept = [n for n in range(len(values)) if n != i]
    program.set_results(function, [values[n] for n in kept], kept)
    program.settle_signature(function)
    calls[:] = [_call_again(call, call.arguments, kept) for call in calls]


def drop_arguments(module: ModuleOp) -> Iterator[Target]:
    """Remove arguments that their function does not read."""
    graph = CallGraph.of(module)
    for name, function in graph.functions.items():
        if name not in graph.escaping and program.return_of(function) is not None:
            calls = graph.sites.setdefault(name, [])
            for i, argument in enumerate(function.body.block.args):
                if not argument.uses:
                    yield Target(function, partial(_drop_argument, function, i, calls))


def _drop_argument(function: FuncOp, i: int, calls: list[CallOp]) -> None:
    program.drop_argument(function, i)
    calls[:] = [
        _call_again(call, [*call.arguments[:i], *call.arguments[i + 1 :]], range(len(call.results)))
        for call in calls
    ]


def _call_again(call: CallOp, arguments: Sequence[SSAValue], kept: Sequence[int]) -> CallOp:
    """Replace a call by one with other arguments and only some of its results."""
    made = CallOp(call.callee, arguments, [call.results[i].type for i in kept])
    new = dict(zip(kept, made.results))
    Rewriter.replace_op(call, made, [new.get(i) for i in range(len(call.results))])
    return made


def merge_arguments(module: ModuleOp) -> Iterator[Target]:
    """Read an earlier argument of the same type in place of one, in functions that nobody calls."""
    for function in program.uncalled_functions(module):
        types = [argument.type for argument in function.body.block.args]
        for i, t in enumerate(types):
            if t in types[:i]:
                yield Target(function, partial(_merge_argument, function, types.index(t), i))


def _merge_argument(function: FuncOp, first: int, i: int) -> None:
    arguments = function.body.block.args
    arguments[i].replace_all_uses_with(arguments[first])
    program.drop_argument(function, i)


def inline_calls(module: ModuleOp) -> Iterator[Target]:
    """Replace calls and composites by the body of their function: one of one block that does not hold them."""
    functions = functions_of(module)
    for op in program.ops_of_functions(module):
        name = ""
        if isinstance(op, CallOp):
            name = op.callee.string_value()
        elif isinstance(op, hlo.CompositeOp):
            name = op.decomposition.string_value()
        callee = functions.get(name)
        if callee is not None and len(callee.body.blocks) == 1 and not callee.is_ancestor(op):
            yield Target(op, partial(inline_call, op, callee))


def _ops_at_top(module: ModuleOp) -> list[Operation]:
    """The ops directly in functions that nobody calls."""
    blocks = [function.body.block for function in program.uncalled_functions(module)]
    return [op for block in blocks for op in block.ops if op is not block.last_op]


def cut_tails(module: ModuleOp, chosen: Sequence[Operation]) -> None:
    """Erase the ends of functions that nobody calls; return the operands of what is erased in place of its results."""
    gone = set(chosen)
    for function in program.uncalled_functions(module):
        inside = [op for op in chosen if op.parent is function.body.block]
        values = program.results_given(function)
        kept = [i for i, value in enumerate(values) if value.owner not in gone]
        read = dict.fromkeys(
            value
            for op in inside
            for inner in op.walk()
            for value in inner.operands
            if isinstance(value.owner, Operation) and not _is_within(value.owner, gone)
        )
        new = [value for value in read if value not in values] if len(kept) < len(values) else []
        program.set_results(function, [*(values[i] for i in kept), *new], [*kept, *(None for _ in new)])
        for op in reversed(inside):
            _to_arguments(op, function)
        program.settle_signature(function)


def _is_within(op: Operation, ops: set[Operation]) -> bool:
    """Whether `op` or an op around it is one of `ops`."""
    at: Operation | None = op
    while at is not None and at not in ops:
        at = at.parent_op()
    return at is not None


def heads_to_arguments(module: ModuleOp) -> Iterator[Target]:
    """Replace results of ops by new arguments of their function, which nobody calls."""
    around = {op: function for function in program.uncalled_functions(module) for op in function.walk()}
    for op in program.ops_of_functions(module):
        if op in around and op.results:
            yield Target(op, partial(_head_to_arguments, op, around[op]))


def _to_arguments(op: Operation, function: FuncOp) -> None:
    for result in op.results:
        if result.uses:
            result.replace_all_uses_with(program.add_argument(function, result.type))
    Rewriter.erase_op(op)


def _head_to_arguments(op: Operation, function: FuncOp) -> None:
    _to_arguments(op, function)
    program.settle_signature(function)


# ---- ops ----


def drop_unread(module: ModuleOp) -> Iterator[Target]:
    """Erase ops whose results nobody reads, whatever else they do."""
    return (
        Target(op, partial(Rewriter.erase_op, op)) for op in program.ops_of_functions(module) if is_unused(op)
    )


def to_operands(module: ModuleOp) -> Iterator[Target]:
    """Replace the results of ops by as many neighbouring operands of the same types, or an element of a tuple."""
    for op in program.ops_of_functions(module):
        count, types, read = len(op.results), list(op.result_types), _read_by(op)
        for first in range(len(read) - count + 1) if count else ():
            if [value.type for value in read[first : first + count]] == types:
                yield Target(op, partial(_to_operands, op, first))


def _read_by(op: Operation) -> Sequence[SSAValue]:
    """The operands of an op; of one that reads an element of a tuple, the elements."""
    made = op.operand.owner if isinstance(op, hlo.GetTupleElementOp) else None
    return made.operands if isinstance(made, hlo.TupleOp) else op.operands


def _to_operands(op: Operation, first: int) -> None:
    for result, operand in zip(op.results, _read_by(op)[first:]):
        result.replace_all_uses_with(operand)
    Rewriter.erase_op(op)


def to_constants(number: int, module: ModuleOp) -> Iterator[Target]:
    """Replace the results of ops by constants of one number."""
    for op in program.ops_of_functions(module):
        if _may_be_constants(op):
            yield Target(op, partial(_to_number, op, number))


def _may_be_constants(op: Operation) -> bool:
    constants = bool(op.results) and all(map(_has_constants, op.result_types))
    return constants and not isinstance(op, hlo.ConstantOp)


def _has_constants(t: Attribute) -> bool:
    """Whether a `stablehlo.constant` of numbers can have the type."""
    return is_static_tensor(t) and dtype_or_none(t.element_type) is not None


def _to_number(op: Operation, number: int) -> None:
    made: list[hlo.ConstantOp | None] = []
    for result in op.results:
        t = result.type
        assert is_tensor_type(t)
        element = np.full((), number, dtype_or_none(t.element_type))
        made.append(hlo.ConstantOp(splat_of(element, t), t) if result.uses else None)
    constants = [each for each in made if each is not None]
    Rewriter.replace_op(op, constants, [None if each is None else each.output for each in made])


MOST_ELEMENTS = 4096
MOST_STEPS = 100_000
LIMITS = {"steps": MOST_STEPS, "iterations": MOST_STEPS, "bytes": 1 << 30}
"""The limits of an evaluation whose values become constants."""


def ops_of_values(module: ModuleOp) -> list[Operation]:
    """The ops directly in functions without arguments that nobody calls, if constants can have their types."""
    blocks = [f.body.block for f in program.uncalled_functions(module) if not f.body.block.args]
    return [op for block in blocks for op in block.ops if _may_be_constants(op)]


def to_values(module: ModuleOp, chosen: Sequence[Operation]) -> None:
    """Replace ops of functions without arguments by the values that an evaluation gives them."""
    for function in program.uncalled_functions(module):
        inside = [op for op in chosen if op.parent is function.body.block]
        gone = set(inside)
        read = [
            result
            for op in inside
            for result in op.results
            if any(not _is_within(use.operation, gone) for use in result.uses)
        ]
        for result, value in zip(read, _values(module, function, read)):
            constant = value.to_op()
            function.body.block.insert_op_before(constant, inside[0])
            result.replace_all_uses_with(constant.results[0])
        for op in reversed(inside):
            if is_unused(op):
                Rewriter.erase_op(op)


def _values(module: ModuleOp, function: FuncOp, read: Sequence[OpResult]) -> list[Tensor]:
    """The values of some results; nothing if the function cannot be evaluated, or if they are large."""
    copy = module.clone()
    twin = functions_of(copy)[function.sym_name.data]
    ops = dict(zip(function.body.block.ops, twin.body.block.ops))
    wanted = [ops[value.op].results[value.index] for value in read]
    program.set_results(twin, wanted, [None] * len(wanted))
    program.settle_signature(twin)
    try:
        found = eval_func(twin, limits=Limits(**LIMITS))
    except EvaluationError:
        return []
    tensors = [value for value in found if isinstance(value, Tensor)]
    few = sum(value.array.size for value in tensors) <= MOST_ELEMENTS
    return tensors if few and len(tensors) == len(read) else []


def unwrap_regions(module: ModuleOp) -> Iterator[Target]:
    """Replace ops by one of their regions, if it takes the operands or nothing and returns the results."""
    for op in program.ops_of_functions(module):
        for region in op.regions:
            if len(region.blocks) == 1 and _fits(op, region.block):
                yield Target(op, partial(inline_block, op, region.block))


def _fits(op: Operation, block: Block) -> bool:
    last, taken = block.last_op, [argument.type for argument in block.args]
    return (
        last is not None
        and is_terminator(type(last))
        and taken in ([], [value.type for value in op.operands])
        and [value.type for value in last.operands] == list(op.result_types)
    )


def inline_block(op: Operation, block: Block) -> None:
    """Replace `op` by a block that takes its operands or nothing, and returns its results."""
    last = block.last_op
    assert last is not None
    for result, value in zip(op.results, last.operands):
        result.replace_all_uses_with(value)
    Rewriter.erase_op(last)
    Rewriter.inline_block(block, InsertPoint.before(op), tuple(op.operands) if block.args else ())
    Rewriter.erase_op(op)


def drop_branches(module: ModuleOp) -> Iterator[Target]:
    """Remove branches of a `stablehlo.case`."""
    for op in program.ops_of_functions(module):
        if isinstance(op, hlo.CaseOp) and len(op.regions) > 1:
            yield from [Target(op, partial(_drop_branch, op, region)) for region in op.regions]


def _drop_branch(op: Operation, region: Region) -> None:
    op.detach_region(region)
    region.erase()


def plain_constants(number: int | None, module: ModuleOp) -> Iterator[Target]:
    """Make all elements of constants one number, or the first element."""
    for op in program.ops_of_functions(module):
        if isinstance(op, hlo.ConstantOp) and array_of(op.value).size:
            if number is None:
                yield Target(op, partial(_to_first_element, op))
            elif _has_constants(op.output.type):
                yield Target(op, partial(_to_number, op, number))


def _to_first_element(op: hlo.ConstantOp) -> None:
    (t,) = op.result_types
    assert is_tensor_type(t)
    array = array_of(op.value)
    op.properties["value"] = splat_of(np.asarray(array[(0,) * array.ndim]), t)


def drop_attributes(module: ModuleOp) -> Iterable[Target]:
    """Remove attributes, and optional properties."""
    for op in module.walk():
        for name in (*op.attributes, *op.properties):
            if name in op.attributes or _is_optional(op, name):
                yield Target(op, partial(_drop_attribute, op, name))


def _is_optional(op: Operation, name: str) -> bool:
    if not isinstance(op, IRDLOperation) or name in ("sym_visibility", "sym_name"):
        return False
    return isinstance(op.get_irdl_definition().properties.get(name), OptionalDef)


def _drop_attribute(op: Operation, name: str) -> None:
    op.attributes.pop(name, None)
    op.properties.pop(name, None)


# ---- types ----

# Values change together if they meet in an op: their dimensions if they have the same size there, their elements if
# they have the same type. Such a set goes through calls, branches and loops. The verifier decides whether the ops
# still fit.

Node = TypeVar("Node", bound=Hashable)
ReducedAxis: TypeAlias = "tuple[SSAValue, int]"


def slices(
    module: ModuleOp, parts: Callable[[SSAValue], Iterable[tuple[Hashable, Node]]]
) -> list[list[Node]]:
    """The sets of parts of values that meet in some op where they have the same key, such as a size.

    The sets are in the order in which their first parts come in the program.
    """
    sets = DisjointSet[Node]()
    known: dict[Node, None] = {}
    for values in _meetings(module):
        first: dict[Hashable, Node] = {}
        for key, node in [pair for value in values for pair in parts(value)]:
            if node not in known:
                known[node] = None
                sets.add(node)
            sets.union(first.setdefault(key, node), node)
    found: dict[Node, list[Node]] = {}
    for node in known:
        found.setdefault(sets.find(node), []).append(node)
    return list(found.values())


def _meetings(module: ModuleOp) -> Iterator[list[SSAValue]]:
    """The tensors that meet in each op: its operands and results, and the arguments and results of its regions."""
    functions, sites = functions_of(module), CallGraph.of(module).sites
    for op in module.walk():
        met: list[SSAValue] = [*op.operands, *op.results]
        for region in op.regions:
            for block in region.blocks:
                met += block.args
        if isinstance(op, CallOp):
            callee = functions.get(op.callee.string_value())
            met += callee.args if callee is not None and callee.body.blocks else ()
        elif isinstance(op, ReturnOp):
            function = op.parent_op()
            calls = sites.get(function.sym_name.data, ()) if isinstance(function, FuncOp) else ()
            met += [result for call in calls for result in call.results]
        elif is_terminator(type(op)):
            around = op.parent_op()
            met += around.results if around is not None else ()
        yield [value for value in met if is_tensor_type(value.type)]


def _type_of(value: SSAValue) -> AnyTensorType:
    assert is_tensor_type(value.type)
    return value.type


def _retype(
    module: ModuleOp, types: Mapping[SSAValue, AnyTensorType], elements: Callable[[SSAValue, Array], Array]
) -> None:
    """Change the types of values, and the elements of the constants among them by `elements`."""
    for value, new in types.items():
        owner = value.owner
        if isinstance(owner, hlo.ConstantOp):
            array = np.asarray(elements(value, array_of(owner.value)), order="C")
            owner.properties["value"] = attribute_of(array, new)
        Rewriter.replace_value_with_new_type(value, new)
    for function in functions_of(module).values():
        if program.return_of(function) is not None:
            program.settle_signature(function)


def smaller_sizes(size: int | None) -> program.ReductionStep[list[ReducedAxis]]:
    """Make dimensions that change together smaller, or remove them if `size` is None."""
    name = "dimensions" if size is None else f"sizes to {size}"
    return other_sizes(name, size, lambda now: now > (size or 0))


def other_sizes(
    name: str, size: int | None, changes: Callable[[int], bool]
) -> program.ReductionStep[list[ReducedAxis]]:
    """Change the sizes for which `changes` is true, of dimensions that change together. Constants are cut off or
    repeated. Dimensions are removed if `size` is None."""

    def targets(module: ModuleOp) -> list[list[ReducedAxis]]:
        def axes_of(value: SSAValue) -> Iterator[tuple[int, ReducedAxis]]:
            sizes = enumerate(_type_of(value).get_shape())
            yield from [(size, (value, axis)) for axis, size in sizes if size != DYNAMIC_INDEX]

        return [axes for axes in slices(module, axes_of) if changes(_size(axes))]

    def sized(t: AnyTensorType, axes: Sequence[int]) -> AnyTensorType:
        sizes = [size if axis in axes else n for axis, n in enumerate(t.get_shape())]
        return TensorType(t.element_type, [n for n in sizes if n is not None], t.encoding)

    def change(module: ModuleOp, chosen: Sequence[list[ReducedAxis]]) -> None:
        axes_of: dict[SSAValue, list[int]] = {}
        for axes in chosen:
            for value, axis in axes:
                axes_of.setdefault(value, []).append(axis)
        if size is not None:
            for axes in chosen:
                _resize_attributes({value.owner for value, _ in axes}, _size(axes), size)
        types = {value: sized(_type_of(value), axes) for value, axes in axes_of.items()}

        def elements(value: SSAValue, array: Array) -> Array:
            for axis in axes_of[value]:
                array = array.take(np.arange(1 if size is None else size) % array.shape[axis], axis)
            return array.reshape(types[value].get_shape())

        _retype(module, types, elements)

    return program.ReductionStep(name, targets, change)


def _size(axes: Sequence[ReducedAxis]) -> int:
    value, axis = axes[0]
    return _type_of(value).get_shape()[axis]


def _resize_attributes(owners: set[Operation | Block], before: int, after: int) -> None:
    """Replace a size in the i64 arrays of ops by another: limits, sizes of slices."""
    for op in owners:
        properties = op.properties if isinstance(op, Operation) else {}
        for name, attribute in properties.items():
            if isa(attribute, DenseArrayBase[I64]) and attribute.elt_type == i64:
                numbers = [after if n == before else n for n in attribute.get_values()]
                properties[name] = DenseArrayBase.from_list(i64, numbers)


def simpler_elements(element_type: Attribute) -> program.ReductionStep[list[SSAValue]]:
    """Change the element types of values that change together, if they weigh more than `element_type`."""
    simple = program.weight_of_element_type(element_type)
    return other_elements(element_type, lambda now: program.weight_of_element_type(now) > simple)


def other_elements(
    element_type: Attribute, changes: Callable[[Attribute], bool]
) -> program.ReductionStep[list[SSAValue]]:
    """Change the element types for which `changes` is true, of values that change together."""

    def targets(module: ModuleOp) -> list[list[SSAValue]]:
        found = slices(module, lambda value: [(_type_of(value).element_type, value)])
        return [each for each in found if changes(_type_of(each[0]).element_type)]

    def change(module: ModuleOp, chosen: Sequence[list[SSAValue]]) -> None:
        before = {value: _type_of(value) for values in chosen for value in values}
        types = {v: TensorType(element_type, t.get_shape(), t.encoding) for v, t in before.items()}

        def elements(value: SSAValue, array: Array) -> Array:
            with quiet():
                return convert(array, before[value].element_type, element_type)

        _retype(module, types, elements)

    return program.ReductionStep(f"elements to {element_type}", targets, change)


STEPS: Sequence[program.AnyStep] = (
    one_by_one("functions", drop_functions),
    one_by_one("unread ops", drop_unread, backwards=True),
    one_by_one("results", drop_results, backwards=True),
    program.ReductionStep("last ops", _ops_at_top, cut_tails, adds_arguments=True),
    one_by_one("ops to arguments", heads_to_arguments, backwards=True, adds_arguments=True),
    program.ReductionStep("ops to their values", ops_of_values, to_values),
    one_by_one("ops to 0", partial(to_constants, 0), backwards=True),
    one_by_one("ops to operands", to_operands),
    one_by_one("regions", unwrap_regions, backwards=True),
    one_by_one("branches", drop_branches),
    one_by_one("calls", inline_calls),
    one_by_one("ops to 1", partial(to_constants, 1), backwards=True),
    one_by_one("arguments", drop_arguments, backwards=True),
    one_by_one("equal arguments", merge_arguments, backwards=True),
    *map(smaller_sizes, (1, 2, None)),
    *map(simpler_elements, (f32, i32, i1)),
    one_by_one("constants to 0", partial(plain_constants, 0)),
    one_by_one("constants to 1", partial(plain_constants, 1)),
    one_by_one("constants to splats", partial(plain_constants, None)),
    one_by_one("attributes", drop_attributes),
)
"""In the order in which they are tried: steps that remove much at once come first."""
