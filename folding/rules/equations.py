"""Identities, absorbing elements, ops on a value and itself, and ops that undo others."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ..facts.known import Known
from ..facts.lattice import FloatKinds
from .conditions import element_type
from .terms import (
    ANY,
    BOOLEAN,
    COMPLEX,
    FLOAT,
    FLOATS,
    INTEGER,
    INTEGERS,
    ORDERED,
    SHIFTS,
    SIGNED,
    Fact,
    equation,
    kind_of_elements,
)

ZEROS = FloatKinds.ZERO | FloatKinds.NEGATIVE_ZERO


def never(kinds: FloatKinds) -> Fact:
    """A float is of none of these kinds."""
    names = " or ".join([str(kind.name).lower().replace("_", " ") for kind in kinds])

    def holds(k: Known, value: SSAValue) -> bool:
        return not k.floats(value) & kinds

    return Fact(f"never {names}", holds, kinds)


def of_kinds(kinds: tuple[str, ...], says: str) -> Fact:
    """Elements are of one of these kinds."""

    def holds(_: Known, value: SSAValue) -> bool:
        element = element_type(value)
        return element is not None and kind_of_elements(element) in kinds

    return Fact(says, holds)


NEVER_NEGATIVE = never(FloatKinds.NEGATIVE | FloatKinds.NEGATIVE_ZERO)
NEVER_NAN = never(FloatKinds.NAN)
NEVER_NEGATIVE_ZERO = never(FloatKinds.NEGATIVE_ZERO)
NEVER_INFINITE = never(FloatKinds.NAN | FloatKinds.INFINITE)
NEVER_INFINITE_NOR_ZERO = never(FloatKinds.NAN | FloatKinds.INFINITE | ZEROS)
OF_BOOLEANS = of_kinds((BOOLEAN,), "booleans")
OF_INTEGERS = of_kinds(INTEGERS, "integers or booleans")
OF_REALS = of_kinds((*INTEGERS, *FLOATS), "not complex")

ROUNDINGS = ("ceil", "floor", "round_nearest_afz", "round_nearest_even")

# ---- identities ----

equation("add-zero", "add(x, zero)", "x", INTEGERS, "add", "or", "xor")
equation("add-negative-zero", "add(x, negative_zero)", "x", (*FLOATS, COMPLEX))
equation("add-zero-float", "add(x, zero)", "x", FLOATS, x=NEVER_NEGATIVE_ZERO)
equation("subtract-zero", "subtract(x, zero)", "x", (*ORDERED, COMPLEX))
equation("subtract-negative-zero", "subtract(x, negative_zero)", "x", FLOATS, x=NEVER_NEGATIVE_ZERO)
equation("multiply-one", "multiply(x, one)", "x", ORDERED)
equation("divide-one", "divide(x, one)", "x", ORDERED, "divide", "power")
equation("and-all-ones", "and(x, all_ones)", "x", INTEGERS)
equation("maximum-least", "maximum(x, least)", "x", ORDERED)
equation("minimum-most", "minimum(x, most)", "x", ORDERED)
equation("shift-zero", "shift_left(x, zero)", "x", (INTEGER,), *SHIFTS)

# ---- absorbing elements ----

equation("multiply-zero", "multiply(x, zero)", "zero", INTEGERS, "multiply", "and")
equation("or-all-ones", "or(x, all_ones)", "all_ones", INTEGERS)
equation("maximum-most", "maximum(x, most)", "most", INTEGERS)
equation("maximum-most-float", "maximum(x, most)", "most", FLOATS, x=NEVER_NAN)
equation("minimum-least", "minimum(x, least)", "least", INTEGERS)
equation("minimum-least-float", "minimum(x, least)", "least", FLOATS, x=NEVER_NAN)
equation("remainder-one", "remainder(x, one)", "zero", (INTEGER,))
equation("remainder-of-zero", "remainder(zero, x)", "zero", (INTEGER,))
equation("divide-zero", "divide(zero, x)", "zero", (INTEGER,), where="x != 0")
equation("shift-of-zero", "shift_left(zero, x)", "zero", (INTEGER,), *SHIFTS)
equation("power-zero", "power(x, zero)", "one", (INTEGER, *SIGNED))
equation("power-of-one", "power(one, x)", "one", (INTEGER, *FLOATS))

# ---- a value and itself ----

equation("and-itself", "and(x, x)", "x", INTEGERS, "and", "or")
equation("maximum-itself", "maximum(x, x)", "x", ORDERED, "maximum", "minimum")
equation("add-boolean-itself", "add(x, x)", "x", (BOOLEAN,), "add", "multiply")
equation("subtract-itself", "subtract(x, x)", "zero", (INTEGER,), "subtract", "remainder")
equation("subtract-itself-float", "subtract(x, x)", "zero", SIGNED, x=NEVER_INFINITE)
equation("xor-itself", "xor(x, x)", "zero", INTEGERS)
equation("divide-itself", "divide(x, x)", "one", (INTEGER,), where="x != 0")
equation("divide-itself-float", "divide(x, x)", "one", FLOATS, x=NEVER_INFINITE_NOR_ZERO)
equation("select-alike", "select(p, x, x)", "x", ANY)

# ---- a value and what was just computed of it ----

for op, dual in (("and", "or"), ("or", "and"), ("minimum", "maximum"), ("maximum", "minimum")):
    equation(f"{op}-absorbs-{dual}", f"{op}(x, {dual}(x, y))", "x", INTEGERS)
for op, kinds in (("and", INTEGERS), ("or", INTEGERS), ("maximum", ORDERED), ("minimum", ORDERED)):
    equation(f"{op}-again", f"{op}(x, z={op}(x, y))", "z", kinds)
equation("xor-again", "xor(x, xor(x, y))", "y", INTEGERS)
equation("and-not", "and(x, not(x))", "zero", INTEGERS)
equation("or-not", "or(x, not(x))", "all_ones", INTEGERS, "or", "xor")
equation("add-not", "add(x, not(x))", "all_ones", INTEGERS)
equation("add-negated", "add(x, negate(x))", "zero", (INTEGER,))
equation("add-then-subtract", "subtract(add(x, y), y)", "x", (INTEGER,))
equation("subtract-then-add", "add(subtract(x, y), y)", "x", (INTEGER,))
equation("subtract-difference", "subtract(x, subtract(x, y))", "y", (INTEGER,))
equation("sign-times-size", "multiply(sign(x), abs(x))", "x", (INTEGER, *SIGNED))
equation("clamp-again", "clamp(x, z=clamp(x, v, y), y)", "z", ORDERED)

# ---- ops that undo others, or do nothing any more ----

equation("negate-negate", "negate(negate(x))", "x", (INTEGER, *SIGNED, COMPLEX))
equation("not-not", "not(not(x))", "x", INTEGERS)
equation("abs-not-negative", "abs(x)", "x", (INTEGER,), where="x >= 0")
equation("abs-not-negative-float", "abs(x)", "x", FLOATS, x=NEVER_NEGATIVE)
equation("abs-abs", "abs(y=abs(x))", "y", (INTEGER, *SIGNED))
equation("abs-square", "abs(y=multiply(x, x))", "y", SIGNED)
equation("sign-sign", "sign(y=sign(x))", "y", (INTEGER, *SIGNED))
for op in ROUNDINGS:
    for rounded in (*ROUNDINGS, "sign"):
        equation(f"{op}-{rounded}".replace("_", "-"), f"{op}(y={rounded}(x))", "y", (FLOAT,))
    equation(f"{op}-integer".replace("_", "-"), f"{op}(y=convert(x))", "y", (FLOAT,), x=OF_INTEGERS)
equation("real-of-complex", "real(complex(x, y))", "x", (COMPLEX,))
equation("imag-of-complex", "imag(complex(x, y))", "y", (COMPLEX,))
equation("complex-of-parts", "complex(real(x), imag(x))", "x", SIGNED)
equation("real-of-real", "real(x)", "x", SIGNED)
equation("imag-of-real", "imag(x)", "zero", SIGNED)
equation("real-of-converted", "real(convert(x))", "x", (COMPLEX,), x=OF_REALS)
equation("imag-of-converted", "imag(convert(x))", "zero", (COMPLEX,), x=OF_REALS)

# ---- selections ----

equation("select-true", "select(one, x, y)", "x", ANY)
equation("select-false", "select(zero, x, y)", "y", ANY)
equation("select-itself", "select(p, one, zero)", "p", (BOOLEAN,))
equation("select-not", "select(not(p), x, y)", "select(p, y, x)", ANY)
equation("select-same-first", "select(p, select(p, x, y), z)", "select(p, x, z)", ANY)
equation("select-same-last", "select(p, x, select(p, y, z))", "select(p, x, z)", ANY)
equation("select-opposite-first", "select(p, select(not(p), x, y), z)", "select(p, y, z)", ANY)
equation("select-opposite-last", "select(p, x, select(not(p), y, z))", "select(p, x, y)", ANY)
