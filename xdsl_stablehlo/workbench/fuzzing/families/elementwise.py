"""Ops on each element."""

from __future__ import annotations

from ..generator import CodeScope, Generator
from ..kinds import COMPLEX_NAMES, SIGNED_INTEGERS, TensorKind, extremes_of

FITTING = 100
"""A number that most types hold."""
MOST_EXPONENT = 3

ORDERED = ("EQ", "NE", "LT", "LE", "GT", "GE")
ROUNDING = ("floor", "ceil", "round_nearest_even", "round_nearest_afz")
FUNCTIONS = (
    *("sqrt", "rsqrt", "cbrt", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic"),
    *("sine", "cosine", "tan", "tanh"),
)


def _unary_ops(kind: TensorKind) -> tuple[str, ...]:
    if kind.element == "i1":
        return ("not",)
    if kind.is_complex:
        return ("negate",)
    if kind.is_float:
        return ("negate", "abs", "sign", *ROUNDING, *FUNCTIONS)
    signed = ("abs", "sign") if kind.element in SIGNED_INTEGERS else ()
    return ("not", "popcnt", "count_leading_zeros", "negate", *signed)


def _binary_ops(kind: TensorKind) -> tuple[str, ...]:
    if kind.is_complex:
        return ("add", "subtract")
    ordered = ("add", "multiply", "maximum", "minimum")
    if kind.element == "i1":
        return (*ordered, "and", "or", "xor")
    if kind.is_float:
        return (*ordered, "subtract", "divide", "remainder", "power", "atan2")
    return (*ordered, "subtract", "and", "or", "xor")


def write_binary(g: Generator, scope: CodeScope) -> None:
    """A sum, a product, a function of two numbers, or one of bits."""
    value, kind = g.any_value(scope)
    op = g.random.choice(_binary_ops(kind))
    g.emit(scope, kind, f"stablehlo.{op} {value}, {g.same(scope, kind)} : {kind}")


def write_unary(g: Generator, scope: CodeScope) -> None:
    """A function of one number, or of its bits."""
    value, kind = g.any_value(scope)
    g.emit(scope, kind, f"stablehlo.{g.random.choice(_unary_ops(kind))} {value} : {kind}")


def write_comparison(g: Generator, scope: CodeScope) -> None:
    """Complex numbers are equal or not."""
    value, kind = g.any_value(scope)
    direction = g.random.choice(ORDERED[:2] if kind.is_complex else ORDERED)
    g.compared(scope, direction, value, g.same(scope, kind), kind)


def write_select(g: Generator, scope: CodeScope) -> None:
    """By a predicate for each element, or one for all."""
    value, kind = g.any_value(scope)
    other = g.same(scope, kind)
    predicate = kind.of("i1") if g.chance(0.6) else TensorKind("i1")
    which = g.same(scope, predicate)
    g.emit(scope, kind, f"stablehlo.select {which}, {value}, {other} : {predicate}, {kind}")


def write_is_finite(g: Generator, scope: CodeScope) -> None:
    """Which floats are neither NaN nor infinite."""
    found = g.value(scope, lambda k: k.is_float)
    if found is not None:
        value, kind = found
        g.emit(scope, kind.of("i1"), f"stablehlo.is_finite {value} : ({kind}) -> {kind.of('i1')}")


def write_conversion(g: Generator, scope: CodeScope) -> None:
    """To integers of what they hold only; from complex numbers to complex ones."""
    value, kind = g.any_value(scope)
    targets = [t for t in g.types if t in COMPLEX_NAMES or not kind.is_complex]
    result = kind.of(g.random.choice(targets or [kind.element]))
    if result.is_integer and kind.element != "i1" and not g.options.undefined:
        value = g.clamped(scope, value, kind, 0, min([FITTING, *_mosts(kind), *_mosts(result)]))
    g.emit(scope, result, f"stablehlo.convert {value} : ({kind}) -> {result}")


def _mosts(kind: TensorKind) -> list[int]:
    """The largest number of a type, if it is one of integers."""
    return [extremes_of(kind.element)[1]] if kind.is_integer else []


def write_division(g: Generator, scope: CodeScope) -> None:
    """Of integers: by what is at least 1, and powers of small exponents; by all that there is, where nothing has to be
    defined."""
    found = g.value(scope, lambda k: k.is_integer)
    if found is None:
        return
    value, kind = found
    op, other = g.random.choice(("divide", "remainder", "power")), g.same(scope, kind)
    if not g.options.undefined:
        most = extremes_of(kind.element)[1]
        limits = (0, min(most, MOST_EXPONENT)) if op == "power" else (1, most)
        other = g.clamped(scope, other, kind, *limits)
    g.emit(scope, kind, f"stablehlo.{op} {value}, {other} : {kind}")


def write_shift(g: Generator, scope: CodeScope) -> None:
    """By less than there are bits; by all that there is, where nothing has to be defined."""
    found = g.value(scope, lambda k: k.is_integer)
    if found is None:
        return
    value, kind = found
    op, amount = g.random.choice(("left", "right_logical", "right_arithmetic")), g.same(scope, kind)
    if not g.options.undefined:
        bits = int(kind.element.lstrip("ui"))
        amount = g.clamped(scope, amount, kind, 0, min(bits - 1, *_mosts(kind)))
    g.emit(scope, kind, f"stablehlo.shift_{op} {value}, {amount} : {kind}")
