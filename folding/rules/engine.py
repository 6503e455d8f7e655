"""Rules: what an op is equal to, under a condition on what is known of its operands.

A rule replaces an op by a value that is there, by a constant, or by one op of another form (a static one, or one with a
merged constant); never by new arithmetic. Each is one row of a table, and each is proved in `tests/folding/rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import HloOp, StableHLO
from xdsl_stablehlo.element_types import Array

from ..facts.known import Known


class Form(NamedTuple):
    """Another op that gives the same: what it reads, and how to make it from that."""

    operands: tuple[SSAValue, ...]
    build: Callable[[Sequence[SSAValue]], HloOp]
    """May also read constants that it makes."""


Outcome: TypeAlias = "SSAValue | Array | Form | None"
"""The value that a result always is, a constant for it, or another form of the op; None where there is none."""


@dataclass(frozen=True)
class Rule:
    """One row."""

    name: str
    """As the report has it: `add-zero`."""
    ops: tuple[str, ...]
    """StableHLO's names of the ops that it is about, each with one result."""
    when: Callable[[Known, Any], bool]
    """The condition, which makes it right."""
    gives: Callable[[Known, Any], Outcome]
    """What the op is equal to where the condition holds."""


RULES: dict[str, Rule] = {}
"""By name."""


def add_rules(*rules: Rule) -> None:
    """Add rows to the table."""
    for rule in rules:
        assert rule.name not in RULES, rule.name
        RULES[rule.name] = rule


@cache
def _rules_of(name: str) -> tuple[Rule, ...]:
    return tuple([rule for rule in RULES.values() if name in rule.ops])


def rules_for(op: Operation) -> tuple[Rule, ...]:
    """The rules about ops like this one."""
    name = StableHLO.name_of(type(op))
    return _rules_of(name.removeprefix("stablehlo.")) if name else ()
