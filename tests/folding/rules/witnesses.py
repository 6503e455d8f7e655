"""Programs for rules that are no equations: where each applies, and where it would be wrong if it did."""

from __future__ import annotations

from typing import NamedTuple

INTEGERS = ("i4", "ui4", "i8", "ui8")
WIDE = ("i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64")
FLOATS = ("f8E5M2", "f8E4M3FN", "f8E4M3FNUZ", "f8E3M4", "bf16", "f16")


CONVERSIONS = ("convert-to-itself", "convert-and-back", "convert-once", "bitcast-and-back")
"""Rules that are tried between all types."""


class Witness(NamedTuple):
    """A program in the place where a rule applies."""

    lines: tuple[str, ...]
    """Ops as `m = maximum x c3`; the last one gives the result. `c3` is 3 and `cm1` is -1 or its bits; arguments are x
    and y, of the type that is tried, the boolean p, and i, of type ui2."""
    wrong: tuple[str, ...]
    """Ops for which the rule is wrong; empty where nothing is but its condition on types."""
    types: tuple[str, ...] = INTEGERS
    wide: tuple[str, ...] = ()
    """Types for z3."""


WITNESSES: dict[str, Witness] = {
    "one-integer-left": Witness(
        ("a = and x c6", "r = and a c1"), ("a = and x c6", "r = and a c2"), wide=WIDE
    ),
    "decided": Witness(
        ("a = and x c3", "r = compare LT a c4"), ("a = and x c3", "r = compare LT a c3"), wide=WIDE
    ),
    "one-float-left": Witness(("a = convert i", "r = multiply a c0"), ("r = multiply x c0",), FLOATS),
    "maximum-leaves-left": Witness(
        ("a = and x c3", "m = maximum a c1", "r = maximum m c1"), ("r = maximum x c1",), wide=WIDE
    ),
    "maximum-leaves-right": Witness(
        ("m = maximum x c1", "r = maximum c1 m"), ("r = maximum c1 x",), wide=WIDE
    ),
    "minimum-leaves-left": Witness(("a = and x c3", "r = minimum a c4"), ("r = minimum x c4",), wide=WIDE),
    "minimum-leaves-right": Witness(("a = and x c3", "r = minimum c4 a"), ("r = minimum c4 x",), wide=WIDE),
    "and-leaves-left": Witness(("a = and x c2", "r = and a c3"), ("r = and x c3",), wide=WIDE),
    "and-leaves-right": Witness(("a = and x c2", "r = and c3 a"), ("r = and c3 x",), wide=WIDE),
    "or-leaves-left": Witness(("a = or x c3", "r = or a c2"), ("r = or x c2",), wide=WIDE),
    "or-leaves-right": Witness(("a = or x c3", "r = or c2 a"), ("r = or c2 x",), wide=WIDE),
    "clamp-leaves": Witness(
        ("a = and x c3", "r = clamp c0 a c5"), ("a = and x c3", "r = clamp c1 a c5"), wide=WIDE
    ),
    "remainder-leaves": Witness(
        ("a = and x c3", "r = remainder a c4"), ("a = and x c3", "r = remainder a c3"), wide=WIDE
    ),
    "shifts-in-a-row": Witness(
        ("a = shift_right_arithmetic x c1", "r = shift_right_arithmetic a c2"),
        ("a = shift_left x c1", "r = shift_right_arithmetic a c2"),
        wide=WIDE,
    ),
    "constants-in-a-row": Witness(
        ("a = add x c3", "b = subtract c5 a", "c = multiply b cm1", "d = not c", "r = negate d"),
        ("a = and x c3", "r = add a c5"),
        wide=WIDE,
    ),
    "masks-in-a-row": Witness(("a = xor x c3", "r = xor c5 a"), ("a = and x c3", "r = xor c5 a"), wide=WIDE),
    "bounds-in-a-row": Witness(
        ("a = maximum x c3", "r = maximum c2 a"),
        ("a = minimum x c3", "r = maximum c2 a"),
        (*INTEGERS, *FLOATS),
    ),
    "divisors-in-a-row": Witness(
        ("a = divide x c2", "r = divide a c3"), ("a = add x c2", "r = divide a c3"), wide=("i8", "ui8")
    ),
    "negate-scaled": Witness(("a = divide c3 x", "r = negate a"), ("a = add c3 x", "r = negate a"), FLOATS),
    "compare-sum": Witness(
        ("a = subtract c3 x", "r = compare EQ a c2"),
        ("a = subtract c3 x", "r = compare LT a c2"),
        wide=WIDE,
    ),
    "compare-itself": Witness(("r = compare GE x x",), ("r = compare GE x y",), wide=WIDE),
    "compare-itself-strictly": Witness(("r = compare LT x x",), ("r = compare NE x x",), FLOATS),
    "compare-itself-never-nan": Witness(
        ("a = convert i", "r = compare EQ a a"), ("r = compare EQ x x",), FLOATS
    ),
    "compare-boolean-left": Witness(("r = compare NE x c0",), ("r = compare NE x c1",), ("i1",), ("i1",)),
    "compare-boolean-right": Witness(("r = compare LT c0 x",), ("r = compare LE c0 x",), ("i1",), ("i1",)),
    "compare-converted-left": Witness(
        ("a = convert p", "r = compare GT a c0"),
        ("a = convert p", "r = compare EQ a c0"),
        (*INTEGERS, *FLOATS),
        WIDE,
    ),
    "compare-converted-right": Witness(
        ("a = convert p", "r = compare EQ c1 a"),
        ("a = convert p", "r = compare NE c1 a"),
        (*INTEGERS, *FLOATS),
        WIDE,
    ),
}


def program(lines: tuple[str, ...], element: str, size: str) -> tuple[str, list[str]]:
    """The function of these ops on elements of a type, and the types of its arguments."""
    arguments = {"x": element, "y": element, "p": "i1", "i": "ui2"}
    types, text, read = dict(arguments), list[str](), dict[str, str]()
    for line in lines:
        name, _, op, *operands = line.split()
        direction = operands.pop(0) if op == "compare" else ""
        for operand in operands:
            if operand in arguments:
                read[operand] = arguments[operand]
            elif operand not in types:
                types[operand] = element
                value = operand[1:].replace("m", "-")
                text.append(
                    f"%{operand} = stablehlo.constant dense<{_spelled(value, element)}> : tensor<{size}{element}>"
                )
        types[name] = "i1" if op == "compare" else element
        inside = ", ".join(f"tensor<{size}{types[operand]}>" for operand in operands)
        properties = (
            f" <{{comparison_direction = #stablehlo<comparison_direction {direction}>}}>" if direction else ""
        )
        values = ", ".join(f"%{operand}" for operand in operands)
        text.append(
            f'%{name} = "stablehlo.{op}"({values}){properties} : ({inside}) -> tensor<{size}{types[name]}>'
        )
    names = sorted(read)
    inputs = ", ".join(f"%{name}: tensor<{size}{read[name]}>" for name in names)
    result = f"tensor<{size}{types['r']}>"
    body = "\n  ".join(text)
    whole = f"func.func @main({inputs}) -> {result} {{\n  {body}\n  return %r : {result}\n}}"
    return whole, [read[name] for name in names]


def _spelled(value: str, element: str) -> str:
    if element == "i1":
        return "true" if value == "1" else "false"
    if element[0] == "u" and value == "-1":
        return str((1 << int(element[2:])) - 1)
    return value if element.lstrip("u")[0] == "i" else f"{value}.0"
