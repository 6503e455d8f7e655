"""MLIR text as tokens and as balanced pieces: enough to change a program in places that matter."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from random import Random

TOKENS = re.compile(
    r"""(?P<string>@?"(?:\\.|[^"\\\n])*")
      | (?P<number>-?(?:0x[0-9A-Fa-f]+(?![0-9A-Fa-f]*x)|\d+\.\d*(?:[eE][-+]?\d+)?|\d+(?![0-9x])))
      | (?P<dimension>(?:\d+|\?)x)
      | (?P<value>%[\w$.-]+(?:\#\d+)?)
      | (?P<attribute>\#[\w$.-]+)
      | (?P<type>![\w$.-]+)
      | (?P<symbol>@[\w$.-]+)
      | (?P<block>\^[\w$.-]+)
      | (?P<word>[A-Za-z_][\w$.]*)
      | (?P<space>\s+)
      | (?P<sign>->|::|.)""",
    re.VERBOSE | re.DOTALL,
)
_KEY = re.compile(r"([A-Za-z_][\w.]*) = ")
_TYPE = re.compile(
    r"\b(?:tensor|complex|tuple|vector|memref)<|!\w+(?:\.\w+)*<?|\b(?:b?f\d+\w*|u?i\d+|index)\b"
)
OPEN, CLOSED = "<([{", ">)]}"


def tokens(text: str) -> list[tuple[str, str]]:
    """(kind, text) of every token, white space included."""
    return [(str(match.lastgroup), match[0]) for match in TOKENS.finditer(text)]


def balanced(text: str, start: int, stops: str = ",") -> int:
    """Where the value that begins at `start` ends: before one of `stops` or a bracket that closes what is around."""
    depth, at = 0, start
    while at < len(text):
        char = text[at]
        if char == '"':
            end = re.compile(r'"(?:\\.|[^"\\\n])*"').match(text, at)
            at = end.end() if end else at + 1
            continue
        if text.startswith("->", at):
            at += 2
            continue
        if char in OPEN:
            depth += 1
        elif char in CLOSED:
            if depth == 0:
                return at
            depth -= 1
        elif depth == 0 and (char in stops or char == "\n"):
            return at
        at += 1
    return at


def keyed_values(text: str) -> Iterator[tuple[str, int, int]]:
    """(key, start, end) of every `key = value`."""
    for match in _KEY.finditer(text):
        yield match[1], match.end(), balanced(text, match.end())


def types(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of every type that is not part of another."""
    at = 0
    while (match := _TYPE.search(text, at)) is not None:
        at = match.end()
        if match[0].endswith("<"):
            at = min(balanced(text, at, "") + 1, len(text))
        yield match.start(), at


class Pieces:
    """What some texts are made of, by kind: tokens, types, and the values of each attribute."""

    def __init__(self, texts: Iterable[str]):
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        values: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for text in texts:
            for kind, token in tokens(text):
                found[kind][token] = None
            for start, end in types(text):
                found["types"][text[start:end]] = None
            for key, start, end in keyed_values(text):
                values[key][text[start:end].rstrip()] = None
        self._kinds = {kind: list(each) for kind, each in found.items()}
        self._values = {key: list(each) for key, each in values.items()}

    def of_kind(self, kind: str, chance: Random) -> str:
        """A token of a kind, or one of the `types`."""
        return chance.choice(self._kinds[kind])

    def value_of(self, key: str, chance: Random) -> str:
        """What stands behind `key =` somewhere."""
        return chance.choice(self._values[key]) if key in self._values else self.of_kind("number", chance)
