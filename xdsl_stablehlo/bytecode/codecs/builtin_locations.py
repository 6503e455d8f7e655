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

from xdsl_stablehlo.text.locations import FileLineColRange, FileLineLoc, unverified

from ..format.codec import VARINT, Decoder, DialectCodec, Encoder, Field, list_of, without_fields
from .builtin_attributes import read_name

UNKNOWN = UnknownLoc()

LOCATIONS = (UnknownLoc, FileLineColLoc, FileLineColRange, FileLineLoc, CallSiteLoc, NameLoc, FusedLoc)


def declare_locations(codec: DialectCodec) -> None:
    codec.attribute(10, CallSiteLoc, Field(_read_call_site, _write_call_site))
    codec.attribute(11, FileLineColLoc, Field(_read_place, _write_place))
    codec.attribute_readers[12] = lambda d: unverified(FusedLoc, ArrayAttr(_LOCATIONS.read(d)), NoneAttr())
    codec.attribute_readers[13] = _read_fused
    codec.attribute_writers[FusedLoc] = _write_fused
    codec.attribute(14, NameLoc, Field(_read_name, _write_name))
    codec.attribute(15, UnknownLoc, without_fields(UNKNOWN))
    codec.attribute(22, FileLineColRange, Field(_read_range, _write_range))
    codec.attribute(22, FileLineLoc, Field(_read_range, _write_line))


def location_or_unknown(attr: Attribute) -> Attribute:
    """xDSL has a NoneAttr where MLIR has the unknown location."""
    return UNKNOWN if isinstance(attr, NoneAttr) else attr


def _read_location(decoder: Decoder) -> Attribute:
    location = decoder.attribute()
    if not isinstance(location, LOCATIONS):
        raise decoder.cursor.error(f"a location expected where '{location.name}' stands")
    return location


def _write_location(encoder: Encoder, location: Attribute) -> None:
    encoder.attribute(location_or_unknown(location))


_LOCATIONS = list_of(Field(_read_location, _write_location), "locations")
_NUMBERS = list_of(VARINT, "numbers")


def _read_call_site(decoder: Decoder) -> Attribute:
    callee = _read_location(decoder)
    return unverified(CallSiteLoc, callee, _read_location(decoder))


def _write_call_site(encoder: Encoder, loc: CallSiteLoc) -> None:
    _write_location(encoder, loc.callee)
    _write_location(encoder, loc.caller)


def _read_place(decoder: Decoder) -> Attribute:
    name, line = read_name(decoder), decoder.cursor.varint()
    return unverified(FileLineColLoc, name, IntAttr(line), IntAttr(decoder.cursor.varint()))


def _write_place(encoder: Encoder, loc: FileLineColLoc) -> None:
    encoder.attribute(loc.filename)
    encoder.varint(loc.line.data)
    encoder.varint(loc.column.data)


def _read_fused(decoder: Decoder) -> Attribute:
    locations = ArrayAttr(_LOCATIONS.read(decoder))
    return unverified(FusedLoc, locations, decoder.attribute())


def _write_fused(encoder: Encoder, loc: Any) -> None:
    plain = isinstance(loc.metadata, NoneAttr)
    encoder.varint(12 if plain else 13)
    _LOCATIONS.write(encoder, loc.locations.data)
    if not plain:
        encoder.attribute(loc.metadata)


def _read_name(decoder: Decoder) -> Attribute:
    name = read_name(decoder)
    return unverified(NameLoc, name, _read_location(decoder))


def _write_name(encoder: Encoder, loc: NameLoc) -> None:
    encoder.attribute(loc.desc)
    _write_location(encoder, loc.location)


def _read_range(decoder: Decoder) -> Attribute:
    """0, 1 (line), 2, 3 (line, column, end column) or 4 numbers (line, column, end line, end column)."""
    name = read_name(decoder)
    numbers = [IntAttr(n) for n in _NUMBERS.read(decoder)]
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
    _NUMBERS.write(encoder, numbers)


def _write_line(encoder: Encoder, loc: FileLineLoc) -> None:
    encoder.attribute(loc.filename)
    _NUMBERS.write(encoder, [loc.line.data] if isinstance(loc.line, IntAttr) else [])
