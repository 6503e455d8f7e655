"""Steps that make programs smaller, the signatures that they change, unread ops, and the weight of a program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, ModuleOp
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.terms.effects import Effects, is_terminator
from xdsl_stablehlo.ir.graphs import postorder, values_of_module
from xdsl_stablehlo.ir.guards import is_array_attr, is_tensor_type
from xdsl_stablehlo.programs.symbols import CallGraph, is_unused, left_alone, ops_within
from xdsl_stablehlo.programs.transaction import signature_without
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of
from xdsl_stablehlo.values.storage import uniform_element

T = TypeVar("T")


@dataclass(frozen=True)
class ReductionStep(Generic[T]):
    """One way to make programs smaller."""

    name: str
    targets: Callable[[ModuleOp], list[T]]
    """Return what can be changed, in the order of the program: the same list for equal programs."""
    change: Callable[[ModuleOp, Sequence[T]], None]
    """Change some of the targets. The result need not be valid: it is verified afterwards."""
    adds_arguments: bool = False
    """Whether the step may replace computed values or constants by arguments."""


AnyStep: TypeAlias = ReductionStep[Any]


class Target(NamedTuple):
    """A change that is made if `op` is still in the program."""

    op: Operation
    make: Callable[[], object]


def one_by_one(
    name: str,
    find: Callable[[ModuleOp], Iterable[Target]],
    *,
    backwards: bool = False,
    adds_arguments: bool = False,
) -> ReductionStep[Target]:
    """A step whose targets are changed one after the other, the last one first if `backwards`."""

    def change(module: ModuleOp, chosen: Sequence[Target]) -> None:
        for target in reversed(chosen) if backwards else chosen:
            if module.is_ancestor(target.op):
                target.make()

    return ReductionStep(name, lambda module: list(find(module)), change, adds_arguments)


Weight: TypeAlias = "tuple[int, ...]"

MOST = 10**9
"""The largest sum of sizes: unknown sizes, and calls of calls, would make sums unbounded."""

_EMPTY = DictionaryAttr({})


def ops_of_functions(module: ModuleOp) -> Iterator[Operation]:
    """The ops in functions, in order, without terminators."""
    for function in functions_of(module).values():
        for op in ops_within(function.body):
            if not is_terminator(type(op)):
                yield op


def uncalled_functions(module: ModuleOp) -> list[FuncOp]:
    """The functions of one block that nothing in the module names: their signatures may change freely."""
    graph = CallGraph.of(module)
    named = graph.sites.keys() | graph.escaping
    return [f for name, f in graph.functions.items() if name not in named and return_of(f) is not None]


def return_of(function: FuncOp) -> ReturnOp | None:
    """The terminator of a function of one block; None for any other function."""
    block = function.body.first_block
    last = block.last_op if block is not None and block.next_block is None else None
    return last if isinstance(last, ReturnOp) else None


def results_given(function: FuncOp) -> tuple[SSAValue, ...]:
    """The values that a function of one block returns; none for any other function."""
    ending = return_of(function)
    return () if ending is None else tuple(ending.operands)


# ---- signatures ----


def settle_signature(function: FuncOp) -> None:
    """Declare the type that the block of a function has."""
    inputs = [argument.type for argument in function.body.block.args]
    outputs = [value.type for value in results_given(function)]
    function.properties["function_type"] = FunctionType.from_lists(inputs, outputs)


def add_argument(function: FuncOp, value_type: Attribute) -> SSAValue:
    """Add an argument to a function; `settle_signature` declares its type."""
    block = function.body.block
    _edit_attributes(function, "arg_attrs", lambda entries: [*entries, _EMPTY])
    return block.insert_arg(value_type, len(block.args))


def drop_argument(function: FuncOp, index: int) -> None:
    """Remove an argument that nothing reads, from the block and from the declared type."""
    block = function.body.block
    block.erase_arg(block.args[index])
    function.properties.update(signature_without(function, {index}))


def set_results(function: FuncOp, values: Sequence[SSAValue], places: Sequence[int | None]) -> None:
    """Return `values`; `places` are their indices among the results before, None for new ones."""
    ending = return_of(function)
    assert ending is not None
    ending.operands = values
    _edit_attributes(
        function, "res_attrs", lambda entries: [_EMPTY if i is None else entries[i] for i in places]
    )


def _edit_attributes(
    function: FuncOp, name: str, edit: Callable[[Sequence[Attribute]], list[Attribute]]
) -> None:
    entries = function.properties.get(name)
    if is_array_attr(entries):
        function.properties[name] = ArrayAttr(edit(entries.data))


# ---- what nobody reads ----


@dataclass(frozen=True)
class Unread:
    """The ops that nobody reads before a change. Only a step of its own removes them: they may be interesting."""

    ops: frozenset[Operation]
    graph: CallGraph
    """The calls before the change, which tell which functions nothing named."""

    @staticmethod
    def of(module: ModuleOp) -> Unread:
        """The ops whose results nobody reads, and the functions that nothing names."""
        unused = frozenset([op for op in ops_of_functions(module) if is_unused(op)])
        return Unread(unused, CallGraph.of(module))

    def remove_others(self, module: ModuleOp) -> None:
        """Erase ops without effects whose results nobody reads any more, and private functions that nobody names."""
        functions = functions_of(module)
        effects = Effects(functions, assume_none=True)
        for function in functions.values():
            for op in reversed(list(ops_within(function.body))):
                if op.results and is_unused(op) and op not in self.ops and effects.removable(op):
                    Rewriter.erase_op(op)
        for function in left_alone(module, self.graph, calls_went=True):
            Rewriter.erase_op(function)


# ---- sizes ----


def count_ops(module: ModuleOp) -> int:
    """The number of ops in functions, without constants and terminators."""
    return sum(1 for op in ops_of_functions(module) if not isinstance(op, ConstantOp))


def weight_of(module: ModuleOp, text: str) -> Weight:
    """The measures that a reduction makes smaller, the most important first.

    Ops, counted once for each call of their function; ops as written; functions; arguments, results and constants
    together; constants; the sizes and weights of types; the elements of constants; the length of the text.
    """
    functions = functions_of(module)
    constants = [op for op in ops_of_functions(module) if isinstance(op, ConstantOp)]
    signatures = sum(len(f.function_type.inputs) + len(f.function_type.outputs) for f in functions.values())
    return (
        _expanded(functions),
        count_ops(module),
        len(functions),
        signatures + len(constants),
        len(constants),
        sum(weight_of_type(value.type) for value in values_of_module(module)),
        sum(weight_of_elements(array_of(op.value)) for op in constants),
        len(text),
    )


def _expanded(functions: Mapping[str, FuncOp]) -> int:
    """The number of ops without calls if every call were inlined."""
    inside = {
        name: [op for op in ops_within(function.body) if not isinstance(op, ConstantOp)]
        for name, function in functions.items()
    }
    called = {
        name: [op.callee.string_value() for op in ops if isinstance(op, CallOp)]
        for name, ops in inside.items()
    }
    known: dict[str, int] = {}  # a circle is counted once
    for name in postorder(functions, lambda name: called.get(name, ())):
        own = sum(not isinstance(op, CallOp) and not is_terminator(type(op)) for op in inside.get(name, ()))
        known[name] = min(own + sum(known.get(callee, 0) for callee in called.get(name, ())), MOST)
    return sum(known[name] for name in functions)


def weight_of_type(t: Attribute) -> int:
    """The weight of a type: its elements, its dimensions and its element type."""
    if not is_tensor_type(t):
        return MOST // 1000
    sizes = t.get_shape()
    elements = min(abs(prod(sizes)), MOST // 1000)
    return elements + 2 * len(sizes) + 4 * weight_of_element_type(t.element_type)


def weight_of_element_type(t: Attribute) -> int:
    """0 for i1, 1 for i32, 2 for f32, more for less common types."""
    if formats.is_pred(t):
        return 0
    if formats.dtype_or_none(t) is None:
        return 16
    width = {32: 0, 64: 2}.get(formats.bit_width(t), 4)
    return (
        1 if formats.is_int(t) else 2 if formats.is_float32_or_64(t) else 8 if formats.is_complex(t) else 4
    ) + width


def weight_of_elements(array: Array) -> int:
    """0 for zeros, 1 for ones, 2 for other splats; otherwise 3 and the number of elements that are not zero."""
    element = uniform_element(array)
    if array.size == 0 or element is None:
        return 0 if array.size == 0 else 3 + int(np.count_nonzero(array))
    return next((i for i, number in enumerate((0, 1)) if bool(np.all(element == number))), 2)
