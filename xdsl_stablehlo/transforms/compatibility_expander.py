"""`stablehlo-compatibility-expander`: newer ops in terms of older ones, to write a program for older versions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import builtin
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import attributes as S
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import int_of, ints
from xdsl_stablehlo.dialects.stablehlo.meshes import devices_along, mesh_of
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import holds_quantized
from xdsl_stablehlo.dialects.vhlo.versions import Version, checked_target
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_array_attr, is_integer_type
from xdsl_stablehlo.ir.identity_cache import IdentityCache
from xdsl_stablehlo.text.locations import FileLineColRange, unverified
from xdsl_stablehlo.values.elements import attribute_of

from .emit import Emitter, Number, complex_of, cosine, hyperbolic_tangent, imag, real, sine

Expansion = Callable[[Operation, Emitter], "Sequence[SSAValue] | None"]
"""Emits ops in front of an op and returns replacements for its results; None if the op stays."""

# tan, since 1.4


def tan_as_quotient(op: Operation, emit: Emitter) -> Sequence[SSAValue] | None:
    """tan(x) = sine(x) / cosine(x); tan(a + bi) = (tan(a) + i tanh(b)) / (1 - i tan(a) tanh(b)).

    A quantized x is dequantized, and the quotient quantized.
    """
    x = Number(op.operands[0], emit)
    is_complex = isinstance(x.element_type, builtin.ComplexType)
    if is_complex and not ranked(x.value).has_static_shape():
        return None
    if op.properties.get("result_accuracy", S.DEFAULT_RESULT_ACCURACY) != S.DEFAULT_RESULT_ACCURACY:
        return None
    if holds_quantized(x.value.type):
        quotient = _quotient(x.of(hlo.UniformDequantizeOp(x.value)))
        return [emit(hlo.UniformQuantizeOp(quotient.value, op.results[0].type))]
    if not is_complex:
        return [_quotient(x).value]
    tan = _quotient(real(x))
    tanh = hyperbolic_tangent(imag(x))
    block = op.parent
    assert block is not None
    one = Number(Emitter(block.first_op or op).splat(1, ranked(tan.value)), emit)
    numerator = complex_of(tan, tanh)
    return [(numerator / complex_of(one, -(tan * tanh))).value]


def _quotient(x: Number) -> Number:
    return sine(x) / cosine(x)


# gather and scatter with batching dimensions, since 1.1


def expand_batching(op: Operation, emit: Emitter) -> Sequence[SSAValue] | None:
    """Batching dimensions become collapsed (of a scatter: inserted) ones, each indexed by an iota."""
    name = "scatter_dimension_numbers" if isinstance(op, hlo.ScatterOp) else "dimension_numbers"
    dims = op.properties[name]
    assert isinstance(dims, S.GatherDimensionNumbersAttr | S.ScatterDimensionNumbersAttr)
    window, collapsed, batching, indices_batching, index_map = map(ints, dims.parameters[:-1])
    place = len(op.operands) // 2
    if not batching or not ranked(op.operands[place]).has_static_shape():
        return None
    index_map = [*batching, *index_map]
    properties = dict(op.properties)
    properties[name] = type(dims)(
        window, sorted([*batching, *collapsed]), (), (), index_map, dims.index_vector_dim
    )
    # Sorted indices stay so if the iotas grow in the order of the operand's dimensions.
    before = op.properties.get("indices_are_sorted")
    is_sorted = before is not None and int_of(before) != 0
    is_sorted = is_sorted and all(list(dims) == sorted(dims) for dims in (indices_batching, index_map))
    properties["indices_are_sorted"] = builtin.BoolAttr(int(is_sorted), builtin.i1)
    operands = [*op.operands]
    operands[place] = _with_iotas(operands[place], dims.index_vector_dim.value.data, indices_batching, emit)
    return emit.all(
        type(op).create(
            operands=operands,
            result_types=op.result_types,
            properties=properties,
            attributes=op.attributes,
            regions=[op.detach_region(0) for _ in op.regions],
        )
    )


def _with_iotas(indices: SSAValue, vector_dim: int, batching: Sequence[int], emit: Emitter) -> SSAValue:
    """`indices` with an iota along each batching dimension in front of every index vector."""
    indices_type = ranked(indices)
    shape = list(indices_type.get_shape())
    element_type = indices_type.element_type
    for dim in batching:
        element_type = _wide_enough(element_type, shape[dim])
    if element_type != indices_type.element_type:
        indices = Number(indices, emit).to(element_type).value
    if vector_dim == len(shape):
        shape.append(1)
        indices = emit.reshaped(indices, shape)
    shape[vector_dim] = 1
    iotas = [emit(hlo.IotaOp(dim, builtin.TensorType(element_type, shape))) for dim in batching]
    return emit(hlo.ConcatenateOp([*iotas, indices], vector_dim))


def _wide_enough(element_type: Attribute, size: int) -> Attribute:
    """An index type that holds `size`: the same one, else i32, else i64."""
    if not is_integer_type(element_type):
        return element_type
    low, high = element_type.value_range()
    width = element_type.width.data
    top = high if low == 0 else 1 << (width - 1)
    if size < top:
        return element_type
    return builtin.i32 if size < 1 << 31 else builtin.i64


# Replica groups as axes of a mesh, since 1.16


def expand_mesh_groups(op: Operation) -> None:
    """Replica groups that are axes of a mesh become the lists of devices that they are."""
    groups = op.properties.get("replica_groups")
    if not isinstance(groups, S.ReplicaGroupMeshAxesAttr):
        return
    axes: list[S.AxisRefAttr] = []
    for axis in groups.axes:
        if not isinstance(axis, S.AxisRefAttr) or not isinstance(axis.sub_axis_info, builtin.NoneAttr):
            raise PassFailedException(f"'{op.name}' op has parts of axes in its replica groups: {axis}")
        axes.append(axis)
    mesh = mesh_of(op, groups.mesh)
    if mesh is None:
        raise PassFailedException(f"'{op.name}' op Failed to find mesh attribute on symbol {groups.mesh}")
    table = devices_along(mesh, axes)
    op.properties["replica_groups"] = attribute_of(table, builtin.TensorType(builtin.i64, table.shape))


# Locations that are ranges, since 1.9


def plain_locations() -> Callable[[Attribute], Attribute]:
    """Makes ranges of files the points where they begin, inside of other locations, too; each object once."""

    def plain(location: Attribute) -> Attribute:
        if isinstance(location, FileLineColRange):
            return builtin.FileLineColLoc(location.filename, location.line, location.column)
        if is_array_attr(location):
            return builtin.ArrayAttr([known.of(item) for item in location])
        if isinstance(location, ParametrizedAttribute) and location.parameters:
            parts = [known.of(part) for part in location.parameters]
            if any(new is not old for new, old in zip(parts, location.parameters)):
                return unverified(type(location), *parts)
        return location

    known = IdentityCache(plain)
    return known.of


EXPANSIONS: tuple[tuple[Version, str, Expansion], ...] = (
    (Version(1, 1, 0), "stablehlo.gather", expand_batching),
    (Version(1, 1, 0), "stablehlo.scatter", expand_batching),
    (Version(1, 4, 0), "stablehlo.tan", tan_as_quotient),
)
"""The op that is expanded for targets below a version."""

PLAIN_LOCATIONS_BELOW = Version(1, 9, 0)
LISTED_GROUPS_BELOW = Version(1, 16, 0)


def expand_for(module: builtin.ModuleOp, target: Version) -> None:
    """Replace ops, groups and locations that `target` does not have by older forms."""
    expansions = {name: expand for below, name, expand in EXPANSIONS if target < below}
    for op in list(module.walk()):
        if target < LISTED_GROUPS_BELOW:
            expand_mesh_groups(op)
        expand = expansions.get(op.name)
        emit = Emitter(op)
        values = expand(op, emit) if expand is not None else None
        if values is not None:
            emit.replace(values)
    if target < PLAIN_LOCATIONS_BELOW:
        plain = plain_locations()
        for op in module.walk():
            blocks = [block for region in op.regions for block in region.blocks]
            for located in (op, *[argument for block in blocks for argument in block.args]):
                located.location = cast(builtin.LocationAttr, plain(located.location))


@dataclass(frozen=True)
class StablehloCompatibilityExpanderPass(ModulePass):
    """Expand ops, attributes and locations that StableHLO `target` does not have into those that it has."""

    name = "stablehlo-compatibility-expander"
    target: str
    """The version that is to have the program, `x.y.z`."""

    @default_environment()
    def apply(self, ctx: Context, op: builtin.ModuleOp) -> None:
        try:
            target = checked_target(self.target)
        except ValueError as error:
            raise PassFailedException(str(error)) from None
        expand_for(op, target)
