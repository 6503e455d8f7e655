"""Makes xDSL classes of the rows in VHLO's tables: a row says everything there is to say."""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, SpacedOpaqueSyntaxAttribute, TypeAttribute
from xdsl.irdl import (
    AttrConstraint,
    BaseAttr,
    IRDLOperation,
    SameVariadicOperandSize,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    param_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.bytecode.format.codec import Field, struct_of, without_fields

from .parameters import OPTIONAL_AFTER_FLAG, OPTIONAL_WITH_FLAG, ParameterKind
from .versions import Version

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
        for name, message in self.SPEC.own.items():
            if not isinstance(getattr(self, name), VhloAttribute):
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


def _expect(parser: AttrParser, literal: str) -> None:
    for token in re.findall(r"->|\w+|[^\w\s]", literal):
        parser.parse_characters(token)


def _parse_template(parser: AttrParser, spec: Spec) -> dict[str, Attribute]:
    values: dict[str, Attribute] = {}
    for piece, name in _pieces(spec.text):
        if name and spec.parameters[name] in OPTIONAL_KINDS:
            if parser.parse_optional_characters(",") is None:
                continue
        else:
            _expect(parser, piece)
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
            name: param_def(cast(AttrConstraint, BaseAttr(kind.base)) if kind.base is not Attribute else None)
            for name, kind in spec.parameters.items()
        },
    }
    suffix = "Type" if issubclass(base, VhloType) else "Attr"
    return irdl_attr_definition(
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


def miscounted(spec: OpSpec, op: Operation) -> str | None:
    """Which of operands, results and regions `op` has a number of that `spec` does not allow."""
    for what, names, found in (
        ("operands", spec.operands, len(op.operands)),
        ("results", spec.results, len(op.results)),
        ("regions", spec.regions, len(op.regions)),
    ):
        variadic = sum(name.startswith("*") for name in names)
        spare = found - len(names) + variadic
        if spare < 0 or (spare % variadic if variadic else spare):
            return f"{found} {what}"
    return None


class VhloOp(IRDLOperation, ABC):
    """A VHLO op: a shape that every version agreed on, without constraints of its own."""

    SPEC: ClassVar[OpSpec]


def make_op(spec: OpSpec, base: type[VhloOp] = VhloOp) -> type[VhloOp]:
    """The class of an op."""
    namespace: dict[str, Any] = {"name": f"vhlo.{spec.name}", "__module__": __name__}
    for names, one, many in (
        (spec.operands, operand_def, var_operand_def),
        (spec.results, result_def, var_result_def),
        (spec.regions, region_def, var_region_def),
    ):
        for name in names:
            namespace[python_name(name)] = (many if name.startswith("*") else one)()
    namespace |= {python_name(name): prop_def(prop_name=name) for name in spec.attributes}
    if sum(name.startswith("*") for name in spec.operands) > 1:
        namespace["irdl_options"] = (SameVariadicOperandSize(),)
    if spec.terminator:
        namespace["traits"] = traits_def(IsTerminator())
    cls = cast("type[VhloOp]", type(camel(spec.name) + "Op", (base,), namespace))
    irdl_op_definition(cls).SPEC = spec
    return cls


def python_name(name: str) -> str:
    """The accessor of an operand or region; some of their names are taken."""
    name = name.removeprefix("*")
    return f"{name}_" if name == "name" or hasattr(Operation, name) else name
