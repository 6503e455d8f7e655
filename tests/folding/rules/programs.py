"""Programs that are one side of an equation, for every element type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from xdsl_stablehlo.folding.rules.conditions import number
from xdsl_stablehlo.folding.rules.terms import (
    BOOLEAN,
    COMPLEX,
    FINITE,
    FLOAT,
    INTEGER,
    SCALE,
    Equation,
    Term,
)

from ...helpers.element_types import ELEMENT_TYPES
from ...helpers.every_input import HALVES, SMALL_FLOATS, SMALL_INTEGERS

TYPES = {
    BOOLEAN: ("i1",),
    INTEGER: SMALL_INTEGERS,
    FINITE: SMALL_FLOATS[:3],
    FLOAT: (*SMALL_FLOATS[3:], "f8E4M3B11FNUZ", "f8E5M2FNUZ", *HALVES, "f32", "f64"),
    SCALE: ("f8E8M0FNU",),
    COMPLEX: ("complex<f32>",),
}
"""What each kind is tried on. Quantized numbers are only handed on, and are tried on nothing."""


class Writer:
    """Writes terms as ops."""

    def __init__(self, element_type: str, size: str):
        self.element, self.size = element_type, size
        self.lines: list[str] = []
        self.arguments: dict[str, str] = {}
        self.of_complex = False

    def tensor(self, element: str) -> str:
        return f"tensor<{self.size}{element}>"

    def write(self, what: Term, element: str) -> str:
        """Write what gives a term with elements of a type; the name of its value."""
        if what.is_variable:
            self.arguments[what.head] = element
            return f"%{what.head}"
        name = f"%v{len(self.lines)}"
        self.lines.append("")
        if what.is_number:
            self.lines[int(name[2:])] = (
                f"{name} = stablehlo.constant dense<{_digits(what.head, element)}> : {self.tensor(element)}"
            )
            return name
        types = self.operand_types(what, element)
        read = [self.write(part, each) for part, each in zip(what.parts, types)]
        inside, out = ", ".join(map(self.tensor, types)), self.tensor(element)
        self.lines[int(name[2:])] = (
            f'{name} = "stablehlo.{what.head}"({", ".join(read)}) : ({inside}) -> {out}'
        )
        return name

    def operand_types(self, what: Term, element: str) -> list[str]:
        """The elements of the operands of an op whose result has elements of a type."""
        if what.head == "select":
            return ["i1", element, element]
        if what.head == "complex":
            return ["f32", "f32"]
        if what.head in ("real", "imag"):
            of_complex = self.of_complex or self.element == "complex<f32>"
            return ["complex<f32>" if of_complex else element]
        if what.head == "convert":
            return [{"complex<f32>": "f32", "i1": "i1"}.get(element, "i4")]
        return [element] * len(what.parts)

    def program(self, what: Term) -> str:
        """The function that gives a term; its arguments are the variables, in the order of their names."""
        result_element = _result_type(what, self.element)
        self.of_complex = what.head == "complex"
        result = self.write(what, result_element)
        names = sorted(self.arguments)
        inputs = ", ".join(f"%{name}: {self.tensor(self.arguments[name])}" for name in names)
        output = self.tensor(result_element)
        body = "\n  ".join(_in_order(self.lines))
        return f"func.func @main({inputs}) -> {output} {{\n  {body}\n  return {result} : {output}\n}}"


def _in_order(lines: list[str]) -> list[str]:
    """Lines so that what is read comes first."""
    return lines[::-1]


def _digits(name: str, element: str) -> str:
    array = number(name.replace("_", " "), ELEMENT_TYPES[element])
    if array is None:
        raise KeyError(f"{element} has no {name}")
    if array.dtype.kind == "c":
        found = complex(array.item())
        return f"({found.real}, {found.imag})"
    if element == "i1":
        return "true" if array else "false"
    if element.lstrip("u")[0] == "i":
        return str(int(array))
    width = 8 * array.itemsize if array.itemsize > 1 else int(element[1])
    width = {"b": 16}.get(element[0], width)
    return f"0x{int(array.view(f'u{array.itemsize}')):0{-(-width // 4)}X}"


def _result_type(what: Term, element: str) -> str:
    """The result's elements, where the last operand has those of a type."""
    if what.head == "complex":
        return "complex<f32>"
    return "f32" if what.head in ("real", "imag") and element == "complex<f32>" else element


def cases(row: Equation) -> Iterator[tuple[Term, str]]:
    """The left side with each of the ops that it is about, and each element type to try it on."""
    for op in row.ops:
        for kind in row.kinds:
            for element in TYPES.get(kind, ()):
                if op != "complex" or element == "f32":
                    yield replace(row.left, head=op), element


def wrong(what: Term) -> Iterator[Term]:
    """Terms that are like one but not it: another value for a number or a second x, another op inside."""
    seen: set[str] = set()

    def changed(each: Term) -> Iterator[Term]:
        if each.is_variable:
            if each.head in seen:
                yield Term("w")
            seen.add(each.head)
        elif each.is_number:
            yield Term("w")
        else:
            for i, part in enumerate(each.parts):
                for other in changed(part):
                    yield replace(each, parts=(*each.parts[:i], other, *each.parts[i + 1 :]))
            if each is not what:
                for head in {1: ("negate", "abs", "not", "convert"), 2: ("subtract", "xor", "and")}.get(
                    len(each.parts), ()
                ):
                    if head != each.head:
                        yield replace(each, head=head)

    return changed(what)
