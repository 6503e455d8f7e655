"""Ops of `arith` on every pair of i4, and on floats, against Python's numbers."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from tests.helpers.programs import named, parse
from xdsl_stablehlo.interpreter import EvaluationError, eval_module

PROGRAMS = named(__file__)

Op = Callable[[int, int], "int | bool | None"]


def unsigned(x: int, width: int = 4) -> int:
    return x % (1 << width)


def signed(x: int, width: int = 4) -> int:
    return (x + (1 << (width - 1))) % (1 << width) - (1 << (width - 1))


def quotient(x: int, y: int) -> int | None:
    """Truncated; None where it is not defined."""
    return None if y == 0 or (x, y) == (-8, -1) else (abs(x) // abs(y)) * (1 if (x < 0) == (y < 0) else -1)


def remainder(x: int, y: int) -> int | None:
    whole = quotient(x, y)
    return None if whole is None else x - whole * y


def rounded(x: int, y: int, up: bool) -> int | None:
    return None if quotient(x, y) is None else (-(-x // y) if up else x // y)


def of_unsigned(op: Op) -> Op:
    return lambda x, y: op(unsigned(x), unsigned(y))


def shifted(op: Callable[[int, int], int], logical: bool = False) -> Op:
    return lambda x, y: None if unsigned(y) >= 4 else op(unsigned(x) if logical else x, unsigned(y))


INTEGERS: dict[str, Op] = {
    "addi": operator.add,
    "subi": operator.sub,
    "muli": operator.mul,
    "andi": lambda x, y: x & y,
    "ori": lambda x, y: x | y,
    "xori": lambda x, y: x ^ y,
    "maxsi": max,
    "minsi": min,
    "maxui": of_unsigned(max),
    "minui": of_unsigned(min),
    "divsi": quotient,
    "divui": of_unsigned(quotient),
    "remsi": remainder,
    "remui": of_unsigned(remainder),
    "floordivsi": lambda x, y: rounded(x, y, up=False),
    "ceildivsi": lambda x, y: rounded(x, y, up=True),
    "ceildivui": of_unsigned(lambda x, y: rounded(x, y, up=True)),
    "shli": shifted(lambda x, y: x << y),
    "shrsi": shifted(lambda x, y: x >> y),
    "shrui": shifted(lambda x, y: x >> y, logical=True),
    "cmpi eq,": operator.eq,
    "cmpi ne,": operator.ne,
    "cmpi slt,": operator.lt,
    "cmpi sle,": operator.le,
    "cmpi sgt,": operator.gt,
    "cmpi sge,": operator.ge,
    "cmpi ult,": of_unsigned(operator.lt),
    "cmpi ule,": of_unsigned(operator.le),
    "cmpi ugt,": of_unsigned(operator.gt),
    "cmpi uge,": of_unsigned(operator.ge),
}


@pytest.mark.parametrize("name", INTEGERS)
def test_integers(name: str) -> None:
    result = "i1" if name.startswith("cmpi") else "i4"
    text = f"func.func @main(%x: i4, %y: i4) -> {result} {{ %r = arith.{name} %x, %y : i4 return %r : {result} }}"
    module = parse(text)
    for x, y in product(range(-8, 8), repeat=2):
        wanted = INTEGERS[name](x, y)
        if wanted is None:
            with pytest.raises(EvaluationError):
                eval_module(module, [x, y])
            continue
        (given,) = eval_module(module, [x, y])
        assert int(given) == (wanted if result == "i1" else signed(int(wanted))), (x, y)


CONVERSIONS: dict[str, tuple[str, str, Callable[[int], float]]] = {
    "extsi": ("i4", "i16", lambda x: x),
    "extui": ("i4", "i16", unsigned),
    "trunci": ("i4", "i2", lambda x: signed(x, 2)),
    "index_cast": ("i4", "index", lambda x: x),
    "index_castui": ("i4", "index", unsigned),
    "sitofp": ("i4", "f32", float),
    "uitofp": ("i4", "f32", lambda x: float(unsigned(x))),
}


@pytest.mark.parametrize("name", CONVERSIONS)
def test_conversions_of_integers(name: str) -> None:
    source, target, wanted = CONVERSIONS[name]
    body = f"%r = arith.{name} %x : {source} to {target} return %r : {target}"
    module = parse(f"func.func @main(%x: {source}) -> {target} {{ {body} }}")
    for x in range(-8, 8):
        assert eval_module(module, [x]) == (wanted(x),), x


def test_a_boolean_is_minus_one_as_a_signed_integer() -> None:
    text = PROGRAMS["a boolean is minus one as a signed integer"]
    assert eval_module(parse(text), [True, True]) == (False, -1, 1, False)
    assert eval_module(parse(text), [True, False]) == (True, -1, 1, True)


ORDERED = {
    "eq": operator.eq,
    "gt": operator.gt,
    "ge": operator.ge,
    "lt": operator.lt,
    "le": operator.le,
    "ne": operator.ne,
}
FLOATS = (math.nan, -math.inf, -1.5, -0.0, 0.0, 2.0)


@pytest.mark.parametrize("name", ORDERED)
def test_comparisons_of_floats(name: str) -> None:
    text = f"""func.func @main(%x: f32, %y: f32) -> (i1, i1) {{
      %a = arith.cmpf o{name}, %x, %y : f32
      %b = arith.cmpf u{name}, %x, %y : f32
      return %a, %b : i1, i1
    }}"""
    module = parse(text)
    for x, y in product(FLOATS, repeat=2):
        unordered = math.isnan(x) or math.isnan(y)
        holds = ORDERED[name](x, y)
        assert eval_module(module, [x, y]) == (holds and not unordered, holds or unordered), (x, y)


def test_what_skips_nan_and_what_does_not() -> None:
    text = PROGRAMS["what skips nan and what does not"]
    module = parse(text)
    for x, y in ((math.nan, 2.0), (2.0, math.nan)):
        a, b, c, ordered, unordered = eval_module(module, [x, y])
        assert (a, b, math.isnan(c), ordered, unordered) == (2.0, 2.0, True, False, True)
    assert eval_module(module, [1.0, 2.0]) == (2.0, 1.0, 2.0, True, False)


def test_floats_that_no_integer_is_are_refused() -> None:
    text = "func.func @main(%x: f32) -> i8 { %r = arith.fptosi %x : f32 to i8 return %r : i8 }"
    assert [eval_module(parse(text), [x]) for x in (-128.5, 127.9)] == [(-128,), (127,)]
    for x in (128.0, -129.0, math.nan, math.inf):
        with pytest.raises(EvaluationError, match="converts a float that no i8 is"):
            eval_module(parse(text), [x])


def test_an_index_that_is_not_there() -> None:
    text = PROGRAMS["an index that is not there"]
    x = np.array([1.5, 2.5], np.float32)
    assert eval_module(parse(text), [x, 0]) == (1.5, 2)
    with pytest.raises(
        EvaluationError, match=r"'tensor.extract' op index .2. is not in the index space of .2."
    ):
        eval_module(parse(text), [x, 2])
    with pytest.raises(EvaluationError, match=r"'tensor.dim' op index .1. is not in the index space of .1."):
        eval_module(parse(text), [x, 1])
