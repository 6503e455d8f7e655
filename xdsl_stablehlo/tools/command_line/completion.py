"""Completion of command lines in shells.

A shell runs the script that `--completion=SHELL` prints. On the Tab key this script asks the tool with
`--complete=LINE` for the possible continuations of the line up to the cursor. So all shells complete alike, and as the
installed version requires. If the tool has no continuation, shells offer files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from xdsl_stablehlo.ir.printable import nearest

from .passes import PassEntry
from .reading import PIPELINES, Flag, ToolError

SHELLS = ("bash", "zsh", "fish")
"""The shells whose scripts are beside this file, `complete.SHELL`."""


def completion(
    tool: str, asked: Mapping[str, str], flags: Sequence[Flag], passes: Mapping[str, PassEntry]
) -> str:
    """The answer to `--completion` or `--complete`; `asked`, the values of flags, has one of them.

    Raises `ToolError` for an unknown shell.
    """
    if "complete" in asked:
        return "".join([f"{rest}\n" for rest in continuations(asked["complete"], flags, passes)])
    shell = asked["completion"]
    if shell not in SHELLS:
        raise ToolError(f"--completion is for {', '.join(SHELLS)}, not '{shell}'{nearest(shell, SHELLS)}")
    script = Path(__file__).with_name(f"complete.{shell}").read_text()
    return script.replace("_TOOL", "_" + tool.replace("-", "_")).replace("TOOL", tool)


def continuations(line: str, flags: Sequence[Flag], passes: Mapping[str, PassEntry]) -> Iterator[str]:
    """The possible rests of the last word of `line`; a rest ends with a space if it completes the word."""
    *before, word = _words(line)
    known = {name: flag for flag in flags for name in (flag.name, *flag.aliases)}
    asking = known.get(before[-1].lstrip("-")) if before and before[-1].startswith("-") else None
    name, equals, value = word.lstrip("-").partition("=")
    if asking is not None and asking.needs_value:
        return _of_flag(asking, word, passes)
    if not word.startswith("-"):
        return iter(())
    if not equals:
        options = [flag.name + ("=" if flag.needs_value else " ") for flag in flags]
        return _rests(name, [*options, *(n + " " * (not passes[n].options) for n in passes)])
    if name in known:
        return _of_flag(known[name], value, passes)
    return _of_options(passes.get(name), value)


def _words(line: str) -> list[str]:
    """The words of a command line without quotes; the last one may be incomplete."""
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


def _rests(begun: str, names: Iterable[str]) -> Iterator[str]:
    return (name[len(begun) :] for name in sorted(names) if name.startswith(begun))


def _of_flag(flag: Flag, value: str, passes: Mapping[str, PassEntry]) -> Iterator[str]:
    if flag.name in PIPELINES:
        return _of_pipeline(value, passes)
    return _rests(value, [f"{choice} " for choice in flag.value.split("|")] if "|" in flag.value else ())


def _of_pipeline(text: str, passes: Mapping[str, PassEntry]) -> Iterator[str]:
    """The rests of `builtin.module(a,b{x=1`."""
    outside, brace, inside = text.rpartition("{")
    if brace and "}" not in inside:
        return _of_options(passes.get(_last(outside, ",(")), inside)
    begun = _last(text, ",(")
    return iter(()) if begun.endswith(("}", ")")) else _rests(begun, passes)


def _of_options(entry: PassEntry | None, text: str) -> Iterator[str]:
    """The rests of `a=1 b=` for a pass."""
    name, equals, value = _last(text, " ").partition("=")
    if entry is None:
        return iter(())
    if not equals:
        return _rests(name, [f"{option}=" for option in entry.options])
    return _rests(value, entry.options[name].choices) if name in entry.options else iter(())


def _last(text: str, separators: str) -> str:
    return text[max(text.rfind(each) for each in separators) + 1 :].strip()
