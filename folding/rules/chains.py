"""Ops with constants, one of another, are one op with a constant, or none; comparisons that are decided, or a boolean.

Two ops at a time: what stands for the first two is what the third one reads, however long the chain is.
"""

from __future__ import annotations

from .equations import NEVER_NAN, OF_BOOLEANS
from .terms import BOOLEAN, FLOAT, FLOATS, INTEGER, INTEGERS, ORDERED, SHIFTS, equation, view

# ---- ops with constants, one of another ----

view(
    "affine(x, A, B)",
    "add(multiply(x, A), B)",
    reads={
        "add(x, C)": "affine(x, one, C)",
        "subtract(x, C)": "affine(x, one, negate(C))",
        "subtract(C, x)": "affine(x, all_ones, C)",
        "multiply(x, C)": "affine(x, C, zero)",
        "shift_left(x, C)": "affine(x, shift_left(one, C), zero)",
        "negate(x)": "affine(x, all_ones, zero)",
        "not(x)": "affine(x, all_ones, all_ones)",
    },
    writes={
        "affine(x, zero, B)": "B",
        "affine(x, one, zero)": "x",
        "affine(x, one, B)": "add(x, B)",
        "affine(x, all_ones, zero)": "negate(x)",
        "affine(x, all_ones, all_ones)": "not(x)",
        "affine(x, all_ones, B)": "subtract(B, x)",
        "affine(x, A, zero)": "multiply(x, A)",
    },
)

equation(
    "shifts-in-a-row",
    "op(op(x, C), D)",
    "op(x, add(C, D))",
    (INTEGER,),
    *SHIFTS,
    where="0 <= C, 0 <= D, C + D < width",
)
equation(
    "constants-in-a-row",
    "affine(affine(x, A, B), C, D)",
    "affine(x, multiply(A, C), add(multiply(B, C), D))",
    (INTEGER,),
)
equation("masks-in-a-row", "op(op(x, C), D)", "op(x, op(C, D))", INTEGERS, "and", "or", "xor")
equation("bounds-in-a-row", "op(op(x, C), D)", "op(x, op(C, D))", ORDERED, "maximum", "minimum")
equation(
    "divisors-in-a-row",
    "divide(divide(x, C), D)",
    "divide(x, multiply(C, D))",
    (INTEGER,),
    where="0 < C, 0 < D, C * D <= most",
)
equation("negate-scaled", "negate(multiply(x, C))", "multiply(x, negate(C))", (FLOAT,))
equation("negate-scaled", "negate(divide(x, C))", "divide(x, negate(C))", (FLOAT,))
equation("negate-scaled", "negate(divide(C, x))", "divide(negate(C), x)", (FLOAT,))
for base, offset in (("one", "subtract(D, C)"), ("all_ones", "subtract(C, D)")):
    equation(
        "compare-sum", f"compare[EQ|NE](affine(x, {base}, C), D)", f"compare[EQ|NE](x, {offset})", (INTEGER,)
    )

# ---- comparisons of a value with itself, and of booleans ----

for directions, given in (("EQ|GE|LE", "true"), ("NE|GT|LT", "false")):
    equation("compare-itself", f"compare[{directions}](x, x)", given, INTEGERS)
    equation("compare-itself", f"compare[{directions}|TOTALORDER](x, x)", given, FLOATS)
equation("compare-itself-strictly", "compare[GT|LT](x, x)", "false", FLOATS)
equation("compare-itself-never-nan", "compare[EQ|GE|LE](x, x)", "true", FLOATS, x=NEVER_NAN)
equation("compare-itself-never-nan", "compare[NE|GT|LT](x, x)", "false", FLOATS, x=NEVER_NAN)
equation("compare-boolean-left", "compare[EQ|GE](x, true)", "x", (BOOLEAN,))
equation("compare-boolean-left", "compare[NE|GT](x, false)", "x", (BOOLEAN,))
equation("compare-boolean-right", "compare[EQ|LE](true, x)", "x", (BOOLEAN,))
equation("compare-boolean-right", "compare[NE|LT](false, x)", "x", (BOOLEAN,))
equation("compare-converted-left", "compare[EQ|GE](convert(x), one)", "x", ORDERED, x=OF_BOOLEANS)
equation("compare-converted-left", "compare[NE|GT](convert(x), zero)", "x", ORDERED, x=OF_BOOLEANS)
equation("compare-converted-right", "compare[EQ|LE](one, convert(x))", "x", ORDERED, x=OF_BOOLEANS)
equation("compare-converted-right", "compare[NE|LT](zero, convert(x))", "x", ORDERED, x=OF_BOOLEANS)
