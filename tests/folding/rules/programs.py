"""Programs that are one side of an equation, for every element type, direction and form that it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import numpy as np

from xdsl_stablehlo.folding.facts.lattice import kind_of_integers
from xdsl_stablehlo.folding.rules.conditions import number
from xdsl_stablehlo.folding.rules.equations import OF_BOOLEANS
from xdsl_stablehlo.folding.rules.terms import (
    BOOLEAN,
    COMPLEX,
    EQUATIONS,
    FINITE,
    FLOAT,
    INTEGER,
    SCALE,
    TOTAL_ORDER,
    VIEWS,
    Equation,
    Term,
)

from ...helpers.element_types import ELEMENT_TYPES
from ...helpers.every_input import HALVES, SMALL_FLOATS, SMALL_INTEGERS
from ...helpers.oracle import Array, dtype_named

TYPES = {
    BOOLEAN: ("i1",),
    INTEGER: SMALL_INTEGERS,
    FINITE: SMALL_FLOATS[:3],
    FLOAT: (*SMALL_FLOATS[3:], "f8E4M3B11FNUZ", "f8E5M2FNUZ", *HALVES, "f32", "f64"),
    SCALE: ("f8E8M0FNU",),
    COMPLEX: ("complex<f32>",),
}
"""The element types that each kind is tried on. Quantized numbers are only handed on, and are tried on nothing."""

WIDE = {
    BOOLEAN: ("i1",),
    INTEGER: ("i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"),
    FLOAT: ("f16", "bf16", "f32", "f64"),
}
"""The types that z3 is asked about."""
EIGHT_BITS = {**TYPES, INTEGER: ("i8",), FINITE: ("f6E2M3FN",), FLOAT: ("f8E4M3", "f32")}
"""The sample of `make test`: all inputs of 8 bits, and the floats that complex numbers consist of."""

DIRECTIONS = ("EQ", "NE", "GE", "GT", "LE", "LT")


class Row(NamedTuple):
    """An equation, by the name of its rule and its number among those of that name."""

    name: str
    number: int

    @property
    def equation(self) -> Equation:
        return EQUATIONS[self.name][self.number]

    def __str__(self) -> str:
        return self.name if len(EQUATIONS[self.name]) == 1 else f"{self.name}-{self.number}"


ROWS = [
    Row(name, i)
    for name, rows in EQUATIONS.items()
    for i, row in enumerate(rows)
    if not any(part.said and part.head != "compare" for part in row.left.walk())
]
"""All equations but those between any two types, which are tried in `test_rules.py`."""


WITHOUT_THEORY = {"complex", "imag", "power", "real", TOTAL_ORDER}
"""Ops and orders of floats that z3 knows nothing of."""


def kinds_for_z3(row: Equation) -> set[str]:
    """The kinds of elements for which z3 is asked about an equation."""
    said = {word for part in row.left.walk() for word in part.said}
    inside = {part.head for each in row.left.parts for part in each.walk()} | said
    has_theory = not WITHOUT_THEORY & inside and not WITHOUT_THEORY.issuperset(row.ops)
    of_bits = INTEGER if INTEGER in row.kinds else BOOLEAN
    return {of_bits, *([FLOAT] if has_theory else [])} & {*row.kinds}


@dataclass(frozen=True)
class Case:
    """A left side that can be written: an op for each view, one direction for each comparison, constants."""

    left: Term
    element: str
    """The elements of the last operand."""
    constants: Mapping[str, Array]
    variables: Mapping[str, str]
    """The elements of variables that are of other types than the op that reads them says."""

    def __str__(self) -> str:
        held = "".join(f", {letter} = {array}" for letter, array in self.constants.items())
        return f"{self.left} of {self.element}{held}"

    def program(self, size: str) -> tuple[str, dict[str, str]]:
        """The function that gives the left side, and the elements of its arguments in their order."""
        writer = Writer(self, size)
        return writer.program(self.left), dict(sorted(writer.arguments.items()))


class Writer:
    """Writes terms as ops."""

    def __init__(self, case: Case, size: str):
        self.case, self.element, self.size = case, case.element, size
        self.lines: list[str] = []
        self.arguments: dict[str, str] = {}
        self.of_complex = False

    def tensor(self, element: str) -> str:
        return f"tensor<{self.size}{element}>"

    def write(self, what: Term, element: str) -> str:
        """Write what gives a term with elements of a type; the name of its value."""
        if what.is_variable:
            self.arguments[what.head] = self.case.variables.get(what.head, element)
            return f"%{what.head}"
        name = f"%v{len(self.lines)}"
        self.lines.append("")
        if not what.parts:
            array = self.case.constants[what.head] if what.is_constant else _number(what.head, element)
            digits = written(array, element)
            self.lines[int(name[2:])] = (
                f"{name} = stablehlo.constant dense<{digits}> : {self.tensor(element)}"
            )
            return name
        types = self.operand_types(what, element)
        read = [self.write(part, each) for part, each in zip(what.parts, types)]
        inside, out = ", ".join(map(self.tensor, types)), self.tensor(element)
        properties = _compared(what.said) if what.head == "compare" else ""
        self.lines[int(name[2:])] = (
            f'{name} = "stablehlo.{what.head}"({", ".join(read)}){properties} : ({inside}) -> {out}'
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
        if what.head == "compare":
            return [self.element, self.element]
        if what.head == "convert":
            given = {"complex<f32>": "f32", "i1": "i1"}.get(element, "i4")
            return [self.case.variables.get(what.parts[0].head, given)]
        return [element] * len(what.parts)

    def program(self, what: Term) -> str:
        """The function that gives a term; its arguments are the variables, in the order of their names."""
        result_element = _result_type(what, self.element)
        self.of_complex = what.head == "complex"
        result = self.write(what, result_element)
        names = sorted(self.arguments)
        inputs = ", ".join(f"%{name}: {self.tensor(self.arguments[name])}" for name in names)
        output = self.tensor(result_element)
        body = "\n  ".join(self.lines[::-1])
        return f"func.func @main({inputs}) -> {output} {{\n  {body}\n  return {result} : {output}\n}}"


def _compared(said: Sequence[str]) -> str:
    """The properties of a comparison."""
    kind = ", compare_type = #stablehlo<comparison_type TOTALORDER>" if TOTAL_ORDER in said else ""
    return f" <{{comparison_direction = #stablehlo<comparison_direction {said[0]}>{kind}}}>"


def _number(name: str, element: str) -> Array:
    array = number(name.replace("_", " "), ELEMENT_TYPES[element])
    if array is None:
        raise KeyError(f"{element} has no {name}")
    return array


def written(array: Array, element: str) -> str:
    """An element as MLIR spells it, to the bit."""
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
    if what.head in ("complex", "compare"):
        return {"complex": "complex<f32>", "compare": "i1"}[what.head]
    return "f32" if what.head in ("real", "imag") and element == "complex<f32>" else element


def constants_of(element: str, few: bool) -> list[Array]:
    """Elements of a type that constants are tried with: those that ops treat as special, and some others."""
    dtype = dtype_named(element)
    if element == "i1":
        return [np.array(False), np.array(True)]
    kind = kind_of_integers(ELEMENT_TYPES[element])
    if kind is None:
        with np.errstate(all="ignore"):
            found = np.array([1, 2] if few else [1, 2, 0.0, -0.0, -3, np.inf, np.nan]).astype(dtype)
    else:
        numbers = [0, 1, -1, 2, kind.least] if few else [0, 1, -1, 2, 3, kind.least, kind.most]
        inside = [each & kind.mask if kind.least == 0 else each for each in numbers]
        inside = [each for each in inside if kind.least <= each <= kind.most]
        found = np.array(inside, np.int64 if kind.least else np.uint64)
        found = (found.astype(np.int8 if kind.least else np.uint8) if kind.width < 8 else found).astype(dtype)
    return list({each.tobytes(): each for each in map(np.asarray, found)}.values())


def _spelled(what: Term, depth: int = 0) -> Iterator[Term]:
    """The terms that one with views and several directions stands for."""
    if what.head in VIEWS:
        for pairs in VIEWS[what.head].reads.values():
            for form, _ in pairs:
                renamed = {letter: Term("ABCD"[depth]) for letter in form.letters if letter.isupper()}
                for inner in _spelled(what.parts[0], depth + 1):
                    yield form.replaced({**renamed, "x": inner})
        return
    heads = [what]
    if what.head == "compare":
        total = what.said[-1:] if TOTAL_ORDER in what.said else ()
        heads = [replace(what, said=(each, *total)) for each in what.said if each != TOTAL_ORDER]
    for head in heads:
        for parts in product(*[list(_spelled(part, depth + 1)) for part in head.parts]):
            yield replace(head, parts=parts)


def cases(row: Equation, types: Mapping[str, Sequence[str]] = TYPES) -> Iterator[Case]:
    """Each of the ops that an equation is about, with the element types that its kinds are tried on, and constants."""
    variables = {name: "i1" for name, fact in row.facts.items() if fact is OF_BOOLEANS}
    heads = [row.left] if row.left.head in VIEWS else [replace(row.left, head=op) for op in row.ops]
    named = [head.replaced({"op": Term(head.head)}) for head in heads]
    wanted = [each for kind in row.kinds for each in types.get(kind, ())]
    for left, element in product([form for head in named for form in _spelled(head)], wanted):
        if left.head == "complex" and element != "f32":
            continue
        letters = [letter for letter in left.letters if letter.isupper()]
        for values in product(
            constants_of(element, len(letters) > 1) if letters else (), repeat=len(letters)
        ):
            yield Case(left, element, dict(zip(letters, values)), variables)


def wrong(what: Term) -> Iterator[Term]:
    """Terms that are like one but not it: another value for a number or a second x, another op or direction inside."""
    seen: set[str] = set()

    def changed(each: Term) -> Iterator[Term]:
        if each.is_variable:
            if each.head in seen:
                yield Term("w")
            seen.add(each.head)
        elif each.is_number:
            yield Term("w")
        elif each.parts:
            for i, part in enumerate(each.parts):
                for other in changed(part):
                    yield replace(each, parts=(*each.parts[:i], other, *each.parts[i + 1 :]))
            if each.head == "compare":
                yield from [replace(each, said=(other,)) for other in DIRECTIONS if (other,) != each.said]
            elif each is not what:
                for head in {1: ("negate", "abs", "not", "convert"), 2: ("subtract", "xor", "and")}.get(
                    len(each.parts), ()
                ):
                    if head != each.head:
                        yield replace(each, head=head)

    return changed(what)
