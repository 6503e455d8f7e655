"""The outline of a file, and other names for what is in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from xdsl_stablehlo.ir.printable import UserError

from .documents import Document, NamedPlaces, OpenProgram, moved
from .sections import Extent

_NAMES = {
    "%": re.compile(r"(?:\d+|[a-zA-Z$._-][\w$.-]*)\Z", re.ASCII),
    "^": re.compile(r"(?:\d+|[a-zA-Z$._-][\w$.-]*)\Z", re.ASCII),
    "@": re.compile(r"[a-zA-Z_][\w$.]*\Z", re.ASCII),
    "#": re.compile(r"[a-zA-Z_][\w$]*\Z", re.ASCII),
    "!": re.compile(r"[a-zA-Z_][\w$]*\Z", re.ASCII),
}
"""Names after the sign that they begin with. Those of aliases have no dot: what has one is of a dialect."""


class RenameError(ValueError, UserError):
    """A name that cannot be given to what is under the cursor."""


class Outlined(NamedTuple):
    """A function, another symbol or an alias in the outline of a file."""

    name: str
    detail: str
    is_function: bool
    extent: Extent
    name_extent: Extent
    inner: Sequence[Outlined]


def outline(document: Document) -> list[Outlined]:
    """The functions of a file with the values that they define, and its other symbols and aliases."""
    found = [
        _outlined(program, known.name, place)
        for program in document.programs
        for known in program.globals.values()
        for place in known.definitions
    ]
    return sorted(found, key=lambda each: each.extent)


def _outlined(program: OpenProgram, name: str, place: Extent) -> Outlined:
    reading = program.reading_at(place.start)
    if name[0] != "@" or reading is None or not reading.part.is_function:
        extent = program.section.aliases.get(name, place)
        return Outlined(name, "", False, Extent(min(extent.start, place.start), extent.end), place, ())
    start, end = reading.part.extents[0]
    inner = [
        Outlined(definition.name, _op_name(reading.part.text, definition.op_start), False, here, here, ())
        for definition in reading.names.definitions
        if definition.op_start >= 0
        for here in [moved(reading.part, definition.place)]
    ]
    return Outlined(name, "func.func", True, Extent(start, end), place, inner)


def _op_name(text: str, start: int) -> str:
    found = re.compile(r"\"?([\w.]+)").match(text, start)
    return found[1] if found else ""


def renamed(program: OpenProgram, named: NamedPlaces, new: str) -> list[tuple[Extent, str]]:
    """The edits that give another name to what is called `named`. Raises `RenameError`."""
    sign, old = named.name[0], named.name[1:]
    new = new.removeprefix(sign)
    if not _NAMES[sign].match(new):
        raise RenameError(f"'{sign}{new}' is not a name")
    if not named.definitions:
        raise RenameError(f"'{sign}{old}' is not defined in this file")
    if new != old and f"{sign}{new}" in _taken(program, named):
        raise RenameError(f"'{sign}{new}' is there already")
    return [(place, f"{sign}{new}" if sign in "%^" else new) for place in named.places]


def _taken(program: OpenProgram, named: NamedPlaces) -> set[str]:
    if named.name[0] in "@#!":
        return set(program.globals)
    reading = program.reading_at(named.definitions[0].start)
    return set() if reading is None else {definition.name for definition in reading.names.definitions}
