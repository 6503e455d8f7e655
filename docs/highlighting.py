"""Lexers for the code on the site, MLIR and commands with what they print; `mkdocs.yml` uses this file as a hook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar, cast

from pygments import lexer as _lexer, lexers as _lexers
from pygments.lexer import Lexer, RegexLexer
from pygments.lexers.shell import BashLexer
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

__all__ = ["Mlir", "Session"]

# Pygments has no annotations for these.
bygroups, LEXERS = cast(Any, _lexer).bygroups, cast(Any, _lexers).LEXERS

INLINE = re.compile(r"(?<!<pre>)(?<!</span>)<code>([^<]+)</code>")
"""Code within a sentence or a table."""

NAME = re.compile(r"[^\s{},=]*-[^\s{},=]*|[^\s{},=]{29,}")
"""What a browser may break at its hyphens (an option, the name of a pass), and what is longer than a column."""

BAR = r"\|"
"""A bar in code in a table, as GitHub wants it; Python's Markdown leaves the backslash."""

NARROW = 28
"""Characters that fit into the narrowest window."""


class Mlir(RegexLexer):
    """MLIR as text."""

    name = "MLIR"
    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (r"\s+", Whitespace),
            (r"//.*?$", Comment.Single),
            (r'"(?:[^"\\\n]|\\.)*"', String),
            (r"%[\w$.-]+(?:[:#]\d+)?", Name.Variable),
            (r'@(?:[\w$.-]+|"[^"\n]*")', Name.Constant),
            (r"\^\w+", Name.Label),
            (r"[!#][A-Za-z_][\w.]*", Keyword.Type),
            (r"(?<=[<x])(\d+|\?)(x)(?=[\d?a-z!])", bygroups(Number.Integer, Punctuation)),
            (r"(?:tensor|vector|memref|complex|tuple|index|none|[su]?i\d+|t?b?f\d+\w*)\b", Keyword.Type),
            (r"(?:true|false|unit|dense|array)\b", Keyword.Constant),
            (r"(?:module|return)\b|[a-z]\w*(?:\.\w+)+", Name.Function),
            (r"[A-Za-z_][\w$]*", Name),
            (r"-?0x[0-9A-Fa-f]+", Number.Hex),
            (r"-?\d+\.\d*(?:[eE][-+]?\d+)?", Number.Float),
            (r"-?\d+", Number.Integer),
            (r"->|=", Operator),
            (r".", Punctuation),
        ]
    }


class Session(Lexer):
    """Commands behind `$`, each followed by what it prints, which may be MLIR."""

    name = "Session"

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        for part in re.finditer(r"(?P<prompt>\$ )(?P<command>.*\n?)|(?:(?!\$ ).*\n)+|.+", text):
            if part["prompt"]:
                yield part.start(), Generic.Prompt, part["prompt"]
                yield from _shifted(BashLexer(), part["command"], part.start("command"))
            elif re.search(r"^ *(?:%\w+.* = |func\.|module\b|tensor<)", part[0], re.MULTILINE):
                yield from _shifted(Mlir(), part[0], part.start())
            else:
                yield part.start(), Generic.Output, part[0]


def _shifted(lexer: Lexer, text: str, start: int) -> Iterator[tuple[int, Any, str]]:
    for place, kind, token in lexer.get_tokens_unprocessed(text):
        yield start + place, kind, token


def on_config(config: Any) -> Any:
    """Make the lexers known. Pygments' own for `console` takes values of MLIR, which begin with `%`, for commands."""
    LEXERS.pop("BashSessionLexer", None)
    LEXERS["Mlir"] = ("docs.highlighting", Mlir.name, ("mlir",), (), ())
    LEXERS["Session"] = ("docs.highlighting", Session.name, ("console",), (), ())
    return config


def on_page_content(html: str, **_: Any) -> str:
    """Keep options and names of passes in one line, as far as windows and tables allow it (`assets/site.css`)."""
    return INLINE.sub(lambda code: f"<code>{_mended(code[1])}</code>", html)


def _mended(code: str) -> str:
    return NAME.sub(_whole, code).replace("{", "{<wbr>").replace(BAR, "|")


def _whole(name: re.Match[str]) -> str:
    return f'<span class="{"short" if len(name[0]) <= NARROW else "long"}">{name[0]}</span>'


def on_post_template(output: str, *, template_name: str, config: object) -> str:
    """The page of what is not found, with links that work under any address and from a file.

    MkDocs takes the root of the server for the root of the site there.
    """
    if template_name != "404.html":
        return output
    relative = re.sub(r'(href|src)=(["\']?)/(?!/)', r"\1=\2./", output)
    return (
        relative.replace('"base": "/"', '"base": "."')
        .replace("././", "./")
        .replace('"./."', '"./index.html"')
    )
