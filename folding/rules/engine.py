"""Rules: what an op is equal to, under a condition on what is known of its operands.

A rule replaces an op by a value that is there, by a constant, or by one op of another form (a static one, or one with a
merged constant); never by new arithmetic. Each is one row of a table, and each is proved in `tests/folding/rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeVar

from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import HloOp, StableHLO
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.signatures import values_read
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import uniform_element

from ..facts.known import CONSTANT, Known
from ..tuning import DESCRIBED
from .conditions import names_of
from .notation import term


class Form(NamedTuple):
    """Another op with the same result: the values that it reads, and a function that builds it."""

    operands: tuple[SSAValue, ...]
    build: Callable[[Sequence[SSAValue]], HloOp]
    """May also read constants that it makes."""


Outcome: TypeAlias = "SSAValue | Array | Form | None"
"""The value that a result always is, a constant for it, or another form of the op; None where there is none."""


Condition: TypeAlias = "Callable[[Known, Any], bool]"
Gives: TypeAlias = "Callable[[Known, Any], Outcome]"

OF_ITSELF: set[str] = set()
"""The names of ops on numbers of which a rule says what they are of a value and itself: for these it is asked whether
their operands are computed alike."""


class Operands(NamedTuple):
    """The form of the operands of an op, from which rules that cannot apply are excluded quickly."""

    names: tuple[str, ...]
    """For each of the first ones the name of the op that gives it, `CONSTANT`, or nothing for an argument."""
    alike: bool
    """Whether the first two are one value."""
    element: Attribute | None = None
    """The type of the elements of the last one."""
    numbers: tuple[frozenset[str] | None, ...] = ()
    """For each of the first ones the names of the number that all its elements are, if it is a constant that was
    evaluated already; empty where no operand is constant."""

    def may_be_number(self, place: int, name: str) -> bool:
        """Whether the operand at `place` may be the number of this name."""
        if self.names[place] != CONSTANT:
            return False
        found = self.numbers[place]
        return found is None or name in found


def anything(_: Operands) -> bool:
    """A rule that may apply to all ops of its names."""
    return True


def some_constant(operands: Operands) -> bool:
    """A rule that needs a constant."""
    return CONSTANT in operands.names


def over(*names: str) -> Callable[[Operands], bool]:
    """A rule that needs one of these ops, of StableHLO, behind some operand."""
    wanted = frozenset(f"stablehlo.{name}" for name in names)
    return lambda operands: not wanted.isdisjoint(operands.names)


@dataclass(frozen=True)
class Rule:
    """One row."""

    name: str
    """The name in reports: `add-zero`."""
    ops: tuple[str, ...]
    """StableHLO's names of the ops that it is about, each with one result."""
    when: Condition
    """The condition, which makes it right."""
    gives: Gives
    """The value that the op is equal to if the condition holds."""
    says: str = ""
    """Condition and conclusion, as `docs/rules.md` has them."""
    asks: Callable[[Operands], bool] = anything
    """Whether it may apply to an op of such operands at all."""
    rows: tuple[Rule, ...] = ()
    """Rules of this name that are tried in its place, each with operands that it asks for."""


RULES: dict[str, Rule] = {}
"""By name."""

FunctionT = TypeVar("FunctionT", bound="Callable[[Known, Any], Any]")
ConditionT = TypeVar("ConditionT", bound="Condition")


def operand(index: int) -> Gives:
    """The operand at `index`."""
    return lambda _, op: op.operands[index]


def reshaped(_: Known, op: Operation) -> Outcome:
    """The first operand in the shape of the result."""
    value, result = op.operands[0], ranked(op.results[0])

    def build(read: Sequence[SSAValue]) -> HloOp:
        return hlo.ReshapeOp(read[0], result)

    return value if value.type == result else Form((value,), build)


def rule(
    name: str,
    ops: str,
    *,
    when: Condition | None = None,
    gives: Gives | None = None,
    asks: Callable[[Operands], bool] = anything,
) -> Callable[[FunctionT], FunctionT]:
    """Add the rule that a function is the condition of, or with `when` the conclusion; its docstring is what it says.

    `ops` has spaces between the names.
    """

    def add(function: FunctionT) -> FunctionT:
        parts = (function, gives or operand(0)) if when is None else (when, function)
        add_rules(Rule(name, tuple(ops.split()), *parts, " ".join((function.__doc__ or "").split()), asks))
        return function

    return add


def law(
    name: str, left: str, right: str, *ops: str, asks: Callable[[Operands], bool] = anything
) -> Callable[[ConditionT], ConditionT]:
    """Add the rule that `left`, an op on elements of any kind, is its operand `right`, if a function says so.

    The docstring of the function is the condition. `...` stands for all further operands, `op` for any of `ops`.
    """
    about = term(left)
    index = [part.head for part in about.parts].index(right)

    def add(holds: ConditionT) -> ConditionT:
        says = f"`{left}` = `{right}` {' '.join((holds.__doc__ or '').split())}"
        add_rules(Rule(name, ops or (about.head,), holds, operand(index), says, asks))
        return holds

    return add


def add_rules(*rules: Rule) -> None:
    """Add rows to the table."""
    for rule in rules:
        assert rule.name not in RULES, rule.name
        RULES[rule.name] = rule


@cache
def _rules_of(kind: type[Operation]) -> tuple[Rule, ...]:
    name = (StableHLO.name_of(kind) or "").removeprefix("stablehlo.")
    rows = [row for rule in RULES.values() for row in rule.rows or (rule,)]
    return tuple([row for row in rows if name in row.ops])


@lru_cache(1 << 14)
def _rules_asked_for(kind: type[Operation], operands: Operands) -> tuple[Rule, ...]:
    return tuple([row for row in _rules_of(kind) if row.asks(operands)])


def rules_for(known: Known, op: Operation) -> tuple[Rule, ...]:
    """The rules that may apply to an op."""
    kind = type(op)
    return _rules_asked_for(kind, operands_of(known, op)) if _rules_of(kind) else ()


def operands_of(known: Known, op: Operation) -> Operands:
    """The form of the operands of an op."""
    values = tuple(values_read(op))
    described = values[:DESCRIBED]
    names, alike = known.givers(described, op.name in OF_ITSELF)
    last = values[-1].type if values else None
    element = last.element_type if is_tensor_type(last) else None
    numbers = tuple([_names_of(known, value) for value in described]) if CONSTANT in names else ()
    return Operands(tuple(names), alike, element, numbers)


def _names_of(known: Known, value: SSAValue) -> frozenset[str] | None:
    """The names of the number that all elements of a value are; None if it was not evaluated."""
    array = known.evaluated(value)
    if array is None or not is_tensor_type(value.type):
        return None
    element = uniform_element(array)
    return frozenset() if element is None else names_of(value.type.element_type, element.tobytes())


@contextmanager
def limited_to(*rules: Rule) -> Generator[None]:
    """A context in which only these rules exist, for proofs of correct and of wrong rules."""
    before = dict(RULES)
    try:
        _exchange({rule.name: rule for rule in rules})
        yield
    finally:
        _exchange(before)


def _exchange(rules: dict[str, Rule]) -> None:
    RULES.clear()
    RULES.update(rules)
    _rules_of.cache_clear()
    _rules_asked_for.cache_clear()
