"""Applies the decisions of analysis and plan to one function body."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Set
from typing import NamedTuple

from xdsl.dialects.builtin import LocationAttr, TensorType, TupleType
from xdsl.dialects.func import CallOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.base.definition import shardy
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.interpreter.kernels.support.values import Value, as_array, as_arrays, is_array
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import is_unused, ops_backwards, ops_in, ops_within
from xdsl_stablehlo.programs.transaction import Transaction
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import constant_bytes, is_repetitive, is_splat, varying_of

from ..solver.solution import Solution
from ..terms.constants import constant_type, make_constant, make_scalar, needs_cast
from ..terms.deferred import same_value, sample_key
from ..terms.effects import Effects
from ..terms.terms import NEVER_RUNS, read_nothing
from ..tuning import WIDE
from .plan import Plan


def remove_dead(region: Region, effects: Effects, changes: Transaction) -> int:
    """Erase ops without effects whose results are unused, so that they are never evaluated. Return their number."""
    removed = 0
    stack = [ops_backwards(region)]
    while stack:
        for op in stack[-1]:
            if is_unused(op) and effects.removable(op):
                changes.erase(op)
                removed += 1
            elif op.regions:
                stack += map(ops_backwards, reversed(op.regions))
                break
        else:
            stack.pop()
    return removed


def write_structure(frame: Solution, plan: Plan, changes: Transaction) -> bool:
    """Put the branches that always run in the place of their op, what was made and stays in the place of what it stands
    for, and values in the place of those that are the same; says whether anything changed."""
    made = frame.terms.made
    if not (frame.executed or made or frame.terms.same_as):
        return False
    changes.save()
    written = {op for op in plan.kept if frame.terms.is_made(op)}
    written.update([value.owner for value in plan.constants if isinstance(value.owner, Operation)])
    inside = set[Operation]()
    for at, ops in made.items():
        constants = {value.owner for op in ops if op in written for value in op.operands}
        for op in ops:
            runs = frame.executed.get(op, NEVER_RUNS) is not NEVER_RUNS
            if op in written or op in constants or runs:
                # What is read in the place of an op is noted as it is put in.
                op.operands = [frame.terms.same_as.get(operand, operand) for operand in op.operands]
                changes.insert(op, at, frame.terms.copied.get(op))
            else:
                read_nothing(op)
                inside.update([each for region in op.regions for each in ops_within(region)])
    changed = bool(written)
    for op, region in reversed(frame.executed.items()):  # outer ones first: so each op is moved once
        if op.parent is not None and op not in inside:
            _inline(frame, op, region, changes)
            changed = True
    for result in frame.terms.same_as:
        if result.first_use is not None:
            changes.replace(result, frame.terms.resolved(result))
            changed = True
    return changed


def hand_on(last: Operation, unread: Collection[int], changes: Transaction) -> bool:
    """Let the body of a loop that `last` ends give what it is given, where nobody reads what it computes.

    Says whether that changes anything.
    """
    body = last.parent
    assert body is not None
    operands = [body.args[i] if i in unread else value for i, value in enumerate(last.operands)]
    if operands == list(last.operands):
        return False
    changes.set_operands(last, operands)
    return True


def _inline(frame: Solution, op: Operation, region: Region, changes: Transaction) -> None:
    """Put the region that always runs in the place of `op`, or nothing where none ever runs."""
    for inner in () if region is NEVER_RUNS else list(region.block.ops)[:-1]:
        changes.move(inner, op)
    for argument in () if region is NEVER_RUNS else region.block.args:
        changes.replace(argument, frame.terms.resolved(argument))
    for result in op.results:
        changes.replace(result, frame.terms.resolved(result))
    changes.erase(op)


# ---- constants for known values: made where the value was computed, once for each distinct value in a block ----


class Materializer:
    """Replaces values by constants, and notes the constants in `known`."""

    def __init__(
        self,
        known: dict[SSAValue, Value],
        changes: Transaction,
        live: Collection[SSAValue],
        is_repetition: Callable[[SSAValue, int, int], bool],
    ):
        """`is_repetition` says, for the bytes of the part of a value that varies, and of all of it, whether a broadcast
        of a constant is to be made rather than a constant."""
        self.known = known
        self.is_repetition = is_repetition
        self.changes = changes
        self.live = live
        """The values that ops that stay read: only constants among them get more readers."""
        self.replaced: dict[SSAValue, SSAValue] = {}
        """The value that takes the place of each."""
        self._constants: dict[Hashable, list[tuple[Operation, Array]]] = {}
        """The constants of the current block, by a sample of their elements."""
        self._made: set[Operation] = set()
        self._twins: list[Operation] = []
        """Constants of the program that are the same as one that was made before them."""

    def run(self, values: list[SSAValue]) -> None:
        """Replace all uses of `values` (in any order) by constants."""
        if not values:
            return
        self.changes.save()
        wanted = frozenset(values)
        for block in dict.fromkeys([_block_of(value) for value in values]):
            self._block(block, wanted)
        replace_uses(self.replaced)
        for twin in self._twins:
            self.changes.erase(twin)

    def _block(self, block: Block, wanted: Set[SSAValue]) -> None:
        """Make the constants of one block."""
        self._constants.clear()
        first = block.first_op
        assert first is not None
        for argument in block.args:
            if argument in wanted:
                self._replace(argument, argument.location, first)
        for op in ops_in(block):
            if type(op) is not ConstantOp:
                for result in op.results:
                    if result in wanted:
                        self._replace(result, op.location, op)
            elif op.results[0] in self.live and op not in self._made:
                self._meet(op, op.results[0])

    def _meet(self, op: Operation, value: SSAValue) -> None:
        """Note a constant of the program, or put the one that was made before it and is the same in its place."""
        array = self.known.get(value)
        if not is_array(array):
            return
        alike, earlier = self._alike(array, value.type, op.attributes)
        if earlier is None:
            alike.append((op, array))
        elif earlier in self._made:
            self.replaced[value] = earlier.results[0]
            self._twins.append(op)

    def _alike(
        self, array: Array, value_type: Attribute, attributes: Mapping[str, Attribute]
    ) -> tuple[list[tuple[Operation, Array]], Operation | None]:
        """The constants of the block that may hold `array`, and the one that is the same in type, attributes and every
        bit."""
        alike = self._constants.setdefault(sample_key(array), [])
        for op, other in alike:
            if op.results[0].type == value_type and op.attributes == attributes and same_value(array, other):
                return alike, op
        return alike, None

    def _replace(self, value: SSAValue, location: LocationAttr, at: Operation) -> None:
        known, site = self.known[value], _Site(value.type, location, at, _kept_attributes(value))
        if isinstance(known, tuple) and isinstance(site.type, TupleType):
            pairs = zip(as_arrays(known), site.type.types.data)
            bare = site._replace(attributes={})
            parts = [self._constant(part, bare._replace(type=each)) for part, each in pairs]
            replacement = self._put(hlo.TupleOp(parts), bare)
        else:
            replacement = self._whole(value, as_array(known), site)
        self.changes.name(replacement, value)
        self._cast(value, replacement, site)
        self.replaced[value] = replacement
        self.known[replacement] = known

    def _cast(self, value: SSAValue, replacement: SSAValue, site: _Site) -> None:
        """Let readers that need the type of `value` read the constant behind a cast to it."""
        declared = value.type
        uses = [use for use in value.uses if replacement.type != declared and needs_cast(use.operation)]
        if not uses or not is_tensor_type(declared):
            return
        # Here, because few programs need the dialect.
        from xdsl.dialects.tensor import CastOp

        cast_to = self._put(CastOp(replacement, declared), site._replace(attributes={}))
        for use in uses:
            use.operation.operands[use.index] = cast_to

    def _whole(self, value: SSAValue, array: Array, site: _Site) -> SSAValue:
        """A constant, or a broadcast of one of the part of `array` that varies, where that is shorter."""
        if not is_tensor_type(site.type):
            return self._constant(array, site)
        result_type = constant_type(site.type, array)
        varying = varying_of(array) if is_repetitive(array) and array.size and not is_splat(array) else ()
        part = array[tuple([slice(None) if varies else 0 for varies in varying])]
        plain = varying and result_type == TensorType(result_type.element_type, array.shape)
        if not plain or not self.is_repetition(value, constant_bytes(part), constant_bytes(array)):
            return self._constant(array, site)
        alike, found = self._alike(array, result_type, site.attributes)
        if found is not None:
            return found.results[0]
        part_type = TensorType(result_type.element_type, part.shape)
        stored = self._constant(part, site._replace(type=part_type, attributes={}))
        dimensions = [dimension for dimension, varies in enumerate(varying) if varies]
        made = hlo.BroadcastInDimOp(stored, dimensions, result_type)
        alike.append((made, array))
        return self._put(made, site)

    def _constant(self, array: Array, site: _Site) -> SSAValue:
        result_type = constant_type(site.type, array) if is_tensor_type(site.type) else site.type
        alike, found = self._alike(array, result_type, site.attributes)
        if found is not None:
            return found.results[0]
        # Without a location xDSL would make one.
        if is_tensor_type(result_type):
            made = make_constant(array, result_type, site.location)
        else:
            made = make_scalar(array, result_type, site.location)
        self._put(made, site)
        alike.append((made, array))
        self._made.add(made)
        return made.results[0]

    def _put(self, op: Operation, site: _Site) -> SSAValue:
        op.location = site.location
        op.attributes.update(site.attributes)
        self.changes.insert(op, site.at)
        return op.results[0]


class _Site(NamedTuple):
    """The place and the form of a new constant."""

    type: Attribute
    location: LocationAttr
    at: Operation
    attributes: dict[str, Attribute]


def replace_uses(replaced: Mapping[SSAValue, SSAValue]) -> None:
    """Put other values in the place of values, everywhere: in linear time for an op with many operands, too.

    Inside of a transaction that is saved.
    """
    wide: dict[Operation, None] = {}
    for value, replacement in replaced.items():
        for use in tuple(value.uses):
            operands = use.operation.operands
            if len(operands) > WIDE:
                wide[use.operation] = None
            else:
                operands[use.index] = replacement
    for op in wide:
        op.operands = [replaced.get(operand, operand) for operand in op.operands]


def _block_of(value: SSAValue) -> Block:
    """The block that defines `value`."""
    owner = value.owner
    if isinstance(owner, Operation):
        assert owner.parent is not None
        return owner.parent
    return owner


def _kept_attributes(value: SSAValue) -> dict[str, Attribute]:
    """The discardable attributes of the op that are about `value` alone, and the sharding that an op of Shardy says."""
    owner = value.owner
    if isinstance(owner, Block):
        return {}
    alone = type(owner) is not CallOp and len(owner.results) == 1 and not owner.regions
    attributes = dict(owner.attributes) if alone else {}
    if owner.name.startswith("sdy."):
        attributes |= shardy().said_of(value)
    return attributes
