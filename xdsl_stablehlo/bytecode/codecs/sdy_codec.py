"""The encodings of Shardy's attributes, which JAX puts into artifacts of sharded programs and of custom calls.

xDSL's side holds a sharding as its text; the format takes it apart into attributes of its own, down to the axes. `Part`
is one of these. Text becomes parts for writing, parts become text on reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import StringAttr, SymbolRefAttr
from xdsl.ir import Attribute, Data
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from xdsl_stablehlo.dialects.sdy import (
    ManualAxesAttr,
    MeshAttr,
    OpShardingRuleAttr,
    ShardingAttr,
    ShardingPerValueAttr,
    mesh_text,
)

from ..format.codec import (
    ATTRIBUTE,
    ATTRIBUTES,
    BOOL,
    OPTIONAL_ATTRIBUTE,
    STRING,
    SVARINT,
    SVARINTS,
    Decoder,
    DialectCodec,
    Encoder,
    Field,
)

MANUAL_AXES, MESH_AXIS, MESH, SUB_AXIS, AXIS, DIMENSION = range(6)
SHARDING, PER_VALUE, DIM_MAPPING, TENSOR_MAPPING, RULE = range(6, 11)
UNREDUCED_SHARDING, UNREDUCED_PER_VALUE = 15, 16

FIELDS: dict[int, str] = {
    MANUAL_AXES: "a*",
    MESH_AXIS: "s i",
    MESH: "a* i*",
    SUB_AXIS: "i i",
    AXIS: "s a?",
    DIMENSION: "a* b v?",
    SHARDING: "a a* a*",
    PER_VALUE: "a*",
    DIM_MAPPING: "i*",
    TENSOR_MAPPING: "a*",
    RULE: "i* a* a* i* i* i* i* b",
    UNREDUCED_SHARDING: "a a* a* a*",
    UNREDUCED_PER_VALUE: "a*",
}
"""The fields of each code: attributes, signed integers, strings, booleans, varints; `*` for lists, `?` for optional."""


@irdl_attr_definition
class Part(Data[tuple[Any, ...]]):
    """An attribute that only the format has: its code and its fields."""

    name = "sdy.part"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[Any, ...]:
        parser.raise_error("a part of a sharding has no text of its own")

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")


KINDS: dict[str, Field[Any]] = {
    "a": ATTRIBUTE,
    "a*": ATTRIBUTES,
    "a?": OPTIONAL_ATTRIBUTE,
    "b": BOOL,
    "i": SVARINT,
    "i*": SVARINTS,
    "s": STRING,
    "v?": Field(
        lambda d: value >> 1 if (value := d.cursor.varint()) & 1 else None,
        lambda e, v: e.varint(0 if v is None else v << 1 | 1),
    ),
}


def _write_part(encoder: Encoder, part: Part) -> None:
    code, *fields = part.data
    encoder.varint(code)
    for kind, value in zip(FIELDS[code].split(), fields, strict=True):
        KINDS[kind].write(encoder, value)


def _reader(code: int) -> Callable[[Decoder], Attribute]:
    def read(decoder: Decoder) -> Attribute:
        fields = [KINDS[kind].read(decoder) for kind in FIELDS[code].split()]
        render = RENDERED.get(code)
        return Part((code, *fields)) if render is None else render(*fields)

    return read


# From parts to text


def _fields(part: Attribute, code: int) -> tuple[Any, ...]:
    """The fields of a part that must have this code."""
    if not isinstance(part, Part) or part.data[0] != code:
        raise ValueError(f"'{part.name}' is not the part of a sharding that stands here")
    return part.data[1:]


def _axis_text(axis: Attribute) -> str:
    name, sub_axis = _fields(axis, AXIS)
    if sub_axis is None:
        return f'"{name}"'
    before, size = _fields(sub_axis, SUB_AXIS)
    return f'"{name}":({before}){size}'


def _axes_text(axes: Sequence[Attribute], *more: str) -> str:
    return "{" + ", ".join([*map(_axis_text, axes), *more]) + "}"


def _dimension_text(dimension: Attribute) -> str:
    axes, closed, priority = _fields(dimension, DIMENSION)
    text = _axes_text(axes) if closed else _axes_text(axes, "?")
    return text if priority is None else f"{text}p{priority}"


def _mesh(axes: Sequence[Attribute], ids: Sequence[int]) -> Attribute:
    return MeshAttr(mesh_text([cast("tuple[str, int]", _fields(axis, MESH_AXIS)) for axis in axes], ids))


def _sharding(
    mesh: Attribute,
    dimensions: Sequence[Attribute],
    replicated: Sequence[Attribute],
    unreduced: Sequence[Attribute] = (),
) -> Attribute:
    text = f"mesh{mesh.data}" if isinstance(mesh, MeshAttr) else str(mesh)
    text += f", [{', '.join(map(_dimension_text, dimensions))}]"
    text += f", replicated={_axes_text(replicated)}" if replicated else ""
    text += f", unreduced={_axes_text(unreduced)}" if unreduced else ""
    return ShardingAttr(f"<{text}>")


def _manual_axes(axes: Sequence[StringAttr]) -> Attribute:
    return ManualAxesAttr("{" + ", ".join(f'"{axis.data}"' for axis in axes) + "}")


def _per_value(shardings: Sequence[Attribute]) -> Attribute:
    return ShardingPerValueAttr(f"[{', '.join(cast(ShardingAttr, s).data for s in shardings)}]")


LETTERS = "ijklmnopqrstuvwxyz"
SETS = ("reduction", "need_replication", "permutation", "blocked_propagation")


def _factor_text(factor: int) -> str:
    """`i` to `z`, then `z_1`, `z_2`, .."""
    return LETTERS[factor] if factor < len(LETTERS) else f"z_{factor - len(LETTERS) + 1}"


def _mapping_text(mapping: Attribute) -> str:
    (dims,) = _fields(mapping, TENSOR_MAPPING)
    factors = [_fields(dim, DIM_MAPPING)[0] for dim in dims]
    return "[" + ", ".join("".join(map(_factor_text, dim)) for dim in factors) + "]"


def _rule(
    sizes: Sequence[int], operands: Sequence[Attribute], results: Sequence[Attribute], *rest: Any
) -> Attribute:
    sides = [", ".join(map(_mapping_text, side)) for side in (operands, results)]
    text = f"({sides[0]})->({sides[1]})"
    if sizes:
        text += " {" + ", ".join(f"{_factor_text(i)}={size}" for i, size in enumerate(sizes)) + "}"
    for name, factors in zip(SETS, rest):
        text += f" {name}={{{', '.join(map(_factor_text, factors))}}}" if factors else ""
    return OpShardingRuleAttr(f"<{text}{', custom' if rest[-1] else ''}>")


RENDERED: dict[int, Callable[..., Attribute]] = {
    MANUAL_AXES: _manual_axes,
    MESH: _mesh,
    SHARDING: _sharding,
    PER_VALUE: _per_value,
    RULE: _rule,
    UNREDUCED_SHARDING: _sharding,
    UNREDUCED_PER_VALUE: _per_value,
}
"""The codes that xDSL has attributes for."""

# From text to parts

TOKEN = re.compile(r'"[^"]*"|@"[^"]*"|@[\w$.-]+|->|-?\d+|[A-Za-z_]\w*|\S')


class Tokens:
    """The tokens of a text that is known to be well-formed."""

    def __init__(self, text: str):
        self._tokens: list[str] = TOKEN.findall(text)
        self._at = 0

    def next(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def ahead(self) -> str:
        """The token that comes next, empty at the end."""
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def taken(self, token: str) -> bool:
        """Whether `token` comes next; it is stepped over then."""
        found = self.ahead() == token
        self._at += found
        return found

    def items(self, opening: str, closing: str) -> Iterator[None]:
        """Steps through a list: once for each item, which is then read."""
        assert self.taken(opening)
        while not self.taken(closing):
            yield
            self.taken(",")


def _axis_part(tokens: Tokens) -> Part:
    name, sub_axis = tokens.next()[1:-1], None
    if tokens.taken(":"):
        tokens.next()
        before = int(tokens.next())
        tokens.next()
        sub_axis = Part((SUB_AXIS, before, int(tokens.next())))
    return Part((AXIS, name, sub_axis))


def _dimension_part(tokens: Tokens) -> Part:
    axes: list[Part] = []
    closed = True
    for _ in tokens.items("{", "}"):
        if tokens.taken("?"):
            closed = False
        else:
            axes.append(_axis_part(tokens))
    priority = int(tokens.next()[1:]) if re.fullmatch(r"p\d+", tokens.ahead()) else None
    return Part((DIMENSION, tuple(axes), closed, priority))


def mesh_part(text: str) -> Part:
    """`<["x"=4], device_ids=[0, 1]>`"""
    tokens = Tokens(text)
    tokens.next()
    axes = [Part((MESH_AXIS, tokens.next()[1:-1], _after_equals(tokens))) for _ in tokens.items("[", "]")]
    ids: list[int] = []
    if tokens.taken(","):
        tokens.next()
        tokens.next()
        ids = [int(tokens.next()) for _ in tokens.items("[", "]")]
    return Part((MESH, tuple(axes), tuple(ids)))


def _after_equals(tokens: Tokens) -> int:
    tokens.next()
    return int(tokens.next())


def sharding_part(text: str) -> Part:
    """`<@mesh, [{"x"}, {?}], replicated={"y"}>`"""
    inline = re.match(r"<mesh(<[^>]*>), ", text)
    mesh: Attribute
    if inline is not None:
        mesh, rest = MeshAttr(inline[1]), text[inline.end() :]
    else:
        name, _, rest = text[2:].partition(", ")
        mesh = SymbolRefAttr(name.strip('"'))
    tokens = Tokens(rest)
    dimensions = tuple(_dimension_part(tokens) for _ in tokens.items("[", "]"))
    sets: dict[str, tuple[Part, ...]] = {}
    while tokens.taken(","):
        kind = tokens.next()
        tokens.next()
        sets[kind] = tuple(_axis_part(tokens) for _ in tokens.items("{", "}"))
    unreduced = sets.get("unreduced", ())
    fields = (mesh, dimensions, sets.get("replicated", ()))
    return Part((UNREDUCED_SHARDING, *fields, unreduced) if unreduced else (SHARDING, *fields))


def per_value_part(text: str) -> Part:
    """`[<@mesh, [{"x"}]>, <@mesh, [{}]>]`"""
    shardings = tuple(ShardingAttr(one) for one in re.findall(r"<(?:[^<>]|<[^>]*>)*>", text))
    unreduced = any("unreduced=" in sharding.data for sharding in shardings)
    return Part((UNREDUCED_PER_VALUE if unreduced else PER_VALUE, shardings))


def _factor(text: str) -> int:
    return LETTERS.index(text) if len(text) == 1 else len(LETTERS) - 1 + int(text[2:])


def _mapping_parts(text: str) -> tuple[Part, ...]:
    """`[i, jk], [i]`"""
    mappings: list[Part] = []
    for inner in re.findall(r"\[([^\]]*)\]", text):
        dims = [re.findall(r"z_\d+|[i-z]", dim) for dim in inner.split(",")] if inner.strip() else []
        parts = [Part((DIM_MAPPING, tuple(map(_factor, dim)))) for dim in dims]
        mappings.append(Part((TENSOR_MAPPING, tuple(parts))))
    return tuple(mappings)


def rule_part(text: str) -> Part:
    """`<([i, j])->([j]) {i=8, j=4} reduction={i}, custom>`"""
    operands, _, rest = text.partition("->")
    results, _, rest = rest.partition(")")
    sizes = re.match(r" \{([^}]*)\}", rest)
    numbers = [int(n) for n in re.findall(r"=(\d+)", sizes[1])] if sizes else []
    sets: list[tuple[int, ...]] = []
    for name in SETS:
        found = re.search(rf"\b{name}=\{{([^}}]*)\}}", rest)
        sets.append(tuple(map(_factor, re.findall(r"z_\d+|[i-z]", found[1]))) if found else ())
    custom = rest.endswith("custom>")
    return Part((RULE, tuple(numbers), _mapping_parts(operands), _mapping_parts(results), *sets, custom))


PARSED: dict[type[Data[str]], Callable[[str], Part]] = {
    ManualAxesAttr: lambda text: Part((MANUAL_AXES, tuple(map(StringAttr, re.findall(r'"([^"]*)"', text))))),
    MeshAttr: mesh_part,
    OpShardingRuleAttr: rule_part,
    ShardingAttr: sharding_part,
    ShardingPerValueAttr: per_value_part,
}


def make_sdy_codec() -> DialectCodec:
    codec = DialectCodec("sdy")
    for code in FIELDS:
        codec.attribute_readers[code] = _reader(code)
    codec.attribute_writers[Part] = _write_part
    for kind, parse in PARSED.items():
        codec.attribute_writers[kind] = lambda encoder, attr, parse=parse: _write_part(
            encoder, parse(attr.data)
        )
    return codec


SDY_CODEC = make_sdy_codec()
