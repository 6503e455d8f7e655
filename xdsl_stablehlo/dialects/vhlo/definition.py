"""Makes xDSL classes of the rows in VHLO's tables: a row says everything there is to say.

First the kinds of parameters of attributes and types: how each is written in bytecode and in text.
"""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, cast

from xdsl import irdl
from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, FloatData, IntAttr, NoneAttr, StringAttr, f64
from xdsl.ir import (
    Attribute,
    Data,
    Operation,
    ParametrizedAttribute,
    SpacedOpaqueSyntaxAttribute,
    TypeAttribute,
)
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.bytecode import builtin, codec
from xdsl_stablehlo.bytecode.codec import Field, case_of, list_of, struct_of, without_fields
from xdsl_stablehlo.bytecode.format import Buffer
from xdsl_stablehlo.ir.versions import irdl_op_definition
from xdsl_stablehlo.text.floats import float_text
from xdsl_stablehlo.text.literals import parse_float

from ..stablehlo.shapes import size_text
from .versions import Version


@irdl.irdl_attr_definition
class Payload(Data[bytes]):
    """The bytes of a tensor as they stand in the artifact: a view of the file where it was read from one."""

    name = "vhlo.payload"

    def __hash__(self) -> int:
        """Of a sample: a view of an array has no hash, and a large payload should not need one."""
        return hash((len(self.data), bytes(self.data[:64])))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Payload) and self.data == other.data)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> bytes:
        return bytes.fromhex(parser.parse_str_literal())

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string_literal(self.data.hex())


def payload(data: Buffer) -> Payload:
    return Payload(cast(bytes, data))


def _nothing(_: object) -> tuple[Attribute, ...]:
    return ()


@dataclass(frozen=True)
class ParameterKind:
    """One kind of parameter. `nested` are the attributes in it whose own versions count."""

    base: type[Attribute]
    field: Field[Attribute]
    print: Callable[[Printer, Any], None]
    parse: Callable[[AttrParser], Attribute]
    nested: Callable[[Any], Iterable[Attribute]] = _nothing


def _data(attr: Any) -> Any:
    return attr.data


# Attributes and types


def _parse_type(parser: AttrParser) -> Attribute:
    t = parser.parse_type()
    if not t.name.startswith("vhlo."):
        parser.raise_error("expected VHLO type")
    return t


ATTRIBUTE = ParameterKind(
    Attribute, codec.ATTRIBUTE, Printer.print_attribute, AttrParser.parse_attribute, lambda attr: (attr,)
)
TYPE = replace(ATTRIBUTE, field=codec.TYPE, parse=_parse_type)


def _list_kind(item: ParameterKind, opening: str = "", closing: str = "") -> ParameterKind:
    """A list of attributes or types, in text between brackets."""

    def parse(parser: AttrParser) -> Attribute:
        delimiter = parser.Delimiter.SQUARE if opening else parser.Delimiter.NONE
        return ArrayAttr(parser.parse_comma_separated_list(delimiter, lambda: item.parse(parser)))

    def print_(printer: Printer, value: ArrayAttr[Attribute]) -> None:
        printer.print_string(opening)
        printer.print_list(value.data, lambda entry: item.print(printer, entry))
        printer.print_string(closing)

    return ParameterKind(
        ArrayAttr,
        list_of(item.field, "items").mapped(ArrayAttr, _data),
        print_,
        parse,
        lambda value: value.data,
    )


ATTRIBUTES = _list_kind(ATTRIBUTE, "[", "]")
TYPES = _list_kind(TYPE)


def _print_type_array(printer: Printer, types: ArrayAttr[Attribute]) -> None:
    if not types.data:
        printer.print_string("()")
    TYPES.print(printer, types)


def _parse_type_array(parser: AttrParser) -> Attribute:
    if parser.parse_optional_punctuation("(") is not None:
        parser.parse_punctuation(")")
        return ArrayAttr(())
    return TYPES.parse(parser)


TYPE_ARRAY = ParameterKind(ArrayAttr, TYPES.field, _print_type_array, _parse_type_array, TYPES.nested)
"""Types that are `()` where there are none."""


def _print_pair(printer: Printer, pair: ArrayAttr[Attribute]) -> None:
    printer.print_attribute(pair.data[0])
    printer.print_string(" = ")
    printer.print_attribute(pair.data[1])


def _parse_pair(parser: AttrParser) -> Attribute:
    key = parser.parse_attribute()
    if not key.name.startswith("vhlo."):
        parser.raise_error("expected VHLO key attribute")
    parser.parse_punctuation("=")
    return ArrayAttr((key, parser.parse_attribute()))


def _print_pairs(printer: Printer, pairs: ArrayAttr[ArrayAttr[Attribute]]) -> None:
    with printer.in_braces():
        printer.print_list(pairs.data, lambda pair: _print_pair(printer, pair))


PAIRS = ParameterKind(
    ArrayAttr,
    list_of(struct_of(ArrayAttr, _data, (codec.ATTRIBUTE,) * 2), "entries").mapped(ArrayAttr, _data),
    _print_pairs,
    lambda p: ArrayAttr(p.parse_comma_separated_list(p.Delimiter.BRACES, lambda: _parse_pair(p))),
    lambda pairs: (attr for pair in pairs.data for attr in pair.data),
)


def _nested_optional(attr: Attribute) -> tuple[Attribute, ...]:
    return () if codec.present(attr) is None else (attr,)


OPTIONAL_AFTER_FLAG = replace(ATTRIBUTE, field=codec.optional_after(codec.VARINT), nested=_nested_optional)
OPTIONAL_WITH_FLAG = replace(
    OPTIONAL_AFTER_FLAG,
    field=codec.OPTIONAL_ATTRIBUTE.mapped(lambda attr: NoneAttr() if attr is None else attr, codec.present),
)
"""The format has two spellings of an optional attribute: a flag before the number, and a flag in it."""

# Numbers and strings

UNSIGNED = ParameterKind(
    IntAttr,
    codec.VARINT.mapped(IntAttr, _data),
    lambda printer, value: printer.print_string(str(value.data)),
    lambda parser: IntAttr(parser.parse_integer()),
)
SIGNED = replace(UNSIGNED, field=codec.SVARINT.mapped(IntAttr, _data))
FLAG = ParameterKind(
    IntAttr,
    UNSIGNED.field,
    lambda printer, value: printer.print_string("true" if value.data else "false"),
    lambda parser: IntAttr(int(parser.parse_boolean())),
)
F64 = ParameterKind(
    FloatData,
    codec.F64.mapped(FloatData, _data),
    lambda printer, value: printer.print_string(float_text(value.data, f64)),
    lambda parser: parse_float(parser).value,
)
TEXT = ParameterKind(
    StringAttr,
    codec.STRING.mapped(StringAttr, _data),
    lambda printer, value: printer.print_string_literal(value.data),
    lambda parser: StringAttr(parser.parse_str_literal()),
)


def _numbers(item: ParameterKind) -> ParameterKind:
    """A list of numbers between square brackets."""
    return replace(_list_kind(item, "[", "]"), nested=_nothing)


SIGNEDS = _numbers(SIGNED)
F64S = _numbers(F64)


def _parse_size(parser: AttrParser) -> Attribute:
    if parser.parse_optional_punctuation("?") is not None:
        return IntAttr(DYNAMIC_INDEX)
    return SIGNED.parse(parser)


def _print_size(printer: Printer, size: IntAttr) -> None:
    printer.print_string(size_text(size.data))


SIZES = _numbers(replace(SIGNED, print=_print_size, parse=_parse_size))
"""Sizes of dimensions; one that is not known is `DYNAMIC_INDEX`."""


def _parse_shape(parser: AttrParser) -> Attribute:
    sizes = parser.parse_dimension_list()
    if sizes:
        parser.parse_shape_delimiter()
    return ArrayAttr([IntAttr(size) for size in sizes])


SHAPE = ParameterKind(
    ArrayAttr,
    builtin.SHAPE.mapped(
        lambda sizes: ArrayAttr([IntAttr(size) for size in sizes]),
        lambda shape: [size.data for size in shape],
    ),
    lambda printer, shape: printer.print_string("".join(f"{size_text(size.data)}x" for size in shape.data)),
    _parse_shape,
)
"""Sizes in front of an element type: `4x?x`."""


def enumeration(numbers: Mapping[str, int]) -> ParameterKind:
    """A keyword in text, its number in bytecode."""
    cases = ", ".join(numbers)

    def parse(parser: AttrParser) -> Attribute:
        word = parser.parse_identifier()
        if word not in numbers:
            parser.raise_error(f"expected one of {cases}")
        return StringAttr(word)

    return ParameterKind(
        StringAttr,
        case_of(numbers, f"the enumeration {cases}").mapped(StringAttr, _data),
        lambda printer, value: printer.print_string(value.data),
        parse,
    )


OPTIONAL_KINDS = (OPTIONAL_AFTER_FLAG, OPTIONAL_WITH_FLAG)


@dataclass(frozen=True)
class Spec:
    """An attribute or type: its code in bytecode, its first version, its parameters, its text.

    `text` is what stands between the angle brackets, with `$parameter`s; empty means `parameter = value` for each.
    `own` are the parameters that have to be VHLO's, each with what is said where one is not.
    `closed` says that the versions of what it holds are not looked at. `encoding` is set where it is not one
    parameter after the other.
    """

    name: str
    code: int
    since: Version
    parameters: dict[str, ParameterKind]
    text: str = ""
    closed: bool = False
    encoding: Field[Attribute] | None = None
    own: dict[str, str] = field(default_factory=dict[str, str])


class VhloAttribute(ParametrizedAttribute, ABC):
    """A VHLO attribute or type. Parameters are reached by position or, as attributes, by name."""

    SPEC: ClassVar[Spec]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"'{self.name}' has no parameter '{name}'")

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        spec = cls.SPEC
        if not spec.parameters:
            return ()
        start = parser.pos
        with parser.in_angle_brackets():
            values = _parse_struct(parser, spec) if not spec.text else _parse_template(parser, spec)
        for name, message in spec.own.items():
            if not isinstance(values.get(name), VhloAttribute):
                parser.raise_error(message, start, start + 1)
        return [values.get(name, NoneAttr()) for name in spec.parameters]

    def print_parameters(self, printer: Printer) -> None:
        spec = self.SPEC
        if not spec.parameters:
            return
        with printer.in_angle_brackets():
            values = dict(zip(spec.parameters, self.parameters))
            if spec.text:
                _print_template(printer, spec, values)
                return
            present = [name for name in values if not isinstance(values[name], NoneAttr)]
            printer.print_list(present, lambda name: _print_entry(printer, spec, name, values[name]))

    def verify(self) -> None:
        values = dict(zip(self.SPEC.parameters, self.parameters)) if self.SPEC.own else {}
        for name, message in self.SPEC.own.items():
            if not isinstance(values[name], VhloAttribute):
                raise VerifyException(message)

    def nested(self) -> Iterator[Attribute]:
        """The attributes in it whose own versions count."""
        if not self.SPEC.closed:
            for kind, value in zip(self.SPEC.parameters.values(), self.parameters):
                yield from kind.nested(value)


class VhloType(VhloAttribute, TypeAttribute):
    """A VHLO type."""


class VhloEnum(VhloAttribute, SpacedOpaqueSyntaxAttribute):
    """A VHLO enumeration: `#vhlo<precision_v1 DEFAULT>`."""

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        return (cls.SPEC.parameters["value"].parse(parser),)

    def print_parameters(self, printer: Printer) -> None:
        self.SPEC.parameters["value"].print(printer, self.parameters[0])


def _print_entry(printer: Printer, spec: Spec, name: str, value: Attribute) -> None:
    printer.print_string(f"{name.rstrip('_')} = ")
    spec.parameters[name].print(printer, value)


def _pieces(template: str) -> Iterator[tuple[str, str]]:
    """The literal text and the parameter after it, in turn; the last parameter is empty."""
    parts = re.split(r"\$(\w+)", template)
    yield from zip(parts[::2], [*parts[1::2], ""])


def _print_template(printer: Printer, spec: Spec, values: dict[str, Attribute]) -> None:
    for piece, name in _pieces(spec.text):
        if name and isinstance(values[name], NoneAttr):
            continue
        printer.print_string(piece)
        if name:
            spec.parameters[name].print(printer, values[name])


def _parse_template(parser: AttrParser, spec: Spec) -> dict[str, Attribute]:
    values: dict[str, Attribute] = {}
    for piece, name in _pieces(spec.text):
        if name and spec.parameters[name] in OPTIONAL_KINDS:
            if parser.parse_optional_characters(",") is None:
                continue
        else:
            for token in re.findall(r"->|\w+|[^\w\s]", piece):
                parser.parse_characters(token)
        if name:
            values[name] = spec.parameters[name].parse(parser)
    return values


def _parse_struct(parser: AttrParser, spec: Spec) -> dict[str, Attribute]:
    values: dict[str, Attribute] = {}

    def entry() -> None:
        name = parser.parse_identifier()
        # `name` itself is what xDSL calls the attribute.
        name = name if name in spec.parameters else f"{name}_"
        if name not in spec.parameters:
            parser.raise_error(f"expected one of {', '.join(spec.parameters)}")
        parser.parse_punctuation("=")
        values[name] = spec.parameters[name].parse(parser)

    parser.parse_comma_separated_list(parser.Delimiter.NONE, entry)
    for name, kind in spec.parameters.items():
        if name not in values and kind not in OPTIONAL_KINDS:
            parser.raise_error(f"'{spec.name}' needs a parameter '{name}'")
    return values


def make_attribute(spec: Spec, base: type[VhloAttribute]) -> type[VhloAttribute]:
    """The class of an attribute or type."""
    namespace: dict[str, Any] = {
        "name": f"vhlo.{spec.name}",
        "SPEC": spec,
        "__annotations__": dict.fromkeys(spec.parameters, Attribute),
        "__module__": __name__,
        **{
            name: irdl.param_def(
                cast(irdl.AttrConstraint, irdl.BaseAttr(kind.base)) if kind.base is not Attribute else None
            )
            for name, kind in spec.parameters.items()
        },
    }
    suffix = "Type" if issubclass(base, VhloType) else "Attr"
    return irdl.irdl_attr_definition(
        cast("type[VhloAttribute]", type(camel(spec.name) + suffix, (base,), namespace))
    )


def field_of(cls: type[VhloAttribute]) -> Field[Attribute]:
    """The encoding of an attribute or type that follows its code."""
    spec = cls.SPEC
    if spec.encoding is not None:
        return spec.encoding
    if not spec.parameters:
        return without_fields(cls())
    return struct_of(cls.new, lambda attr: attr.parameters, [kind.field for kind in spec.parameters.values()])


def camel(name: str) -> str:
    """`all_gather_v1` as `AllGatherV1`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[_-]", name))


@dataclass(frozen=True)
class OpSpec:
    """An op: its versions, and the names of its operands, attributes, regions and results; `*name` is variadic."""

    name: str
    since: Version
    until: Version
    operands: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    results: tuple[str, ...] = ("result",)
    terminator: bool = False


class VhloOp(irdl.IRDLOperation, ABC):
    """A VHLO op: a shape that every version agreed on, without constraints of its own."""

    SPEC: ClassVar[OpSpec]


def make_op(spec: OpSpec, base: type[VhloOp] = VhloOp) -> type[VhloOp]:
    """The class of an op."""
    namespace: dict[str, Any] = {"name": f"vhlo.{spec.name}", "__module__": __name__}
    for names, one, many in (
        (spec.operands, irdl.operand_def, irdl.var_operand_def),
        (spec.results, irdl.result_def, irdl.var_result_def),
        (spec.regions, irdl.region_def, irdl.var_region_def),
    ):
        for name in names:
            namespace[python_name(name)] = (many if name.startswith("*") else one)()
    namespace |= {python_name(name): irdl.prop_def(prop_name=name) for name in spec.attributes}
    if sum(name.startswith("*") for name in spec.operands) > 1:
        namespace["irdl_options"] = (irdl.SameVariadicOperandSize(),)
    if spec.terminator:
        namespace["traits"] = irdl.traits_def(IsTerminator())
    cls = cast("type[VhloOp]", type(camel(spec.name) + "Op", (base,), namespace))
    irdl_op_definition(cls).SPEC = spec
    return cls


def python_name(name: str) -> str:
    """The accessor of an operand or region; some of their names are taken."""
    name = name.removeprefix("*")
    return f"{name}_" if name == "name" or hasattr(Operation, name) else name
