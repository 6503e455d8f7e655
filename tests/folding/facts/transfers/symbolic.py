"""Proofs of transfer functions by z3: the functions themselves run on symbolic bounds and bits, along every path.

A path ends with a fact about the result; z3 looks for operands that are as their facts say, and a result that is not.
Python's integers are bit vectors wide enough for all that the functions compute with numbers of a width. How a fact is
narrowed (`IntegerKind.part`) is proved by itself: here, only its bounds are cut, for facts with any bounds and bits.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from tests.helpers.symbolic import RESOURCES
from xdsl_stablehlo.folding.facts import arithmetic, lattice
from xdsl_stablehlo.folding.facts.lattice import IntegerFact, IntegerKind

z3: Any = import_module("z3")
"""Which has no types."""


class Unproved(AssertionError):
    """There are operands for which a fact about the result is wrong, or z3 does not find out."""


class DeadEnd(Exception):
    """No operands lead along this path."""


class Paths:
    """The decisions on the way through a function, and which of them are to be taken another way."""

    def __init__(self, size: int, assumptions: Callable[[], list[Any]]):
        self.size = size
        """Bits of the vectors that stand for Python's integers."""
        self.solver = z3.Solver()
        self.solver.set("rlimit", RESOURCES)
        self._assumptions = assumptions
        self._taken: list[bool] = []
        self._at = 0

    def decide(self, condition: Any) -> bool:
        """The way to go."""
        turned = self._at == len(self._taken) - 1 and not self._taken[-1]
        if self._at == len(self._taken):
            self._taken.append(self.solver.check(condition) != z3.unsat)
        truth = self._taken[self._at]
        self._at += 1
        self.solver.add(condition if truth else z3.Not(condition))
        if turned and self.solver.check() == z3.unsat:
            raise DeadEnd
        return truth

    def start(self) -> None:
        """At the entry."""
        self.solver.reset()
        self.solver.add(*self._assumptions())
        self._at = 0

    def turn(self) -> bool:
        """Whether there is another path: it takes the last decision that was a yes as a no."""
        while self._taken and not self._taken[-1]:
            self._taken.pop()
        if self._taken:
            self._taken[-1] = False
        return bool(self._taken)


class Number:
    """A Python integer that stands for any."""

    def __init__(self, paths: Paths, term: Any):
        self.paths = paths
        self.term = term

    def lifted(self, other: Any) -> Any:
        return other.term if isinstance(other, Number) else z3.BitVecVal(int(other), self.paths.size)

    def of(self, term: Any) -> Number:
        return Number(self.paths, term)

    def __bool__(self) -> bool:
        return self.paths.decide(self.term != 0)

    def bit_length(self) -> Number:
        """Of numbers that are not negative."""
        found = z3.BitVecVal(0, self.paths.size)
        for bit in range(self.paths.size - 1):
            found = z3.If(z3.Extract(bit, bit, self.term) == 1, z3.BitVecVal(bit + 1, self.paths.size), found)
        return self.of(found)

    def bit_count(self) -> Number:
        """Of numbers that are not negative."""
        size = self.paths.size
        return self.of(z3.Sum([z3.ZeroExt(size - 1, z3.Extract(bit, bit, self.term)) for bit in range(size)]))

    def __invert__(self) -> Number:
        return self.of(~self.term)

    def __neg__(self) -> Number:
        return self.of(-self.term)

    def __abs__(self) -> Number:
        return self.of(z3.If(self.term < 0, -self.term, self.term))

    def __hash__(self) -> int:
        return hash(self.term)


def _computing(compute: Callable[[Any, Any], Any]) -> tuple[Any, Any]:
    """The methods of an operator with a number on the left, and on the right."""

    def forward(self: Number, other: Any) -> Number:
        return self.of(compute(self.term, self.lifted(other)))

    def backward(self: Number, other: Any) -> Number:
        return self.of(compute(self.lifted(other), self.term))

    return forward, backward


def _comparing(compare: Callable[[Any, Any], Any]) -> Any:
    def decided(self: Number, other: Any) -> bool:
        return self.paths.decide(compare(self.term, self.lifted(other)))

    return decided


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "lshift": lambda a, b: a << b,
    "rshift": lambda a, b: a >> b,
    "floordiv": z3.UDiv,
}
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
}
for name, compute in OPERATORS.items():
    forward, backward = _computing(compute)
    setattr(Number, f"__{name}__", forward)
    setattr(Number, f"__r{name}__", backward)
for name, compare in COMPARISONS.items():
    setattr(Number, f"__{name}__", _comparing(compare))


def _extreme(builtin: Callable[..., Any], compare: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """`min` or `max` that takes no decision."""

    def chosen(*numbers: Any) -> Any:
        numbers = tuple(numbers[0]) if len(numbers) == 1 else numbers
        some = [number for number in numbers if isinstance(number, Number)]
        if not some:
            return builtin(numbers)
        first, *rest = [some[0].lifted(number) for number in numbers]
        for term in rest:
            first = z3.If(compare(term, first), term, first)
        return some[0].of(first)

    return chosen


def _cut(kind: IntegerKind, known: IntegerFact, low: int, high: int) -> IntegerFact | None:
    """In the place of `IntegerKind.part`."""
    low, high = LARGEST(known.low, low), SMALLEST(known.high, high)
    return IntegerFact(low, high, known.zeros, known.ones) if low <= high else None


SMALLEST, LARGEST = _extreme(min, COMPARISONS["lt"]), _extreme(max, COMPARISONS["gt"])


def _assumptions(kind: IntegerKind, size: int, operands: list[Any], facts: list[list[Any]]) -> list[Any]:
    """That operands are as their facts say, which are about numbers of the kind."""
    found: list[Any] = []
    for x, fact in zip(operands, facts):
        low, high, zeros, ones = fact
        found += [low >= kind.least, high <= kind.most, zeros & ~kind.mask == 0, ones & ~kind.mask == 0]
        found.append(_is_as_said(kind, size, x, fact))
    return found


def _patch(monkeypatch: pytest.MonkeyPatch, cut: bool) -> None:
    """Let the functions compute with symbols; `cut` leaves the narrowing of facts out."""
    for module in (arithmetic, lattice):
        monkeypatch.setattr(module, "min", SMALLEST, raising=False)
        monkeypatch.setattr(module, "max", LARGEST, raising=False)
    if cut:
        monkeypatch.setattr(IntegerKind, "part", _cut)


def prove(
    monkeypatch: pytest.MonkeyPatch,
    kind: IntegerKind,
    function: Callable[..., IntegerFact],
    meaning: Callable[..., Any],
    arity: int,
    cut: bool = True,
) -> int:
    """The number of paths; raises `Unproved`. `meaning` is that of bit vectors of the width.

    `cut` leaves the narrowing of facts out.
    """
    size = 2 * kind.width + 4
    operands = [z3.BitVec(f"x{i}", kind.width) for i in range(arity)]
    facts = [
        [z3.BitVec(f"{name}{i}", size) for name in ("low", "high", "zeros", "ones")] for i in range(arity)
    ]
    paths = Paths(size, lambda: _assumptions(kind, size, operands, facts))
    _patch(monkeypatch, cut)
    symbolic: list[list[Any]] = [[Number(paths, term) for term in fact] for fact in facts]
    given = [IntegerFact(*fact) for fact in symbolic]
    count = 0
    while True:
        paths.start()
        try:
            said = function(kind, *given)
            claim = [Number(paths, None).lifted(n) for n in said]
            wrong = z3.Not(_is_as_said(kind, size, meaning(*operands), claim))
            answer = paths.solver.check(wrong)
            if answer != z3.unsat:
                raise Unproved(f"of {kind}: {answer}")
            count += 1
        except DeadEnd:
            pass
        if not paths.turn():
            return count


def _is_as_said(kind: IntegerKind, size: int, x: Any, fact: list[Any]) -> Any:
    low, high, zeros, ones = fact
    bits = z3.ZeroExt(size - kind.width, x)
    number = z3.SignExt(size - kind.width, x) if kind.signed else bits
    return z3.And(low <= number, number <= high, bits & zeros == 0, bits & ones == ones)
