"""What is done to artifacts: bits, numbers and strings changed in place, sections exchanged, files spliced."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.campaigns.hostile.corpus import Corpus
from xdsl_stablehlo.bytecode.format import (
    MAGIC,
    BytecodeError,
    BytecodeFile,
    Output,
    Section,
    encode_varint,
    open_file,
)

Mutation = Callable[[bytes, Random, Corpus], bytes]

VARINTS = (
    0,
    1,
    2,
    63,
    64,
    127,
    128,
    1 << 14,
    1 << 20,
    1 << 31,
    1 << 32,
    1 << 60,
    (1 << 63) - 1,
    1 << 63,
    (1 << 64) - 1,
)
STRINGS = (
    b"",
    b"x",
    b"\xff\xfe",
    b"\0",
    b"main",
    b"tensor<2xf32>",
    b"a\nb",
    b"vhlo",
    b"add_v1",
    b"constant_v1",
    b"\xc3\xa9",
)


def bits(data: bytes, chance: Random, corpus: Corpus) -> bytes:
    """A few bits flipped."""
    damaged = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
    return bytes(damaged)


def small_number(data: bytes, chance: Random, corpus: Corpus) -> bytes:
    """A number of one byte in the attributes or the program, replaced by another near it."""
    file = opened(data)
    section = file and file.sections.get(
        chance.choice((Section.ATTRIBUTES, Section.ATTRIBUTES, Section.IR, Section.PROPERTIES))
    )
    if not section:
        return bits(data, chance, corpus)
    places = [section.base + i for i, byte in enumerate(bytes(section.data)) if byte & 1]
    if not places:
        return data
    at = chance.choice(places)
    damaged = bytearray(data)
    damaged[at] = (
        (data[at] + chance.choice((-4, -2, 2, 4))) & 0xFF
        if chance.random() < 0.7
        else chance.randrange(128) * 2 + 1
    )
    return bytes(damaged)


def huge_number(data: bytes, chance: Random, corpus: Corpus) -> bytes:
    """A number at a boundary put in."""
    at = chance.randrange(len(data))
    return data[:at] + encode_varint(chance.choice(VARINTS)) + data[at + chance.randrange(2) :]


def copied(data: bytes, chance: Random, corpus: Corpus) -> bytes:
    """A piece copied over another."""
    start, at, size = chance.randrange(len(data)), chance.randrange(len(data)), chance.randrange(1, 40)
    return data[:at] + data[start : start + size] + data[at + size :]


def cut(data: bytes, chance: Random, corpus: Corpus) -> bytes:
    """Bytes deleted or put in, or the end cut off."""
    at, size = chance.randrange(len(data)), chance.randint(1, 8)
    return chance.choice(
        (data[:at] + data[at + size :], data[:at] + chance.randbytes(size) + data[at:], data[:at])
    )


def strings(data: bytes, chance: Random, corpus: Corpus) -> bytes:
    """A string replaced: by another of the file, by one of another file, by a hostile one."""
    file = opened(data)
    if file is None or not file.strings:
        return bits(data, chance, corpus)
    entries = [text.encode("utf-8", "surrogateescape") for text in file.strings]
    other = opened(corpus.artifact(chance))
    more = [text.encode("utf-8", "surrogateescape") for text in other.strings] if other else []
    entries[chance.randrange(len(entries))] = chance.choice(
        chance.choice((entries, more or entries, list(STRINGS)))
    )
    output = Output()
    output.varint(len(entries))
    for entry in reversed(entries):
        output.varint(len(entry) + 1)
    for entry in entries:
        output.bytes(entry + b"\0")
    return rebuilt(data, file, {Section.STRINGS: output.getvalue()})


def sections(data: bytes, chance: Random, corpus: Corpus) -> bytes:
    """A section taken from another file, emptied, or left out."""
    file, other = opened(data), opened(corpus.artifact(chance))
    if file is None or other is None:
        return bits(data, chance, corpus)
    kind = chance.choice(list(file.sections))
    theirs = other.sections.get(kind)
    new = chance.choice(
        (bytes(theirs.data) if theirs else b"", bytes(theirs.data) if theirs else None, b"", None)
    )
    return rebuilt(data, file, {kind: new})


def spliced(data: bytes, chance: Random, corpus: Corpus) -> bytes:
    """The beginning of one file and the end of another."""
    other = corpus.artifact(chance)
    return data[: chance.randrange(len(data))] + other[chance.randrange(len(other)) :]


def version(data: bytes, chance: Random, corpus: Corpus) -> bytes:
    """Another version in the producer, or of the format."""
    start = data.find(b"StableHLO_v")
    if start < 0 or chance.random() < 0.3:
        return MAGIC + encode_varint(chance.randrange(9)) + data[5:]
    end = max(data.find(b"\0", start), start)
    new = chance.choice(
        (
            b"0.9.0",
            b"0.17.0",
            b"1.0.0",
            b"1.5.0",
            b"1.10.0",
            b"1.99.0",
            b"9.9.9",
            b"",
            b"1.0",
            b"x",
            b"9" * 30,
        )
    )
    return data[:start] + b"StableHLO_v" + new + data[end:]


def opened(data: bytes) -> BytecodeFile | None:
    """The sections of a file that is still whole enough to have some."""
    try:
        return open_file(data)
    except BytecodeError:
        return None


def rebuilt(data: bytes, file: BytecodeFile, new: dict[Section, bytes | None]) -> bytes:
    """The file with other contents of some sections; those that are None are left out."""
    output = Output()
    output.bytes(data[: data.index(b"\0", len(MAGIC)) + 1])
    for kind, content in file.sections.items():
        chosen = new.get(kind, bytes(content.data))
        if chosen is not None:
            inner = Output()
            inner.bytes(chosen)
            output.section(kind, inner)
    return output.getvalue()


MUTATIONS: tuple[Mutation, ...] = (
    *(small_number, small_number, small_number, strings, strings, bits, bits),
    *(huge_number, copied, cut, sections, spliced, version),
)


def mutated(data: bytes, chance: Random, corpus: Corpus) -> bytes:
    """`data` after a mutation or a few."""
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3))):
        data = chance.choice(MUTATIONS)(data, chance, corpus) or b"\0"
    return data
