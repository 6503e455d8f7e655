"""The layout of an MLIR bytecode file, and the parts that need no dialect to be read.

Primitives; sections, masks, and what each version of the format added; header, strings, op names, resources; the
container of `jax.export`. Counts are checked against the bytes that remain before anything is made.

A varint carries its length in the trailing zero bits of its first byte: one byte holds 7 bits, two hold 14, ..., eight
hold 56; a first byte of 0 is followed by the raw 64 bits. A svarint is the zigzag form of a signed 64-bit value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from struct import error as StructError, unpack_from

from xdsl_stablehlo.ir.printable import UserError
from xdsl_stablehlo.values.elements import Buffer


class BytecodeError(ValueError, UserError):
    """Bytes that are not MLIR bytecode, or not known to this reader. `offset` counts from the start of the file."""

    def __init__(self, message: str, offset: int):
        super().__init__(f"{message} (at offset {offset})")
        self.message = message
        self.offset = offset


def zigzag(value: int) -> int:
    """The unsigned form of a signed 64-bit value; small magnitudes become small numbers."""
    return ((value << 1) ^ (value >> 63)) & ((1 << 64) - 1)


def unzigzag(value: int) -> int:
    """The signed value that `zigzag` gave `value` for."""
    return (value >> 1) ^ -(value & 1)


def signed(value: int, width: int) -> int:
    """The two's complement reading of the low `width` bits of `value`."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) & 1 else value


def encode_varint(value: int) -> bytes:
    """The shortest varint of an unsigned 64-bit value."""
    if value < 0x80:
        return bytes(((value << 1) | 1,))
    extra = (value.bit_length() - 1) // 7
    if extra > 7:
        return b"\0" + value.to_bytes(8, "little")
    return ((value << (extra + 1)) | (1 << extra)).to_bytes(extra + 1, "little")


class Cursor:
    """Reads primitives from a buffer. `base` is the buffer's place in the file, for error offsets."""

    __slots__ = ("base", "data", "end", "pos")

    def __init__(self, data: Buffer, base: int = 0):
        self.data = data
        self.base = base
        self.pos = 0
        self.end = len(data)

    @property
    def offset(self) -> int:
        """The place in the file of the next byte."""
        return self.base + self.pos

    @property
    def remaining(self) -> int:
        return self.end - self.pos

    def error(self, message: str) -> BytecodeError:
        return BytecodeError(message, self.offset)

    def byte(self) -> int:
        if self.pos >= self.end:
            raise self.error("unexpected end of data")
        value = self.data[self.pos]
        self.pos += 1
        return value

    def varint(self) -> int:
        data, pos = self.data, self.pos
        try:
            first = data[pos]
            if first & 1:
                self.pos = pos + 1
                return first >> 1
            if first & 2:
                value = (first | data[pos + 1] << 8) >> 2
                self.pos = pos + 2
                return value
        except IndexError:
            raise self.error("unexpected end of data") from None
        if first == 0:
            self.pos += 1
            return int.from_bytes(self.take(8), "little")
        extra = (first & -first).bit_length() - 1
        return int.from_bytes(self.take(extra + 1), "little") >> (extra + 1)

    def svarint(self) -> int:
        return unzigzag(self.varint())

    def flagged(self) -> tuple[int, bool]:
        """A varint whose lowest bit is a flag."""
        value = self.varint()
        return value >> 1, bool(value & 1)

    def count(self, what: str) -> int:
        """The number of items that follow. Each takes a byte at least: a forged count must not cost memory."""
        start = self.pos
        value = self.varint()
        if value > self.end - self.pos:
            raise BytecodeError(
                f"{value} {what} declared where {self.remaining} bytes remain", self.base + start
            )
        return value

    def numbers(self, what: str) -> list[int]:
        """A count, and as many varints."""
        count, data, pos = self.count(what), self.data, self.pos
        numbers: list[int] = []
        for _ in range(count):
            first = data[pos] if pos < self.end else 0
            if first & 1:
                numbers.append(first >> 1)
                pos += 1
            else:
                self.pos = pos
                numbers.append(self.varint())
                pos = self.pos
        self.pos = pos
        return numbers

    def take(self, size: int) -> Buffer:
        """The next `size` bytes, as a view where the cursor is over a view."""
        if size > self.end - self.pos:
            raise self.error(f"{size} bytes expected where {self.remaining} remain")
        start, self.pos = self.pos, self.pos + size
        return self.data[start : self.pos]

    def blob(self) -> Buffer:
        return self.take(self.varint())

    def cstring(self) -> str:
        """A NUL-terminated string."""
        for start in range(self.pos, self.end, 4096):
            found = bytes(self.data[start : min(start + 4096, self.end)]).find(b"\0")
            if found >= 0:
                text = self.take(start + found - self.pos)
                self.pos += 1
                return decode(text)
        raise self.error("string without an end")

    def sub(self, size: int) -> Cursor:
        """A cursor over the next `size` bytes, which this one steps over."""
        start = self.offset
        return Cursor(self.take(size), start)

    def finish(self, what: str) -> None:
        """Checks that everything was read."""
        if self.pos != self.end:
            raise self.error(f"{self.remaining} unexpected bytes after {what}")


def decode(data: Buffer) -> str:
    """MLIR strings are bytes; what is not UTF-8 survives as surrogates."""
    return str(data, "utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """The inverse of `decode`."""
    return text.encode("utf-8", "surrogateescape")


class Output:
    """Bytes being written: small pieces run together, large buffers kept as they are until the file is joined."""

    __slots__ = ("_large", "_large_size", "small")

    LARGE = 1 << 16

    def __init__(self) -> None:
        self.small = bytearray()
        self._large: list[Buffer] = []
        self._large_size = 0

    def __len__(self) -> int:
        return self._large_size + len(self.small)

    def byte(self, value: int) -> None:
        self.small.append(value)

    def varint(self, value: int) -> None:
        if value < 0x80:
            self.small.append((value << 1) | 1)
        else:
            self.small += encode_varint(value)

    def varints(self, values: Iterable[int]) -> None:
        small = self.small
        for value in values:
            if value < 0x80:
                small.append(value << 1 | 1)
            elif value < 0x4000:
                small += (value << 2 | 2).to_bytes(2, "little")
            else:
                small += encode_varint(value)

    def flagged(self, value: int, flag: bool) -> None:
        self.varint(value << 1 | flag)

    def bytes(self, data: Buffer) -> None:
        if len(data) < self.LARGE:
            self.small += data
            return
        self._flush()
        self._large.append(data)
        self._large_size += len(data)

    def append(self, other: Output) -> None:
        """Everything that `other` holds."""
        for piece in other.pieces():
            self.bytes(piece)

    def section(self, kind: int, content: Output) -> None:
        """A section: its id, its length, its content."""
        self.byte(kind)
        self.varint(len(content))
        self.append(content)

    def _flush(self) -> None:
        if self.small:
            self._large.append(bytes(self.small))
            self._large_size += len(self.small)
            self.small = bytearray()

    def pieces(self) -> list[Buffer]:
        self._flush()
        return self._large

    def getvalue(self) -> bytes:
        """Everything written, joined: the one copy that large buffers see."""
        return b"".join(self.pieces())


# ---- sections ----

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
