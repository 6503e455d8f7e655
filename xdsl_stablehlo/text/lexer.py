"""MLIR's tokens by one regular expression: kind, text and position, and a span only for who asks for one."""

from __future__ import annotations

import re
from binascii import Error as HexError, unhexlify
from typing import NoReturn, cast

import numpy as np
from xdsl.parser import AttrParser
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Span, Token
from xdsl.utils.mlir_lexer import KIND_BY_PUNCTUATION_SPELLING, MLIRLexer, MLIRTokenKind, StringLiteral

from xdsl_stablehlo.values.elements import Buffer

_TOKEN = re.compile(
    r"""
    (?:[ \t\r\n]++|//[^\n]*+)*+
    (?:
        ([a-zA-Z_][\w$.]*)
      | (%(?:[0-9]+|[a-zA-Z$._-][\w$.-]*))
      | (->|\.\.\.|\{-\#|\#-\}|[:,=>{(\[<\-+?/})\]*|])
      | ([0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?)
      | (0x[0-9a-fA-F]+|[0-9]+)
      | ("(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+")
      | (@(?:[a-zA-Z_][\w$.]*|"(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"))
      | (\#(?:[0-9]+|[a-zA-Z$._-][\w$.-]*))
      | (!(?:[0-9]+|[a-zA-Z$._-][\w$.-]*))
      | (\^(?:[0-9]+|[a-zA-Z$._-][\w$.-]*))
      | (\Z)
    )
    """,
    re.VERBOSE | re.ASCII,
)

_SPACE = re.compile(r"(?:[ \t\r\n]++|//[^\n]*+)*+")

_PUNCTUATION = 3
_INTEGER = 5
_CARET = 10

EMPTY_BRACKETS = "<>"
"""Text in the place of empty brackets of an attribute of an unknown dialect."""

LONGEST_NUMBER = 4000
"""Characters that an integer may have. Python converts 4,300 digits at most, in time quadratic in their number."""

_FAILURES = {
    '"': "expected a closing '\"', and no line break or unknown escape, in a string literal",
    "@": "expected a name or a string literal after '@'",
    ".": "expected three consecutive dots for an ellipsis",
    **{character: f"expected a name after '{character}'" for character in "#!^%"},
}
_KINDS = (
    MLIRTokenKind.EOF,
    MLIRTokenKind.BARE_IDENT,
    MLIRTokenKind.PERCENT_IDENT,
    MLIRTokenKind.EOF,
    MLIRTokenKind.FLOAT_LIT,
    MLIRTokenKind.INTEGER_LIT,
    MLIRTokenKind.STRING_LIT,
    MLIRTokenKind.AT_IDENT,
    MLIRTokenKind.HASH_IDENT,
    MLIRTokenKind.EXCLAMATION_IDENT,
    MLIRTokenKind.CARET_IDENT,
    MLIRTokenKind.EOF,
)


class TextToken:
    """A token that knows its text. Its span is made when somebody wants to point at it."""

    __slots__ = ("_input", "kind", "start", "text")

    def __init__(self, kind: MLIRTokenKind, text: str, start: int, source: Input[str]):
        self.kind = kind
        self.text = text
        self.start = start
        self._input = source

    @property
    def span(self) -> Span[str]:
        if self.kind is MLIRTokenKind.STRING_LIT:
            return StringLiteral(self.start, self.start + len(self.text), self._input)
        return Span(self.start, self.start + len(self.text), self._input)


class TextLexer(MLIRLexer):
    """xDSL's lexer with the same tokens, several times as fast."""

    def lex(self) -> Token[MLIRTokenKind, str]:
        source = self.input
        match = _TOKEN.match(source.content, self.pos)
        if match is None:
            self._fail()
        index = match.lastindex or 0
        text = match[index]
        end = match.end()
        start = end - len(text)
        self.pos = end
        if index == _PUNCTUATION:
            kind = KIND_BY_PUNCTUATION_SPELLING[text]
        else:
            kind = _KINDS[index]
            if index == _INTEGER and end - start > LONGEST_NUMBER:
                raise ParseError(Span(start, end, source), "integer literal is too long")
            if index == _CARET and text[1].isdecimal():
                text = "^bb" + text[1:]  # a number is a name of a block for MLIR, but not for xDSL
        return cast("Token[MLIRTokenKind, str]", TextToken(kind, text, start, source))

    def _fail(self) -> NoReturn:
        """Report what is no token."""
        content = self.input.content
        match = _SPACE.match(content, self.pos)
        start = self.pos if match is None else match.end()
        character = content[start]
        message = _FAILURES.get(character, f"unexpected character: {character}")
        raise ParseError(Span(start, start + 1, self.input), message)


def string_contents(literal: str) -> str:
    """The string that a literal stands for. MLIR's strings are bytes: those that are not UTF-8 become surrogates."""
    contents = literal[1:-1]
    if "\\" not in contents:
        return contents
    raw = _ESCAPE.sub(lambda match: _ESCAPED.get(match[1]) or bytes((int(match[1], 16),)), contents.encode())
    return raw.decode("utf-8", "surrogateescape")


_ESCAPE = re.compile(rb'\\(["nt\\]|[0-9A-Fa-f]{2})')
_ESCAPED = {b'"': b'"', b"n": b"\n", b"t": b"\t", b"\\": b"\\"}


CHUNK = 1 << 20
"""Large literals are written in pieces of this many bytes of elements."""


def scan_literal(parser: AttrParser) -> str | Buffer:
    """The text between `<` and `>`, as it is: the lexer never sees it.

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
