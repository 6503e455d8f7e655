"""The coverage of programs: cells of ops with element types and shapes, with attributes, with special values, with ops.

A cell is a text of parts between `|`; the first part is its kind, the second an op:
  - `types|add|f32|rank 2`: the element types of operands and results, and the class of the shapes;
  - `attribute|pad|interior_padding|0,2`: the numbers in a property, 3 standing for larger ones and - for negative ones;
  - `constant|f32|NaN`: a special value in a constant, by element type;
  - `reads|add|multiply`: an op, and an op or argument whose result it reads, or the op in whose region it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import TypeGuard

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, ParametrizedAttribute, SSAValue
from xdsl.utils.str_enum import StrEnum

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints, is_integer_array, is_integer_attr
from xdsl_stablehlo.ir import guards
from xdsl_stablehlo.ir.versions import EnumAttribute
from xdsl_stablehlo.values.element_types import FloatFormat, IntegerFormat, format_of, is_complex_type, parts
from xdsl_stablehlo.values.elements import array_of

from ..reducing.program import ops_of_functions
from .generator import TYPES

TYPES_AND_SHAPES, ATTRIBUTE, CONSTANT, READS = "types", "attribute", "constant", "reads"
KINDS = {
    TYPES_AND_SHAPES: "ops with element types and shapes",
    ATTRIBUTE: "attributes",
    CONSTANT: "special values in constants",
    READS: "pairs of ops",
}
"""The kinds of cells, in words."""

PAGE = Path(__file__).with_name("coverage.html")

MOST = 3
"""Numbers from this one on are one class."""


def cells_of(module: ModuleOp) -> set[str]:
    """The cells that a program covers."""
    return {cell for op in ops_of_functions(module) for cell in _cells_of_op(op)}


def _cells_of_op(op: Operation) -> Iterator[str]:
    name = _name(op)
    types = [value.type for value in (*op.operands, *op.results)]
    elements = sorted({str(t.element_type) for t in types if guards.is_tensor_type(t)})
    yield f"{TYPES_AND_SHAPES}|{name}|{' '.join(elements)}|{_shape_class(types)}"
    for maker in dict.fromkeys(map(_maker, op.operands)):
        yield f"{READS}|{name}|{maker}"
    around = op.parent_op()
    if around is not None and not isinstance(around, FuncOp):
        yield f"{READS}|{name}|in {_name(around)}"
    if isinstance(op, hlo.ConstantOp):
        if guards.is_tensor_type(op.output.type):
            element = op.output.type.element_type
            yield from [f"{CONSTANT}|{element}|{each}" for each in _special_values(op, element)]
        return
    for key, value in op.properties.items():
        yield from [f"{ATTRIBUTE}|{name}|{key}{each}" for each in _classes(value)]


def _name(op: Operation) -> str:
    return op.name.removeprefix("stablehlo.")


def _maker(value: SSAValue) -> str:
    return "argument" if isinstance(value.owner, Block) else _name(value.owner)


def _shape_class(types: Iterable[Attribute]) -> str:
    """The largest rank, and whether some dimension has no element, or one."""
    shapes = [t.get_shape() for t in types if guards.is_tensor_type(t)]
    sizes = {size for shape in shapes for size in shape}
    marks = [word for size, word in ((0, "empty"), (1, "ones"), (-1, "dynamic")) if size in sizes]
    return " ".join([f"rank {max(map(len, shapes), default=0)}", *marks])


def _classes(value: Attribute) -> Iterator[str]:
    """The parts of an attribute that are told apart, each as ` = value` or `.part = value`."""
    if is_integer_attr(value):
        yield f" = {_number(value.value.data)}"
    elif is_enum(value):
        yield f" = {value.data.value}"
    elif is_integer_array(value):
        yield f" = {_numbers(ints(value))}"
    elif guards.is_dense(value):
        yield f" = {_numbers(array_of(value).reshape(-1).tolist())}"
    elif guards.is_array_attr(value):
        yield from dict.fromkeys(each for part in value.data for each in _classes(part))
    elif isinstance(value, ParametrizedAttribute):
        for (name, _), part in zip(value.get_irdl_definition().parameters, value.parameters, strict=True):
            yield from [f".{name}{each}" for each in _classes(part)]


def is_enum(value: Attribute) -> TypeGuard[EnumAttribute[StrEnum]]:
    """Whether an attribute is one of several cases."""
    return isinstance(value, EnumAttribute)


def _number(number: int) -> str:
    return "-" if number < 0 else str(min(number, MOST))


def _numbers(numbers: Iterable[float]) -> str:
    return ",".join(sorted({_number(int(number)) for number in numbers})) or "none"


def _special_values(op: hlo.ConstantOp, element: Attribute) -> list[str]:
    array, known = array_of(op.value), format_of(element)
    if is_complex_type(element):
        array, known = np.stack(parts(array)), format_of(element.element_type)
    if isinstance(known, IntegerFormat):
        numbers = set(array.reshape(-1).tolist())
        words = ((0, "0"), (1, "1"), (known.least, "smallest"), (known.most, "largest"))
        return [word for number, word in words if number in numbers]
    assert isinstance(known, FloatFormat)
    with np.errstate(all="ignore"):
        x = array.astype(np.float64)
        size = np.abs(x)
    found = {
        "NaN": np.isnan(x),
        "infinity": np.isinf(x),
        "-0": (x == 0) & np.signbit(x),
        "0": (x == 0) & ~np.signbit(x),
        "subnormal": (x != 0) & (size < 2.0**known.least_exponent),
    }
    return [word for word, where in found.items() if where.any()]


# ---- the page ----


def coverage_page(cells: Iterable[str], notes: str) -> str:
    """A page of HTML with tables of what is covered; `notes` is HTML that comes first."""
    cells = sorted(cells)
    counts = Counter(cell.partition("|")[0] for cell in cells)
    elements, shapes = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    attributes: dict[str, list[str]] = {}
    for cell in cells:
        kind, op, *rest = cell.split("|")
        if kind == TYPES_AND_SHAPES:
            shapes[op, rest[1]] += 1
            elements.update((op, element) for element in rest[0].split())
        elif kind == ATTRIBUTE:
            attributes.setdefault(op, []).append(rest[0])
    known = sorted(kind.name.removeprefix("stablehlo.") for kind in hlo.StableHLO.operations)
    unmet = [op for op in known if not any(op == met for met, _ in shapes)]
    values = {op: f"<th>{escape('; '.join(found))}</th>" for op, found in sorted(attributes.items())}
    return Template(PAGE.read_text()).substitute(
        notes=notes,
        cells=html_table((words, f"<td>{counts[kind]}</td>") for kind, words in KINDS.items()),
        elements=_grid(elements, TYPES),
        shapes=_grid(shapes, sorted({shape for _, shape in shapes})),
        attributes=html_table(values.items()),
        unmet=", ".join(unmet),
    )


def html_table(rows: Iterable[tuple[str, str]], head: Iterable[str] = ()) -> str:
    """A table of HTML. Each row is a title and its cells; `head` has the titles of columns, as text."""
    titles = "".join([f"<th>{escape(title)}</th>" for title in head])
    top = f"<thead><tr><th></th>{titles}</tr></thead>\n" if titles else ""
    body = "".join([f"<tr><th>{title}</th>{cells}</tr>\n" for title, cells in rows])
    return f"<table>{top}{body}</table>"


def _grid(counts: Mapping[tuple[str, str], int], columns: Sequence[str]) -> str:
    """A table with a row for each op; the darker a field is, the larger is its number."""
    ops = sorted({op for op, _ in counts})
    fields = [(op, "".join([_field(counts.get((op, column), 0)) for column in columns])) for op in ops]
    return html_table(fields, columns)


def _field(count: int) -> str:
    if not count:
        return "<td></td>"
    return (
        f'<td style="background:rgb(46 134 171/{min(0.15 + 0.1 * count.bit_length(), 0.9):.2f})">{count}</td>'
    )
