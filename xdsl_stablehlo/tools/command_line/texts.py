"""The texts of the tools and of their flags, which are files beside this one, and the text of `--help`.

Nothing in this folder imports xDSL before a tool works, so that `--help` is fast.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from .passes import PassEntry, help_entry, pass_lines
from .reading import Flag

FOLDER = Path(__file__).parent


def usage_of(tool: str) -> tuple[str, str]:
    """The usage and the summary of a tool."""
    blocks = (FOLDER / "tools.txt").read_text().split("\n\n")
    usage, _, summary = next(block for block in blocks if block.startswith(f"{tool} ")).partition("\n  ")
    return usage, summary.rstrip().replace("\n  ", "\n")


def summary_line(tool: str) -> str:
    """The first sentence about a tool, in one line; empty for a tool that the table does not have."""
    if f"\n\n{tool} " not in (FOLDER / "tools.txt").read_text():
        return ""
    words = re.sub(r" \([^()]*\)", "", " ".join(usage_of(tool)[1].split()))
    return re.split(r"[.?:] |, which|\.$", words)[0]


def flags_of(tool: str) -> list[Flag]:
    """The flags of a tool."""
    return [flag for tools, flag in _read_flags() if tool in tools]


@cache
def _read_flags() -> Sequence[tuple[Sequence[str], Flag]]:
    """Each flag of the table, with the names of the tools that have it."""
    found: list[tuple[Sequence[str], Flag]] = []
    tools: Sequence[str] = ()
    for line in (FOLDER / "flags.txt").read_text().splitlines():
        if line.startswith("  "):
            spelled, text = re.split("  +", line.strip(), maxsplit=1)
            names, _, value = spelled.partition("=")
            name, *aliases = names.split(", ")
            found.append((tools, Flag(name, text, value, tuple(aliases))))
        elif line.endswith(":"):
            tools = line.removesuffix(":").split()
    return found


def help_text(usage: str, summary: str, flags: Sequence[Flag], passes: Mapping[str, PassEntry]) -> str:
    """The text that `--help` prints."""
    lines = [f"usage: {usage}", "", summary, "", "options:"]
    for flag in flags:
        dashes = "-" if len(flag.name) == 1 else "--"
        names = ", ".join([dashes + flag.name, *(f"-{alias}" for alias in flag.aliases)])
        value = f"={flag.value}".replace("=[", "[=") if flag.value else ""
        lines += help_entry("  " + names + value, flag.help)
    if passes:
        lines += ["", *pass_lines(passes)]
    return "\n".join(lines)
