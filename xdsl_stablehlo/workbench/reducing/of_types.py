"""Steps on types: smaller sizes, fewer dimensions, simpler elements, of everything that hangs together at once.

Values hang together where they meet in an op: dimensions that have the same size there, elements that have the same
type there. What is changed is one such slice of the program, through calls, branches and loops; whether the ops still
fit is for the verifier to say.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar, cast

import numpy as np
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyTensorType,
    DenseArrayBase,
    ModuleOp,
    TensorType,
    i64,
)
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.facts.effects import is_terminator
from xdsl_stablehlo.interpreter.numerics import convert, quiet
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import CallGraph
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of, attribute_of

from .program import (
    ReductionStep,
    return_of,
    settle_signature,
    weight_of_element_type,
)

Node = TypeVar("Node", bound=Hashable)
Axis: TypeAlias = "tuple[SSAValue, int]"


def slices(
    module: ModuleOp, parts: Callable[[SSAValue], Iterable[tuple[Hashable, Node]]]
) -> list[list[Node]]:
    """What hangs together: parts of values that meet in some op where they have the same key, such as a size.

    In the order in which their first parts come in the program.
    """
    above: dict[Node, Node] = {}

    def top(node: Node) -> Node:
        above.setdefault(node, node)
        while above[node] != node:
            above[node] = node = above[above[node]]
        return node

    for values in _meetings(module):
        first: dict[Hashable, Node] = {}
        for key, node in [pair for value in values for pair in parts(value)]:
            above[top(node)] = top(first.setdefault(key, node))
    found: dict[Node, list[Node]] = {}
    for node in above:
        found.setdefault(top(node), []).append(node)
    return list(found.values())


def _meetings(module: ModuleOp) -> Iterator[list[SSAValue]]:
    """The values that meet in each op: what it reads and gives, and what goes into and out of its regions."""
    functions, sites = functions_of(module), CallGraph.of(module).sites
    for op in module.walk():
        met: list[SSAValue] = [*op.operands, *op.results]
        for region in op.regions:
            for block in region.blocks:
                met += block.args
        if isinstance(op, CallOp):
            callee = functions.get(op.callee.string_value())
            met += callee.body.block.args if callee is not None and callee.body.blocks else ()
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
    module: ModuleOp,
    types: Mapping[SSAValue, AnyTensorType],
    elements: Callable[[SSAValue, Array], Array],
) -> None:
    """Give values other types, and constants among them the elements that `elements` makes of theirs."""
    for value, new in types.items():
        owner = value.owner
        if isinstance(owner, ConstantOp):
            array = np.ascontiguousarray(elements(value, array_of(owner.value)))
            owner.properties["value"] = attribute_of(array, new)
        Rewriter.replace_value_with_new_type(value, new)
    for function in functions_of(module).values():
        if return_of(function) is not None:
            settle_signature(function)


class SmallerSizes(ReductionStep["list[Axis]"]):
    """Dimensions that hang together get another size, or go where `size` is None."""

    def __init__(self, size: int | None):
        self.size = size
        self.name = "dimensions" if size is None else f"sizes to {size}"

    def targets(self, module: ModuleOp) -> list[list[Axis]]:
        def axes_of(value: SSAValue) -> Iterator[tuple[int, Axis]]:
            sizes = enumerate(_type_of(value).get_shape())
            yield from [(size, (value, axis)) for axis, size in sizes if size != DYNAMIC_INDEX]

        return [axes for axes in slices(module, axes_of) if _size(axes) > (self.size or 0)]

    def change(self, module: ModuleOp, chosen: Sequence[list[Axis]]) -> None:
        size, axes_of = self.size, dict[SSAValue, list[int]]()
        for axes in chosen:
            for value, axis in axes:
                axes_of.setdefault(value, []).append(axis)
        if size is not None:
            for axes in chosen:
                _resize_attributes({value.owner for value, _ in axes}, _size(axes), size)
        types = {value: self._smaller(_type_of(value), axes) for value, axes in axes_of.items()}

        def elements(value: SSAValue, array: Array) -> Array:
            index = [slice(None)] * array.ndim
            for axis in axes_of[value]:
                index[axis] = slice(0, 1 if size is None else size)
            return array[tuple(index)].reshape(types[value].get_shape())

        _retype(module, types, elements)

    def _smaller(self, t: AnyTensorType, axes: Sequence[int]) -> AnyTensorType:
        sizes = [self.size if axis in axes else n for axis, n in enumerate(t.get_shape())]
        return TensorType(t.element_type, [n for n in sizes if n is not None], t.encoding)


def _size(axes: Sequence[Axis]) -> int:
    value, axis = axes[0]
    return _type_of(value).get_shape()[axis]


def _resize_attributes(owners: set[Operation | Block], before: int, after: int) -> None:
    """Let the numbers in the attributes of ops that were a size be the new one: limits, sizes of slices."""
    for op in owners:
        if isinstance(op, Operation):
            for name, attribute in op.properties.items():
                if (
                    isinstance(attribute, DenseArrayBase)
                    and cast("DenseArrayBase", attribute).elt_type == i64
                ):
                    numbers = [after if n == before else n for n in attribute.get_values()]
                    op.properties[name] = DenseArrayBase.from_list(i64, numbers)


class SimplerElements(ReductionStep["list[SSAValue]"]):
    """Elements that hang together get another type."""

    def __init__(self, element_type: Attribute):
        self.element_type = element_type
        self.name = f"elements to {element_type}"

    def targets(self, module: ModuleOp) -> list[list[SSAValue]]:
        def element_of(value: SSAValue) -> list[tuple[Attribute, SSAValue]]:
            return [(_type_of(value).element_type, value)]

        def weight(values: Sequence[SSAValue]) -> int:
            return weight_of_element_type(_type_of(values[0]).element_type)

        simple = weight_of_element_type(self.element_type)
        return [values for values in slices(module, element_of) if weight(values) > simple]

    def change(self, module: ModuleOp, chosen: Sequence[list[SSAValue]]) -> None:
        types = {
            value: TensorType(self.element_type, _type_of(value).get_shape(), _type_of(value).encoding)
            for values in chosen
            for value in values
        }
        befores = {value: _type_of(value).element_type for value in types}

        def elements(value: SSAValue, array: Array) -> Array:
            with quiet():
                return convert(array, befores[value], self.element_type)

        _retype(module, types, elements)
