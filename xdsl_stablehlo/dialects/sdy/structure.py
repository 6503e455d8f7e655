"""Shardy's attributes as plain values: meshes, axes, shardings, rules, each with its text, read and written.

The text is upstream's. The fields are in the order of upstream's, which is the one of bytecode.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeGuard, TypeVar

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Data
from xdsl.parser import AttrParser
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.versions import parse_keyword_in, parse_optional_keyword_in

T = TypeVar("T")

DIRECTIONS = ("NONE", "FORWARD", "BACKWARD", "BOTH")
REDUCTIONS = ("sum", "max", "min")
ENDS = ("operand", "result")
LETTERS = "ijklmnopqrstuvwxyz"
"""The first factors; `z_1`, `z_2`, .. are those after them."""
SETS = ("reduction", "need_replication", "permutation", "blocked_propagation")
"""The sets of factors of a rule."""

_SPECIAL = re.compile(rb'[^ -~]|"')
_PRIORITY = re.compile(r"p(0|[1-9][0-9]{0,18})")
_FACTORS = re.compile(r"z_[1-9][0-9]*|[i-z]")
_DELIMITERS = {
    "{}": AttrParser.Delimiter.BRACES,
    "[]": AttrParser.Delimiter.SQUARE,
    "()": AttrParser.Delimiter.PAREN,
}


def string_literal(text: str) -> str:
    """A string literal."""
    data = text.encode("utf-8", "surrogateescape").replace(b"\\", b"\\\\")
    return '"' + _SPECIAL.sub(lambda match: b"\\%02X" % match[0][0], data).decode() + '"'


def bracketed(values: Iterable[object], around: str = "{}") -> str:
    """The values with commas between them, in brackets."""
    return around[0] + ", ".join(map(str, values)) + around[1]


def _list(parser: AttrParser, around: str, item: Callable[[AttrParser], T]) -> tuple[T, ...]:
    """Values with commas between them, in brackets."""
    return tuple(parser.parse_comma_separated_list(_DELIMITERS[around], lambda: item(parser)))


def _integer(parser: AttrParser) -> int:
    return parser.parse_integer(allow_boolean=False)


def _axis_name(parser: AttrParser) -> str:
    return parser.parse_str_literal(" for an axis")


def read_key(parser: AttrParser, key: str) -> None:
    """`key=`"""
    parser.parse_keyword(key)
    parser.parse_punctuation("=")


def at_long_form(parser: AttrParser) -> bool:
    """Whether an attribute with its name comes next, as `#sdy.mesh<..>`, or an alias of one."""
    return parser.lexer.input.at(parser.pos) == "#"


def holds_data(a: object) -> TypeGuard[Data[object]]:
    """An attribute that is a Python value."""
    return isinstance(a, Data)


def _named(parser: AttrParser, kind: type[T], what: str) -> T:
    """The structure that an attribute with its name holds."""
    attribute = parser.parse_attribute()
    found = attribute.data if holds_data(attribute) else None
    return found if isinstance(found, kind) else parser.raise_error(f"expected {what}")


@dataclass(frozen=True, slots=True)
class StructureList(Generic[T]):
    """Structures of one kind with commas between them, in brackets."""

    each: tuple[T, ...]
    BRACKETS: ClassVar[str] = "[]"
    READ_ONE: ClassVar[Callable[[AttrParser], Any]]
    """Reads one of the structures."""

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        return cls(_list(parser, cls.BRACKETS, cls.READ_ONE))

    def __iter__(self) -> Iterator[T]:
        return iter(self.each)

    def __str__(self) -> str:
        return bracketed(self.each, self.BRACKETS)


@dataclass(frozen=True, slots=True)
class MeshAxis:
    """An axis of a mesh and its size: `"x"=4`."""

    name: str
    size: int

    def __post_init__(self) -> None:
        if self.size < 1:
            raise VerifyException(f"axis size must be at least 1, got: {self.size}")

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        name = _axis_name(parser)
        parser.parse_punctuation("=")
        return cls(name, _integer(parser))

    def __str__(self) -> str:
        return f"{string_literal(self.name)}={self.size}"


@dataclass(frozen=True, slots=True)
class DeviceMesh:
    """Devices in a grid with named axes: `<["x"=4, "y"=2], device_ids=[..]>`. Without ids they are in order."""

    axes: tuple[MeshAxis, ...]
    ids: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        names, ids = [axis.name for axis in self.axes], self.ids
        count = prod([axis.size for axis in self.axes])
        problem = None
        if min(ids, default=0) < 0:
            problem = f"device id must be non-negative, got: {min(ids)}"
        elif not names and len(ids) > 1:
            problem = "axes is empty and device_ids has more than one element"
        elif len({*names}) != len(names):
            problem = f"duplicate axis name: {string_literal(next(n for n in names if names.count(n) > 1))}"
        elif names and ids and count != len(ids):
            problem = f"total product of axis sizes must match total number of device ids, got: {count} != {len(ids)}"
        elif names and ids and sorted(ids) != list(range(count)):
            problem = (
                f"sorted device ids must be iota(product(axes)), got: {', '.join(map(str, sorted(ids)))}"
            )
        if problem is not None:
            raise VerifyException(problem)
        if names and ids and ids == tuple(range(count)):
            object.__setattr__(self, "ids", ())

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        ids: tuple[int, ...] = ()
        with parser.in_angle_brackets():
            axes = _list(parser, "[]", MeshAxis.read)
            if parser.parse_optional_punctuation(",") is not None:
                read_key(parser, "device_ids")
                ids = _list(parser, "[]", _integer)
                if not ids:
                    parser.raise_error("expected integer value")
        return cls(axes, ids)

    @property
    def sizes(self) -> Mapping[str, int]:
        """The size of each axis, in order."""
        return {axis.name: axis.size for axis in self.axes}

    @property
    def is_maximal(self) -> bool:
        """Whether it is one device, by its number."""
        return not self.axes and len(self.ids) == 1

    def __str__(self) -> str:
        ids = f", device_ids={bracketed(self.ids, '[]')}" if self.ids else ""
        return f"<{bracketed(self.axes, '[]')}{ids}>"


@dataclass(frozen=True, slots=True)
class SubAxis:
    """A part of an axis: `(before)size` where the parts before it have `before` steps together."""

    before: int
    size: int

    @property
    def after(self) -> int:
        """The number of steps in it and the parts before it."""
        return self.before * self.size

    def __str__(self) -> str:
        return f"({self.before}){self.size}"


@dataclass(frozen=True, slots=True)
class AxisRef:
    """An axis, or a part of one: `"x"`, `"x":(2)4`."""

    name: str
    part: SubAxis | None = None

    def part_in(self, sizes: Mapping[str, int]) -> SubAxis:
        """The part of its axis that it is, which may be the whole."""
        return self.part or SubAxis(1, sizes[self.name])

    def size_in(self, sizes: Mapping[str, int]) -> int:
        return self.part_in(sizes).size

    def overlaps(self, other: AxisRef) -> bool:
        if self.name != other.name or self.part is None or other.part is None:
            return self.name == other.name
        return self.part.before < other.part.after and other.part.before < self.part.after

    def merges_with(self, following: AxisRef) -> bool:
        """Whether it and the part behind it are one part."""
        if self.name != following.name or self.part is None or following.part is None:
            return False
        return self.part.after == following.part.before

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        name, part = _axis_name(parser), None
        if parser.parse_optional_punctuation(":") is not None:
            with parser.in_parens():
                before = _integer(parser)
            part = SubAxis(before, _integer(parser))
        return cls(name, part)

    def __str__(self) -> str:
        return string_literal(self.name) + ("" if self.part is None else f":{self.part}")


Axes: TypeAlias = "tuple[AxisRef, ...]"


@dataclass(frozen=True, slots=True)
class DimensionSharding:
    """The axes along which a dimension is cut, whether no others may be added, and its priority: `{"x", ?}p1`."""

    axes: Axes
    closed: bool = True
    priority: int | None = None

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        def entry(parser: AttrParser) -> AxisRef | None:
            return None if parser.parse_optional_punctuation("?") else AxisRef.read(parser)

        start = parser.pos
        entries = _list(parser, "{}", entry)
        axes = tuple(axis for axis in entries if axis is not None)
        if None in entries[:-1]:
            parser.raise_error("expected '}' behind '?'", start, parser.pos)
        word = parser.parse_optional_identifier()
        if word is not None and not (_PRIORITY.fullmatch(word) and int(word[1:]) < 1 << 63):
            parser.raise_error(f"expected a priority, but got '{word}'")
        return cls(axes, len(axes) == len(entries), None if word is None else int(word[1:]))

    def __str__(self) -> str:
        text = bracketed(self.axes if self.closed else (*self.axes, "?"))
        return text if self.priority is None else f"{text}p{self.priority}"


@dataclass(frozen=True, slots=True)
class TensorSharding:
    """The sharding of a tensor: `<@mesh, [{"x"}, {?}], replicated={"y"}, unreduced={"z"}>`."""

    mesh: DeviceMesh | SymbolRefAttr
    dimensions: tuple[DimensionSharding, ...]
    replicated: Axes = ()
    unreduced: Axes = ()
    reduction: int = 0
    """By which reduction the devices along the unreduced axes have the tensor together, in `REDUCTIONS`."""

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        reduction = 0
        sets: dict[str, Axes] = {}
        with parser.in_angle_brackets():
            mesh = _mesh_or_name(parser)
            parser.parse_punctuation(",")
            dimensions = _list(parser, "[]", DimensionSharding.read)
            while parser.parse_optional_punctuation(",") is not None:
                left = [name for name in ("replicated", "unreduced") if name not in sets]
                kind = parse_keyword_in(parser, left, " in a sharding")
                parser.parse_punctuation("=")
                how = parse_optional_keyword_in(parser, REDUCTIONS) if kind == "unreduced" else None
                reduction = reduction if how is None else REDUCTIONS.index(how)
                sets[kind] = _list(parser, "{}", AxisRef.read)
                if not sets[kind]:
                    parser.raise_error("expected the name of an axis")
        return cls(mesh, dimensions, sets.get("replicated", ()), sets.get("unreduced", ()), reduction)

    @property
    def is_empty(self) -> bool:
        """Whether it has no dimensions and no axes."""
        return not (self.dimensions or self.replicated or self.unreduced)

    @property
    def axes(self) -> Axes:
        """All axes."""
        return (*[axis for each in self.dimensions for axis in each.axes], *self.replicated, *self.unreduced)

    def __str__(self) -> str:
        mesh = f"mesh{self.mesh}" if isinstance(self.mesh, DeviceMesh) else f"@{_symbol(self.mesh)}"
        text = f"{mesh}, {bracketed(self.dimensions, '[]')}"
        text += f", replicated={bracketed(self.replicated)}" if self.replicated else ""
        how = REDUCTIONS[self.reduction] if self.reduction else ""
        text += f", unreduced={how}{bracketed(self.unreduced)}" if self.unreduced else ""
        return f"<{text}>"


def _mesh_or_name(parser: AttrParser) -> DeviceMesh | SymbolRefAttr:
    if parser.parse_optional_keyword("mesh") is None:
        return SymbolRefAttr(parser.parse_symbol_name())
    return _named(parser, DeviceMesh, "a mesh") if at_long_form(parser) else DeviceMesh.read(parser)


def _symbol(mesh: SymbolRefAttr) -> str:
    name = mesh.root_reference.data
    return name if re.fullmatch(r"[a-zA-Z_][\w$.]*", name, re.ASCII) else string_literal(name)


def _sharding(parser: AttrParser) -> TensorSharding:
    """A sharding in a list, which may have its name."""
    if at_long_form(parser):
        return _named(parser, TensorSharding, "a sharding")
    return TensorSharding.read(parser)


class ValueShardings(StructureList[TensorSharding]):
    """The shardings of several values: `[<@mesh, [{"x"}]>, <@mesh, [{}]>]`."""

    READ_ONE = _sharding


class ManualAxes(StructureList[str]):
    """The axes along which a computation is written out for each device: `{"x", "y"}`."""

    BRACKETS: ClassVar[str] = "{}"
    READ_ONE = _axis_name

    def __str__(self) -> str:
        return bracketed(map(string_literal, self))


class AxisList(StructureList[AxisRef]):
    """Axes of a collective: `{"x", "y":(1)2}`."""

    BRACKETS: ClassVar[str] = "{}"
    READ_ONE = AxisRef.read


class AxesPerDimension(StructureList[AxisList]):
    """Axes of a collective for each dimension: `[{"x"}, {}]`."""

    READ_ONE = AxisList.read

    @property
    def axes(self) -> Axes:
        """The axes of all dimensions."""
        return tuple([axis for axes in self for axis in axes])


@dataclass(frozen=True, slots=True)
class Move:
    """Axes that an `all_to_all` takes from one dimension to another: `{"x"}: 0->2`."""

    axes: Axes
    source: int
    target: int

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        start = parser.pos
        axes = _list(parser, "{}", AxisRef.read)
        if not axes:
            parser.raise_error("expected the name of an axis", start, parser.pos)
        parser.parse_punctuation(":")
        source = _integer(parser)
        parser.parse_punctuation("->")
        return cls(axes, source, _integer(parser))

    def __str__(self) -> str:
        return f"{bracketed(self.axes)}: {self.source}->{self.target}"


class Moves(StructureList[Move]):
    """The axes that an `all_to_all` moves: `[{"x"}: 0->2, {"y"}: 1->3]`."""

    READ_ONE = Move.read


def factor_text(factor: int) -> str:
    """`i` to `z`, then `z_1`, `z_2`, .."""
    return LETTERS[factor] if factor < len(LETTERS) else f"z_{factor - len(LETTERS) + 1}"


def _factor_of(text: str) -> int:
    return LETTERS.index(text) if len(text) == 1 else len(LETTERS) - 1 + int(text[2:])


@dataclass(frozen=True, slots=True)
class Factors:
    """The factors of a dimension: `jk`."""

    factors: tuple[int, ...]

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        word = parser.parse_optional_identifier() or ""
        names = _FACTORS.findall(word)
        if "".join(names) != word:
            parser.raise_error(f"expected factors, but got '{word}'")
        return cls(tuple([_factor_of(name) for name in names]))

    def __str__(self) -> str:
        return "".join(map(factor_text, self.factors))


class TensorFactors(StructureList[Factors]):
    """The factors of each dimension of a tensor: `[i, jk]`."""

    READ_ONE = Factors.read


@dataclass(frozen=True, slots=True)
class ShardingRule:
    """A sharding rule, the correspondence of dimensions: `<([i, j])->([j]) {i=8, j=4} reduction={i}, custom>`."""

    sizes: tuple[int, ...]
    operands: tuple[TensorFactors, ...]
    results: tuple[TensorFactors, ...]
    reduction: tuple[int, ...] = ()
    need_replication: tuple[int, ...] = ()
    permutation: tuple[int, ...] = ()
    blocked_propagation: tuple[int, ...] = ()
    custom: bool = False

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        sizes: list[int] = []

        def size() -> None:
            read_key(parser, factor_text(len(sizes)))
            sizes.append(_integer(parser))

        sets: dict[str, tuple[int, ...]] = {}
        with parser.in_angle_brackets():
            operands = _list(parser, "()", TensorFactors.read)
            parser.parse_punctuation("->")
            results = _list(parser, "()", TensorFactors.read)
            parser.parse_optional_comma_separated_list(parser.Delimiter.BRACES, size)
            for name in SETS:
                if parser.parse_optional_keyword(name) is not None:
                    parser.parse_punctuation("=")
                    sets[name] = tuple(f for each in _list(parser, "{}", Factors.read) for f in each.factors)
            custom = parser.parse_optional_punctuation(",") is not None
            if custom:
                parser.parse_keyword("custom")
        return cls(tuple(sizes), operands, results, **sets, custom=custom)

    def __str__(self) -> str:
        text = f"{bracketed(self.operands, '()')}->{bracketed(self.results, '()')}"
        sizes = [f"{factor_text(i)}={size}" for i, size in enumerate(self.sizes)]
        text += f" {bracketed(sizes)}" if sizes else ""
        sets = (self.reduction, self.need_replication, self.permutation, self.blocked_propagation)
        for name, factors in zip(SETS, sets):
            text += f" {name}={bracketed(map(factor_text, factors))}" if factors else ""
        return f"<{text}{', custom' if self.custom else ''}>"


@dataclass(frozen=True, slots=True)
class ValueRef:
    """An operand or a result by its number: `operand-0`."""

    end: str
    index: int

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        end = parse_keyword_in(parser, ENDS)
        parser.parse_punctuation("-")
        return cls(end, _integer(parser))

    def __str__(self) -> str:
        return f"{self.end}-{self.index}"


@dataclass(frozen=True, slots=True)
class Flow:
    """An axis that came from one value to others: `{"x" = operand-0 -> [result-0]}`."""

    axis: AxisRef
    source: ValueRef
    targets: tuple[ValueRef, ...]

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        with parser.in_braces():
            axis = AxisRef.read(parser)
            parser.parse_punctuation("=")
            source = ValueRef.read(parser)
            parser.parse_punctuation("->")
            return cls(axis, source, _list(parser, "[]", ValueRef.read))

    def __str__(self) -> str:
        return f"{{{self.axis} = {self.source} -> {bracketed(self.targets, '[]')}}}"


@dataclass(frozen=True, slots=True)
class PropagationStep:
    """A step of propagation: `{step-1 = [{"x" = operand-0 -> [result-0]}]}`."""

    index: int
    flows: tuple[Flow, ...]

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        with parser.in_braces():
            parser.parse_keyword("step")
            parser.parse_punctuation("-")
            index = _integer(parser)
            parser.parse_punctuation("=")
            return cls(index, _list(parser, "[]", Flow.read))

    def __str__(self) -> str:
        return f"{{step-{self.index} = {bracketed(self.flows, '[]')}}}"


@dataclass(frozen=True, slots=True)
class Edges:
    """The steps of propagation: `<[{step-0 = [..]}, {step-1 = [..]}]>`."""

    steps: tuple[PropagationStep, ...]

    def __post_init__(self) -> None:
        seen: set[int] = set()
        for step in self.steps:
            if step.index < 0:
                raise VerifyException(f"propagation edges have negative step index: {step.index}")
            if step.index in seen:
                raise VerifyException(f"propagation edges have duplicate step index: {step.index}")
            seen.add(step.index)
            for flow in step.flows:
                if flow.source in flow.targets:
                    raise VerifyException("propagation edges have a source that is the same as a target")
                if len({*flow.targets}) != len(flow.targets):
                    raise VerifyException(
                        f"propagation edges have duplicate targets for step index: {step.index} "
                        f"and axis: {flow.axis.name}"
                    )

    @classmethod
    def read(cls, parser: AttrParser) -> Self:
        with parser.in_angle_brackets():
            steps = _list(parser, "[]", PropagationStep.read)
        return cls(steps) if steps else parser.raise_error("expected a step of propagation")

    def __str__(self) -> str:
        return f"<{bracketed(self.steps, '[]')}>"
