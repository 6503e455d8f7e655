"""The encodings of the attributes and types of dialects, one table each, and the tables of attributes of a file.

A table serves for reading, numbering and writing alike: an encoding is a code and then fields. Reading comes from a
`Decoder`. Writing goes to an `Encoder`, which only records what is written; numbering looks at the recorded components,
and the bytes come from the same record once every number is known. Nothing is said twice.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from xdsl.context import Context
from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_stablehlo.ir.identity_cache import IdentityCache
from xdsl_stablehlo.ir.printable import UserError

from . import format
from .format import Buffer, BytecodeError, BytecodeFile, Cursor, Section, signed, zigzag

A = TypeVar("A")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


# ---- what is written ----


@dataclass(eq=False, slots=True)
class Node:
    """A distinct attribute or type: what its encoding consists of, how often it is used, and its number at last."""

    dialect: str
    is_type: bool
    tokens: tuple[EncodingPart, ...]
    text: str | None = None
    count: int = 0
    number: int = 0
    dialect_number: int = 0


@dataclass(eq=False, frozen=True, slots=True)
class Maybe:
    """A component that could be absent: its number is written with the lowest bit set."""

    node: Node


EncodingPart: TypeAlias = "int | str | Buffer | Node | Maybe"
"""A part of an encoding: a varint, a string, raw bytes, or a component."""


class LargeKey:
    """The bytes of a large payload as a dictionary key: hashed by a sample, compared in full."""

    __slots__ = ("data",)
    SAMPLE = 256
    SIZE = 1 << 12

    def __init__(self, data: Buffer):
        self.data = data

    def __hash__(self) -> int:
        data = self.data
        return hash((len(data), bytes(data[: self.SAMPLE]), bytes(data[-self.SAMPLE :])))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LargeKey) and self.data == other.data


def _key(token: Buffer | Node | Maybe) -> object:
    """The key by which tokens but numbers and strings are compared: identity for components, which are distinct."""
    if isinstance(token, Node):
        return id(token)
    if isinstance(token, Maybe):
        return id(token.node)
    return LargeKey(token) if len(token) > LargeKey.SIZE else bytes(token)


class Encoder:
    """Records the encoding of one attribute."""

    __slots__ = ("interner", "tokens")

    def __init__(self, interner: Interner):
        self.interner = interner
        self.tokens: list[EncodingPart] = []

    def varint(self, value: int) -> None:
        self.tokens.append(int(value))

    def attribute(self, attr: Attribute) -> None:
        """The number of an attribute."""
        self.tokens.append(self.interner.attribute(attr))

    def optional_attribute(self, attr: Attribute | None) -> None:
        """0 for none, else the number with the lowest bit set."""
        self.tokens.append(0 if attr is None else Maybe(self.interner.attribute(attr)))

    def type(self, attr: Attribute) -> None:
        self.tokens.append(self.interner.node(attr))

    def string(self, text: str) -> None:
        self.tokens.append(text)

    def raw(self, data: Buffer) -> None:
        """Bytes as they are."""
        self.tokens.append(data)


TYPE_ATTRIBUTE = 6
"""The code of the builtin attribute that holds a type."""


class UnwritableError(ValueError, UserError):
    """A module holds an attribute or op that has no bytecode."""


class Interner:
    """One node for each distinct attribute, by value."""

    def __init__(self, codecs: Codecs):
        self.writers: dict[type[Attribute], tuple[str, bool, Writer]] = {}
        for codec in codecs.values():
            for is_type, writers in ((False, codec.attributes.writers), (True, codec.types.writers)):
                self.writers |= {kind: (codec.name, is_type, write) for kind, write in writers.items()}
        self.made: list[Node] = []
        """All nodes that are not kept, in the order in which they were made."""
        cache = IdentityCache(self._by_fields)
        self.node = cache.of
        """The node of an attribute. Raises `UnwritableError`."""
        self.keep = cache.keep
        """Give an attribute a node."""
        self.wrappers: dict[int, Node] = {}
        """The attributes that wrap types, by the `id` of the type's node."""
        self._by_value: dict[tuple[object, ...], Node] = {}

    def attribute(self, attr: Attribute) -> Node:
        """The node of `attr` where an attribute stands: MLIR wraps a type that is one."""
        node = self.node(attr)
        if not node.is_type:
            return node
        wrapper = self.wrappers.get(id(node))
        if wrapper is None:
            wrapper = self.wrappers[id(node)] = Node("builtin", False, (TYPE_ATTRIBUTE, node))
            self.made.append(wrapper)
        return wrapper

    def _by_fields(self, attr: Attribute) -> Node:
        found = self.writers.get(type(attr))
        if found is None:
            return self._textual(attr)
        dialect, is_type, write = found
        encoder = Encoder(self)
        write(encoder, attr)
        tokens = encoder.tokens
        key = (dialect, is_type, *[x if isinstance(x, (int, str)) else _key(x) for x in tokens])
        return self._by_value.get(key) or self._make(key, Node(dialect, is_type, tuple(tokens)))

    def _textual(self, attr: Attribute) -> Node:
        """A dialect without an encoding of its own has its attributes written as text."""
        text = str(attr)
        if not text or (text[0] not in "#!" and not text.startswith(("affine_map", "affine_set", "strided"))):
            raise UnwritableError(f"attribute '{text[:80]}' has no bytecode")
        name = text[1:].replace("<", ".").split(".", 1)[0] if text[0] in "#!" else "builtin"
        is_type = text[0] == "!"
        key = (name, is_type, "text", text)
        return self._by_value.get(key) or self._make(key, Node(name, is_type, (), text))

    def _make(self, key: tuple[object, ...], node: Node) -> Node:
        self._by_value[key] = node
        self.made.append(node)
        return node


# ---- what is read ----


INVALID = (VerifyException, ParseError, ValueError, TypeError, OverflowError, LookupError, AttributeError)
"""The errors of xDSL's constructors for impossible attributes."""

MOST_EXPANDED = 1 << 20
EXPANDED_PER_BYTE = 64
"""The most attributes that the entries may stand for in all, and the addition for each byte of the file."""


@dataclass(slots=True)
class EncodedAttribute:
    """An attribute or type: where its bytes are, and, once it was asked for, what they mean."""

    dialect: str
    cursor: Cursor
    custom: bool
    is_type: bool
    value: Attribute | None = None
    is_wrapper: bool = False
    """Whether it is an attribute whose value is a type."""
    pending: bool = False
    expanded: int = 1
    """The number of attributes that it stands for, those inside of it counted each time they are named."""


class KeptEntries(NamedTuple):
    """Attributes or types that are copied from a file: how many, and their bytes in two sections."""

    number: int = 0
    offsets: Buffer = b""
    data: Buffer = b""


class AttributeTable:
    """The attributes and types of a file, read when they are first asked for."""

    def __init__(self, file: BytecodeFile, dialects: list[str], ctx: Context, codecs: Codecs):
        self.file = file
        self.ctx = ctx
        self.codecs = codecs
        self.depth = 0
        self._expanded = 0
        self._left = MOST_EXPANDED + EXPANDED_PER_BYTE * sum(len(c.data) for c in file.sections.values())
        self.attributes: list[EncodedAttribute] = []
        self.types: list[EncodedAttribute] = []
        self.resources = format.read_resources(file)
        offsets, data = file.section(Section.ATTRIBUTE_OFFSETS), file.section(Section.ATTRIBUTES)
        counts = (offsets.count("attributes"), offsets.count("types"))
        self._bounds = [(offsets.pos, data.pos)]
        """The places in the two sections where the attributes begin, where the types do, and where these end."""
        for entries, count in zip((self.attributes, self.types), counts):
            while len(entries) < count:
                dialect = dialects[format.index_below(offsets, len(dialects), "dialect")]
                for _ in range(offsets.count("entries")):
                    size, custom = offsets.flagged()
                    entries.append(EncodedAttribute(dialect, data.sub(size), custom, entries is self.types))
            if len(entries) > count:
                raise offsets.error(f"{len(entries)} entries where {count} are declared")
            self._bounds.append((offsets.pos, data.pos))

    def kept(self) -> tuple[KeptEntries, KeptEntries]:
        """All attributes and all types, to be copied."""
        offsets, data = self.file.sections[Section.ATTRIBUTE_OFFSETS], self.file.sections[Section.ATTRIBUTES]
        (start, first), (middle, second), (end, last) = self._bounds
        return (
            KeptEntries(len(self.attributes), offsets.data[start:middle], data.data[first:second]),
            KeptEntries(len(self.types), offsets.data[middle:end], data.data[second:last]),
        )

    def attribute(self, index: int, cursor: Cursor) -> Attribute:
        if index >= len(self.attributes):
            raise cursor.error(f"attribute {index} of {len(self.attributes)}")
        return self._value(self.attributes[index])

    def type(self, index: int, cursor: Cursor) -> Attribute:
        if index >= len(self.types):
            raise cursor.error(f"type {index} of {len(self.types)}")
        return self._value(self.types[index])

    def _value(self, entry: EncodedAttribute) -> Attribute:
        value = self._read(entry) if entry.value is None else entry.value
        self._expanded += entry.expanded
        return value

    def _read(self, entry: EncodedAttribute) -> Attribute:
        if entry.pending:
            raise entry.cursor.error("an attribute that contains itself")
        if self.depth >= format.MAX_NESTING:
            raise entry.cursor.error(f"attributes nested more than {format.MAX_NESTING} deep")
        self.depth += 1
        outside, self._expanded = self._expanded, 1
        entry.pending = True
        value = self._decode(entry) if entry.custom else self._parse(entry)
        entry.pending = False
        entry.expanded, self._expanded = self._expanded, outside
        # Who prints, hashes or compares them meets all: thirty arrays, each twice the one before, are a billion.
        self._left -= entry.expanded
        if self._left < 0:
            raise entry.cursor.error("entries stand for too many attributes")
        self.depth -= 1
        entry.value = value
        return value

    def _decode(self, entry: EncodedAttribute) -> Attribute:
        codec = self.codecs.get(entry.dialect)
        what = "type" if entry.is_type else "attribute"
        if codec is None:
            raise entry.cursor.error(f"{what} of dialect '{entry.dialect}', whose bytecode is not known")
        cursor = entry.cursor
        code = cursor.varint()
        reader = (codec.types.readers if entry.is_type else codec.attributes.readers).get(code)
        if reader is None:
            raise cursor.error(f"unknown {entry.dialect} {what} code {code}")
        try:
            value = reader(Decoder(self, cursor))
        except BytecodeError:
            raise
        except INVALID as error:
            raise cursor.error(f"invalid {entry.dialect} {what}: {_brief(error)}") from None
        cursor.finish(f"{entry.dialect} {what}")
        entry.is_wrapper = code == TYPE_ATTRIBUTE and not entry.is_type and entry.dialect == "builtin"
        return value

    def _parse(self, entry: EncodedAttribute) -> Attribute:
        """An entry in text: what its dialect has no encoding for."""
        text = entry.cursor.cstring()
        entry.cursor.finish("a textual attribute")
        parser = Parser(self.ctx, text)
        try:
            return parser.parse_type() if entry.is_type else parser.parse_attribute()
        except INVALID as error:
            raise entry.cursor.error(f"invalid text '{text[:80]}': {_brief(error)}") from None


def _brief(error: Exception) -> str:
    """The last line of an error that says something: xDSL puts the place and the excerpt in front of the message."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[-1] if lines else type(error).__name__)[:200]


class Decoder:
    """The fields of one entry: a cursor over it, and the tables that numbers refer to."""

    __slots__ = ("cursor", "table")

    def __init__(self, table: AttributeTable, cursor: Cursor):
        self.table = table
        self.cursor = cursor

    def attribute(self) -> Attribute:
        return self.table.attribute(self.cursor.varint(), self.cursor)

    def optional_attribute(self) -> Attribute | None:
        number = self.cursor.varint()
        return self.table.attribute(number >> 1, self.cursor) if number & 1 else None

    def type(self) -> Attribute:
        return self.table.type(self.cursor.varint(), self.cursor)

    def string(self) -> str:
        return self.table.file.string(self.cursor)

    def resource(self) -> Buffer:
        """The bytes of a resource, by its handle."""
        index = self.cursor.varint()
        if index >= len(self.table.resources):
            raise self.cursor.error(f"resource {index} of {len(self.table.resources)}")
        return self.table.resources[index]


# ---- both ----


Reader: TypeAlias = Callable[[Decoder], Attribute]
Writer: TypeAlias = Callable[[Encoder, Any], None]


@dataclass(frozen=True)
class Field(Generic[T_co]):
    """One kind of field: how it is read and how it is written."""

    read: Callable[[Decoder], T_co]
    write: Writer

    def mapped(self, make: Callable[[T_co], A], take: Callable[[Any], object]) -> Field[A]:
        """The field of what `make` makes of a value, and `take` takes it from."""
        read, write = self.read, self.write
        return Field(lambda d: make(read(d)), lambda e, value: write(e, take(value)))


@dataclass
class Encodings:
    """The encodings of the attributes, or of the types, of a dialect."""

    readers: dict[int, Reader] = field(default_factory=dict[int, Reader])
    writers: dict[type[Attribute], Writer] = field(default_factory=dict[type[Attribute], Writer])

    def add(
        self,
        code: int,
        kind: type[Attribute],
        fields: Field[Attribute],
        where: Callable[[Any], object] | None = None,
    ) -> None:
        """Add a class: a code, and what follows it.

        `where` says which instances are written so that could also be written as declared before.
        """
        self.readers[code] = fields.read
        self.writers[kind] = _writer(code, fields, where, self.writers.get(kind))


@dataclass
class DialectCodec:
    """The encodings of one dialect; `types` are the classes whose instances MLIR calls types."""

    name: str
    attributes: Encodings = field(default_factory=Encodings)
    types: Encodings = field(default_factory=Encodings)
    later_properties: dict[str, str] = field(default_factory=dict[str, str])
    """The property that an op got after its first release, by the name of the op: older files do not have it."""


Codecs: TypeAlias = Mapping[str, DialectCodec]


def _writer(
    code: int, fields: Field[Attribute], where: Callable[[Any], object] | None, otherwise: Writer | None
) -> Writer:
    def write(encoder: Encoder, attr: Any) -> None:
        if where is None or otherwise is None or where(attr):
            encoder.varint(code)
            fields.write(encoder, attr)
        else:
            otherwise(encoder, attr)

    return write


def without_fields(value: A) -> Field[A]:
    """No field at all: always the same value."""
    return Field(lambda _: value, lambda encoder, _: None)


def struct_of(
    build: Callable[[Sequence[Any]], A], parts: Callable[[Any], Iterable[Any]], fields: Sequence[Field[Any]]
) -> Field[A]:
    """Fields in order; `build` makes the attribute of their values, `parts` takes it apart."""
    readers = [each.read for each in fields]

    def read(decoder: Decoder) -> A:
        return build([each(decoder) for each in readers])

    def write(encoder: Encoder, attr: Any) -> None:
        for f, value in zip(fields, parts(attr), strict=True):
            f.write(encoder, value)

    return Field(read, write)


def list_of(item: Field[T], what: str) -> Field[Sequence[T]]:
    """A count and as many fields of one kind, which errors call `what`."""

    def read(decoder: Decoder) -> Sequence[T]:
        return tuple([item.read(decoder) for _ in range(decoder.cursor.count(what))])

    def write(encoder: Encoder, items: Sequence[T]) -> None:
        encoder.varint(len(items))
        for value in items:
            item.write(encoder, value)

    return Field(read, write)


def case_of(numbers: Mapping[str, int], what: str) -> Field[str]:
    """The case of an enumeration, which errors call `what`: its number."""
    names = {number: name for name, number in numbers.items()}

    def read(decoder: Decoder) -> str:
        number = decoder.cursor.varint()
        if number not in names:
            raise decoder.cursor.error(f"{number} is not a value of {what}")
        return names[number]

    return Field(read, lambda encoder, name: encoder.varint(numbers[name]))


def one_of(field: Field[Attribute], kind: type[A] | tuple[type[A], ...], what: str) -> Field[A]:
    """A field that holds only attributes of some classes, which errors call `what`."""
    read_any = field.read

    def read(decoder: Decoder) -> A:
        value = read_any(decoder)
        if not isinstance(value, kind):
            raise decoder.cursor.error(f"{what} expected where '{value.name}' stands")
        return value

    return Field(read, field.write)


def write_svarint(encoder: Encoder, value: int) -> None:
    encoder.varint(zigzag(value))


def read_bits(decoder: Decoder, width: int) -> int:
    """A bit pattern of `width` bits, unsigned: one raw byte, a svarint, or a count of 64-bit words."""
    cursor = decoder.cursor
    if width <= 8:
        return cursor.byte() & ((1 << width) - 1)
    if width <= 64:
        return cursor.svarint() & ((1 << width) - 1)
    words = [cursor.svarint() & ((1 << 64) - 1) for _ in range(cursor.count("words"))]
    return sum(word << (64 * i) for i, word in enumerate(words)) & ((1 << width) - 1)


def write_bits(encoder: Encoder, bits: int, width: int) -> None:
    """The inverse of `read_bits`; `bits` is taken modulo 2**width."""
    bits &= (1 << width) - 1
    if width <= 8:
        encoder.raw(bytes((bits,)))
    elif width <= 64:
        write_svarint(encoder, signed(bits, 64))
    else:
        count = max(1, -(-bits.bit_length() // 64))
        encoder.varint(count)
        for i in range(count):
            write_svarint(encoder, signed(bits >> (64 * i), 64))


def write_blob(encoder: Encoder, data: Buffer) -> None:
    encoder.varint(len(data))
    encoder.raw(data)


VARINT: Field[int] = Field(lambda d: d.cursor.varint(), lambda e, value: e.varint(value))
SVARINT: Field[int] = Field(lambda d: d.cursor.svarint(), write_svarint)
BOOL: Field[bool] = Field(lambda d: d.cursor.byte() != 0, lambda e, value: e.raw(bytes((value,))))
BLOB: Field[Buffer] = Field(lambda d: d.cursor.blob(), write_blob)
F64: Field[float] = Field(
    lambda d: struct.unpack("<d", read_bits(d, 64).to_bytes(8, "little"))[0],
    lambda e, value: write_bits(e, int.from_bytes(struct.pack("<d", value), "little"), 64),
)
STRING: Field[str] = Field(Decoder.string, Encoder.string)
TYPE: Field[Attribute] = Field(Decoder.type, Encoder.type)
TYPES = list_of(TYPE, "types")
ATTRIBUTE: Field[Attribute] = Field(Decoder.attribute, Encoder.attribute)
ATTRIBUTES = list_of(ATTRIBUTE, "attributes")
OPTIONAL_ATTRIBUTE: Field[Attribute | None] = Field(Decoder.optional_attribute, Encoder.optional_attribute)
SVARINTS = list_of(SVARINT, "numbers")


def present(attr: Attribute) -> Attribute | None:
    """xDSL has a NoneAttr where MLIR has no attribute."""
    return None if isinstance(attr, NoneAttr) else attr


def optional_after(flag: Field[Any]) -> Field[Attribute]:
    """An attribute behind a flag that says whether there is one; NoneAttr where there is none."""

    def write(encoder: Encoder, attr: Attribute) -> None:
        flag.write(encoder, int(present(attr) is not None))
        if present(attr) is not None:
            encoder.attribute(attr)

    return Field(lambda d: d.attribute() if flag.read(d) else NoneAttr(), write)
