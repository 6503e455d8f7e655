"""Programs for rules that are no equations: where each applies, and where it would be wrong if it did."""

from __future__ import annotations

from typing import NamedTuple

INTEGERS = ("i4", "ui4", "i8", "ui8")
WIDE = ("i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64")
FLOATS = ("f8E5M2", "f8E4M3FN", "f8E4M3FNUZ", "f8E3M4", "bf16", "f16")


TWICE = ("convert-and-back", "convert-once")
CONVERSIONS = ("convert-to-itself", *TWICE, "bitcast-and-back")
"""Rules that are tried between all types; those about two conversions also between wide types."""


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
