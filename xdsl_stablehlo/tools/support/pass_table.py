"""What `--help` and completion say of passes, without importing one: a table that `docs.pass_options` makes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

PATH = os.path.join(os.path.dirname(__file__), "pass_table.tsv")


@dataclass(frozen=True)
class PassOption:
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


@dataclass(frozen=True)
class PassEntry:
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
