"""Numbers every dialect, op name, attribute and type of a module as MLIR's writer does: frequent ones get small ones.

The order of the visit is part of the format in practice: who compares files byte by byte compares it too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TypeVar

from xdsl.dialects.builtin import DictionaryAttr, StringAttr, UnregisteredOp
from xdsl.ir import Attribute, Operation, Region, SSAValue, Use
from xdsl.irdl import IRDLOperation, OptionalDef

from xdsl_stablehlo.ir.guards import is_array_of_integers
from xdsl_stablehlo.ir.making import OpParts
from xdsl_stablehlo.ir.signatures import BySignature, signature_of

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


@dataclass(eq=False, slots=True)
class OpRecord:
    """The written parts of all ops of one signature: all but locations, operands and regions."""

    kind: OpKind
    dictionary: Node | None
    """Its attributes."""
    properties: tuple[Node | None, ...] | None
    """In the order of the layout, None for those that are absent."""
    segments: tuple[tuple[int, ...], ...]
    types: Sequence[Node]
    """Of its results."""
    uses: int = 1
    payload: int = -1
    """The number of the encoding of its properties, once there is one."""

    def nodes(self) -> Iterator[Node]:
        """All attributes and types."""
        for node in (*self.types, self.dictionary, *(self.properties or ())):
            if node is not None:
                yield node


class Translator(ABC):
    """Says what each op of a program is in another dialect, so that it is read or written in that one at once."""

    type: Callable[[Attribute], Attribute]
    """Gives a type in the other dialect, the same object for each type object: signatures of ops rest on it."""

    @abstractmethod
    def translated(self, op: Operation, around: type[Operation]) -> OpParts:
        """The parts of what `op`, in an op of class `around`, becomes. Raises `UntranslatedError`.

        They follow from the parts of `op`, the type of its first operand, and `around`. While a file is read `op` has
        operands of the other dialect, and no regions.
        """


class UntranslatedError(Exception):
    """A program that cannot be read or written in another dialect at once."""


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
    translator: Translator | None = None
    """Says what is written in place of each op."""
    dialects: dict[str, int] = field(default_factory=dict[str, int])
    attributes: list[Node] = field(default_factory=list[Node])
    types: list[Node] = field(default_factory=list[Node])
    kept_attributes: KeptEntries = field(default_factory=KeptEntries)
    """Attributes in front of `attributes`."""
    kept_types: KeptEntries = field(default_factory=KeptEntries)
    ops: list[OpKind] = field(default_factory=list[OpKind])
    op_kinds: dict[str, OpKind] = field(default_factory=dict[str, OpKind])
    records: dict[int, tuple[OpRecord, Node]] = field(default_factory=dict[int, "tuple[OpRecord, Node]"])
    """The written parts of each op and its location, by its `id`."""
    blocks: dict[int, list[Operation]] = field(default_factory=dict[int, list[Operation]])
    """The ops of each block, by its `id`."""
    interner: Interner = field(init=False)
    _kinds: dict[type[Operation], OpKind] = field(default_factory=dict[type[Operation], OpKind])
    _known: BySignature[OpRecord] = field(default_factory=BySignature["OpRecord"])
    _made: list[OpRecord] = field(default_factory=list["OpRecord"])

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
                    self._count(self.type(argument.type))
                ops = self.blocks[id(block)] = list(block.ops)
                for op in ops:
                    self._op(op)
                    inner += op.regions
            pending += inner
        self._settle()

    def type(self, t: Attribute) -> Node:
        """The node of a type as it is written."""
        return self.interner.node(t if self.translator is None else self.translator.type(t))

    def _settle(self) -> None:
        for record in self._made:
            record.kind.count += record.uses - 1
            for node in record.nodes():
                node.count += record.uses - 1
        self.attributes = in_final_order(self.attributes)
        self.types = in_final_order(self.types)
        self.ops = in_final_order(self.ops)

    def _op(self, op: Operation) -> None:
        signature = signature_of(op)
        record = None if signature is None else self._known.get(signature)
        if record is None:
            record = self._record(op)
            self._count_all(record)
            self._made.append(record)
            if signature is not None:
                self._known.keep(signature, op, record)
        else:
            record.uses += 1
        location = self.interner.node(op.location)
        self._count(location)
        self.records[id(op)] = record, location

    def _record(self, op: Operation) -> OpRecord:
        node, parts = self.interner.node, OpParts(type(op), op.result_types, op.properties, op.attributes)
        if self.translator is not None:
            parts = self.translator.translated(op, type(op.parent_op() or op))
        kind = self._kind(parts)
        attributes = self._dictionary(parts, kind)
        properties: tuple[Node | None, ...] | None = None
        if (kind.layout or kind.segments) and self.version >= Since.PROPERTIES:
            properties = tuple([self._property(parts, name) for name, _ in kind.layout])
        return OpRecord(
            kind,
            node(DictionaryAttr(attributes)) if attributes else None,
            properties,
            () if properties is None else tuple([segment_sizes(parts, name) for name in kind.segments]),
            [node(t) for t in parts.result_types],
        )

    def _count_all(self, record: OpRecord) -> None:
        """The first use of all that is written of an op."""
        if not record.kind.count:
            self._add_kind(record.kind)
        record.kind.count += 1
        for node in record.nodes():
            self._count(node)

    def _add_kind(self, kind: OpKind) -> None:
        kind.dialect_number = self._dialect(kind.dialect)
        self.ops.append(kind)

    def _property(self, op: OpParts, name: str) -> Node | None:
        value = property_of(op, name)
        return None if value is None else self.interner.attribute(value)

    def _kind(self, op: OpParts) -> OpKind:
        """The op name of `op`, with what its properties are."""
        kind = self._kinds.get(op.op_class)
        if kind is not None and kind.registered:
            return kind
        registered, name = not issubclass(op.op_class, UnregisteredOp), op.op_class.name
        if not registered:
            unknown = op.attributes["op_name__"]
            assert isinstance(unknown, StringAttr)
            name = unknown.data
        kind = self.op_kinds.get(name)
        if kind is None:
            dialect, _, rest = name.partition(".")
            layout = property_layout(op.op_class) if registered else ()
            if name in self.older:
                later = self.codecs[dialect].later_properties.get(name)
                layout = tuple([entry for entry in layout if entry[0] != later])
            inherent = frozenset(name for name, _ in layout)
            layout, segments = without_segments(layout, self.version)
            kind = self.op_kinds[name] = OpKind(dialect, rest, registered, layout, segments, inherent)
        self._kinds[op.op_class] = kind
        return kind

    def _dictionary(self, op: OpParts, kind: OpKind) -> Mapping[str, Attribute]:
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


def property_of(op: OpParts, name: str) -> Attribute | None:
    """An inherent attribute of an op, wherever xDSL keeps it."""
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


def segment_sizes(op: OpParts, name: str) -> tuple[int, ...]:
    """The sizes of the segments of an op."""
    sizes = property_of(op, name)
    if not is_array_of_integers(sizes):
        raise ValueError(f"'{op.op_class.name}' op has no '{name}'")
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
    order = shuffled(value, pairs, cursor)
    for use in order:
        value.remove_use(use)
    for use in reversed(order):
        value.add_use(use)


def shuffled(value: SSAValue, pairs: Sequence[tuple[int, int]], cursor: Cursor) -> list[Use]:
    """The uses of `value`, which are in default order, in the recorded order."""
    uses = list(value.uses)
    order = list(uses)
    seen = {rank for _, rank in pairs}
    if (
        len(seen) != len(pairs)
        or {position for position, _ in pairs} != seen
        or max(seen, default=0) >= len(uses)
    ):
        raise cursor.error(f"a use-list record that does not order {len(uses)} uses")
    for position, rank in pairs:
        order[position] = uses[rank]
    return order
