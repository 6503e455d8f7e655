"""Steps on types: smaller sizes, fewer dimensions and simpler elements, of all values that must change together.

Values change together if they meet in an op: their dimensions if they have the same size there, their elements if they
have the same type. Such a set goes through calls, branches and loops. The verifier decides whether the ops still fit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, I64, AnyTensorType, DenseArrayBase, ModuleOp, TensorType, i64
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.utils.disjoint_set import DisjointSet
from xdsl.utils.hints import isa

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.terms.effects import is_terminator
from xdsl_stablehlo.interpreter.numerics import convert, quiet
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import CallGraph
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of, attribute_of

from .program import ReductionStep, return_of, settle_signature, weight_of_element_type

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
        if isinstance(owner, ConstantOp):
            array = np.asarray(elements(value, array_of(owner.value)), order="C")
            owner.properties["value"] = attribute_of(array, new)
        Rewriter.replace_value_with_new_type(value, new)
    for function in functions_of(module).values():
        if return_of(function) is not None:
            settle_signature(function)


def smaller_sizes(size: int | None) -> ReductionStep[list[ReducedAxis]]:
    """Make dimensions that change together smaller, or remove them if `size` is None."""
    name = "dimensions" if size is None else f"sizes to {size}"
    return other_sizes(name, size, lambda now: now > (size or 0))


def other_sizes(
    name: str, size: int | None, changes: Callable[[int], bool]
) -> ReductionStep[list[ReducedAxis]]:
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

    return ReductionStep(name, targets, change)


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


def simpler_elements(element_type: Attribute) -> ReductionStep[list[SSAValue]]:
    """Change the element types of values that change together, if they weigh more than `element_type`."""
    simple = weight_of_element_type(element_type)
    return other_elements(element_type, lambda now: weight_of_element_type(now) > simple)


def other_elements(
    element_type: Attribute, changes: Callable[[Attribute], bool]
) -> ReductionStep[list[SSAValue]]:
    """Change the element types for which `changes` is true, of values that change together."""

    def targets(module: ModuleOp) -> list[list[SSAValue]]:
        def element_of(value: SSAValue) -> list[tuple[Attribute, SSAValue]]:
            return [(_type_of(value).element_type, value)]

        return [each for each in slices(module, element_of) if changes(_type_of(each[0]).element_type)]

    def change(module: ModuleOp, chosen: Sequence[list[SSAValue]]) -> None:
        before = {value: _type_of(value) for values in chosen for value in values}
        types = {v: TensorType(element_type, t.get_shape(), t.encoding) for v, t in before.items()}

        def elements(value: SSAValue, array: Array) -> Array:
            with quiet():
                return convert(array, before[value].element_type, element_type)

        _retype(module, types, elements)

    return ReductionStep(f"elements to {element_type}", targets, change)
