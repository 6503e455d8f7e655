"""Reads the attributes and types of a bytecode file, each when it is first asked for.

Nesting is limited, and so is what entries that name each other stand for.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from .format.codec import Codecs
from .format.layout import MAX_NESTING, Section
from .format.primitives import Buffer, BytecodeError, Cursor
from .format.sections import BytecodeFile, index_below, read_resources

INVALID = (VerifyException, ParseError, ValueError, TypeError, OverflowError, LookupError, AttributeError)
"""What xDSL's constructors raise for attributes that cannot be."""

MOST_EXPANDED = 1 << 20
EXPANDED_PER_BYTE = 64
"""So many attributes the entries may stand for in all, and so many more for each byte of the file."""


@dataclass
class EncodedAttribute:
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
        self.attributes: list[EncodedAttribute] = []
        self.types: list[EncodedAttribute] = []
        self.resources = read_resources(file)
        self._read_offsets(dialects)

    def _read_offsets(self, dialects: list[str]) -> None:
        offsets = self.file.section(Section.ATTRIBUTE_OFFSETS)
        data = self.file.section(Section.ATTRIBUTES)
        counts = (offsets.count("attributes"), offsets.count("types"))
        for entries, count in zip((self.attributes, self.types), counts):
            while len(entries) < count:
                dialect = dialects[index_below(offsets, len(dialects), "dialect")]
                for _ in range(offsets.count("entries")):
                    size, custom = offsets.flagged()
                    entries.append(EncodedAttribute(dialect, data.sub(size), custom, entries is self.types))
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

    def _value(self, entry: EncodedAttribute) -> Attribute:
        value = self._read(entry) if entry.value is None else entry.value
        self._expanded += entry.expanded
        return value

    def _read(self, entry: EncodedAttribute) -> Attribute:
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

    def _decode(self, entry: EncodedAttribute) -> Attribute:
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
