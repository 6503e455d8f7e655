"""The layout of an MLIR bytecode file, and the parts that need no dialect to be read.

Sections, masks, what each version of the format added; header, strings, op names, resources; the container of
`jax.export`. Counts are checked against the bytes that remain before anything is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from struct import error as StructError, unpack_from

from .codec import Buffer, BytecodeError, Cursor, decode

MAGIC = b"ML\xefR"
ALIGNED = 0x80
"""Set in a section's id when an alignment and padding come before its data."""

MAX_NESTING = 1000
"""Regions in regions, and attributes in attributes, deeper than this are refused."""


class Section(IntEnum):
    """Section ids."""

    STRINGS = 0
    DIALECTS = 1
    ATTRIBUTES = 2
    ATTRIBUTE_OFFSETS = 3
    IR = 4
    RESOURCES = 5
    RESOURCE_OFFSETS = 6
    DIALECT_VERSIONS = 7
    PROPERTIES = 8


class OpMask:
    """The parts that follow an op. Plain numbers, because every op is tested for all of them."""

    ATTRIBUTES = 0x01
    RESULTS = 0x02
    OPERANDS = 0x04
    SUCCESSORS = 0x08
    REGIONS = 0x10
    USE_LISTS = 0x20
    PROPERTIES = 0x40
    ALL = 0x7F


class Since(IntEnum):
    """The version of the format that first has a feature."""

    DIALECT_VERSIONS = 1
    LAZY_REGIONS = 2
    USE_LISTS = 3
    ELIDED_LOCATIONS = 4
    PROPERTIES = 5
    SEGMENT_PROPERTIES = 6


NEWEST = 6
"""The newest version of the format."""


@dataclass
class BytecodeFile:
    """A file's header, its sections and its strings."""

    version: int
    producer: str
    sections: dict[Section, Cursor]
    strings: list[str] = field(default_factory=list[str])

    def string(self, cursor: Cursor) -> str:
        """The string whose number comes next."""
        return self.strings[index_below(cursor, len(self.strings), "string")]

    def flagged_string(self, cursor: Cursor, since: Since) -> tuple[str, bool | None]:
        """The string whose number comes next, with a flag in files that are as new as `since`."""
        if self.version < since:
            return self.string(cursor), None
        index, flag = cursor.flagged()
        if index >= len(self.strings):
            raise cursor.error(f"string {index} of {len(self.strings)}")
        return self.strings[index], flag

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
        name, versioned = file.flagged_string(cursor, Since.DIALECT_VERSIONS)
        table.names.append(name)
        if versioned:
            section, content = read_section(cursor)
            if section is not Section.DIALECT_VERSIONS:
                raise cursor.error(
                    f"a dialect version expected where a {section.name.lower()} section stands"
                )
            table.versions[name] = bytes(content.data)
    if file.version >= Since.ELIDED_LOCATIONS:
        cursor.varint()
    while cursor.remaining:
        dialect = table.names[index_below(cursor, len(table.names), "dialect")]
        for _ in range(cursor.count("op names")):
            name, registered = file.flagged_string(cursor, Since.PROPERTIES)
            table.ops.append(OpName(dialect, f"{dialect}.{name}", registered is not False))
    return table


def index_below(cursor: Cursor, count: int, what: str) -> int:
    """The index that comes next, of one of `count` things called `what`."""
    start, index = cursor.offset, cursor.varint()
    if index >= count:
        raise BytecodeError(f"{what} {index} of {count}", start)
    return index


def read_resources(file: BytecodeFile) -> list[Buffer]:
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
        value, blob = data.sub(size), b""
        if kind == 0 and size:
            alignment, length = value.varint(), value.varint()
            value.take(-value.offset % max(alignment, 1))
            blob = value.take(length)
        blobs.append(blob)
    return blobs


def module_bytes(data: Buffer) -> memoryview:
    """The bytecode in `data`: all of it, or a field of the flatbuffer that it is. A view. Raises `BytecodeError`."""
    view = memoryview(data).toreadonly().cast("B")
    if bytes(view[:4]) == MAGIC:
        return view
    try:
        return _module_field(view)
    except StructError:
        raise BytecodeError("neither MLIR bytecode nor a container of it", 0) from None


def _module_field(view: memoryview) -> memoryview:
    """The byte vector of the root table that begins with MLIR's magic number."""
    (root,) = unpack_from("<I", view, 0)
    (to_vtable,) = unpack_from("<i", view, root)
    vtable = root - to_vtable
    if vtable < 0:
        raise BytecodeError("neither MLIR bytecode nor a container of it", 0)
    (size,) = unpack_from("<H", view, vtable)
    for slot in range(vtable + 4, vtable + size, 2):
        (field,) = unpack_from("<H", view, slot)
        if not field:
            continue
        start = root + field
        if start + 4 > len(view):
            continue
        start += unpack_from("<I", view, start)[0]
        if start + 8 > len(view) or bytes(view[start + 4 : start + 8]) != MAGIC:
            continue
        (length,) = unpack_from("<I", view, start)
        return view[start + 4 : start + 4 + length]
    raise BytecodeError("neither MLIR bytecode nor a container of it", 0)
