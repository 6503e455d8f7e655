"""The primitives of MLIR bytecode: variable-length integers, strings, blobs, and the cursor that reads them.

A varint carries its length in the trailing zero bits of its first byte: one byte holds 7 bits, two hold 14, ..., eight
hold 56; a first byte of 0 is followed by the raw 64 bits. A svarint is the zigzag form of a signed 64-bit value.
"""

from __future__ import annotations

from typing import TypeAlias

Buffer: TypeAlias = bytes | memoryview
"""Read-only bytes: a whole file, or a view of a part of one."""

MASK64 = (1 << 64) - 1


class BytecodeError(ValueError):
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
        pos = self.pos
        if pos >= self.end:
            raise self.error("unexpected end of data")
        first = self.data[pos]
        if first & 1:
            self.pos = pos + 1
            return first >> 1
        return self._long_varint(first)

    def _long_varint(self, first: int) -> int:
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
        """How many items follow; an item takes at least one byte, so a forged count is found before it costs memory."""
        start = self.offset
        value = self.varint()
        if value > self.remaining:
            raise BytecodeError(f"{value} {what} declared where {self.remaining} bytes remain", start)
        return value

    def take(self, size: int) -> Buffer:
        """The next `size` bytes, as a view where the cursor is over a view."""
        if size > self.remaining:
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
