"""Meshes of devices, replica groups that are axes of one, and other properties that are elements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects import builtin
from xdsl.ir import Attribute, OpaqueSyntaxAttribute, Operation, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.guards import is_array_attr
from xdsl_stablehlo.ir.versions import VerificationContext
from xdsl_stablehlo.values.elements import SplatElementsAttr, array_of

from ..base import fields
from .hlo_types import Described
from .symbols import look_around
from .syntax import FieldParser, UnorderedStruct, i64_attr, parse_struct, string_attr


@irdl_attr_definition
class SubAxisInfoAttr(ParametrizedAttribute, OpaqueSyntaxAttribute):
    """`#stablehlo<sub_axis_info(2)4>`, or `(2)4` inside of others: the sub-axis of size 4 behind a pre-size of 2."""

    name = "stablehlo.sub_axis_info"
    pre_size: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    size: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_parens():
            pre_size = parser.parse_integer()
        return i64_attr(pre_size), i64_attr(parser.parse_integer())

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"({self.pre_size.value.data}){self.size.value.data}")


@irdl_attr_definition
class AxisRefAttr(ParametrizedAttribute):
    """`#stablehlo.axis_ref<name = "x">`: an axis of a mesh, or a part of one."""

    name = "stablehlo.axis_ref"
    axis_name: builtin.StringAttr = param_def(converter=string_attr)
    sub_axis_info: SubAxisInfoAttr | builtin.NoneAttr = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        parsers: dict[str, FieldParser] = {
            "name": lambda: builtin.StringAttr(parser.parse_str_literal()),
            "sub_axis_info": lambda: SubAxisInfoAttr.new(SubAxisInfoAttr.parse_parameters(parser)),
        }
        found = parse_struct(parser, parsers)
        if "name" not in found:
            parser.raise_error("struct is missing required parameter: name")
        return found["name"], found.get("sub_axis_info", builtin.NoneAttr())

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string("name = ")
            printer.print_attribute(self.axis_name)
            if isinstance(self.sub_axis_info, SubAxisInfoAttr):
                printer.print_string(", sub_axis_info = ")
                self.sub_axis_info.print_parameters(printer)


@irdl_attr_definition
class MeshAxisAttr(UnorderedStruct):
    """`#stablehlo.mesh_axis<name = "x", size = 4>`"""

    name = "stablehlo.mesh_axis"
    axis_name: builtin.StringAttr = param_def(converter=string_attr)
    size: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)


@irdl_attr_definition
class MeshAttr(ParametrizedAttribute):
    """`#stablehlo.mesh<axes=[<name = "x", size = 4>]>`: named axes of a grid of devices."""

    name = "stablehlo.mesh"
    axes: builtin.ArrayAttr[MeshAxisAttr] = param_def()
    device_ids: builtin.DenseIntOrFPElementsAttr | builtin.NoneAttr = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        def axis() -> Attribute:
            attr = parser.parse_optional_attribute()
            return attr or MeshAxisAttr.new(MeshAxisAttr.parse_parameters(parser))

        with parser.in_angle_brackets():
            parser.parse_keyword("axes")
            parser.parse_punctuation("=")
            axes = builtin.ArrayAttr(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, axis))
            if not parser.parse_optional_punctuation(","):
                return axes, builtin.NoneAttr()
            parser.parse_keyword("device_ids")
            parser.parse_punctuation("=")
            return axes, parser.parse_attribute()

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string("axes=[")
            printer.print_list(self.axes.data, lambda axis: axis.print_parameters(printer))
            printer.print_string("]")
            if not isinstance(self.device_ids, builtin.NoneAttr):
                printer.print_string(", device_ids=")
                printer.print_attribute(self.device_ids)


@irdl_attr_definition
class ReplicaGroupMeshAxesAttr(UnorderedStruct):
    """`#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [..]>`: replica groups as axes of a mesh."""

    name = "stablehlo.replica_group_mesh_axes"
    mesh: Attribute = param_def()
    axes: builtin.ArrayAttr[Attribute] = param_def()

    def verify(self) -> None:
        if isinstance(self.mesh, builtin.SymbolRefAttr):
            return
        if not isinstance(self.mesh, MeshAttr):
            raise VerifyException("mesh must be a FlatSymbolRefAttr or MeshAttr")
        names = {axis.axis_name.data for axis in self.mesh.axes}
        for axis in self.axes:
            if not isinstance(axis, AxisRefAttr):
                raise VerifyException("expected AxisRefAttr in axes list")
            if axis.axis_name.data not in names:
                raise VerifyException(f"axis '{axis.axis_name.data}' not found in mesh definition")

    def verify_symbol_uses(self, op: Operation) -> None:
        """Raises `VerifyException` where the mesh is a symbol that `op` cannot see."""
        if (
            isinstance(self.mesh, builtin.SymbolRefAttr)
            and symbol_named(op, self.mesh.root_reference) is None
        ):
            symbol = self.mesh.root_reference.data
            raise VerifyException(f"replica_groups: mesh symbol '{symbol}' not found")


def devices_along(mesh: MeshAttr, axes: Sequence[AxisRefAttr]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The devices of `mesh` that differ only along `axes`, a row for each place along the others."""
    sizes = {axis.axis_name.data: axis.size.value.data for axis in mesh.axes}
    cuts = {name: {1, size} for name, size in sizes.items()}
    spans: list[tuple[str, int, int]] = []
    for axis in axes:
        name, info = axis.axis_name.data, axis.sub_axis_info
        start, stop = 1, sizes[name]
        if isinstance(info, SubAxisInfoAttr):
            start, stop = info.pre_size.value.data, info.pre_size.value.data * info.size.value.data
        cuts[name].update((start, stop))
        spans.append((name, start, stop))
    # Every axis in the parts that some reference cuts it into: part k of an axis is from cut k to cut k + 1.
    parts = [
        (name, low, high) for name in sizes for low, high in zip(sorted(cuts[name]), sorted(cuts[name])[1:])
    ]
    along = [
        i
        for name, start, stop in spans
        for i, (other, low, high) in enumerate(parts)
        if other == name and start <= low and high <= stop
    ]
    ids = np.arange(prod(sizes.values()), dtype=np.int64)
    if not isinstance(mesh.device_ids, builtin.NoneAttr):
        ids = array_of(mesh.device_ids).astype(np.int64).reshape(-1)
    grid = ids.reshape([high // low for _, low, high in parts])
    grid = grid.transpose([*[i for i in range(len(parts)) if i not in along], *along])
    return np.ascontiguousarray(grid.reshape(-1, prod([parts[i][2] // parts[i][1] for i in along])))


def mesh_of(op: Operation, mesh: Attribute) -> MeshAttr | None:
    """The mesh that replica groups of `op` have, or name; None if no symbol of that name has one.

    Shardy's meshes have it in an attribute, `stablehlo.mesh`, which may be a dictionary of its fields.
    """
    if not isinstance(mesh, builtin.SymbolRefAttr):
        return mesh if isinstance(mesh, MeshAttr) else None
    symbol = symbol_named(op, mesh.root_reference)
    if symbol is None:
        return None
    for name in ("mesh", "stablehlo.mesh"):
        found = symbol.get_attr_or_prop(name)
        if isinstance(found, MeshAttr):
            return found
        if isinstance(found, builtin.DictionaryAttr) and is_array_attr(axes := found.data["axes"]):
            parts = [axis.data for axis in axes if isinstance(axis, builtin.DictionaryAttr)]
            named = [MeshAxisAttr.new((part["name"], part["size"])) for part in parts]
            return MeshAttr.new((builtin.ArrayAttr(named), found.data.get("device_ids", builtin.NoneAttr())))
    return None


def symbol_named(op: Operation, name: builtin.StringAttr) -> Operation | None:
    """The op around `op` whose symbol is `name`; meshes come from a dialect that need not be registered."""
    look_around()
    region = op.parent_region()
    while region is not None:
        for block in region.blocks:
            for other in block.ops:
                if name in (other.properties.get("sym_name"), other.attributes.get("sym_name")):
                    return other
        region = region.parent_region()
    return None


IntElements: TypeAlias = "builtin.DenseIntOrFPElementsAttr[builtin.IntegerType] | SplatElementsAttr"
"""A dense attribute of integers, in either of its two forms."""


@dataclass(frozen=True)
class I64ElementsConstraint(Described):
    """A dense attribute of 64-bit integers, or, for replica groups, a mesh with axes."""

    or_mesh_axes: bool = False

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if self.or_mesh_axes and isinstance(attr, ReplicaGroupMeshAxesAttr):
            return
        is_dense = isinstance(attr, builtin.DenseIntOrFPElementsAttr | SplatElementsAttr)
        if not is_dense or attr.get_element_type() != builtin.i64:
            raise VerifyException(f"must be {self.description}, but got {attr}")

    def make(self, rows: Sequence[Sequence[int]]) -> Attribute:
        """Rows of integers as a dense attribute."""
        return i64_elements(rows)


I64ElementsAttr = I64ElementsConstraint("64-bit signless integer elements attribute")
ReplicaGroupsAttr = I64ElementsConstraint(
    "64-bit signless integer elements attribute or mesh axes", or_mesh_axes=True
)


ElementsField: TypeAlias = "fields.PropertyField[IntElements, Sequence[Sequence[int]]]"
OptionalElementsField: TypeAlias = "fields.OptionalField[IntElements, Sequence[Sequence[int]]]"
GroupsField: TypeAlias = (
    "fields.PropertyField[IntElements | ReplicaGroupMeshAxesAttr, Sequence[Sequence[int]]]"
)

_REPEATS = 4


def flat_ints(attribute: IntElements) -> Iterator[int]:
    """The integers in row-major order.

    A large splat gives its element a few times only: what two rows of two do not tell, four milliards do not either.
    """
    values = cast("Iterator[int]", attribute.iter_values())
    return islice(values, _REPEATS) if isinstance(attribute, SplatElementsAttr) else values


def i64_elements(rows: Sequence[Sequence[int]]) -> IntElements:
    """Rows of integers, `[[0, 1], [2, 3]]`, as a dense attribute `tensor<2x2xi64>`; no rows are `tensor<0x2xi64>`."""
    width = len(rows[0]) if rows else 2
    flat = [value for row in rows for value in row]
    return builtin.DenseIntOrFPElementsAttr.from_list(
        builtin.TensorType(builtin.i64, [len(rows), width]), flat
    )
