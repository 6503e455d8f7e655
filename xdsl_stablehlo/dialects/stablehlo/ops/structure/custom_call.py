"""Calls: to what the program does not define, and to the decomposition of a named op (spec: custom_call, composite)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set as AbstractSet
from enum import IntEnum

from xdsl import irdl
from xdsl.dialects import builtin
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, Region
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind

from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.text.literals import TypedStringAttr
from xdsl_stablehlo.values.elements import array_of

from ....base import fields
from ... import hlo_types as kinds
from ...attributes import OutputOperandAliasAttr
from ...definition import HloOp, Violation
from ...hlo_types import ints, tuple_type
from ...shapes import Shape, compatible_shapes, element_type_of
from ...symbols import symbol_definition
from ...syntax import FUNCTIONAL
from ...traits import MovesElements


class CustomCallApiVersion(IntEnum):
    """The convention by which the called function takes its arguments; an i32 attribute in programs."""

    API_VERSION_UNSPECIFIED = 0
    API_VERSION_ORIGINAL = 1
    API_VERSION_STATUS_RETURNING = 2
    API_VERSION_STATUS_RETURNING_UNIFIED = 3
    API_VERSION_TYPED_FFI = 4


CustomCallApiVersionAttr = kinds.integer_kind(
    builtin.i32, "Custom call API version", irdl.IntSetConstraint(frozenset(CustomCallApiVersion))
)


class CustomCallEffects(MemoryEffect):
    """A custom call has any effect if its `has_side_effect` is true, else none."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance]:
        if isinstance(op, CustomCallOp) and op.has_side_effect.value.data:
            return {EffectInstance(kind) for kind in MemoryEffectKind}
        return frozenset()


class CustomCallOp(HloOp, op="stablehlo.custom_call"):
    """Calls a function that the program does not define."""

    inputs: fields.ManyOperands = fields.var_operand_def(kinds.HLO_CustomCallValue)
    call_target_name: fields.TextField = fields.prop_def(
        irdl.base(builtin.StringAttr) | irdl.base(TypedStringAttr)
    )
    results_: fields.StatedResults = fields.var_result_def(kinds.HLO_CustomCallValue, alias="result_types")
    has_side_effect: fields.DefaultBoolField = fields.opt_prop_def(
        kinds.HloBoolAttr, kinds.FALSE, default=None
    )
    backend_config: fields.OptionalField[builtin.StringAttr | builtin.DictionaryAttr, str] = (
        fields.opt_prop_def(irdl.base(builtin.StringAttr) | irdl.base(builtin.DictionaryAttr), default=None)
    )
    api_version: fields.DefaultIntField = fields.opt_prop_def(
        CustomCallApiVersionAttr,
        builtin.IntegerAttr(CustomCallApiVersion.API_VERSION_ORIGINAL, builtin.i32),
        default=None,
    )
    called_computations: fields.DefaultField[builtin.ArrayAttr[builtin.FlatSymbolRefAttr], Sequence[str]] = (
        fields.opt_prop_def(
            builtin.ArrayAttr[builtin.FlatSymbolRefAttr],
            builtin.ArrayAttr[builtin.SymbolRefAttr](()),
            default=None,
        )
    )
    operand_layouts = irdl.opt_prop_def(builtin.ArrayAttr)
    result_layouts = irdl.opt_prop_def(builtin.ArrayAttr)
    output_operand_aliases: fields.DefaultField[
        builtin.ArrayAttr[OutputOperandAliasAttr], Sequence[OutputOperandAliasAttr]
    ] = fields.opt_prop_def(
        builtin.ArrayAttr[OutputOperandAliasAttr], builtin.ArrayAttr[OutputOperandAliasAttr](()), default=None
    )
    result_tilings = irdl.opt_prop_def(builtin.ArrayAttr)
    traits = irdl.traits_def(CustomCallEffects())
    assembly_format = f"custom<CustomCallTarget>($call_target_name) `(` $inputs `)` {FUNCTIONAL}"

    def check(self) -> None:
        self._check_layouts()
        for alias in self.output_operand_aliases:
            index = alias.operand_index.value.data
            if not 0 <= index < len(self.inputs):
                raise Violation(
                    "expects operandIndex in the output_operand_alias attribute to be in range "
                    f"[0, {len(self.inputs)}); got: {index}."
                )
            operand = _part(self.inputs[index].type, ints(alias.operand_tuple_indices), "operand")
            output = _part(_output_type(self), ints(alias.output_tuple_indices), "output")
            if operand != output:
                raise Violation(
                    "shapes mismatch in the output_operand_alias attribute: "
                    f"operand part has type '{operand}' and output part has type '{output}'"
                )
        version = CustomCallApiVersion(self.api_version.value.data)
        is_ffi = version is CustomCallApiVersion.API_VERSION_TYPED_FFI
        if (
            self.backend_config is not None
            and isinstance(self.backend_config, builtin.DictionaryAttr) != is_ffi
        ):
            kind = "dictionary" if is_ffi else "string"
            raise Violation(f"backend_config for api_version {version.name} must be a {kind} attribute.")
        KNOWN_TARGETS.get(self.call_target_name.data, check_buffers)(self)

    def _check_layouts(self) -> None:
        """Layouts are given for all operands and results or for none, each a permutation of the dimensions."""
        operand_layouts, result_layouts = self.operand_layouts, self.result_layouts
        if (operand_layouts is None) != (result_layouts is None):
            raise Violation(
                "Layout attributes should be specified for either both operands and results or none."
            )
        if operand_layouts is None or result_layouts is None:
            return
        for name, layouts in (("operand_layouts", operand_layouts), ("result_layouts", result_layouts)):
            if not all(isinstance(layout, builtin.DenseIntOrFPElementsAttr) for layout in layouts):
                raise Violation(
                    f"attribute '{name}' failed to satisfy constraint: "
                    "Array of layout (1D tensor of index type) attributes"
                )
        result_types = self.result_types
        if len(result_types) == 1 and isinstance(result_types[0], builtin.TupleType):
            result_types = result_types[0].types.data
        for types, layouts, what in (
            (self.operand_types, operand_layouts, "operand"),
            (result_types, result_layouts, "result"),
        ):
            if len(types) != len(layouts):
                raise Violation(
                    f"Number of {what}s must match the number of {what} layouts, {len(types)} != {len(layouts)}"
                )
            for i, (t, layout) in enumerate(zip(types, layouts)):
                _check_layout(t, layout, f"{what} #{i}")


def _check_layout(t: Attribute, layout: Attribute, what: str) -> None:
    if isinstance(t, builtin.TupleType):
        raise Violation("Tuple types are not fully supported with layout constraints yet")
    shape, dims = _shape_of(t), array_of(layout).tolist()
    if shape is None:
        if dims and not isinstance(t, builtin.UnrankedTensorType):
            raise Violation(
                f"Only tensor types can have non-empty layout: {what} of type '{t}' has layout {layout}"
            )
    elif sorted(dims) != list(range(len(shape))):
        raise Violation(
            f"incorrect layout {layout} for type '{t}', layout must be a permutation of [0, {len(shape)})"
        )


def _shape_of(t: Attribute) -> Shape | None:
    """The shape of a ranked tensor or buffer."""
    return t.get_shape() if is_tensor_type(t) or kinds.is_memref(t) else None


def _part(t: Attribute, indices: Sequence[int], what: str) -> Attribute:
    """The part of a nested tuple that the indices lead to."""
    for i in indices:
        if not isinstance(t, builtin.TupleType) or not 0 <= i < len(t.types):
            raise Violation(f"{what}_tuple_indices in the output_operand_alias attribute out of bounds")
        t = t.types.data[i]
    return t


def _output_type(op: CustomCallOp) -> Attribute:
    types = op.result_types
    return types[0] if len(types) == 1 else tuple_type(types)


# Buffers -------------------------------------------------------------------------------------------------------------


def _leaves(t: Attribute, path: Shape = ()) -> Iterator[tuple[Shape, Attribute]]:
    """The types inside nested tuples, with the indices that lead to them."""
    if isinstance(t, builtin.TupleType):
        for i, inner in enumerate(t.types):
            yield from _leaves(inner, (*path, i))
    else:
        yield path, t


def check_buffers(op: CustomCallOp) -> None:
    """Each buffer among the results is an alias of an operand, and of one only."""
    operands: set[tuple[int, Shape]] = set()
    outputs: set[Shape] = set()
    for alias in op.output_operand_aliases:
        index, path = alias.operand_index.value.data, ints(alias.operand_tuple_indices)
        output = ints(alias.output_tuple_indices)
        if not isinstance(_part(op.inputs[index].type, path, "operand"), builtin.MemRefType):
            continue
        if output in outputs:
            raise Violation(f"buffer output {list(output)} is used in output_operand_alias more than once")
        if (index, path) in operands:
            raise Violation(
                f"buffer operand {index}{list(path)} is used in output_operand_alias more than once"
            )
        outputs.add(output)
        operands.add((index, path))
    for path, t in _leaves(_output_type(op)):
        if isinstance(t, builtin.MemRefType) and path not in outputs:
            raise Violation(f"buffer output {list(path)} is not used in output_operand_alias")


def _check_create_buffer(op: CustomCallOp) -> None:
    if op.inputs:
        raise Violation("CreateBuffer custom_call shouldn't have any inputs")
    if len(op.results) != 1:
        raise Violation("CreateBuffer custom_call should have one result")
    if not isinstance(op.result_types[0], builtin.MemRefType):
        raise Violation("CreateBuffer custom_call should have a memref result")


def _check_same_content(
    op: CustomCallOp, target: str, source: tuple[str, type[Attribute]], result: tuple[str, type[Attribute]]
) -> None:
    if len(op.inputs) != 1:
        raise Violation(f"{target} custom_call should have one input")
    if not isinstance(op.inputs[0].type, source[1]):
        raise Violation(f"{target} custom_call should have a {source[0]} input")
    if len(op.results) != 1:
        raise Violation(f"{target} custom_call should have one output")
    if not isinstance(op.result_types[0], result[1]):
        raise Violation(f"{target} custom_call should have a {result[0]} output")
    types = op.inputs[0].type, op.result_types[0]
    shapes = [_shape_of(t) or () for t in types]
    if element_type_of(types[0]) != element_type_of(types[1]) or not compatible_shapes(*shapes):
        raise Violation(f"{target} custom_call should have compatible input and output types")


_TENSOR, _MEMREF = ("tensor", builtin.TensorType), ("memref", builtin.MemRefType)
KNOWN_TARGETS: dict[str, Callable[[CustomCallOp], None]] = {
    "CreateBuffer": _check_create_buffer,
    "Pin": lambda op: _check_same_content(op, "Pin", _TENSOR, _MEMREF),
    "Unpin": lambda op: _check_same_content(op, "Unpin", _MEMREF, _TENSOR),
}
"""Well-known targets that have rules of their own."""


NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+")


class CompositeOp(HloOp, op="stablehlo.composite"):
    """Computes `decomposition`, under a name that a backend may know. `composite_name` is the property `name`."""

    inputs = irdl.var_operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple)
    composite_name = irdl.prop_def(builtin.StringAttr, prop_name="name")
    composite_attributes = irdl.opt_prop_def(builtin.DictionaryAttr, builtin.DictionaryAttr({}))
    decomposition = irdl.prop_def(builtin.FlatSymbolRefAttr)
    version: fields.DefaultIntField = fields.opt_prop_def(kinds.I32Attr, builtin.IntegerAttr(0, builtin.i32))
    composite_regions = irdl.var_region_def()
    results_ = irdl.var_result_def(kinds.HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple)
    traits = irdl.traits_def(MovesElements())
    assembly_format = f"$name operands custom<RegionsInParens>($composite_regions) {FUNCTIONAL}"

    def __init__(
        self,
        inputs: Sequence[fields.ValueLike],
        name: str | builtin.StringAttr,
        decomposition: str | builtin.SymbolRefAttr,
        result_types: Sequence[Attribute],
        composite_attributes: dict[str, Attribute] | None = None,
        version: int | builtin.IntegerAttr[builtin.IntegerType] | None = None,
        composite_regions: Sequence[Region] = (),
    ):
        self.init_fields(vars() | {"composite_attributes": composite_attributes or None})

    def check(self) -> None:
        if NAME.fullmatch(self.composite_name.data) is None:
            raise Violation(
                "name must be a valid namespaced op name, i.e. it must match the following regular expression: "
                '^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"',
                "C1",
            )
        decomposition = symbol_definition(self, self.decomposition)
        if not isinstance(decomposition, FuncOp):
            raise Violation(
                f"'{self.decomposition.string_value()}' does not reference a valid function", "C2"
            )
        signature = decomposition.function_type
        _check_types(self.operand_types, signature.inputs.data, "operand", "C3")
        _check_types(self.result_types, signature.outputs.data, "result", "C4")


def _check_types(types: Sequence[Attribute], expected: Sequence[Attribute], what: str, label: str) -> None:
    if len(types) != len(expected):
        raise Violation(f"has {len(types)} {what}(s), but decomposition has {len(expected)}", label)
    for i, (t, other) in enumerate(zip(types, expected)):
        if t != other:
            raise Violation(
                f"{what} at index {i} has type '{t}', but decomposition has type '{other}'", label
            )
