"""Numbers every dialect, op name, attribute and type of a module as MLIR's writer does: frequent ones get small ones.

The order of the visit is part of the format in practice: who compares files byte by byte compares it too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TypeAlias, TypeVar

from xdsl.dialects.builtin import DictionaryAttr, UnregisteredOp
from xdsl.ir import Attribute, Operation, Region, SSAValue, Use
from xdsl.irdl import IRDLOperation, OptionalDef

from xdsl_stablehlo.ir.guards import is_array_of_integers

from .builtin import location_or_unknown
from .codec import Codecs, Interner, KeptEntries, Maybe, Node
from .format import Cursor, Output, Since, encode_varint

GROUP_BITS = 7
"""Numbers that fit one byte form the first group, those that fit two the next, and so on."""


@dataclass(eq=False, slots=True)
class OpKind:
    """An op name: dialect, the rest of the name, whether it is registered, and what its properties are."""

    dialect: str
    name: str
    registered: bool
    layout: PropertyLayout
    segments: tuple[str, ...]
    inherent: frozenset[str]
    count: int = 0
    number: int = 0
    dialect_number: int = 0


OpRecord: TypeAlias = "tuple[OpKind, Node, Node | None, tuple[Node | None, ...] | None, Sequence[Node]]"
"""The written parts of an op beside its operands and regions: its name, its location, the dictionary of its attributes,
its properties in the order of the layout (None for those that are absent), and the types of its results."""


N = TypeVar("N", Node, OpKind)


def in_final_order(items: list[N]) -> list[N]:
    """Most used first; within the numbers of one byte length, dialect by dialect. Sets the numbers.

    The dialect that ended one group begins the next.
    """
    ordered = sorted(items, key=lambda item: -item.count)
    result: list[N] = []
    last_dialect, size, bits = 0, 0, GROUP_BITS
    while len(result) < len(ordered):
        size = (1 << bits) - size
        bits += GROUP_BITS
        group = ordered[len(result) : len(result) + size]
        first = last_dialect
        group.sort(key=lambda item: (item.dialect_number != first, item.dialect_number))
        last_dialect = group[-1].dialect_number
        result += group
    for number, item in enumerate(result):
        item.number = number
    return result


@dataclass
class Numbering:
    """The numbers of everything in a module that is written to `version` of the format."""

    version: int
    codecs: Codecs
    older: Collection[str] = ()
    """Ops that are written as before they had all of their properties."""
    dialects: dict[str, int] = field(default_factory=dict[str, int])
    attributes: list[Node] = field(default_factory=list[Node])
    types: list[Node] = field(default_factory=list[Node])
    kept_attributes: KeptEntries = field(default_factory=KeptEntries)
    """Attributes in front of `attributes`."""
    kept_types: KeptEntries = field(default_factory=KeptEntries)
    ops: list[OpKind] = field(default_factory=list[OpKind])
    op_kinds: dict[str, OpKind] = field(default_factory=dict[str, OpKind])
    records: dict[int, OpRecord] = field(default_factory=dict[int, "OpRecord"])
    """The written parts of each op, by its `id`."""
    blocks: dict[int, list[Operation]] = field(default_factory=dict[int, list[Operation]])
    """The ops of each block, by its `id`."""
    interner: Interner = field(init=False)
    _kinds: dict[type[Operation], OpKind] = field(default_factory=dict[type[Operation], OpKind])

    def __post_init__(self) -> None:
        self.interner = Interner(self.codecs)

    def run(self, root: Operation) -> None:
        """Visit everything in `root`, regions last in first out, then settle the numbers."""
        self._op(root)
        pending: list[Region] = list(root.regions)
        while pending:
            region = pending.pop()
            inner: list[Region] = []
            for block in region.blocks:
                for argument in block.args:
                    self._use(location_or_unknown(argument.location))
                    self._use(argument.type)
                ops = self.blocks[id(block)] = list(block.ops)
                for op in ops:
                    self._op(op)
                    inner += op.regions
            pending += inner
        self._settle()

    def _settle(self) -> None:
        self.attributes = in_final_order(self.attributes)
        self.types = in_final_order(self.types)
        self.ops = in_final_order(self.ops)

    def _op(self, op: Operation) -> None:
        kind, node = self.kind(op), self.interner.node
        attributes = self._dictionary(op, kind)
        properties: tuple[Node | None, ...] | None = None
        if (kind.layout or kind.segments) and self.version >= Since.PROPERTIES:
            properties = tuple([self._property(op, name) for name, _ in kind.layout])
        record = self.records[id(op)] = (
            kind,
            node(op.location),
            node(DictionaryAttr(attributes)) if attributes else None,
            properties,
            [node(result.type) for result in op.results],
        )
        self._count_all(record)

    def _count_all(self, record: OpRecord) -> None:
        """One more use of all that is written of an op."""
        kind, location, dictionary, properties, types = record
        if not kind.count:
            self._add_kind(kind)
        kind.count += 1
        for node in (*types, dictionary, *(properties or ()), location):
            if node is not None:
                self._count(node)

    def _add_kind(self, kind: OpKind) -> None:
        kind.dialect_number = self._dialect(kind.dialect)
        self.ops.append(kind)

    def _property(self, op: Operation, name: str) -> Node | None:
        value = property_of(op, name)
        return None if value is None else self.interner.attribute(value)

    def kind(self, op: Operation) -> OpKind:
        """The op name of `op`, with what its properties are."""
        kind = self._kinds.get(type(op))
        if kind is None:
            kind = self._kinds[type(op)] = self._kind(op)
        elif not kind.registered:
            kind = self._kind(op)
        return kind

    def _kind(self, op: Operation) -> OpKind:
        name = op.op_name.data if isinstance(op, UnregisteredOp) else op.name
        kind = self.op_kinds.get(name)
        if kind is None:
            dialect, _, rest = name.partition(".")
            registered = not isinstance(op, UnregisteredOp)
            layout = property_layout(type(op)) if registered else ()
            if name in self.older:
                later = self.codecs[dialect].later_properties.get(name)
                layout = tuple([entry for entry in layout if entry[0] != later])
            inherent = frozenset(name for name, _ in layout)
            layout, segments = without_segments(layout, self.version)
            kind = OpKind(dialect, rest, registered, layout, segments, inherent)
            self.op_kinds[name] = kind
        return kind

    def _dictionary(self, op: Operation, kind: OpKind) -> Mapping[str, Attribute]:
        """The attributes that are not properties; before properties existed, all of them."""
        attributes = op.attributes
        if attributes and (not kind.inherent.isdisjoint(attributes) or not kind.registered):
            attributes = {k: v for k, v in attributes.items() if k not in kind.inherent and k != "op_name__"}
        if self.version >= Since.PROPERTIES:
            return attributes
        inherent = {name: property_of(op, name) for name, _ in kind.layout}
        return {**attributes, **{k: v for k, v in inherent.items() if v is not None}}

    def _use(self, attr: Attribute) -> Node:
        node = self.interner.node(attr)
        self._count(node)
        return node

    def _count(self, node: Node) -> None:
        """One more use; the first one also counts the components, in the order they are written."""
        node.count += 1
        if node.count > 1:
            return
        node.dialect_number = self._dialect(node.dialect)
        (self.types if node.is_type else self.attributes).append(node)
        for token in node.tokens:
            if isinstance(token, Node):
                self._count(token)
            elif isinstance(token, Maybe):
                self._count(token.node)

    def _dialect(self, name: str) -> int:
        return self.dialects.setdefault(name, len(self.dialects))


def property_of(op: Operation, name: str) -> Attribute | None:
    """An inherent attribute of `op`, wherever xDSL keeps it."""
    value = op.properties.get(name)
    return op.attributes.get(name) if value is None else value


PropertyLayout = tuple[tuple[str, bool], ...]
"""Names in the order they are written, each with whether it is optional."""

MLIR_LAYOUTS: dict[str, PropertyLayout] = {
    "builtin.module": (("sym_name", True), ("sym_visibility", True)),
    "func.func": (
        ("arg_attrs", True),
        ("function_type", False),
        ("no_inline", True),
        ("res_attrs", True),
        ("sym_name", False),
        ("sym_visibility", True),
    ),
    "sdy.mesh": (("mesh", False), ("sym_name", False)),
    "func.call": (("arg_attrs", True), ("callee", False), ("no_inline", True), ("res_attrs", True)),
}
"""Ops that have other properties in MLIR than in xDSL."""


@cache
def property_layout(op_class: type[Operation]) -> PropertyLayout:
    """The properties of an op: alphabetical, as the generated C++ code has them."""
    if op_class.name in MLIR_LAYOUTS:
        return MLIR_LAYOUTS[op_class.name]
    if not issubclass(op_class, IRDLOperation):
        return ()
    properties = op_class.get_irdl_definition().properties
    # An attribute with a default counts as optional.
    return tuple(
        (name, isinstance(properties[name], OptionalDef) or properties[name].default_value is not None)
        for name in sorted(properties)
    )


SEGMENTS = ("operandSegmentSizes", "resultSegmentSizes")
"""Properties that are no attributes in MLIR, but numbers behind them: how many operands and results each name has."""


def without_segments(layout: PropertyLayout, version: int) -> tuple[PropertyLayout, tuple[str, ...]]:
    """The properties that are written as attributes in a version of the format, and the segments behind them."""
    if version < Since.SEGMENT_PROPERTIES:
        return layout, ()
    names = {name for name, _ in layout}
    segments = tuple([name for name in SEGMENTS if name in names])
    return tuple([entry for entry in layout if entry[0] not in segments]), segments


def segment_sizes(op: Operation, name: str) -> tuple[int, ...]:
    """The sizes of the segments of an op."""
    sizes = property_of(op, name)
    if not is_array_of_integers(sizes):
        raise ValueError(f"'{op.name}' op has no '{name}'")
    return tuple(sizes.get_values())


def encode_sizes(sizes: Sequence[int]) -> bytes:
    """Sizes of segments: all of them, or where no more than half are not zero only these, with their places."""
    there = [(place, size) for place, size in enumerate(sizes) if size]
    if 2 * len(there) > len(sizes):
        return b"".join(map(encode_varint, (len(sizes) << 1, *sizes)))
    if not there:
        return encode_varint(1)
    bits = there[-1][0].bit_length()
    numbers = [len(there) << 1 | 1, bits, *[size << bits | place for place, size in there]]
    return b"".join(map(encode_varint, numbers))


def decode_sizes(numbers: Iterator[int], count: int) -> list[int] | None:
    """So many sizes of segments, the next ones of `numbers`; None if these are no sizes."""
    sizes = [0] * count
    try:
        there, is_sparse = divmod(next(numbers), 2)
        bits = next(numbers) if is_sparse and there else 0
        if there > count or bits > count.bit_length():
            return None
        for place in range(there):
            number = next(numbers)
            sizes[number & ((1 << bits) - 1) if is_sparse else place] = number >> bits
    except (StopIteration, IndexError):
        return None
    return sizes if all(size < 1 << 31 for size in sizes) else None


def shuffle_of(keys: Sequence[int]) -> list[int] | None:
    """For each use in default order its position in the list whose keys are `keys`; None for the default order."""
    if all(a > b for a, b in pairwise(keys)):
        return None
    return sorted(range(len(keys)), key=lambda position: -keys[position])


def write_shuffle(output: Output, shuffle: Sequence[int]) -> None:
    """All positions, or only those out of place where these are few."""
    moved = [(position, rank) for rank, position in enumerate(shuffle) if position != rank]
    if len(moved) < len(shuffle) // 2:
        output.flagged(2 * len(moved), True)
        for pair in moved:
            output.varint(pair[0])
            output.varint(pair[1])
    else:
        output.flagged(len(shuffle), False)
        for position in shuffle:
            output.varint(position)


def read_shuffle(cursor: Cursor) -> list[tuple[int, int]]:
    """The (position, rank) pairs of a record."""
    start = cursor.offset
    length, sparse = cursor.flagged()
    if length > cursor.remaining or (sparse and length % 2):
        raise cursor.error(f"a use-list record of {length} entries at {start}")
    if sparse:
        return [(cursor.varint(), cursor.varint()) for _ in range(length // 2)]
    return [(cursor.varint(), rank) for rank in range(length)]


def apply_shuffle(value: SSAValue, pairs: Sequence[tuple[int, int]], cursor: Cursor) -> None:
    """Put the uses of `value`, which are in default order, into the recorded order."""
    uses = list(value.uses)
    order: list[Use | None] = list(uses)
    seen = {rank for _, rank in pairs}
    if (
        len(seen) != len(pairs)
        or {position for position, _ in pairs} != seen
        or max(seen, default=0) >= len(uses)
    ):
        raise cursor.error(f"a use-list record that does not order {len(uses)} uses")
    for position, rank in pairs:
        order[position] = uses[rank]
    for use in uses:
        value.remove_use(use)
    for use in reversed(order):
        if use is not None:
            value.add_use(use)
