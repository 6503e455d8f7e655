"""Reads MLIR bytecode, versions 0 to 6, into xDSL.

Everything is bounded by the size of the file: counts are checked against the bytes that remain before anything is made,
nesting is limited, and what is wrong is a `BytecodeError` with the offset. Large payloads are views of the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_stablehlo.runtime import deep_recursion, no_collections

from .coding import Codecs
from .layout import ALIGNED, MAGIC, MAX_NESTING, NEWEST, Section, Since
from .primitives import Buffer, BytecodeError, Cursor, decode

INVALID = (VerifyException, ParseError, ValueError, TypeError, OverflowError, LookupError, AttributeError)
"""What xDSL's constructors raise for attributes that cannot be."""

MOST_EXPANDED = 1 << 20
EXPANDED_PER_BYTE = 64
"""So many attributes the entries may stand for in all, and so many more for each byte of the file."""


@dataclass
class BytecodeFile:
    """The parts of a bytecode file that need no dialect to be read."""

    version: int
    producer: str
    sections: dict[Section, Cursor]
    strings: list[str] = field(default_factory=list[str])

    def string(self, cursor: Cursor) -> str:
        """The string whose number comes next."""
        start, index = cursor.offset, cursor.varint()
        if index >= len(self.strings):
            raise BytecodeError(f"string {index} of {len(self.strings)}", start)
        return self.strings[index]

    def section(self, section: Section) -> Cursor:
        """A fresh cursor over a section that must be there."""
        if section not in self.sections:
            raise BytecodeError(f"no {section.name.lower()} section", 0)
        whole = self.sections[section]
        return Cursor(whole.data, whole.base)


def open_file(data: Buffer) -> BytecodeFile:
    """The header, the sections and the strings of a file. Raises `BytecodeError`."""
    cursor = Cursor(memoryview(data).toreadonly())
    if bytes(cursor.take(min(4, cursor.remaining))) != MAGIC:
        raise BytecodeError("not MLIR bytecode: the magic number is missing", 0)
    version = cursor.varint()
    if version > NEWEST:
        raise cursor.error(f"bytecode version {version} is newer than {NEWEST}, the newest known")
    file = BytecodeFile(version, cursor.cstring(), {})
    while cursor.remaining:
        start = cursor.offset
        section, content = read_section(cursor)
        if section in file.sections:
            raise BytecodeError(f"a second {section.name.lower()} section", start)
        file.sections[section] = content
    file.strings = _read_strings(file.section(Section.STRINGS))
    return file


def read_section(cursor: Cursor) -> tuple[Section, Cursor]:
    """The section that comes next, and its content."""
    start, kind = cursor.offset, cursor.byte()
    if kind & ~ALIGNED > max(Section):
        raise BytecodeError(f"unknown section {kind & ~ALIGNED}", start)
    size = cursor.varint()
    if kind & ALIGNED:
        alignment = cursor.varint()
        if alignment == 0 or alignment & (alignment - 1):
            raise cursor.error(f"alignment {alignment} is not a power of two")
        cursor.take(-cursor.offset % alignment)
    return Section(kind & ~ALIGNED), cursor.sub(size)


def _read_strings(cursor: Cursor) -> list[str]:
    lengths = [cursor.varint() for _ in range(cursor.count("strings"))]
    strings: list[str] = []
    for length in reversed(lengths):
        text = bytes(cursor.take(length))
        if not text or text[-1]:
            raise cursor.error("a string does not end where its length says")
        strings.append(decode(text[:-1]))
    cursor.finish("the strings")
    return strings


@dataclass(frozen=True)
class OpName:
    """An entry of the table of op names."""

    dialect: str
    name: str
    registered: bool


@dataclass
class DialectTable:
    """The dialects of a file, their version data, and the op names."""

    names: list[str]
    versions: dict[str, bytes]
    ops: list[OpName]


def read_dialects(file: BytecodeFile) -> DialectTable:
    cursor = file.section(Section.DIALECTS)
    table = DialectTable([], {}, [])
    for _ in range(cursor.count("dialects")):
        versioned = False
        if file.version >= Since.DIALECT_VERSIONS:
            index, versioned = cursor.flagged()
            if index >= len(file.strings):
                raise cursor.error(f"string {index} of {len(file.strings)}")
            table.names.append(file.strings[index])
        else:
            table.names.append(file.string(cursor))
        if versioned:
            section, content = read_section(cursor)
            if section is not Section.DIALECT_VERSIONS:
                raise cursor.error(
                    f"a dialect version expected where a {section.name.lower()} section stands"
                )
            table.versions[table.names[-1]] = bytes(content.data)
    if file.version >= Since.ELIDED_LOCATIONS:
        cursor.varint()
    while cursor.remaining:
        dialect = table.names[_index(cursor, len(table.names), "dialect")]
        for _ in range(cursor.count("op names")):
            table.ops.append(_read_op_name(file, cursor, dialect))
    return table


def _read_op_name(file: BytecodeFile, cursor: Cursor, dialect: str) -> OpName:
    if file.version < Since.PROPERTIES:
        return OpName(dialect, f"{dialect}.{file.string(cursor)}", True)
    index, registered = cursor.flagged()
    if index >= len(file.strings):
        raise cursor.error(f"string {index} of {len(file.strings)}")
    return OpName(dialect, f"{dialect}.{file.strings[index]}", registered)


def _index(cursor: Cursor, count: int, what: str) -> int:
    start, index = cursor.offset, cursor.varint()
    if index >= count:
        raise BytecodeError(f"{what} {index} of {count}", start)
    return index


@dataclass
class Entry:
    """An attribute or type: where its bytes are, and, once it was asked for, what they mean."""

    dialect: str
    cursor: Cursor
    custom: bool
    is_type: bool
    value: Attribute | None = None
    pending: bool = False
    expanded: int = 1
    """How many attributes it stands for, those inside of it counted each time they are named."""


class AttributeTable:
    """The attributes and types of a file, read when they are first asked for."""

    def __init__(self, file: BytecodeFile, dialects: list[str], ctx: Context, codecs: Codecs):
        self.file = file
        self.ctx = ctx
        self.codecs = codecs
        self.depth = 0
        self._expanded = 0
        self._left = MOST_EXPANDED + EXPANDED_PER_BYTE * sum(len(c.data) for c in file.sections.values())
        self.attributes: list[Entry] = []
        self.types: list[Entry] = []
        self.resources = _read_resources(file)
        self._read_offsets(dialects)

    def _read_offsets(self, dialects: list[str]) -> None:
        offsets = self.file.section(Section.ATTRIBUTE_OFFSETS)
        data = self.file.section(Section.ATTRIBUTES)
        counts = (offsets.count("attributes"), offsets.count("types"))
        for entries, count in zip((self.attributes, self.types), counts):
            while len(entries) < count:
                dialect = dialects[_index(offsets, len(dialects), "dialect")]
                for _ in range(offsets.count("entries")):
                    size, custom = offsets.flagged()
                    entries.append(Entry(dialect, data.sub(size), custom, entries is self.types))
            if len(entries) > count:
                raise offsets.error(f"{len(entries)} entries where {count} are declared")

    def attribute(self, index: int, cursor: Cursor) -> Attribute:
        if index >= len(self.attributes):
            raise cursor.error(f"attribute {index} of {len(self.attributes)}")
        return self._value(self.attributes[index])

    def type(self, index: int, cursor: Cursor) -> Attribute:
        if index >= len(self.types):
            raise cursor.error(f"type {index} of {len(self.types)}")
        return self._value(self.types[index])

    def _value(self, entry: Entry) -> Attribute:
        value = self._read(entry) if entry.value is None else entry.value
        self._expanded += entry.expanded
        return value

    def _read(self, entry: Entry) -> Attribute:
        if entry.pending:
            raise entry.cursor.error("an attribute that contains itself")
        if self.depth >= MAX_NESTING:
            raise entry.cursor.error(f"attributes nested more than {MAX_NESTING} deep")
        self.depth += 1
        outside, self._expanded = self._expanded, 1
        entry.pending = True
        value = self._parse(entry) if not entry.custom else self._decode(entry)
        entry.pending = False
        entry.expanded, self._expanded = self._expanded, outside
        # Who prints, hashes or compares them meets all: thirty arrays, each twice the one before, are a billion.
        self._left -= entry.expanded
        if self._left < 0:
            raise entry.cursor.error("entries stand for too many attributes")
        self.depth -= 1
        entry.value = value
        return value

    def _decode(self, entry: Entry) -> Attribute:
        codec = self.codecs.get(entry.dialect)
        what = "type" if entry.is_type else "attribute"
        if codec is None:
            raise entry.cursor.error(f"{what} of dialect '{entry.dialect}', whose bytecode is not known")
        cursor = entry.cursor
        code = cursor.varint()
        reader = (codec.type_readers if entry.is_type else codec.attribute_readers).get(code)
        if reader is None:
            raise cursor.error(f"unknown {entry.dialect} {what} code {code}")
        try:
            value = reader(EntryDecoder(self, cursor))
        except BytecodeError:
            raise
        except INVALID as error:
            raise cursor.error(f"invalid {entry.dialect} {what}: {_brief(error)}") from None
        cursor.finish(f"{entry.dialect} {what}")
        return value

    def _parse(self, entry: Entry) -> Attribute:
        """An entry in text: what its dialect has no encoding for."""
        from xdsl.parser import Parser

        text = entry.cursor.cstring()
        entry.cursor.finish("a textual attribute")
        parser = Parser(self.ctx, text)
        try:
            return parser.parse_type() if entry.is_type else parser.parse_attribute()
        except INVALID as error:
            raise entry.cursor.error(f"invalid text '{text[:80]}': {_brief(error)}") from None


def _brief(error: Exception) -> str:
    """The gist of an error: its first line that says something."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[-1] if lines else type(error).__name__)[:200]


class EntryDecoder:
    """What one entry's fields are read from."""

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
        index = self.cursor.varint()
        if index >= len(self.table.resources):
            raise self.cursor.error(f"resource {index} of {len(self.table.resources)}")
        return self.table.resources[index]


def _read_resources(file: BytecodeFile) -> list[Buffer]:
    """The blobs of dialect resources, by handle: external groups hold no handles."""
    if Section.RESOURCE_OFFSETS not in file.sections and Section.RESOURCES not in file.sections:
        return []
    offsets, data = file.section(Section.RESOURCE_OFFSETS), file.section(Section.RESOURCES)
    for _ in range(offsets.count("external groups")):
        file.string(offsets)
        _read_resource_group(file, offsets, data)
    blobs: list[Buffer] = []
    while offsets.remaining:
        offsets.varint()
        blobs += _read_resource_group(file, offsets, data)
    return blobs


def _read_resource_group(file: BytecodeFile, offsets: Cursor, data: Cursor) -> list[Buffer]:
    """The blobs of a group, each aligned in the file. Resources of other kinds are stepped over."""
    blobs: list[Buffer] = []
    for _ in range(offsets.count("resources")):
        file.string(offsets)
        size, kind = offsets.varint(), offsets.byte()
        value = data.sub(size)
        if kind == 0 and size:
            alignment, length = value.varint(), value.varint()
            value.take(-value.offset % max(alignment, 1))
            blobs.append(value.take(length))
        else:
            blobs.append(b"")
    return blobs


@dataclass
class Bytecode:
    """A file's tables, ready for the IR to be read against."""

    file: BytecodeFile
    dialects: DialectTable
    attributes: AttributeTable


def read_bytecode(data: Buffer, ctx: Context, codecs: Codecs) -> Operation:
    """The top-level op in `data`. Dialects must be registered in `ctx`; `codecs` has their encodings.

    Raises `BytecodeError` with the offset where `data` is not bytecode, or holds what `ctx` and `codecs` do not know.
    """
    from .ir_reader import IRReader

    with deep_recursion(), no_collections():
        file = open_file(data)
        dialects = read_dialects(file)
        table = AttributeTable(file, dialects.names, ctx, codecs)
        return IRReader(Bytecode(file, dialects, table), ctx).read()
