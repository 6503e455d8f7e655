"""Every op in the form that a version of StableHLO has it in, or one refusal that says why not."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects.vhlo.definition import VhloOp, miscounted
from xdsl_stablehlo.dialects.vhlo.ops import OPS_BY_NAME
from xdsl_stablehlo.dialects.vhlo.versions import LegalizationError, Version, VersionError

from .changes import CHANGES_BY_NAME, DEMANDS, Change, RequiredVersions, obstacle

REGIONS_LEFT_ALONE = frozenset({"all_reduce", "scatter"})
"""Upstream leaves the ops in the regions of these as they are when it converts the op itself."""


def convert_to_version(module: ModuleOp, target: Version, as_upstream: bool = False) -> None:
    """Convert every op in `module` to the form that `target` has it in.

    `as_upstream` repeats a defect of the C++ conversion, for byte comparisons: ops in the body of an `all_reduce` or
    `scatter` that is itself converted stay as they are, which a reader of that version refuses.
    Raises `VersionError` for the first op that `target` cannot say; the module is then in between.
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
            wrong = miscounted(op.SPEC, op)
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
        if self.as_upstream and self._is_left_alone(op):
            return
        for region in op.regions:
            for block in region.blocks:
                for inner in block.ops:
                    yield from self._ops(inner)

    def _is_left_alone(self, op: Operation) -> bool:
        if not isinstance(op, VhloOp):
            return False
        spec = op.SPEC
        return spec.name[:-3] in REGIONS_LEFT_ALONE and not spec.since <= self.target <= spec.until

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
        properties = _upgraded(op, change) if upgrade else self._downgraded(op, change)
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


def _upgraded(op: VhloOp, change: Change) -> dict[str, Attribute]:
    """The attributes of the second version of `op`."""
    kept = {k: v for k, v in op.properties.items() if k not in change.removed}
    return kept | {name: added.default for name, added in change.added.items()}
