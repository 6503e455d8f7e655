"""Passes on command lines: their names, summaries and options, and what is said of a name that no pass has.

The table of passes is made from the passes (`python -m docs.pass_options`), so that `--help` imports none of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

from xdsl_stablehlo.ir.printable import nearest

OURS = ("stablehlo-bind-arguments", "stablehlo-constant-fold", "stablehlo-split")
"""Passes that are this project's own."""

OF_MLIR = (
    *("canonicalize", "cse", "dce", "inline", "loop-invariant-code-motion", "remove-dead-values", "sccp"),
    *("strip-debuginfo", "symbol-dce"),
)
"""Passes for any program, under MLIR's names or xDSL's."""

LEFT_OUT = {
    "stablehlo-legalize-to-linalg": "linalg",
    "stablehlo-legalize-to-tosa": "TOSA",
    "stablehlo-prepare-for-tosa": "TOSA",
    "stablehlo-quant-legalize-to-tosa-rescale": "TOSA",
    "tosa-rescale-legalize-to-stablehlo": "TOSA",
}
"""Upstream's passes that are not here, with the dialect that they are about."""


def by_origin(names: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Names of passes under headings: StableHLO's, then ours, then those for any program; in each, alphabetically."""
    groups: dict[str, list[str]] = {"of StableHLO": [], "of this project": [], "for any program": []}
    for name in sorted(names):
        heading = (
            "of this project" if name in OURS else "for any program" if name in OF_MLIR else "of StableHLO"
        )
        groups[heading].append(name)
    return [(heading, found) for heading, found in groups.items() if found]


def advice(name: str, passes: Collection[str], others: Collection[str] = (), dashes: str = "") -> str:
    """An addition to an error about a name that is no pass, nor one of the `others`."""
    dialect = LEFT_OUT.get(name)
    if dialect is not None:
        return f": upstream's passes for {dialect} are left out (docs/passes.md)"
    return nearest(name, (*others, *passes), dashes)


def added_passes() -> Mapping[str, object]:
    """The passes of xDSL, of plugins and of loaded files, which are looked up where a name is not known."""
    from xdsl_stablehlo.programs.universe import added

    return added().all_passes


def all_pass_names() -> Mapping[str, object]:
    """The names of passes that can be given as flags."""
    from xdsl_stablehlo.programs.registry import PASSES

    return {**PASSES, "canonicalize": None, "cse": None, "dce": None}


PATH = Path(__file__).with_name("pass_table.tsv")


class PassOption(NamedTuple):
    """One option of a pass, as a command line spells it."""

    name: str
    kind: str
    """The form of the value: choices between bars, `int from 0`, `string`, ..."""
    default: str
    """Empty if the option is required."""
    help: str

    @property
    def choices(self) -> tuple[str, ...]:
        """All values of the option; empty if they cannot be listed."""
        return tuple(self.kind.split("|")) if "|" in self.kind else ()


class PassEntry(NamedTuple):
    """The summary of a pass, and its options by name."""

    help: str
    options: Mapping[str, PassOption]


def read_pass_table() -> Mapping[str, PassEntry]:
    """All passes that can be given as flags, by name."""
    summaries: dict[str, str] = {}
    options: dict[str, dict[str, PassOption]] = {}
    with PATH.open(encoding="utf-8") as file:
        for line in file:
            name, option, kind, default, text = line.rstrip("\n").split("\t")
            if option:
                options[name][option] = PassOption(option, kind, default, text)
            else:
                summaries[name], options[name] = text, {}
    return {name: PassEntry(summary, options[name]) for name, summary in summaries.items()}


def pass_lines(passes: Mapping[str, PassEntry]) -> list[str]:
    """The lines of `--help` for passes."""
    lines = ["passes, as --NAME[='OPTION=VALUE ...'] or NAME{OPTION=VALUE ...} in a pipeline:"]
    for heading, names in by_origin(passes):
        lines += ["", f"passes {heading}:"]
        for name in names:
            lines += help_entry(f"  --{name}", passes[name].help)
            for option in passes[name].options.values():
                default = f"; default {option.default}" if option.default else ""
                lines += help_entry(
                    f"      {option.name}=<{option.kind}>", (option.help + default).lstrip("; ")
                )
    return lines


COLUMN = 42
"""The column of `--help` at which the text begins."""


def help_entry(what: str, text: str) -> Iterator[str]:
    """The lines of `--help` for one option."""
    first, *others = wrap(text, 118 - COLUMN, break_on_hyphens=False) or [""]
    if len(what) < COLUMN:
        yield f"{what:<{COLUMN}}{first}".rstrip()
    else:
        yield what
        yield " " * COLUMN + first
    for line in others:
        yield " " * COLUMN + line
