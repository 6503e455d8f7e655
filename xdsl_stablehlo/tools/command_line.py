"""Command lines as MLIR's tools take them: `-x` and `--x` alike, `--x=value`, and passes by name among the flags.

Help and completion are made from the same tables. On the Tab key a shell (`--completion=SHELL` prints what it runs)
asks the tool itself what can follow the line up to the cursor (`--complete=LINE`): so all shells complete the same, and
what a newer version of the tool takes. Where nothing is known to follow, shells offer files.

Nothing here imports xDSL, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import NamedTuple, TypeVar

from xdsl_stablehlo.ir.printable import nearest

Default = TypeVar("Default")

_UNITS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}


class ToolError(Exception):
    """A user's mistake that is no place in a program: one line."""


class Flag(NamedTuple):
    """One option. `value` names what it takes; an option without one is a switch."""

    name: str
    help: str
    value: str = ""
    aliases: tuple[str, ...] = ()


class PassSpec(NamedTuple):
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

    def amount(self, name: str, default: Default) -> float | Default:
        """The number of a flag, with or without a unit. Raises `ToolError` for anything else."""
        text = self.values.get(name)
        if text is None:
            return default
        found = re.fullmatch(r"(\d{1,18}(?:\.\d*)?(?:e-?\d{1,2})?)([kMG]|[KMG]iB)?", text, re.ASCII)
        if found is None:
            raise ToolError(
                f"'{text[:40]}' is not a value for --{name}: a number like 20, 1e9 or 4GiB is needed"
            )
        return float(found[1]) * _UNITS[found[2] or ""]

    def count(self, name: str, default: Default, least: int = 0) -> int | Default:
        """The whole number of a flag, with or without a unit. Raises `ToolError` for anything else, and for less."""
        text, amount = self.values.get(name), self.amount(name, None)
        if text is None or amount is None:
            return default
        if amount < least or not amount.is_integer():
            raise ToolError(
                f"'{text[:40]}' is not a value for --{name}: a whole number from {least} on is needed"
            )
        return int(text) if text.isdecimal() else int(amount)

    def counts(self, name: str) -> list[int] | None:
        """The whole numbers between commas. Raises `ToolError` for anything else."""
        text = self.values.get(name)
        items = read_list(text or "")
        if not all(item.isascii() and item.isdigit() and len(item) < 10 for item in items):
            raise ToolError(f"'{str(text)[:40]}' is not a list of numbers for --{name}")
        return None if text is None else [int(item) for item in items]


PIPELINES = ("passes", "pass-pipeline")
"""The flags whose values are passes."""

_TRUE, _FALSE = ("", "true", "1"), ("false", "0")


def read_command_line(
    arguments: Sequence[str], flags: Sequence[Flag], pass_names: Mapping[str, object] | None = None
) -> CommandLine:
    """The options of a command line. `-p`, `--passes`, `--pass-pipeline` and names of passes add passes.

    Raises `ToolError` for what is not known or lacks its value.
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
                raise ToolError(
                    f"unknown option '{word}'{nearest(name, (*known, *(pass_names or ())), '--')}"
                )
            line.passes.append(PassSpec(name, tuple(read_options(value))))
        elif not flag.value:
            if value not in _TRUE + _FALSE:
                raise ToolError(f"'{value}' is not a value for the switch --{flag.name}")
            (line.switches.discard if value in _FALSE else line.switches.add)(flag.name)
        else:
            if not equals:
                if not rest:
                    raise ToolError(f"--{flag.name} needs a value: {flag.value}")
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
        raise ToolError(f"'{text}' lacks a closing '{quote or open_brackets[-1]}'")
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


PATH = os.path.join(os.path.dirname(__file__), "pass_table.tsv")


class PassOption(NamedTuple):
    """One option of a pass, as a command line spells it."""

    name: str
    kind: str
    """What it takes: `true|false` and other choices between bars, `int from 0`, `string`, ..."""
    default: str
    """Empty where it has to be given."""
    help: str

    @property
    def choices(self) -> tuple[str, ...]:
        """All values that there are; none where they cannot be listed."""
        return tuple(self.kind.split("|")) if "|" in self.kind else ()


class PassEntry(NamedTuple):
    """A pass, in a sentence, with its options by name."""

    help: str
    options: Mapping[str, PassOption]


def read_pass_table() -> Mapping[str, PassEntry]:
    """All passes that can be given as flags, by name."""
    summaries: dict[str, str] = {}
    options: dict[str, dict[str, PassOption]] = {}
    with open(PATH, encoding="utf-8") as file:
        for line in file:
            name, option, kind, default, text = line.rstrip("\n").split("\t")
            if option:
                options[name][option] = PassOption(option, kind, default, text)
            else:
                summaries[name], options[name] = text, {}
    return {name: PassEntry(summary, options[name]) for name, summary in summaries.items()}


_BASH = """_TOOL_words() {
  local rest
  COMPREPLY=()
  while IFS= read -r rest; do
    COMPREPLY+=("$2$rest")
  done < <("$1" --complete="${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  [ "${#COMPREPLY[@]}" -eq 0 ] || compopt -o nospace
  # Behind the only word that fits Bash would close the quote.
  [[ "${#COMPREPLY[@]}" -ne 1 || "$COMP_LINE" != *[\\'\\"]* ]] || COMPREPLY+=("${COMPREPLY[0]} ")
}
complete -o default -F _TOOL_words TOOL
"""

_ZSH = """#compdef TOOL
_TOOL_words() {
  local begun="${words[1,CURRENT-1]} $IPREFIX$QIPREFIX$PREFIX"
  local -a rests=("${(@f)$(TOOL --complete="$begun" 2>/dev/null)}")
  if [[ -n "$rests" ]]; then
    compadd -Q -S '' -- "$PREFIX"${^rests}
  else
    compset -P '*='
    _files
  fi
}
compdef _TOOL_words TOOL
"""

_FISH = """function _TOOL_words
  set -l begun (string replace -ra '["\\']' '' -- (commandline -ct))
  for rest in (TOOL --complete=(commandline -cp) 2>/dev/null)
    string trim -r -- "$begun$rest"
  end
end
complete -c TOOL -a '(_TOOL_words)'
"""

SHELLS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}

COMPLETION = (
    Flag("completion", "print what completes command lines of this tool in a shell", "|".join(SHELLS)),
    Flag("complete", "print what can follow a line, as shells ask on Tab", "LINE"),
)


def completion(
    tool: str, asked: Mapping[str, str], flags: Sequence[Flag], passes: Mapping[str, PassEntry]
) -> str:
    """The lines that answer `--completion` or `--complete`, one of which is in `asked`, the values of flags by name.

    Raises `ToolError` for a shell that is not known.
    """
    if "complete" in asked:
        return "".join([f"{rest}\n" for rest in continuations(asked["complete"], flags, passes)])
    shell = asked["completion"]
    if shell not in SHELLS:
        raise ToolError(f"--completion is for {', '.join(SHELLS)}, not '{shell}'{nearest(shell, SHELLS)}")
    return SHELLS[shell].replace("_TOOL", "_" + tool.replace("-", "_")).replace("TOOL", tool)


def continuations(line: str, flags: Sequence[Flag], passes: Mapping[str, PassEntry]) -> Iterator[str]:
    """The rests of the word that `line`, a command line up to the cursor, ends in; a space where one is complete."""
    *before, word = _words(line)
    known = {name: flag for flag in flags for name in (flag.name, *flag.aliases)}
    asking = known.get(before[-1].lstrip("-")) if before and before[-1].startswith("-") else None
    name, equals, value = word.lstrip("-").partition("=")
    if asking is not None and asking.value:
        return _of_flag(asking, word, passes)
    if not word.startswith("-"):
        return iter(())
    if not equals:
        return _rests(name, [*map(_as_option, flags), *(n + " " * (not passes[n].options) for n in passes)])
    if name in known:
        return _of_flag(known[name], value, passes)
    return _of_options(passes.get(name), value)


def _words(line: str) -> list[str]:
    """The words of a command line, the last one as far as it is begun, without quotes."""
    words, quote = [""], ""
    for character in line:
        if quote or character not in "\"' ":
            if character == quote:
                quote = ""
            else:
                words[-1] += character
        elif character != " ":
            quote = character
        elif words[-1]:
            words.append("")
    return words


def _as_option(flag: Flag) -> str:
    return flag.name + ("=" if flag.value else " ")


def _rests(begun: str, names: Iterable[str]) -> Iterator[str]:
    return (name[len(begun) :] for name in sorted(names) if name.startswith(begun))


def _of_flag(flag: Flag, value: str, passes: Mapping[str, PassEntry]) -> Iterator[str]:
    if flag.name in PIPELINES:
        return _of_pipeline(value, passes)
    return _rests(value, [f"{choice} " for choice in flag.value.split("|")] if "|" in flag.value else ())


def _of_pipeline(text: str, passes: Mapping[str, PassEntry]) -> Iterator[str]:
    """What follows in `builtin.module(a,b{x=1`."""
    outside, brace, inside = text.rpartition("{")
    if brace and "}" not in inside:
        return _of_options(passes.get(_last(outside, ",(")), inside)
    begun = _last(text, ",(")
    return iter(()) if begun.endswith(("}", ")")) else _rests(begun, passes)


def _of_options(entry: PassEntry | None, text: str) -> Iterator[str]:
    """What follows in `a=1 b=` for a pass."""
    name, equals, value = _last(text, " ").partition("=")
    if entry is None:
        return iter(())
    if not equals:
        return _rests(name, [f"{option}=" for option in entry.options])
    return _rests(value, entry.options[name].choices) if name in entry.options else iter(())


def _last(text: str, separators: str) -> str:
    """What is behind the last separator."""
    return text[max(text.rfind(each) for each in separators) + 1 :].strip()
