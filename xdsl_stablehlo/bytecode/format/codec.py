"""The primitives of bytecode, and a table for each dialect of the encodings of its attributes and types.

A varint carries its length in the trailing zero bits of its first byte: one byte holds 7 bits, two hold 14, ..., eight
hold 56; a first byte of 0 is followed by the raw 64 bits. A svarint is the zigzag form of a signed 64-bit value.

A table serves for reading, numbering and writing alike: an encoding is a code and then fields. Writing goes to an
`Encoder`, which only records what is written; numbering looks at the recorded components, and the bytes come from the
same record once every number is known. Nothing is said twice.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import Attribute

from xdsl_stablehlo.ir.printable import UserError
from xdsl_stablehlo.values.elements import Buffer

MASK64 = (1 << 64) - 1


class BytecodeError(ValueError, UserError):
    """Bytes that are not MLIR bytecode, or not known to this reader. `offset` counts from the start of the file."""

    def __init__(self, message: str, offset: int):
        super().__init__(f"{message} (at offset {offset})")
        self.message = message
        self.offset = offset


def zigzag(value: int) -> int:
    """The unsigned form of a signed 64-bit value; small magnitudes become small numbers."""
    return ((value << 1) ^ (value >> 63)) & MASK64


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

    def svarint(self, value: int) -> None:
        self.varint(zigzag(value))

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


A = TypeVar("A")
T = TypeVar("T")


class Encoder(Protocol):
    """Where an encoding goes."""

    def varint(self, value: int) -> None: ...
    def attribute(self, attr: Attribute) -> None:
        """The number of an attribute."""
        ...

    def optional_attribute(self, attr: Attribute | None) -> None:
        """0 for none, else the number with the lowest bit set."""
        ...

    def type(self, attr: Attribute) -> None: ...
    def string(self, text: str) -> None: ...
    def raw(self, data: Buffer) -> None:
        """Bytes as they are."""
        ...


class Decoder(Protocol):
    """Where an encoding comes from: a cursor over the entry, and the tables that numbers refer to."""

    @property
    def cursor(self) -> Cursor: ...
    def attribute(self) -> Attribute: ...
    def optional_attribute(self) -> Attribute | None: ...
    def type(self) -> Attribute: ...
    def string(self) -> str: ...
    def resource(self) -> Buffer:
        """The bytes of a resource, by its handle."""
        ...


Reader: TypeAlias = Callable[[Decoder], Attribute]
Writer: TypeAlias = Callable[[Encoder, Any], None]


@dataclass(frozen=True)
class Field(Generic[T]):
    """One kind of field: how it is read and how it is written."""

    read: Callable[[Decoder], T]
    write: Writer

    def mapped(self, make: Callable[[T], A], take: Callable[[Any], T]) -> Field[A]:
        """The field of what `make` makes of a value, and `take` takes it from."""
        return Field(lambda d: make(self.read(d)), lambda e, value: self.write(e, take(value)))


@dataclass
class DialectCodec:
    """The encodings of one dialect. `types` are the classes whose instances MLIR calls types."""

    name: str
    attribute_readers: dict[int, Reader] = field(default_factory=dict[int, Reader])
    type_readers: dict[int, Reader] = field(default_factory=dict[int, Reader])
    attribute_writers: dict[type[Attribute], Writer] = field(default_factory=dict[type[Attribute], Writer])
    type_writers: dict[type[Attribute], Writer] = field(default_factory=dict[type[Attribute], Writer])
    later_properties: dict[str, str] = field(default_factory=dict[str, str])
    """The property that an op got after its first release, by the name of the op: older files do not have it."""

    def attribute(self, code: int, kind: type[Attribute], field: Field[Attribute]) -> None:
        """Declare an attribute: a code, and what follows it."""
        self.attribute_readers[code] = field.read
        self.attribute_writers[kind] = with_code(code, field.write)

    def type(self, code: int, kind: type[Attribute], field: Field[Attribute]) -> None:
        """Declare a type, likewise."""
        self.type_readers[code] = field.read
        self.type_writers[kind] = with_code(code, field.write)


Codecs: TypeAlias = Mapping[str, DialectCodec]


def with_code(code: int, write: Writer) -> Writer:
    def write_code_and_fields(encoder: Encoder, attr: Any) -> None:
        encoder.varint(code)
        write(encoder, attr)

    return write_code_and_fields


def without_fields(value: A) -> Field[A]:
    """No field at all: always the same value."""
    return Field(lambda _: value, lambda encoder, _: None)


def struct_of(
    build: Callable[[Sequence[Any]], Attribute],
    parts: Callable[[Any], Iterable[Any]],
    fields: Sequence[Field[Any]],
) -> Field[Attribute]:
    """Fields in order; `build` makes the attribute of their values, `parts` takes it apart."""

    def read(decoder: Decoder) -> Attribute:
        return build([f.read(decoder) for f in fields])

    def write(encoder: Encoder, attr: Attribute) -> None:
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
F64: Field[float] = Field(
    lambda d: struct.unpack("<d", read_bits(d, 64).to_bytes(8, "little"))[0],
    lambda e, value: write_bits(e, int.from_bytes(struct.pack("<d", value), "little"), 64),
)
STRING: Field[str] = Field(lambda d: d.string(), lambda e, text: e.string(text))
TYPE: Field[Attribute] = Field(lambda d: d.type(), lambda e, t: e.type(t))
TYPES = list_of(TYPE, "types")
ATTRIBUTE: Field[Attribute] = Field(lambda d: d.attribute(), lambda e, attr: e.attribute(attr))
ATTRIBUTES = list_of(ATTRIBUTE, "attributes")
OPTIONAL_ATTRIBUTE: Field[Attribute | None] = Field(
    lambda d: d.optional_attribute(), lambda e, attr: e.optional_attribute(attr)
)
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
