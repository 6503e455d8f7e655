"""Proofs of transfer functions by exhaustion: every fact about small types, against all elements that it allows.

The meaning of an op is what the interpreter gives for an array with all combinations of elements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product
from random import Random
from typing import Any

import numpy as np
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from tests.helpers.oracle import dtype_named
from tests.helpers.programs import parse
from xdsl_stablehlo.folding.facts.families import TRANSFERS
from xdsl_stablehlo.folding.facts.lattice import IntegerFact, IntegerKind
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.values.element_types import Array


def kind_named(element: str) -> IntegerKind:
    """`ui4` is unsigned; so is i1."""
    width = int(element.lstrip("ui"))
    return IntegerKind(width, element[0] == "i" and width > 1)


def numbers(kind: IntegerKind) -> list[int]:
    """All of a type."""
    return list(range(kind.least, kind.most + 1))


def holds(kind: IntegerKind, fact: IntegerFact, number: int) -> bool:
    """Whether a number is as the fact says."""
    bits = number & kind.mask
    return fact.low <= number <= fact.high and not bits & fact.zeros and bits & fact.ones == fact.ones


def is_narrower(a: IntegerFact, b: IntegerFact) -> bool:
    """Whether `a` says all that `b` says."""
    return a.low >= b.low and a.high <= b.high and b.zeros & ~a.zeros == 0 and b.ones & ~a.ones == 0


@cache
def all_facts(kind: IntegerKind) -> list[IntegerFact]:
    """Every interval with every mask of known bits, those that nothing is like left out."""
    found: dict[IntegerFact, None] = {}
    masks = [(z, o) for z, o in product(range(kind.mask + 1), repeat=2) if not z & o]
    for low in numbers(kind):
        for high in range(low, kind.most + 1):
            for zeros, ones in masks:
                fact = kind.part(IntegerFact(low, high, zeros, ones), low, high)
                if fact is not None and any(holds(kind, fact, n) for n in range(fact.low, fact.high + 1)):
                    found[fact] = None
    return list(found)


@cache
def some_facts(kind: IntegerKind, count: int, seed: int = 0) -> list[IntegerFact]:
    """Those that say the most and the least, and others by chance; as many intervals as sets of known bits."""
    r = Random(seed)
    found = dict.fromkeys([kind.everything(), kind.between(0, 0), kind.between(kind.least, kind.least)])
    found[kind.between(kind.most, kind.most)] = None
    while len(found) < count:
        n = [
            kind.number(r.choice((r.getrandbits(kind.width), r.getrandbits(2), -r.getrandbits(2))))
            for _ in "ab"
        ]
        bits = r.getrandbits(kind.width) & r.getrandbits(kind.width)
        whole = kind.everything() if r.random() < 0.3 else IntegerFact(min(n), max(n), 0, 0)
        known = 0 if r.random() < 0.3 else bits
        fact = kind.part(IntegerFact(*whole[:2], ~n[0] & known, n[0] & known), *whole[:2])
        if fact is not None:
            found[fact] = None
    return list(found)


@dataclass
class Elementwise:
    """An op on integers: its name, the element types of operands and result, and its attributes as text."""

    name: str
    operands: tuple[str, ...]
    result: str
    attributes: str = ""

    @cached_property
    def spaces(self) -> list[list[int]]:
        """All numbers of each operand."""
        return [numbers(kind_named(each)) for each in self.operands]

    @cached_property
    def program(self) -> str:
        shape = "x".join([str(len(space)) for space in self.spaces])
        types = [f"tensor<{shape}x{each}>" for each in (*self.operands, self.result)]
        names = [f"%a{i}" for i in range(len(self.operands))]
        header = ", ".join([f"{n}: {t}" for n, t in zip(names, types)])
        return (
            f"func.func @main({header}) -> {types[-1]} {{\n"
            f'%r = "stablehlo.{self.name}"({", ".join(names)}) {{{self.attributes}}} : '
            f"({', '.join(types[:-1])}) -> {types[-1]}\nreturn %r : {types[-1]}\n}}"
        )

    @cached_property
    def op(self) -> Operation:
        (function,) = parse(self.program).ops
        assert isinstance(function, FuncOp)
        return next(iter(function.body.block.ops))

    @cached_property
    def table(self) -> Array:
        """The results for all combinations of operands."""
        grids = np.meshgrid(*[np.array(space, object) for space in self.spaces], indexing="ij")
        arrays = [
            grid.astype(np.int64).astype(dtype_named(element)) for grid, element in zip(grids, self.operands)
        ]
        (result,) = eval_module(parse(self.program), arrays)
        return np.asarray(result.array).astype(np.int64)

    def transfer(self, facts: Sequence[IntegerFact]) -> IntegerFact:
        """What the transfer function says of the result."""
        found = TRANSFERS[f"stablehlo.{self.name}"](self.op, 0, facts)
        return found if isinstance(found, IntegerFact) else kind_named(self.result).everything()


class Unsound(AssertionError):
    """A fact does not hold of a result."""


class NotMonotone(AssertionError):
    """Less is known of an operand, and more of the result."""


@dataclass
class Proof:
    """What a transfer function says for every combination of facts about its operands, against what holds.

    Arrays have the facts about the operands as dimensions; the last one has low, high, zeros and ones.
    """

    op: Elementwise
    facts: list[list[IntegerFact]] = field(default_factory=list["list[IntegerFact]"])

    @cached_property
    def said(self) -> Array:
        rows = [self.op.transfer(facts) for facts in product(*self.facts)]
        return np.array(rows, object).astype(np.int64).reshape(*map(len, self.facts), 4)

    @cached_property
    def exact(self) -> Array:
        """The narrowest facts that hold of the results."""
        table, mask = self.op.table, kind_named(self.op.result).mask
        ones, some = [self._over(ufunc, table & mask) for ufunc in (np.bitwise_and, np.bitwise_or)]
        return np.stack(
            [self._over(np.minimum, table), self._over(np.maximum, table), ~some & mask, ones], -1
        )

    def _over(self, ufunc: Any, table: Array) -> Array:
        for axis, (element, facts) in enumerate(zip(self.op.operands, self.facts)):
            kind, space = kind_named(element), self.op.spaces[axis]
            rows = [[i for i, n in enumerate(space) if holds(kind, fact, n)] for fact in facts]
            parts = [ufunc.reduce(table.take(row, axis), axis) for row in rows]
            table = np.stack(parts, axis)
        return table

    def check(self) -> int:
        """The number of combinations; raises `Unsound`."""
        (low, high, zeros, ones), exact = np.moveaxis(self.said, -1, 0), np.moveaxis(self.exact, -1, 0)
        wrong = (low > exact[0]) | (high < exact[1]) | (zeros & ~exact[2] != 0) | (ones & ~exact[3] != 0)
        for index in np.argwhere(wrong):
            at = tuple(map(int, index))
            given = [facts[i] for facts, i in zip(self.facts, at)]
            raise Unsound(f"{self.op.name} of {given}: said {self.said[at]}, holds {self.exact[at]}")
        return wrong.size

    def check_monotone(self) -> int:
        """The number of comparisons; raises `NotMonotone`."""
        count = 0
        for axis, facts in enumerate(self.facts):
            said = np.moveaxis(self.said, axis, 0)
            for i, j in _ordered(tuple(facts)):
                (a_low, a_high, a_zeros, a_ones), (low, high, zeros, ones) = said[i].T, said[j].T
                wrong = (a_low < low) | (a_high > high) | (zeros & ~a_zeros != 0) | (ones & ~a_ones != 0)
                count += wrong.size
                if wrong.any():
                    at = tuple(map(int, np.argwhere(wrong.T)[0]))
                    others = [f for k, f in enumerate(self.facts) if k != axis]
                    rest = [row[k] for row, k in zip(others, at)]
                    raise NotMonotone(
                        f"{self.op.name}, operand {axis} {facts[i]} and {facts[j]}, others {rest}: "
                        f"{said[i][at]} and {said[j][at]}"
                    )
        return count

    def precision(self) -> float:
        """The share of results of which the interval is as narrow as can be."""
        return float((self.said[..., :2] == self.exact[..., :2]).all(-1).mean())


@cache
def _ordered(facts: tuple[IntegerFact, ...]) -> list[tuple[int, int]]:
    """Pairs of which the first says more, and no other fact lies between them."""
    pairs: list[tuple[int, int]] = []
    for j, b in enumerate(facts):
        below = [i for i, a in enumerate(facts) if i != j and is_narrower(a, b)]
        pairs += [(i, j) for i in below if not any(i != k and is_narrower(facts[i], facts[k]) for k in below)]
    return pairs
