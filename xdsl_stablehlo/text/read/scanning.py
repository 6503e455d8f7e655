"""Dense literals taken from the text in one piece: what stands between `<` and `>`."""

from __future__ import annotations

import re
from binascii import Error as HexError, unhexlify

import numpy as np
from xdsl.parser import AttrParser

from xdsl_stablehlo.values.elements import Buffer

CHUNK = 1 << 20
"""Large literals are written in pieces of this many bytes of elements."""


def scan_literal(parser: AttrParser) -> str | Buffer:
    """What stands between `<` and `>`, taken from the text as it is: the lexer never sees it.

    A hexadecimal string is decoded, anything else is left as it is.
    """
    start = parser.pos + 1
    content = parser.lexer.input.content
    match = _HEX_START.match(content, start)
    quote = -1 if match is None else content.find('"', match.end())
    end = _end_of(content, max(quote, start))
    literal = "" if match else content[start:end]
    if end < 0 or content[start - 1 : start] != "<" or ":" in without_comments(literal):
        parser.raise_error("expected '<', a literal and '>' in a dense attribute", start - 1)
    parser.lexer.pos = end
    parser.parse_punctuation("<")
    parser.parse_punctuation(">")
    if match is None:
        return literal
    try:
        return _decoded(content, match.end(), quote)
    except (HexError, ValueError):
        parser.raise_error("expected string containing hex digits starting with `0x`", start, end)


def _end_of(content: str, start: int) -> int:
    """Where the next `>` is that stands in no comment; -1 where there is none."""
    while (end := content.find(">", start)) >= 0 and (comment := content.find("//", start, end)) >= 0:
        start = content.find("\n", comment)
        if start < 0:
            return -1
    return end


def _decoded(content: str, start: int, end: int) -> Buffer:
    """The bytes of the hexadecimal digits in a text, in pieces: neither digits nor bytes are there twice.

    Many of them are a view of an array, whose memory NumPy asks for in large pages.
    """
    if end - start <= CHUNK:
        return unhexlify(content[start:end])
    if (end - start) % 2:
        raise ValueError("an odd number of digits")
    buffer = np.empty((end - start) // 2, np.uint8)
    for at in range(start, end, CHUNK):
        piece = unhexlify(content[at : min(at + CHUNK, end)])
        buffer[(at - start) // 2 :][: len(piece)] = np.frombuffer(piece, np.uint8)
    buffer.flags.writeable = False
    return buffer.data


_HEX_START = re.compile(r'(?:[ \t\r\n]|//[^\n]*\n)*+"0[xX]')


def without_comments(literal: str) -> str:
    """A literal as it would be without `// ..`."""
    return re.sub(r"//[^\n]*", "", literal) if "//" in literal else literal
