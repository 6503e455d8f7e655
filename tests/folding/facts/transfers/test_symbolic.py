"""Integer arithmetic on facts, for all numbers of 8 to 64 bits."""

from __future__ import annotations

from collections.abc import Callable
from operator import lt
from typing import Any

import pytest

from tests.helpers.tiers import one_of
from xdsl_stablehlo.folding.facts import arithmetic
from xdsl_stablehlo.folding.facts.lattice import IntegerFact, IntegerKind

from .symbolic import Unproved, prove, z3


def _leading_zeros(x: Any) -> Any:
    found = z3.BitVecVal(x.size(), x.size())
    for bit in range(x.size()):
        found = z3.If(z3.Extract(bit, bit, x) == 1, z3.BitVecVal(x.size() - 1 - bit, x.size()), found)
    return found


def of_one(kind: IntegerKind) -> dict[str, Callable[[Any], Any]]:
    """What the functions of one operand are about, on bit vectors."""
    one = z3.BitVecVal(1, kind.width)
    return {
        "absolute": lambda a: z3.If(a < 0, -a, a),
        "count_leading_zeros": _leading_zeros,
        "negate": lambda a: -a,
        "not_": lambda a: ~a,
        "popcnt": lambda x: z3.Sum(
            [z3.ZeroExt(x.size() - 1, z3.Extract(bit, bit, x)) for bit in range(x.size())]
        ),
        "sign_of": lambda a: z3.If(a == 0, a, z3.If(a < 0, -one, one)),
    }


def of_two(kind: IntegerKind) -> dict[str, Callable[[Any, Any], Any]]:
    """What those of two operands are about."""
    less = lt if kind.signed else z3.ULT
    remainder = z3.SRem if kind.signed else z3.URem
    ones = z3.BitVecVal(-1, kind.width)
    return {
        "add": lambda a, b: a + b,
        "and_": lambda a, b: a & b,
        "quotient": lambda a, b: z3.If(b == 0, ones, a / b if kind.signed else z3.UDiv(a, b)),
        "maximum": lambda a, b: z3.If(less(a, b), b, a),
        "minimum": lambda a, b: z3.If(less(a, b), a, b),
        "multiply": lambda a, b: a * b,
        "or_": lambda a, b: a | b,
        "remainder": lambda a, b: z3.If(b == 0, a, remainder(a, b)),
        "shift_left": lambda a, b: a << b,
        "shift_right_arithmetic": lambda a, b: a >> b,
        "shift_right_logical": z3.LShR,
        "subtract": lambda a, b: a - b,
        "xor": lambda a, b: a ^ b,
    }


WIDTHS = {
    **dict.fromkeys(("maximum", "minimum", "negate", "not_", "sign_of"), 64),
    **dict.fromkeys(("absolute", "and_", "count_leading_zeros", "or_"), 32),
    **dict.fromkeys(("add", "shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract"), 16),
    **dict.fromkeys(("popcnt", "remainder", "xor"), 8),
    **dict.fromkeys(("quotient", "multiply"), 4),
}
"""The widest numbers for which z3 is soon done. Powers are tried by exhaustion only."""
SIGNED_ONLY = ("absolute", "sign_of")


def kinds_for(name: str) -> list[IntegerKind]:
    """The widest, and 8 bits."""
    widths = {WIDTHS[name], min(8, WIDTHS[name])}
    return [
        IntegerKind(w, signed)
        for w in sorted(widths)
        for signed in (True, False)
        if signed or name not in SIGNED_ONLY
    ]


def check(
    name: str, kind: IntegerKind, function: Callable[..., IntegerFact], monkeypatch: pytest.MonkeyPatch
) -> int:
    """The number of paths through a function about an op; raises `Unproved`."""
    meaning = of_one(kind).get(name) or of_two(kind)[name]
    return prove(monkeypatch, kind, function, meaning, 1 if name in of_one(kind) else 2)


@pytest.mark.parametrize(
    ("name", "kind"), one_of(20, [(name, kind) for name in WIDTHS for kind in kinds_for(name)], rows=True)
)
def test_a_fact_about_a_result_holds(name: str, kind: IntegerKind, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check(name, kind, getattr(arithmetic, name), monkeypatch)


def _itself(a: Any) -> Any:
    return a


def narrowed(kind: IntegerKind, fact: IntegerFact) -> IntegerFact:
    """The fact, with what its bounds say of bits and its bits of bounds."""
    found = kind.part(fact, fact.low, fact.high)
    if found is None:
        raise Unproved("what there is, is lost")
    return found


@pytest.mark.prove
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("width", [8, 16])
def test_a_fact_that_is_narrowed_holds(width: int, signed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert prove(monkeypatch, IntegerKind(width, signed), narrowed, _itself, 1, cut=False)


@pytest.mark.parametrize("name", WIDTHS)
def test_a_fact_that_says_one_too_much_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right, kind = getattr(arithmetic, name), IntegerKind(4, name in SIGNED_ONLY)

    def broken(kind: IntegerKind, *operands: IntegerFact) -> IntegerFact:
        low, high, zeros, ones = right(kind, *operands)
        return IntegerFact(low, high - 1, zeros, ones)

    with pytest.raises(Unproved):
        check(name, kind, broken, monkeypatch)
