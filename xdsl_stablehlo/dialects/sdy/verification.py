"""Constraints on shardings, rules and computations, in Shardy's words. Each check raises `VerifyException`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import TypeAlias

from xdsl.dialects import builtin
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.guards import is_array_attr, is_tensor_type

from ..stablehlo.symbols import symbol_definition
from .attributes import (
    ManualAxesAttr,
    MeshAttr,
    OpShardingRuleAttr,
    PropagationEdgesAttr,
    ShardingAttr,
    ShardingPerValueAttr,
)
from .structure import (
    AxisRef,
    DeviceMesh,
    DimensionSharding,
    Edges,
    ShardingRule,
    SubAxis,
    TensorFactors,
    TensorSharding,
    ValueRef,
    ValueShardings,
    factor_text,
    string_literal,
)

Types: TypeAlias = "Sequence[Attribute]"

SHARDING, RULE, EDGES = "sdy.sharding", "sdy.sharding_rule", "sdy.propagation_edges"
LISTED_EDGES = ("sdy.result_propagation_edges", "sdy.block_arg_propagation_edges")


def mesh_of_sharding(op: Operation, sharding: TensorSharding) -> DeviceMesh | None:
    """The mesh of a sharding, seen from `op`; None where there is none of its name."""
    if isinstance(sharding.mesh, DeviceMesh):
        return sharding.mesh
    found = symbol_definition(op, sharding.mesh)
    mesh = found.properties.get("mesh") if found is not None and found.name == "sdy.mesh" else None
    return mesh.data if isinstance(mesh, MeshAttr) else None


def known_mesh(op: Operation, sharding: TensorSharding) -> DeviceMesh:
    mesh = mesh_of_sharding(op, sharding)
    if mesh is None:
        raise VerifyException(f"unknown mesh: {sharding.mesh}")
    return mesh


# Axes


class AxisChecks:
    """The axes that a sharding or a collective names, which must be of a mesh and all different."""

    def __init__(self, sizes: Mapping[str, int]):
        self.sizes = sizes
        self._seen: set[AxisRef] = set()

    def add(self, axes: Sequence[AxisRef]) -> None:
        before: AxisRef | None = None
        for axis in axes:
            if axis.name not in self.sizes:
                raise VerifyException(f"unknown axis name: {string_literal(axis.name)}")
            if axis in self._seen:
                raise VerifyException(f"duplicate axis ref: {axis}")
            if before is not None and before.merges_with(axis):
                raise VerifyException(f"two consecutive sub-axes can be merged: {before}, {axis}")
            self._seen.add(axis)
            before = axis

    def add_sorted(self, axes: Sequence[AxisRef], what: str) -> None:
        if list(axes) != sorted(axes, key=self.place):
            raise VerifyException(f"{what} axes are not ordered w.r.t. mesh")
        self.add(axes)

    def place(self, axis: AxisRef) -> tuple[int, int, float]:
        """The place of an axis in the order of the mesh."""
        names = [*self.sizes]
        number = names.index(axis.name) if axis.name in self.sizes else len(names)
        return (number, 1, inf) if axis.part is None else (number, axis.part.before, axis.part.size)

    def check_parts(self) -> None:
        """Parts of an axis are parts of its size, and do not overlap."""
        last: AxisRef | None = None
        for axis in sorted([axis for axis in self._seen if axis.part is not None], key=self.place):
            size, part = self.sizes[axis.name], axis.part_in(self.sizes)
            before = SubAxis(1, 1) if last is None or last.name != axis.name else last.part_in(self.sizes)
            problem = None
            if AxisRef(axis.name) in self._seen:
                problem = f"both sub-axis and full-axis are used for axis name: {string_literal(axis.name)}"
            elif part.before < 1:
                problem = f"sub-axis pre-size must be at least 1: {axis}"
            elif part.size <= 1:
                problem = f"sub-axis sizes must be greater than 1: {axis}"
            elif size % part.after:
                problem = f"sub-axis next pre-size {part.after} doesn't divide the size of the full axis {size}: {axis}"
            elif part.size == size:
                problem = f"sub-axis size is equal to the full axis size: {axis}"
            elif before.after > part.before:
                problem = f"overlapping sub-axes: {last}, {axis}"
            if problem is not None:
                raise VerifyException(problem)
            last = axis


def _bound_axes(op: Operation) -> set[str]:
    """The axes along which `op` is written out for each device."""
    names: set[str] = set()
    parent = op.parent_op()
    while parent is not None:
        axes = parent.properties.get("manual_axes")
        if isinstance(axes, ManualAxesAttr):
            names.update(axes.data)
        parent = parent.parent_op()
    return names


def _check_unbound(op: Operation, names: Sequence[str], what: str = "") -> None:
    bound = _bound_axes(op) if names else ()
    for name in names:
        if name in bound:
            raise VerifyException(
                f"{what}operates on axis {string_literal(name)} which is already bound by a parent "
                "sdy.manual_computation op"
            )


# ValueShardings


def check_sharding(op: Operation, sharding: TensorSharding, type: Attribute | None, what: str = "") -> None:
    """`sharding` is one for a value of this type; None where there is no value. `what` begins messages."""
    try:
        _check_sharding(sharding, type, known_mesh(op, sharding))
    except VerifyException as error:
        raise VerifyException(f"{what}{error}") from None
    _check_unbound(op, [axis.name for axis in sharding.axes], what)


def _check_sharding(sharding: TensorSharding, type: Attribute | None, mesh: DeviceMesh) -> None:
    if mesh.is_maximal or type is None:
        if not sharding.is_empty:
            raise VerifyException(
                "a single-device sharding can only have a sharding with rank 0 and no replicated or unreduced axes."
            )
        return
    shaped = type
    if isinstance(type, builtin.TupleType):
        if len(type.types) != 1:
            raise VerifyException(f"ops can only have a sharding for a tuple of size 1: '{type}'")
        shaped = type.types.data[0]
    if isinstance(shaped, builtin.UnregisteredAttr):
        return  # of another dialect, which may be a shaped type
    if isinstance(shaped, builtin.UnrankedTensorType | builtin.UnrankedMemRefType):
        raise VerifyException(f"only ranked tensors can have a sharding. type: '{type}'")
    if not isinstance(shaped, builtin.ShapedType):
        if not sharding.is_empty:
            raise VerifyException(
                "non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. "
                f"type: '{type}', sharding: {ShardingAttr(sharding)}"
            )
        return
    rank = len(shaped.get_shape())
    if len(sharding.dimensions) != rank:
        raise VerifyException(f"sharding doesn't match tensor rank: {len(sharding.dimensions)} != {rank}")
    checks = AxisChecks(mesh.sizes)
    for i, dimension in enumerate(sharding.dimensions):
        if dimension.priority is not None and dimension.closed and not dimension.axes:
            raise VerifyException(f"dim {i} is empty and closed but has a priority")
        checks.add(dimension.axes)
    checks.add_sorted(sharding.replicated, "replicated")
    checks.add_sorted(sharding.unreduced, "unreduced")
    checks.check_parts()


def check_shardings(op: Operation, shardings: ValueShardings, types: Types, what: str) -> None:
    """There is one sharding for each value; where there is no value, one may say on which device an op is."""
    each = shardings.each
    if not types and len(each) == 1:
        mesh = mesh_of_sharding(op, each[0])
        if (mesh is not None and mesh.is_maximal) or not each[0].axes:
            check_sharding(op, each[0], None, f"{what}0 - ")
            return
    if len(each) != len(types):
        raise VerifyException(
            f"{what}shardings don't match number of values: {len(each)} shardings vs {len(types)} values"
        )
    for i, (sharding, type) in enumerate(zip(each, types)):
        check_sharding(op, sharding, type, f"{what}- " if len(types) == 1 else f"{what}{i} - ")


def check_attributes(op: Operation) -> None:
    """The attributes of Shardy that any op may have."""
    for name, value in op.attributes.items():
        if name == SHARDING:
            if not isinstance(value, ShardingPerValueAttr):
                raise VerifyException("should have a sharding attribute of type TensorShardingPerValueAttr")
            check_shardings(op, value.data, op.result_types, "result ")
        elif name == RULE:
            if not isinstance(value, OpShardingRuleAttr):
                raise VerifyException(
                    f"should have a sharding rule attribute of type OpShardingRuleAttr for attr named '{RULE}'"
                )
            check_rule(op, value.data)
        elif name == EDGES:
            if not isinstance(value, PropagationEdgesAttr):
                raise VerifyException(
                    f"should have a propagation edges attribute of type PropagationEdgesAttr for attr named '{EDGES}'"
                )
            check_edges(op, value.data)
        elif name in LISTED_EDGES and not (
            is_array_attr(value) and all(isinstance(each, PropagationEdgesAttr) for each in value)
        ):
            raise VerifyException(
                "should have a propagation edges attribute of type ArrayAttr<PropagationEdgesAttr> for attr named "
                f"'{LISTED_EDGES[0]}' or '{LISTED_EDGES[1]}'"
            )


def check_value_attributes(
    op: Operation, attributes: Sequence[Mapping[str, Attribute]], types: Types, what: str
) -> None:
    """The shardings of arguments or of results of a function."""
    for i, (entry, type) in enumerate(zip(attributes, types)):
        sharding = entry.get(SHARDING)
        if sharding is None:
            continue
        if not isinstance(sharding, ShardingAttr):
            raise VerifyException(f"{what} {i} - should have a sharding attribute of type TensorShardingAttr")
        check_sharding(op, sharding.data, type, f"{what} {i} - ")


def sharding_of(value: SSAValue) -> TensorSharding | None:
    """The sharding that is said of a value."""
    if isinstance(value, BlockArgument):
        parent = value.block.parent_op()
        return None if parent is None else _sharding_of_argument(parent, value.index)
    assert isinstance(value, OpResult)
    for name in ("sharding", "out_sharding"):
        sharding = value.op.properties.get(name)
        if isinstance(sharding, ShardingAttr):
            return sharding.data
    return _at(value.op.properties.get("out_shardings") or value.op.attributes.get(SHARDING), value.index)


def said_of(value: SSAValue) -> dict[str, Attribute]:
    """The attribute with which an op of another dialect says of its only result what is said of `value`."""
    sharding = sharding_of(value)
    return {} if sharding is None else {SHARDING: ShardingPerValueAttr(ValueShardings((sharding,)))}


def _sharding_of_argument(parent: Operation, index: int) -> TensorSharding | None:
    if isinstance(parent, FuncOp):
        attributes = parent.arg_attrs
        entry = None if attributes is None or index >= len(attributes) else attributes.data[index]
        sharding = None if entry is None else entry.data.get(SHARDING)
        return sharding.data if isinstance(sharding, ShardingAttr) else None
    said = _at(parent.properties.get("in_shardings"), index)
    manual = parent.properties.get("manual_axes")
    if said is None or not isinstance(manual, ManualAxesAttr):
        return said

    def free(axes: Sequence[AxisRef]) -> tuple[AxisRef, ...]:
        return tuple([axis for axis in axes if axis.name not in manual.data.each])

    dimensions = [DimensionSharding(free(each.axes), each.closed, each.priority) for each in said.dimensions]
    return TensorSharding(
        said.mesh, tuple(dimensions), free(said.replicated), free(said.unreduced), said.reduction
    )


def _at(shardings: Attribute | None, index: int) -> TensorSharding | None:
    if not isinstance(shardings, ShardingPerValueAttr) or index >= len(shardings.data.each):
        return None
    return shardings.data.each[index]


def _common_mesh(op: Operation, shardings: Sequence[TensorSharding]) -> DeviceMesh | None:
    """The mesh that all of these have, apart from those that have an empty one; None where they have several."""
    meshes = [known_mesh(op, sharding) for sharding in shardings]
    named = [mesh for mesh in meshes if mesh.axes or mesh.ids]
    if any(mesh != named[0] for mesh in named):
        return None
    return next(iter(named or meshes), None)


# Rules


def check_rule(op: Operation, rule: ShardingRule) -> None:
    """A rule has the factors of each dimension of each operand and result."""
    count = len(rule.sizes)
    in_operands = _check_factors(rule, op.operand_types, rule.operands, "operand")
    in_results = _check_factors(rule, op.result_types, rule.results, "result")
    for factor, size in enumerate(rule.sizes):
        if factor not in in_operands | in_results:
            raise VerifyException(
                f"has factor {factor_text(factor)}={size} that isn't used in operand and result mappings"
            )
    special = (rule.reduction, rule.need_replication, rule.permutation)
    for factors in (*special, rule.blocked_propagation):
        if list(factors) != sorted(factors):
            raise VerifyException("indices of special factors must be sorted")
        if len({*factors}) != len(factors):
            raise VerifyException("indices of special factors must be unique")
        if factors and factors[-1] >= count:
            raise VerifyException(f"index must be less than {count}, got: {factors[-1]}")
    if len({*special[0], *special[1], *special[2]}) != sum(map(len, special)):
        raise VerifyException(
            "a factor can only be in one of the reduction, need replication, or permutation factor sets"
        )
    if in_results.intersection(rule.reduction):
        raise VerifyException("reduction factor cannot be in result mappings")


def _check_factors(rule: ShardingRule, types: Types, tensors: Sequence[TensorFactors], what: str) -> set[int]:
    """The factors of all operands, or of all results."""
    if len(types) != len(tensors):
        raise VerifyException(f"number of {what}s and mappings must match: {len(types)} != {len(tensors)}")
    if not tensors:
        raise VerifyException(
            f"number of {what}s mappings cannot be 0. Op sharding rules can only be defined on operations with at "
            "least one operand and result."
        )
    found: set[int] = set()
    for i, (type, tensor) in enumerate(zip(types, tensors)):
        where = f"{what} - " if len(types) == 1 else f"{what} {i} - "
        if not is_tensor_type(type) or builtin.DYNAMIC_INDEX in type.get_shape():
            raise VerifyException(f"{where}expected a ranked tensor with a static shape. type: '{type}'")
        rank = len(type.get_shape())
        if len(tensor.each) != rank:
            raise VerifyException(f"{where}mapping rank must match: {len(tensor.each)} != {rank}")
        seen: set[int] = set()
        for dimension in tensor:
            if not dimension.factors:
                raise VerifyException(f"{where}dim mapping must have at least one factor")
            for factor in dimension.factors:
                if factor >= len(rule.sizes):
                    raise VerifyException(
                        f"{where}expecting factor indices to be within 0<=...<num_factors; received: {factor}, "
                        f"num_factors: {len(rule.sizes)}"
                    )
                if factor in seen:
                    raise VerifyException(f"{where}cannot reuse factors for the same tensor value")
                if rule.sizes[factor] == 1 and len(dimension.factors) > 1:
                    raise VerifyException(
                        f"{where}dim mapping can't have a factor of size 1 if there are multiple factors"
                    )
                seen.add(factor)
        found |= seen
    return found


# Edges of propagation


def check_edges(op: Operation, edges: Edges) -> None:
    """The edges of an op are between its operands and results, along axes of their mesh."""
    flows = [flow for step in edges.steps for flow in step.flows]
    refs = [ref for flow in flows for ref in (flow.source, *flow.targets)]
    values = [value for ref in refs if (value := _value(op, ref)) is not None]
    shardings = [sharding for value in values if (sharding := sharding_of(value)) is not None]
    if not shardings:
        raise VerifyException("expected propagation edges attr to reference a sharding.")
    mesh = _common_mesh(op, shardings)
    if mesh is None:
        raise VerifyException("expected a common mesh for propagation edges attr.")
    for flow in flows:
        if flow.axis.name not in mesh.sizes:
            raise VerifyException("expected axis ref to be in one of the meshes")
        for ref in (flow.source, *flow.targets):
            count = len(op.results if ref.end == "result" else op.operands)
            if not 0 <= ref.index < count and op.name != "sdy.func_data_flow_edge":
                article = "a" if ref.end == "result" else "an"
                raise VerifyException(
                    f"expected a value ref to have {article} {ref.end} index in range [0, {count}), got: {ref.index}"
                )


def _value(op: Operation, ref: ValueRef) -> SSAValue | None:
    values = op.results if ref.end == "result" else op.operands
    return values[ref.index] if 0 <= ref.index < len(values) else None


# Ops


def check_ranked(type: Attribute) -> None:
    if not isinstance(type, builtin.TensorType | builtin.UnregisteredAttr):
        raise VerifyException(
            f"operand #0 must be ranked tensor of any non-token type values, but got '{type}'"
        )


def check_static(op: Operation, type: Attribute) -> None:
    shape = type.get_shape() if isinstance(type, builtin.ShapedType) else ()
    if (
        isinstance(type, builtin.UnrankedTensorType | builtin.UnrankedMemRefType)
        or builtin.DYNAMIC_INDEX in shape
    ):
        raise VerifyException(f"expected {op.name} to have a static-shaped result. type: '{type}'")
    if not isinstance(type, builtin.ShapedType | builtin.UnregisteredAttr):
        raise VerifyException(f"operand #0 must be shaped of any non-token type values, but got '{type}'")


def check_edge(op: Operation) -> None:
    """The constraints of a `data_flow_edge`."""
    check_static(op, op.results[0].type)
    if op.operands[0].has_more_than_one_use():
        raise VerifyException("expected input of sdy.data_flow_edge to have a single user")
    owner = op.operands[0].owner
    if isinstance(owner, Operation) and owner.name.startswith("sdy.") and not owner.regions:
        raise VerifyException(
            "expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an "
            "sdy.named_computation)."
        )


def check_function_edge(op: Operation) -> None:
    """The constraints of a `func_data_flow_edge`."""
    check_static(op, op.results[0].type)
    what = f"expected operand of {op.name}"
    if op.operands[0].has_more_than_one_use():
        raise VerifyException(f"{what} to have a single user")
    owner = op.operands[0].owner
    if isinstance(owner, Block):
        parent = owner.parent_op()
        if parent is None or parent.name != "func.func":
            raise VerifyException(f"{what} to be a block argument of a func op.")
    elif owner.name != "func.call":
        raise VerifyException(f"{what} to be a result of call op.")


def check_named_computation(
    op: Operation,
    inputs: tuple[Types, Types],
    outputs: tuple[Types, Types],
    in_shardings: ValueShardings | None,
    out_shardings: ValueShardings | None,
) -> None:
    """The types inside of a computation are those outside; `inputs` and `outputs` have those outside first."""
    outer, inner = inputs
    if len(outer) != len(inner):
        raise VerifyException(
            f"number of block arguments must match the number of operands: {len(inner)} != {len(outer)}"
        )
    for i, (inside, outside) in enumerate(zip(inner, outer)):
        if inside != outside:
            raise VerifyException(
                f"expected the type of the {i}'th block argument to match the type of the corresponding operand: "
                f"'{inside}' vs '{outside}'"
            )
    if [*outputs[0]] != [*outputs[1]]:
        raise VerifyException(
            f"inferred type(s) {_listed(outputs[1])} are incompatible with return type(s) of operation "
            f"{_listed(outputs[0])}"
        )
    if in_shardings is not None:
        check_shardings(op, in_shardings, outer, "in_shardings ")
    if out_shardings is not None:
        check_shardings(op, out_shardings, outputs[0], "out_shardings ")


def _listed(types: Types) -> str:
    return ", ".join([f"'{type}'" for type in types])


def check_manual_computation(
    op: Operation,
    manual: Sequence[str],
    inputs: tuple[ValueShardings, Types, Types],
    outputs: tuple[ValueShardings, Types, Types],
) -> None:
    """The types inside of a computation are those of the parts that its shardings cut along the manual axes."""
    _check_unbound(op, manual)
    for (shardings, outer, inner), what in ((inputs, "operand"), (outputs, "result")):
        _check_parts(op, {*manual}, shardings, outer, inner, what)
    each = (*inputs[0].each, *outputs[0].each)
    if not each:
        return
    mesh = _common_mesh(op, each)
    if mesh is None:
        if manual:
            raise VerifyException("all in and out shardings must be bound to the same mesh or an empty mesh.")
        return
    for name in manual:
        if name not in mesh.sizes:
            raise VerifyException(f"unknown manual axis: {string_literal(name)}")


def _check_parts(
    op: Operation, manual: set[str], shardings: ValueShardings, outer: Types, inner: Types, what: str
) -> None:
    if not (outer or inner or shardings.each):
        return
    check_shardings(op, shardings, outer, f"{what} ")
    if len(outer) != len(inner):
        raise VerifyException(
            f"number of op {what}s and region {what}s must match. Op has {len(outer)} op {what}s and {len(inner)} "
            f"region {what}s"
        )
    for i, (whole, part, sharding) in enumerate(zip(outer, inner, shardings.each)):
        for dimension, said in enumerate(sharding.dimensions):
            for free, axis in zip(said.axes, said.axes[1:]):
                if axis.name in manual and free.name not in manual:
                    raise VerifyException(
                        f"{what} sharding at index {i} must have all manual axes come before free axes in its "
                        f"dimension sharding at index {dimension}. Saw manual axis {axis} after free axis {free}"
                    )
        if not is_tensor_type(whole):
            continue
        sizes = known_mesh(op, sharding).sizes
        shape: list[int] = []
        for size, said in zip(whole.get_shape(), sharding.dimensions):
            count = 1
            for axis in said.axes:
                count *= axis.size_in(sizes) if axis.name in manual else 1
            if size != builtin.DYNAMIC_INDEX and size % count:
                raise VerifyException(
                    f"{what} dimension size {size} is not divisible by the manual axes size {count}"
                )
            shape.append(size if size == builtin.DYNAMIC_INDEX else size // count)
        expected = builtin.TensorType(whole.element_type, shape)
        if part != expected:
            raise VerifyException(
                f"{what} shape, corresponding sharding, and region {what} shape at index {i} must match. Expected "
                f"local shape '{expected}', actual local shape '{part}'"
            )
