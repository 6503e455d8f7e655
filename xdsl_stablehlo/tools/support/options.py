"""Command lines as MLIR's tools take them: `-x` and `--x` alike, `--x=value`, and passes by name among the flags.

Nothing here imports xDSL, so that `--help` answers at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.printable import nearest

if TYPE_CHECKING:
    from .pass_table import PassEntry


class UsageError(Exception):
    """A command line that the tool does not take: one line."""


@dataclass(frozen=True)
class Flag:
    """One option. `value` names what it takes; an option without one is a switch."""

    name: str
    help: str
    value: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True)
class PassSpec:
    """A pass with its options, as they were written."""

    name: str
    options: tuple[tuple[str, str | None], ...] = ()


@dataclass
class CommandLine:
    """What was asked for. `passes` are in order, from whatever option they came."""

    switches: set[str] = field(default_factory=set[str])
    values: dict[str, str] = field(default_factory=dict[str, str])
    inputs: list[str] = field(default_factory=list[str])
    passes: list[PassSpec] = field(default_factory=list[PassSpec])


PIPELINES = ("passes", "pass-pipeline")
"""The flags whose values are passes."""

_TRUE, _FALSE = ("", "true", "1"), ("false", "0")


def read_command_line(
    arguments: Sequence[str], flags: Sequence[Flag], pass_names: Mapping[str, object] | None = None
) -> CommandLine:
    """The options of a command line. `-p`, `--passes`, `--pass-pipeline` and names of passes add passes.

    Raises `UsageError` for what is not known or lacks its value.
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
            if pass_names is None or name not in pass_names:
                raise UsageError(
                    f"unknown option '{word}'{nearest(name, (*known, *(pass_names or ())), '--')}"
                )
            line.passes.append(PassSpec(name, tuple(read_options(value))))
        elif not flag.value:
            if value not in _TRUE + _FALSE:
                raise UsageError(f"'{value}' is not a value for the switch --{flag.name}")
            (line.switches.discard if value in _FALSE else line.switches.add)(flag.name)
        else:
            if not equals:
                if not rest:
                    raise UsageError(f"--{flag.name} needs a value: {flag.value}")
                value = rest.pop()
            line.values[flag.name] = value
            if flag.name in PIPELINES:
                line.passes.extend(read_pipeline(value))
    return line


_CLOSING = {"<": ">", "(": ")", "[": "]", "{": "}"}


def _split(text: str, separators: str) -> Iterator[str]:
    """The parts of `text` between separators that stand outside of brackets and quotes."""
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
        raise UsageError(f"'{text}' lacks a closing '{quote or open_brackets[-1]}'")
    yield text[start:].strip()


def read_options(text: str) -> Iterator[tuple[str, str | None]]:
    """The options of a pass, `a=1 b-c=x,y d`: an option without a value has None."""
    for part in _split(text, " "):
        if part:
            name, equals, value = part.partition("=")
            if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
                value = value[1:-1]
            yield name.replace("-", "_"), value if equals else None


def read_list(text: str) -> list[str]:
    """The items between commas that stand outside of brackets."""
    return [item for item in _split(text, ",") if item]


def read_pipeline(text: str) -> Iterator[PassSpec]:
    """The passes of `a,b{x=1},builtin.module(func.func(c))`. What they are nested in does not matter here."""
    for item in read_list(text):
        at = min((i for i in (item.find("("), item.find("{")) if i >= 0), default=len(item))
        name, inside = item[:at].strip(), item[at + 1 : -1]
        if item[at : at + 1] == "(":
            yield from read_pipeline(inside)
        else:
            yield PassSpec(name, tuple(read_options(inside)))


def help_text(
    usage: str, summary: str, flags: Sequence[Flag], passes: Mapping[str, PassEntry] | None = None
) -> str:
    """What `--help` prints."""
    lines = [f"usage: {usage}", "", summary, "", "options:"]
    for flag in flags:
        dashes = "-" if len(flag.name) == 1 else "--"
        names = ", ".join([dashes + flag.name, *(f"-{alias}" for alias in flag.aliases)])
        lines += _entry("  " + names + (f"={flag.value}" if flag.value else ""), flag.help)
    if passes:
        lines += ["", "passes, as --NAME[='OPTION=VALUE ...'] or NAME{OPTION=VALUE ...} in a pipeline:"]
        for name, each in sorted(passes.items()):
            lines += _entry(f"  --{name}", each.help)
            for option in each.options.values():
                default = f"; default {option.default}" if option.default else ""
                lines += _entry(f"      {option.name}=<{option.kind}>", (option.help + default).lstrip("; "))
    return "\n".join(lines)


COLUMN = 42
"""Where in a line of `--help` the text begins."""


def _entry(what: str, text: str) -> Iterator[str]:
    """The lines of `--help` for one option."""
    first, *others = wrap(text, 118 - COLUMN, break_on_hyphens=False) or [""]
    if len(what) < COLUMN:
        yield f"{what:<{COLUMN}}{first}".rstrip()
    else:
        yield what
        yield " " * COLUMN + first
    for line in others:
        yield " " * COLUMN + line
