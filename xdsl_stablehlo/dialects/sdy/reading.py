"""Shardy's attributes from text. Each function reads one structure, which begins with a bracket."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.parser import AttrParser

from xdsl_stablehlo.ir.versions import parse_keyword_in, parse_optional_keyword_in

from .structure import (
    ENDS,
    LETTERS,
    REDUCTIONS,
    SETS,
    AxesPerDimension,
    AxisList,
    AxisRef,
    DeviceMesh,
    DimensionSharding,
    Edges,
    Factors,
    Flow,
    ManualAxes,
    MeshAxis,
    Move,
    Moves,
    PropagationStep,
    ShardingRule,
    SubAxis,
    TensorFactors,
    TensorSharding,
    ValueRef,
    ValueShardings,
    factor_text,
)

T = TypeVar("T")

_PRIORITY = re.compile(r"p(0|[1-9][0-9]{0,18})")
_FACTORS = re.compile(r"z_[1-9][0-9]*|[i-z]")
_BRACES, _SQUARE, _PAREN = (
    AttrParser.Delimiter.BRACES,
    AttrParser.Delimiter.SQUARE,
    AttrParser.Delimiter.PAREN,
)


def read_key(parser: AttrParser, key: str) -> None:
    """`key=`"""
    parser.parse_keyword(key)
    parser.parse_punctuation("=")


def at_long_form(parser: AttrParser) -> bool:
    """Whether an attribute with its name comes next, as `#sdy.mesh<..>`, or an alias of one."""
    return parser.lexer.input.at(parser.pos) == "#"


def _list(
    parser: AttrParser, delimiter: AttrParser.Delimiter, item: Callable[[AttrParser], T]
) -> tuple[T, ...]:
    return tuple(parser.parse_comma_separated_list(delimiter, lambda: item(parser)))


def _axis(parser: AttrParser) -> AxisRef:
    name, part = parser.parse_str_literal(" for an axis"), None
    if parser.parse_optional_punctuation(":") is not None:
        with parser.in_parens():
            before = parser.parse_integer(False)
        part = SubAxis(before, parser.parse_integer(False))
    return AxisRef(name, part)


def _dimension(parser: AttrParser) -> DimensionSharding:
    def entry(parser: AttrParser) -> AxisRef | None:
        return None if parser.parse_optional_punctuation("?") else _axis(parser)

    start = parser.pos
    entries = _list(parser, _BRACES, entry)
    axes = tuple(axis for axis in entries if axis is not None)
    if None in entries[:-1]:
        parser.raise_error("expected '}' behind '?'", start, parser.pos)
    word = parser.parse_optional_identifier()
    if word is not None and not (_PRIORITY.fullmatch(word) and int(word[1:]) < 1 << 63):
        parser.raise_error(f"expected a priority, but got '{word}'")
    return DimensionSharding(axes, len(axes) == len(entries), None if word is None else int(word[1:]))


def _mesh_axis(parser: AttrParser) -> MeshAxis:
    name = parser.parse_str_literal(" for an axis")
    parser.parse_punctuation("=")
    return MeshAxis(name, parser.parse_integer(False))


def read_mesh(parser: AttrParser) -> DeviceMesh:
    ids: tuple[int, ...] = ()
    with parser.in_angle_brackets():
        axes = _list(parser, _SQUARE, _mesh_axis)
        if parser.parse_optional_punctuation(",") is not None:
            read_key(parser, "device_ids")
            ids = _list(parser, _SQUARE, lambda parser: parser.parse_integer(False))
            if not ids:
                parser.raise_error("expected integer value")
    return DeviceMesh(axes, ids)


def _mesh_or_name(parser: AttrParser) -> DeviceMesh | SymbolRefAttr:
    if parser.parse_optional_keyword("mesh") is None:
        return SymbolRefAttr(parser.parse_symbol_name())
    if not at_long_form(parser):
        return read_mesh(parser)
    mesh = getattr(parser.parse_attribute(), "data", None)
    return mesh if isinstance(mesh, DeviceMesh) else parser.raise_error("expected a mesh")


def read_sharding(parser: AttrParser) -> TensorSharding:
    reduction = 0
    sets: dict[str, tuple[AxisRef, ...]] = {}
    with parser.in_angle_brackets():
        mesh = _mesh_or_name(parser)
        parser.parse_punctuation(",")
        dimensions = _list(parser, _SQUARE, _dimension)
        while parser.parse_optional_punctuation(",") is not None:
            left = [name for name in ("replicated", "unreduced") if name not in sets]
            kind = parse_keyword_in(parser, left, " in a sharding")
            parser.parse_punctuation("=")
            how = parse_optional_keyword_in(parser, REDUCTIONS) if kind == "unreduced" else None
            reduction = reduction if how is None else REDUCTIONS.index(how)
            sets[kind] = _list(parser, _BRACES, _axis)
            if not sets[kind]:
                parser.raise_error("expected the name of an axis")
    return TensorSharding(mesh, dimensions, sets.get("replicated", ()), sets.get("unreduced", ()), reduction)


def _sharding(parser: AttrParser) -> TensorSharding:
    """A sharding in a list, which may have its name."""
    if not at_long_form(parser):
        return read_sharding(parser)
    sharding = getattr(parser.parse_attribute(), "data", None)
    return sharding if isinstance(sharding, TensorSharding) else parser.raise_error("expected a sharding")


def read_shardings(parser: AttrParser) -> ValueShardings:
    return ValueShardings(_list(parser, _SQUARE, _sharding))


def read_bracketed_shardings(parser: AttrParser) -> ValueShardings:
    """`<[..]>`, as an attribute has them; ops have them without the outer brackets."""
    with parser.in_angle_brackets():
        return read_shardings(parser)


def read_manual_axes(parser: AttrParser) -> ManualAxes:
    return ManualAxes(_list(parser, _BRACES, lambda parser: parser.parse_str_literal(" for an axis")))


def read_axes(parser: AttrParser) -> AxisList:
    return AxisList(_list(parser, _BRACES, _axis))


def read_axes_per_dimension(parser: AttrParser) -> AxesPerDimension:
    return AxesPerDimension(_list(parser, _SQUARE, read_axes))


def _move(parser: AttrParser) -> Move:
    start = parser.pos
    axes = read_axes(parser).axes
    if not axes:
        parser.raise_error("expected the name of an axis", start, parser.pos)
    parser.parse_punctuation(":")
    source = parser.parse_integer(False)
    parser.parse_punctuation("->")
    return Move(axes, source, parser.parse_integer(False))


def read_moves(parser: AttrParser) -> Moves:
    return Moves(_list(parser, _SQUARE, _move))


def _factors(parser: AttrParser) -> Factors:
    word = parser.parse_optional_identifier() or ""
    names = _FACTORS.findall(word)
    if "".join(names) != word:
        parser.raise_error(f"expected factors, but got '{word}'")
    return Factors(
        tuple(LETTERS.index(name) if len(name) == 1 else len(LETTERS) - 1 + int(name[2:]) for name in names)
    )


def _tensor_factors(parser: AttrParser) -> TensorFactors:
    return TensorFactors(_list(parser, _SQUARE, _factors))


def read_rule(parser: AttrParser) -> ShardingRule:
    sizes: list[int] = []

    def size() -> None:
        read_key(parser, factor_text(len(sizes)))
        sizes.append(parser.parse_integer(False))

    sets: dict[str, tuple[int, ...]] = {}
    with parser.in_angle_brackets():
        operands = _list(parser, _PAREN, _tensor_factors)
        parser.parse_punctuation("->")
        results = _list(parser, _PAREN, _tensor_factors)
        parser.parse_optional_comma_separated_list(_BRACES, size)
        for name in SETS:
            if parser.parse_optional_keyword(name) is not None:
                parser.parse_punctuation("=")
                sets[name] = tuple(f for each in _list(parser, _BRACES, _factors) for f in each.factors)
        custom = parser.parse_optional_punctuation(",") is not None
        if custom:
            parser.parse_keyword("custom")
    return ShardingRule(tuple(sizes), operands, results, **sets, custom=custom)


def _value_ref(parser: AttrParser) -> ValueRef:
    end = parse_keyword_in(parser, ENDS)
    parser.parse_punctuation("-")
    return ValueRef(end, parser.parse_integer(False))


def _flow(parser: AttrParser) -> Flow:
    with parser.in_braces():
        axis = _axis(parser)
        parser.parse_punctuation("=")
        source = _value_ref(parser)
        parser.parse_punctuation("->")
        return Flow(axis, source, _list(parser, _SQUARE, _value_ref))


def _step(parser: AttrParser) -> PropagationStep:
    with parser.in_braces():
        parser.parse_keyword("step")
        parser.parse_punctuation("-")
        index = parser.parse_integer(False)
        parser.parse_punctuation("=")
        return PropagationStep(index, _list(parser, _SQUARE, _flow))


def read_edges(parser: AttrParser) -> Edges:
    with parser.in_angle_brackets():
        steps = _list(parser, _SQUARE, _step)
    return Edges(steps) if steps else parser.raise_error("expected a step of propagation")
