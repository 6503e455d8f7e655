"""Conversion of VHLO ops between versions, by the differences of their specifications."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.vhlo.attributes import ATTRIBUTES_BY_NAME as A
from xdsl_stablehlo.dialects.vhlo.definition import OpSpec, VhloAttribute, VhloOp
from xdsl_stablehlo.dialects.vhlo.ops import OPS_BY_NAME
from xdsl_stablehlo.dialects.vhlo.versions import CURRENT, LegalizationError, Version, VersionError
from xdsl_stablehlo.dialects.vhlo.vhlo_types import TYPES_BY_NAME as T
from xdsl_stablehlo.ir.counts import miscounted
from xdsl_stablehlo.ir.identity_cache import IdentityCache

from .defaults import TYPED_FFI, is_unsaid_before, unsaid


def obstacle(op: VhloOp, first: OpSpec) -> str | None:
    """The part of an op that its first version does not have, or None."""
    for name in op.SPEC.attributes:
        if name not in first.attributes and not is_unsaid_before(name, op.properties[name]):
            return f"attribute '{name}' = {op.properties[name]}"
    if first.operands == ("operand",) and len(op.operands) != 1:
        return f"{len(op.operands)} operands"
    if op.regions and not first.regions:
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
        for name in (
            *("all_reduce", "reduce", "reduce_scatter", "reduce_window"),
            *("scatter", "select_and_scatter"),
        )
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


def in_version(op: VhloOp, target: Version) -> VhloOp | None:
    """`op` without its regions in the version that `target` has; None where it already is in that version.

    Raises `VersionError` where `target` has no such op.
    """
    spec = op.SPEC
    if spec.since <= target <= spec.until:
        return None
    upgrade = target > spec.until
    other = OPS_BY_NAME.get(spec.name[:-1] + ("2" if upgrade else "1"))
    if other is None or not other.SPEC.since <= target <= other.SPEC.until:
        needed = spec.since
        if other is not None and other.SPEC.since < needed and obstacle(op, other.SPEC) is None:
            needed = other.SPEC.since
        raise version_error(op, f"the op needs version {needed}", target, needed)
    found = None if upgrade else obstacle(op, other.SPEC)
    if found is not None:
        raise version_error(op, f"{found}: needs version {spec.since}", target, spec.since)
    properties = {key: value for key, value in op.properties.items() if key in other.SPEC.attributes}
    for name in other.SPEC.attributes:
        if name not in spec.attributes:
            value = unsaid(op, name, spec)
            if value is None:
                reason = f"attribute '{name}' cannot be made of the operands"
                raise version_error(op, reason, target, spec.since)
            properties[name] = value
    return other.create(
        operands=op.operands,
        result_types=op.result_types,
        properties=properties,
        attributes=op.attributes,
        location=op.location,
    )


def version_error(op: Operation, reason: str, target: Version, needed: Version) -> VersionError:
    """The error that `target` does not have what `op` needs."""
    return VersionError(op, f"{reason} (target {target})", target, needed)


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
        new = in_version(op, self.target)
        if new is None:
            return None
        for _ in op.regions:
            new.add_region(op.detach_region(0))
        assert op.parent is not None
        op.parent.insert_op_before(new, op)
        return new

    def _check(self, op: Operation, original: Operation) -> None:
        """Raise `VersionError` where the target does not have all that `op`, made of `original`, consists of."""
        if self.target >= CURRENT.minor_release:  # which has everything
            return
        for what, needed, part in self.required.of_op(op):
            if needed > self.target:
                raise version_error(
                    original, f"{what} holds {part}, which needs version {needed}", self.target, needed
                )
        for needed, find in DEMANDS.get(op.name.removeprefix("vhlo."), ()):
            found = find(op) if self.target < needed else None
            if found is not None:
                raise version_error(original, f"{found}: needs version {needed}", self.target, needed)
