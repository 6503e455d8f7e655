"""Command lines as MLIR's tools take them: `-x` and `--x` alike, `--x=value`, and passes by name among the flags."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from xdsl_stablehlo.ir.printable import nearest

from .passes import added_passes, advice

Default = TypeVar("Default")

_UNITS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}


class ToolError(Exception):
    """A mistake of the user outside of a program, in one line; behind it, an `excerpt` may show the place."""

    code = 1
    """The exit code of the tool."""

    def __init__(self, message: str, excerpt: Sequence[str] = ()):
        super().__init__(message)
        self.excerpt = excerpt


class Flag(NamedTuple):
    """One option. `value` describes its value, in `[` and `]` if it may be left out; a flag without one is a switch."""

    name: str
    help: str
    value: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def needs_value(self) -> bool:
        return bool(self.value) and self.value[0] != "["


class PassSpec(NamedTuple):
    """A pass with its options as written."""

    name: str
    options: tuple[tuple[str, str | None], ...] = ()

    def spelled(self) -> str:
        """The pass in a pipeline."""
        written = [
            name.replace("_", "-") + ("" if value is None else f"={value}") for name, value in self.options
        ]
        return self.name + (f"{{{' '.join(written)}}}" if written else "")


@dataclass
class CommandLine:
    """A parsed command line. `passes` are in order, whichever option they came from."""

    switches: set[str] = field(default_factory=set[str])
    values: dict[str, str] = field(default_factory=dict[str, str])
    inputs: list[str] = field(default_factory=list[str])
    passes: list[PassSpec] = field(default_factory=list[PassSpec])
    usage: str = ""
    """The usage of the tool, for messages."""

    def amount(self, name: str, default: Default) -> float | Default:
        """The number that a flag gives, with or without a unit. Raises `ToolError` for anything else."""
        text = self.values.get(name)
        if text is None:
            return default
        found = re.fullmatch(r"(\d{1,18}(?:\.\d*)?(?:e-?\d{1,2})?)(?:([kMG])B?|([KMG]iB))?", text, re.ASCII)
        if found is None:
            needed = "a number from 0 on is needed, like 0.5, 1e9 or 4GiB"
            raise ToolError(f"'{text[:40]}' is not a value for --{name}: {needed}")
        return float(found[1]) * _UNITS[found[2] or found[3] or ""]

    def count(self, name: str, default: Default, least: int = 0) -> int | Default:
        """The whole number that a flag gives, at least `least`, with or without a unit. Raises `ToolError`."""
        text, amount = self.values.get(name), self.amount(name, None)
        if text is None or amount is None:
            return default
        if amount < least or not amount.is_integer():
            needed = f"a whole number from {least} on is needed"
            raise ToolError(f"'{text[:40]}' is not a value for --{name}: {needed}")
        return int(text) if text.isdecimal() else int(amount)

    def counts(self, name: str) -> list[int] | None:
        """The whole numbers, separated by commas, that a flag gives. Raises `ToolError` for anything else."""
        text = self.values.get(name)
        items = read_list(text or "")
        if not all(item.isascii() and item.isdigit() and len(item) < 10 for item in items):
            raise ToolError(f"'{str(text)[:40]}' is not a list of numbers for --{name}")
        return None if text is None else [int(item) for item in items]


def load_first(arguments: Sequence[str]) -> None:
    """Run the files of `--load` before other arguments are read, which may name passes that the files define."""
    files: list[str] = []
    for word, after in zip(arguments, [*arguments[1:], ""]):
        name, equals, value = word.lstrip("-").partition("=")
        if name == "load" and word.startswith("-"):
            files += read_list(value if equals else after)
    if files:
        from xdsl_stablehlo.programs.universe import LoadError, load_files

        try:
            load_files(files)
        except LoadError as error:
            raise ToolError(f"--load: {error}") from None


PIPELINES = ("passes", "pass-pipeline")
"""The flags whose values are passes."""

_TRUE, _FALSE = ("", "true", "1"), ("false", "0")


def read_command_line(
    arguments: Sequence[str], flags: Sequence[Flag], pass_names: Mapping[str, object] | None = None
) -> CommandLine:
    """Parse a command line. `-p`, `--passes`, `--pass-pipeline` and names of passes add passes.

    Raises `ToolError` for an unknown option and for a missing value.
    """
    known = {name: flag for flag in flags for name in (flag.name, *flag.aliases)}
    line = CommandLine()
    rest = list(reversed(arguments))
    while rest:
        word = rest.pop()
        if not word.startswith("-") or word == "-":
            line.inputs.append(word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        flag = known.get(name)
        if flag is None:
            if pass_names is None:
                raise ToolError(f"unknown option '{word}'{nearest(name, known, '--')}")
            if name not in pass_names and name not in added_passes():
                meant = advice(name, [*pass_names, *added_passes()], known, "--")
                raise ToolError(f"unknown option '{word}'{meant}")
            line.passes.append(PassSpec(name, tuple(read_options(value))))
        elif not flag.value:
            if value not in _TRUE + _FALSE:
                raise ToolError(f"'{value}' is not a value for the switch --{flag.name}")
            (line.switches.discard if value in _FALSE else line.switches.add)(flag.name)
        else:
            if not equals and flag.needs_value:
                if not rest:
                    raise ToolError(f"--{flag.name} needs a value: {flag.value}")
                value = rest.pop()
            line.values[flag.name] = value
            if flag.name in PIPELINES:
                line.passes.extend(read_pipeline(value))
    return line


_CLOSING = {"<": ">", "(": ")", "[": "]", "{": "}"}


def _split(text: str, separators: str) -> Iterator[str]:
    """The parts of `text` between separators outside of brackets and quotes."""
    open_brackets: list[str] = []
    quote, start = "", 0
    for at, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in _CLOSING:
            open_brackets.append(_CLOSING[character])
        elif open_brackets and character == open_brackets[-1]:
            open_brackets.pop()
        elif character in separators and not open_brackets:
            yield text[start:at].strip()
            start = at + 1
    if quote or open_brackets:
        raise ToolError(f"'{text}' lacks a closing '{quote or open_brackets[-1]}'")
    yield text[start:].strip()


def read_options(text: str) -> Iterator[tuple[str, str | None]]:
    """The options of a pass, `a=1 b-c=x,y d`; the value of `d` is None."""
    for part in _split(text, " "):
        if part:
            name, equals, value = part.partition("=")
            if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
                value = value[1:-1]
            yield name.replace("-", "_"), value if equals else None


def read_list(text: str) -> list[str]:
    """The items between commas outside of brackets."""
    return [item for item in _split(text, ",") if item]


def read_pipeline(text: str) -> Iterator[PassSpec]:
    """The passes of `a,b{x=1},builtin.module(func.func(c))`; the ops around them do not matter here."""
    for item in read_list(text):
        at = min((i for i in (item.find("("), item.find("{")) if i >= 0), default=len(item))
        name, inside = item[:at].strip(), item[at + 1 : -1]
        if item[at : at + 1] == "(":
            yield from read_pipeline(inside)
        else:
            yield PassSpec(name, tuple(read_options(inside)))
