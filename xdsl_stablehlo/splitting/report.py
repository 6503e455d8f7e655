"""The report of a split: values that cross from setup to main, and ops that stay in main although known at load."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import Enum

from xdsl.dialects.builtin import LocationAttr

from xdsl_stablehlo.folding.report.report import Located
from xdsl_stablehlo.ir.printable import Readable, counted

SHOWN_VALUES, SHOWN_NAMES = 24, 6
"""Derived values, and names of arguments, that a report lists as text; `to_json` has all."""


class Reason(Enum):
    """Why an op stays in main although all that it reads is known at load."""

    SIDE_EFFECTS = "side-effects", "does something besides giving a result, or depends on chance"
    PROCESSES = "processes", "takes part in what other processes do"
    NO_EVALUATOR = "no-evaluator", "nothing here knows how to evaluate it"
    OPERAND = "operand", "reads the result of an op that cannot be computed at load"
    BRANCH = "branch", "may not run, and is not defined for all operands"
    CHEAP = "cheap", "only moves or widens elements, or computes indices"
    TYPE = "type", "its result cannot be stored: a token, a tuple, quantized, or of unknown size"
    SIZE = "size", "its result takes more memory than the work that it saves is worth"
    GROWTH = "growth", "its result would take more memory than the budget allows"

    def __init__(self, code: str, meaning: str):
        self.code = code
        self.meaning = meaning


@dataclass
class Crossing:
    """A value that setup gives and main takes."""

    name: str
    type: str
    bytes: int
    op: str
    """The op that makes it; empty for an argument that is passed on."""
    sources: list[str]
    """The arguments that it is computed from."""

    @property
    def is_passed_on(self) -> bool:
        """Whether it is an argument as it came."""
        return not self.op


@dataclass
class Staying(Located):
    """An op that is known at load and stays in main."""

    op: str
    source: LocationAttr
    reason: str
    bytes: int | None
    """The bytes of its results; None where the size is not known."""


@dataclass(repr=False)
class SplitReport(Readable):
    """The report of a split."""

    crossing: list[Crossing] = field(default_factory=list[Crossing])
    staying: list[Staying] = field(default_factory=list[Staying])
    unread: list[str] = field(default_factory=list[str])
    """The arguments that nothing reads, neither before nor after the split."""
    replaced: list[str] = field(default_factory=list[str])
    """The arguments that setup reads and main does not any more."""
    ops_before: int = 0
    ops_setup: int = 0
    ops_main: int = 0
    """Ops without functions and terminators; those before are counted after folding and inlining."""
    bytes_before: int = 0
    """The bytes of all arguments that are known at load and read."""
    bytes_crossing: int = 0
    work_saved: int = 0
    """Nanoseconds, as estimated for the interpreter, that main takes less at each call."""

    def to_json(self) -> str:
        """The report as JSON."""
        return json.dumps({**asdict(self), "staying": [each.to_dict() for each in self.staying]}, indent=2)

    def reasons(self) -> Mapping[Reason, int]:
        """The number of ops that stay for each reason, in the order in which they are met."""
        by_code = {reason.code: reason for reason in Reason}
        return Counter([by_code[each.reason] for each in self.staying])

    def __str__(self) -> str:
        derived = [each for each in self.crossing if not each.is_passed_on]
        lines = [
            f"{counted(self.ops_before, 'op')}: {self.ops_setup} in setup, {self.ops_main} in main",
            f"{counted(len(derived), 'derived value')} and {len(self.crossing) - len(derived)} passed on:"
            f" {self.bytes_crossing} bytes for {self.bytes_before}",
            *[f"  {each.name}: {each.type}" for each in derived[:SHOWN_VALUES]],
            *[f"  and {len(derived) - SHOWN_VALUES} more"] * (len(derived) > SHOWN_VALUES),
        ]
        for names, what in ((self.replaced, "read by setup alone"), (self.unread, "read by nothing")):
            more = f", and {len(names) - SHOWN_NAMES} more" * (len(names) > SHOWN_NAMES)
            lines += [f"{what}: {', '.join(names[:SHOWN_NAMES])}{more}"] * bool(names)
        lines += [
            f"{number} known at load stay ({reason.code}): {reason.meaning}"
            for reason, number in self.reasons().items()
        ]
        return "\n".join(lines)
