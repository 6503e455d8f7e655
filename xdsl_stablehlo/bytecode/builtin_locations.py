"""The encodings of locations."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    NameLoc,
    NoneAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.locations import FileLineColRange, FileLineLoc, unverified

from .builtin_attributes import read_name
from .codec import Decoder, DialectCodec, Encoder, read_many, write_many

UNKNOWN = UnknownLoc()

LOCATIONS = (UnknownLoc, FileLineColLoc, FileLineColRange, FileLineLoc, CallSiteLoc, NameLoc, FusedLoc)


def declare_locations(codec: DialectCodec) -> None:
    codec.attribute(10, CallSiteLoc, _read_call_site, _write_call_site)
    codec.attribute(11, FileLineColLoc, _read_place, _write_place)
    codec.attribute(12, FusedLoc, lambda d: unverified(FusedLoc, ArrayAttr(_read_many(d)), NoneAttr()))
    codec.attribute(13, FusedLoc, _read_fused)
    codec.attribute_writers[FusedLoc] = _write_fused
    codec.attribute(14, NameLoc, _read_name, _write_name)
    codec.attribute(15, UnknownLoc, lambda _: UNKNOWN, lambda e, a: None)
    codec.attribute(22, FileLineColRange, _read_range, _write_range)
    codec.attribute(22, FileLineLoc, _read_range, _write_line)


def location_or_unknown(attr: Attribute) -> Attribute:
    """xDSL has a NoneAttr where MLIR has the unknown location."""
    return UNKNOWN if isinstance(attr, NoneAttr) else attr


def _read_location(decoder: Decoder) -> Attribute:
    location = decoder.attribute()
    if not isinstance(location, LOCATIONS):
        raise decoder.cursor.error(f"a location expected where '{location.name}' stands")
    return location


def _read_many(decoder: Decoder) -> list[Attribute]:
    return read_many(decoder, _read_location, "locations")


def _read_call_site(decoder: Decoder) -> Attribute:
    callee = _read_location(decoder)
    return unverified(CallSiteLoc, callee, _read_location(decoder))


def _write_call_site(encoder: Encoder, loc: CallSiteLoc) -> None:
    encoder.attribute(location_or_unknown(loc.callee))
    encoder.attribute(location_or_unknown(loc.caller))


def _read_place(decoder: Decoder) -> Attribute:
    name, line = read_name(decoder), decoder.cursor.varint()
    return unverified(FileLineColLoc, name, IntAttr(line), IntAttr(decoder.cursor.varint()))


def _write_place(encoder: Encoder, loc: FileLineColLoc) -> None:
    encoder.attribute(loc.filename)
    encoder.varint(loc.line.data)
    encoder.varint(loc.column.data)


def _read_fused(decoder: Decoder) -> Attribute:
    locations = ArrayAttr(_read_many(decoder))
    return unverified(FusedLoc, locations, decoder.attribute())


def _write_fused(encoder: Encoder, loc: Any) -> None:
    plain = isinstance(loc.metadata, NoneAttr)
    encoder.varint(12 if plain else 13)
    write_many(encoder, lambda child: encoder.attribute(location_or_unknown(child)), loc.locations.data)
    if not plain:
        encoder.attribute(loc.metadata)


def _read_name(decoder: Decoder) -> Attribute:
    name = read_name(decoder)
    return unverified(NameLoc, name, _read_location(decoder))


def _write_name(encoder: Encoder, loc: NameLoc) -> None:
    encoder.attribute(loc.desc)
    encoder.attribute(location_or_unknown(loc.location))


def _read_range(decoder: Decoder) -> Attribute:
    """0, 1 (line), 2, 3 (line, column, end column) or 4 numbers (line, column, end line, end column)."""
    name = read_name(decoder)
    numbers = [IntAttr(n) for n in read_many(decoder, lambda d: d.cursor.varint(), "numbers")]
    if len(numbers) > 4:
        raise decoder.cursor.error(f"a file range has at most 4 numbers, not {len(numbers)}")
    if len(numbers) < 2:
        return FileLineLoc(name, *(numbers or [NoneAttr()]))
    line, column, *ends = numbers
    if not ends:
        return FileLineColLoc(name, line, column)
    return FileLineColRange(name, line, column, ends[0] if len(ends) == 2 else line, ends[-1])


def _write_range(encoder: Encoder, loc: FileLineColRange) -> None:
    encoder.attribute(loc.filename)
    numbers = [loc.line.data, loc.column.data, loc.end_line.data, loc.end_column.data]
    if loc.line == loc.end_line:
        del numbers[2]
    write_many(encoder, encoder.varint, numbers)


def _write_line(encoder: Encoder, loc: FileLineLoc) -> None:
    encoder.attribute(loc.filename)
    write_many(encoder, encoder.varint, [loc.line.data] if isinstance(loc.line, IntAttr) else [])
