"""Locations in the spelling in which MLIR prints them, read from the text without tokens.

Programs with debug information have one location for each op or two, of up to thirty tokens each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from xdsl.dialects import builtin
from xdsl.ir import Attribute

from ..locations import file_location, fused_location, unverified

_LOC, _END = re.compile(r"\s*loc\("), re.compile(r"\)\s*")
_LOCATION = re.compile(
    r"""[ ]?(?:
        "(?P<name>[^"\\\n]*)"(?:
            :(?P<line>[0-9]{1,9}):(?P<column>[0-9]{1,9})(?=[,)\]]|[ ]at[ ])
            | (?P<child>\()
            | (?P<end>)(?=[,)\]]|[ ]at[ ]))
        | (?P<callsite>callsite\()
        | fused(?:<"(?P<metadata>[^"\\\n]*)">)?(?P<fused>\[)
        | (?P<alias>\#[A-Za-z_]\w*))""",
    re.VERBOSE | re.ASCII,
)
_BEHIND = re.compile(r"[,\])]|[ ]at(?=[ ])")
_BRACKETS = {"child": ("", ")"), "callsite": (" at", ")"), "fused": (",", "]")}
"""By the group: the text between the parts of a location, and behind them."""
DEEPEST_USUAL = 32


UsualLocation: TypeAlias = tuple[Attribute, int, int, int]
"""A location, where it ends, and how many attributes and levels of them it stands for."""

Aliases = Mapping[str, Attribute]
AliasCosts = Mapping[str, tuple[int, int]]
_string = lru_cache(1 << 12)(builtin.StringAttr)
_NO_METADATA = builtin.NoneAttr()


def usual_location(text: str, start: int, aliases: Aliases, costs: AliasCosts) -> UsualLocation | None:
    """`loc(...)` from `start` on, with the parentheses, up to what follows; None where it is spelled in another way.

    `aliases` are those that are known so far, and `costs` how many attributes and levels they stand for.
    """
    match = _LOC.match(text, start)
    found = None if match is None else _read(text, match.end(), aliases, costs, 0)
    end = None if found is None else _END.match(text, found[1])
    return None if found is None or end is None else (found[0], end.end(), *found[2:])


def _read(text: str, start: int, aliases: Aliases, costs: AliasCosts, depth: int) -> UsualLocation | None:
    match = _LOCATION.match(text, start)
    if match is None or depth == DEEPEST_USUAL:
        return None
    kind, end = match.lastgroup, match.end()
    if kind == "column":
        place = file_location(_string(match["name"]), int(match["line"]), int(match["column"]))
        return place, end, 1, 1
    if kind == "end":
        return unverified(builtin.NameLoc, _string(match["name"]), _NO_METADATA), end, 1, 1
    if kind == "alias":
        value = aliases.get(match["alias"])
        count, levels = costs.get(match["alias"], (0, 0))
        return None if value is None else (value, end, count + 1, levels)
    assert kind is not None
    between, closing = _BRACKETS[kind]
    parts: list[Attribute] = []
    count, levels = 1 + (match["metadata"] is not None), 0
    behind = between
    while behind == between:
        part = _read(text, end, aliases, costs, depth + 1)
        separator = None if part is None else _BEHIND.match(text, part[1])
        if part is None or separator is None:
            return None
        location, _, attributes, inside = part
        parts.append(location)
        count, levels = count + attributes, max(levels, inside)
        behind, end = separator[0], separator.end()
    whole = None if behind != closing else _of_parts(match, parts)
    return None if whole is None else (whole, end, count, levels + 1)


def _of_parts(match: re.Match[str], parts: list[Attribute]) -> Attribute | None:
    """The location that begins with `match`, of these parts; None for a wrong number of them."""
    kind = match.lastgroup
    if kind == "fused":
        metadata = match["metadata"]
        return fused_location(parts, _NO_METADATA if metadata is None else _string(metadata))
    if kind == "callsite":
        return unverified(builtin.CallSiteLoc, *parts) if len(parts) == 2 else None
    return unverified(builtin.NameLoc, _string(match["name"]), *parts)
