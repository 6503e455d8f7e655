"""Conversion of VHLO ops between versions, with the differences as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ArrayAttr, FloatData, IntAttr, ModuleOp, NoneAttr, StringAttr
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.vhlo.attributes import ATTRIBUTES_BY_NAME as A
from xdsl_stablehlo.dialects.vhlo.definition import VhloAttribute, VhloOp, payload
from xdsl_stablehlo.dialects.vhlo.ops import ACCURATE_NAMES, DOT_ALGORITHM, OPS_BY_NAME
from xdsl_stablehlo.dialects.vhlo.versions import LegalizationError, Version, VersionError
from xdsl_stablehlo.dialects.vhlo.vhlo_types import PLAIN, TYPES_BY_NAME as T
from xdsl_stablehlo.ir.counts import miscounted
from xdsl_stablehlo.ir.identity_cache import IdentityCache


def i64_tensor(*shape: int, data: bytes = b"") -> VhloAttribute:
    """A tensor of i64 with the payload `data`."""
    tensor_type = T["tensor_v1"].new(
        (ArrayAttr([IntAttr(size) for size in shape]), PLAIN["i64_v1"], NoneAttr())
    )
    return A["tensor_v1"].new((tensor_type, payload(data)))


def bool_v1(value: bool) -> VhloAttribute:
    return A["bool_v1"].new((IntAttr(int(value)),))


EMPTY_ARRAY = A["array_v1"].new((ArrayAttr(()),))
EMPTY_TENSOR = i64_tensor(0)
FALSE = bool_v1(False)
NO_TYPE = A["type_v1"].new((PLAIN["none_v1"],))
DEFAULT_MODE = A["result_accuracy_mode_v1"].new((StringAttr("DEFAULT"),))
DEFAULT_ACCURACY = A["result_accuracy_v1"].new((FloatData(0.0), FloatData(0.0), IntAttr(0), DEFAULT_MODE))
TYPED_FFI = A["api_version_v1"].new((StringAttr("API_VERSION_TYPED_FFI"),))


def is_empty_tensor(value: Attribute) -> bool:
    return isinstance(value, A["tensor_v1"]) and not len(value.data.data)


def is_default_accuracy(value: Attribute) -> bool:
    """Zero tolerances, of either sign, and the default mode."""
    if not isinstance(value, A["result_accuracy_v1"]):
        return False
    return not (value.atol.data or value.rtol.data or value.ulps.data) and value.mode == DEFAULT_MODE


@dataclass(frozen=True)
class Added:
    """An attribute that a version added: the value for older ops, and the values that can be omitted."""

    default: VhloAttribute
    is_default: Callable[[Attribute], bool]


def _equal(default: VhloAttribute) -> Added:
    return Added(default, lambda value: value == default)


EMPTY_DIMENSIONS = Added(EMPTY_TENSOR, is_empty_tensor)


@dataclass(frozen=True)
class Change:
    """The difference between the second version of an op and the first.

    `one_operand`: the first version has exactly one operand. `one_region`: and it has no regions.
    `removed`: attributes that only the first version has, made from an op of the second.
    """

    names: str
    added: dict[str, Added] = field(default_factory=dict[str, Added])
    one_operand: bool = False
    no_regions: bool = False
    removed: dict[str, Callable[[Operation], Attribute | None]] = field(
        default_factory=dict[str, "Callable[[Operation], Attribute | None]"]
    )


def _no_padding(op: Operation) -> Attribute | None:
    """Zeros for each spatial dimension; None for an unranked operand."""
    lhs = op.operands[0].type
    if not isinstance(lhs, T["tensor_v1"]):
        return None
    rank = len(lhs.shape)
    return i64_tensor(rank - 2, 2, data=bytes(8) if rank > 2 else b"")


CHANGES: tuple[Change, ...] = (
    Change("dynamic_conv", removed={"padding": _no_padding}),
    Change(
        "gather dynamic_gather",
        {"operand_batching_dims": EMPTY_DIMENSIONS, "start_indices_batching_dims": EMPTY_DIMENSIONS},
    ),
    Change(
        "scatter",
        {"input_batching_dims": EMPTY_DIMENSIONS, "scatter_indices_batching_dims": EMPTY_DIMENSIONS},
    ),
    Change("all_gather all_reduce all_to_all", one_operand=True),
    Change("dot_general", dict.fromkeys(DOT_ALGORITHM.split(), _equal(NO_TYPE))),
    Change(" ".join(ACCURATE_NAMES), {"result_accuracy": Added(DEFAULT_ACCURACY, is_default_accuracy)}),
    Change("send recv", {"source_target_pairs": EMPTY_DIMENSIONS}),
    Change("composite", no_regions=True),
    Change("custom_call", {"result_tilings": _equal(EMPTY_ARRAY)}),
    Change("collective_broadcast", {"has_dynamic_root": _equal(FALSE)}, one_operand=True),
)

CHANGES_BY_NAME: dict[str, Change] = {name: change for change in CHANGES for name in change.names.split()}
"""The change of each op that has two versions, by its name without dialect and version."""


def obstacle(op: Operation, change: Change) -> str | None:
    """The part of an op of the second version that the first one does not have, or None."""
    for name, added in change.added.items():
        if not added.is_default(op.properties[name]):
            return f"attribute '{name}' = {op.properties[name]}"
    if change.one_operand and len(op.operands) != 1:
        return f"{len(op.operands)} operands"
    if change.no_regions and op.regions:
        return f"{len(op.regions)} regions"
    return None


# Demands of a version beyond its ops and attributes


def _changes_element_type(op: Operation) -> str | None:
    for pair in zip(op.operands, op.results):
        types = [value.type for value in pair]
        before, after = [t.parameters[1] if isinstance(t, T["tensor_v1"]) else t for t in types]
        if before != after:
            return f"element type {before} of an operand and {after} of its result"
    return None


def _has_new_configuration(op: Operation) -> str | None:
    if isinstance(op.properties["backend_config"], A["dict_v1"]):
        return "a dictionary in attribute 'backend_config'"
    api = op.properties["api_version"]
    return f"attribute 'api_version' = {TYPED_FFI.value.data}" if api == TYPED_FFI else None


def _has_future_operand(op: Operation) -> str | None:
    return next(
        (f"operand of type {o.type}" for o in op.operands if isinstance(o.type, T["future_v1"])), None
    )


Demand = tuple[Version, Callable[[Operation], "str | None"]]

DEMANDS: dict[str, tuple[Demand, ...]] = {
    **{
        f"{name}_v1": ((Version(0, 17, 0), _changes_element_type),)
        for name in [
            "all_reduce",
            "reduce",
            "reduce_scatter",
            "reduce_window",
            "scatter",
            "select_and_scatter",
        ]
    },
    "custom_call_v1": ((Version(1, 17, 0), _has_future_operand), (Version(1, 3, 0), _has_new_configuration)),
}
"""By the name of an op with version: the first version that allows what the function finds in the op."""


class RequiredVersions:
    """The first version that has an attribute or type, with everything in it."""

    def __init__(self) -> None:
        self.of = IdentityCache(self._of).of
        """The version, and the part that needs it. Other dialects' attributes have no versions."""

    def _of(self, attr: Attribute) -> tuple[Version, Attribute]:
        version, part = Version(0, 0, 0), attr
        if isinstance(attr, VhloAttribute):
            version = attr.SPEC.since
            for nested in attr.nested():
                inner = self.of(nested)
                if inner[0] > version:
                    version, part = inner
        return version, part

    def of_op(self, op: Operation) -> Iterator[tuple[str, Version, Attribute]]:
        """The version that each attribute, operand and result of `op` needs."""
        for name, attr in (*op.properties.items(), *op.attributes.items()):
            yield f"attribute '{name}'", *self.of(attr)
        for kind, values in (("operand", op.operands), ("result", op.results)):
            for value in values:
                yield kind, *self.of(value.type)


REGIONS_LEFT_ALONE = frozenset({"all_reduce", "scatter"})
"""Ops whose regions upstream leaves as they are when it converts the op itself."""


def convert_to_version(module: ModuleOp, target: Version, as_upstream: bool = False) -> None:
    """Convert every op in `module` to its form in version `target`.

    `as_upstream` repeats a defect of the C++ conversion, for byte comparisons: ops in the body of an `all_reduce` or
    `scatter` that is itself converted stay as they are, which a reader of that version refuses.
    Raises `VersionError` for the first op that `target` does not have; the module is then partly converted.
    """
    _Converter(module, target.minor_release, as_upstream).run()


class _Converter:
    def __init__(self, module: ModuleOp, target: Version, as_upstream: bool):
        self.module = module
        self.target = target
        self.as_upstream = as_upstream
        self.required = RequiredVersions()

    def run(self) -> None:
        """Replace ops first and rewire their results last: the order of use lists is part of the artifact."""
        replaced: list[tuple[Operation, Operation]] = []
        for op in list(self._ops(self.module)):
            if not isinstance(op, VhloOp):
                continue
            wrong = miscounted(op)
            if wrong is not None:
                raise LegalizationError(op, f"it has {wrong}")
            new = self._converted(op)
            if new is not None:
                replaced.append((op, new))
            self._check(op if new is None else new, op)
        for op, new in replaced:
            for old_result, new_result in zip(op.results, new.results):
                old_result.replace_all_uses_with(new_result)
        for op, _ in replaced:
            op.detach()
            op.drop_all_references()

    def _ops(self, op: Operation) -> Iterator[Operation]:
        """Ops from outside in, and in order."""
        yield op
        if (
            self.as_upstream
            and isinstance(op, VhloOp)
            and op.SPEC.name[:-3] in REGIONS_LEFT_ALONE
            and not op.SPEC.since <= self.target <= op.SPEC.until
        ):
            return
        for region in op.regions:
            for block in region.blocks:
                for inner in block.ops:
                    yield from self._ops(inner)

    def _converted(self, op: VhloOp) -> Operation | None:
        """`op` in the version that the target has, next to it; None where it already is in that version."""
        spec = op.SPEC
        if spec.since <= self.target <= spec.until:
            return None
        change = CHANGES_BY_NAME.get(spec.name[:-3])
        upgrade = self.target > spec.until
        other = OPS_BY_NAME.get(spec.name[:-1] + ("2" if upgrade else "1"))
        if change is None or other is None or not other.SPEC.since <= self.target <= other.SPEC.until:
            older = None
            if change is not None and other is not None and other.SPEC.since < spec.since:
                older = other if obstacle(op, change) is None else None
            needed = spec.since if older is None else older.SPEC.since
            raise self._error(op, f"the op needs version {needed}", needed)
        if upgrade:
            properties = {k: v for k, v in op.properties.items() if k not in change.removed}
            properties |= {name: added.default for name, added in change.added.items()}
        else:
            properties = self._downgraded(op, change)
        new = other.create(
            operands=op.operands,
            result_types=op.result_types,
            properties=properties,
            attributes=op.attributes,
            location=op.location,
            regions=[op.detach_region(0) for _ in op.regions],
        )
        assert op.parent is not None
        op.parent.insert_op_before(new, op)
        return new

    def _downgraded(self, op: VhloOp, change: Change) -> dict[str, Attribute]:
        """The attributes of the first version of `op`."""
        since = op.SPEC.since
        what = obstacle(op, change)
        if what is not None:
            raise self._error(op, f"{what}: needs version {since}", since)
        properties = {k: v for k, v in op.properties.items() if k not in change.added}
        for name, make in change.removed.items():
            value = make(op)
            if value is None:
                raise self._error(op, f"attribute '{name}' cannot be made of the operands", since)
            properties[name] = value
        return properties

    def _check(self, op: Operation, original: Operation) -> None:
        """Raise `VersionError` where the target does not have all that `op`, made of `original`, consists of."""
        for what, needed, part in self.required.of_op(op):
            if needed > self.target:
                raise self._error(original, f"{what} holds {part}, which needs version {needed}", needed)
        for needed, find in DEMANDS.get(op.name.removeprefix("vhlo."), ()):
            found = find(op) if self.target < needed else None
            if found is not None:
                raise self._error(original, f"{found}: needs version {needed}", needed)

    def _error(self, op: Operation, reason: str, needed: Version) -> VersionError:
        return VersionError(op, f"{reason} (target {self.target})", self.target, needed)
