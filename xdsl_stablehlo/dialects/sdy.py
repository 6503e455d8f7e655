"""The part of the Shardy dialect that JAX writes for sharded programs: kept and printed, not interpreted.

An attribute is held as its text, in upstream's spelling. Bytecode has its *parts* instead, down to the axes: reading a
text gives parts, and parts give the text.
"""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, ClassVar, Self, TypeVar, cast

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, StringAttr, SymbolNameConstraint, SymbolRefAttr, i32, i64
from xdsl.ir import Attribute, Data, Dialect, OpaqueSyntaxAttribute, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_attr_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import HasParent, IsolatedFromAbove, IsTerminator, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.versions import parse_keyword_in, parse_optional_keyword_in

from .definition import DefinedOp, classes_of
from .stablehlo.definition import I64Attr
from .stablehlo.syntax import SAME_TYPE, SameOperandsAndResultType

T = TypeVar("T")

# The codes of the parts in bytecode.
MANUAL_AXES, MESH_AXIS, MESH, SUB_AXIS, AXIS, DIMENSION = range(6)
SHARDING, PER_VALUE, DIM_MAPPING, TENSOR_MAPPING, RULE = range(6, 11)
UNREDUCED_SHARDING, UNREDUCED_PER_VALUE = 15, 16

_PRIORITY = re.compile(r"p(0|[1-9][0-9]{0,18})")
_FACTORS = re.compile(r"z_[1-9][0-9]*|[i-z]")
DIRECTIONS = ("NONE", "FORWARD", "BACKWARD", "BOTH")
LETTERS = "ijklmnopqrstuvwxyz"
SETS = ("reduction", "need_replication", "permutation", "blocked_propagation")
"""The sets of factors of a rule."""


@irdl_attr_definition
class Part(Data[tuple[Any, ...]]):
    """An attribute as bytecode has it: its code and its fields."""

    name = "sdy.part"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[Any, ...]:
        parser.raise_error("a part of a sharding has no text of its own")

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")


def fields_of(part: Attribute, code: int) -> tuple[Any, ...]:
    """The fields of a part that must have this code. Raises `ValueError`."""
    if not isinstance(part, Part) or part.data[0] != code:
        raise ValueError(f"'{part.name}' is not the part of a sharding that stands here")
    return part.data[1:]


# Text of parts


def _axis_text(axis: Attribute) -> str:
    name, sub_axis = fields_of(axis, AXIS)
    if sub_axis is None:
        return f'"{name}"'
    before, size = fields_of(sub_axis, SUB_AXIS)
    return f'"{name}":({before}){size}'


def _axes_text(axes: Sequence[Attribute], *more: str) -> str:
    return "{" + ", ".join([*map(_axis_text, axes), *more]) + "}"


def _dimension_text(dimension: Attribute) -> str:
    axes, closed, priority = fields_of(dimension, DIMENSION)
    text = _axes_text(axes) if closed else _axes_text(axes, "?")
    return text if priority is None else f"{text}p{priority}"


def _manual_axes_text(axes: Sequence[StringAttr]) -> str:
    return "{" + ", ".join(f'"{axis.data}"' for axis in axes) + "}"


def _mesh_text(axes: Sequence[Attribute], ids: Sequence[int]) -> str:
    """The text of a mesh with these axes and, unless they are in order, these devices. Raises `VerifyException`."""
    sizes: dict[str, int] = {}
    for name, size in (fields_of(axis, MESH_AXIS) for axis in axes):
        if size < 1:
            raise VerifyException(f"axis size must be at least 1, got: {size}")
        if name in sizes:
            raise VerifyException(f'duplicate axis name: "{name}"')
        sizes[name] = size
    if any(i < 0 for i in ids):
        raise VerifyException(f"device id must be non-negative, got: {min(ids)}")
    count = prod(sizes.values())
    if ids and count != len(ids):
        raise VerifyException(
            f"total product of axis sizes must match total number of device ids, got: {count} != {len(ids)}"
        )
    if sizes and ids and sorted(ids) != list(range(count)):
        listed = ", ".join(map(str, sorted(ids)))
        raise VerifyException(f"sorted device ids must be iota(product(axes)), got: {listed}")
    named = ", ".join(f'"{name}"={size}' for name, size in sizes.items())
    devices = f", device_ids=[{', '.join(map(str, ids))}]" if ids else ""
    return f"<[{named}]{devices}>"


def _sharding_text(
    mesh: Attribute,
    dimensions: Sequence[Attribute],
    replicated: Sequence[Attribute],
    unreduced: Sequence[Attribute] = (),
) -> str:
    text = f"mesh{mesh.data}" if isinstance(mesh, MeshAttr) else str(mesh)
    text += f", [{', '.join(map(_dimension_text, dimensions))}]"
    text += f", replicated={_axes_text(replicated)}" if replicated else ""
    text += f", unreduced={_axes_text(unreduced)}" if unreduced else ""
    return f"<{text}>"


def _per_value_text(shardings: Sequence[Attribute]) -> str:
    return f"[{', '.join(cast(ShardingAttr, sharding).data for sharding in shardings)}]"


def _factor_text(factor: int) -> str:
    """`i` to `z`, then `z_1`, `z_2`, .."""
    return LETTERS[factor] if factor < len(LETTERS) else f"z_{factor - len(LETTERS) + 1}"


def _mapping_text(mapping: Attribute) -> str:
    (dims,) = fields_of(mapping, TENSOR_MAPPING)
    factors = [fields_of(dim, DIM_MAPPING)[0] for dim in dims]
    return "[" + ", ".join("".join(map(_factor_text, dim)) for dim in factors) + "]"


def _rule_text(
    sizes: Sequence[int], operands: Sequence[Attribute], results: Sequence[Attribute], *rest: Any
) -> str:
    sides = [", ".join(map(_mapping_text, side)) for side in (operands, results)]
    text = f"({sides[0]})->({sides[1]})"
    if sizes:
        text += " {" + ", ".join(f"{_factor_text(i)}={size}" for i, size in enumerate(sizes)) + "}"
    for name, factors in zip(SETS, rest):
        text += f" {name}={{{', '.join(map(_factor_text, factors))}}}" if factors else ""
    return f"<{text}{', custom' if rest[-1] else ''}>"


# Parts of text


def _key(parser: AttrParser, key: str) -> None:
    """`key=`"""
    parser.parse_keyword(key)
    parser.parse_punctuation("=")


def _list(
    parser: AttrParser, delimiter: AttrParser.Delimiter, item: Callable[[AttrParser], T]
) -> tuple[T, ...]:
    return tuple(parser.parse_comma_separated_list(delimiter, lambda: item(parser)))


def _axis(parser: AttrParser) -> Part:
    """`"x"`, or a part of an axis, `"x":(1)2`."""
    name, sub_axis = parser.parse_str_literal(" for an axis"), None
    if parser.parse_optional_punctuation(":") is not None:
        with parser.in_parens():
            before = parser.parse_integer(False)
        sub_axis = Part((SUB_AXIS, before, parser.parse_integer(False)))
    return Part((AXIS, name, sub_axis))


def _dimension(parser: AttrParser) -> Part:
    """`{"x", ?}p1`: the axes along which a dimension is sharded, whether it is open for more, and its priority."""

    def entry(parser: AttrParser) -> Part | None:
        return None if parser.parse_optional_punctuation("?") else _axis(parser)

    entries = _list(parser, parser.Delimiter.BRACES, entry)
    axes = tuple(axis for axis in entries if axis is not None)
    word = parser.parse_optional_identifier()
    if word is not None and not (_PRIORITY.fullmatch(word) and int(word[1:]) < 1 << 63):
        parser.raise_error(f"expected a priority, but got '{word}'")
    return Part((DIMENSION, axes, len(axes) == len(entries), None if word is None else int(word[1:])))


def _mesh_axis(parser: AttrParser) -> Part:
    name = parser.parse_str_literal(" for an axis")
    parser.parse_punctuation("=")
    return Part((MESH_AXIS, name, parser.parse_integer(False)))


def read_mesh(parser: AttrParser) -> Part:
    """`<["x"=4, "y"=2], device_ids=[0, 1]>`"""
    ids: tuple[int, ...] = ()
    with parser.in_angle_brackets():
        axes = _list(parser, parser.Delimiter.SQUARE, _mesh_axis)
        if parser.parse_optional_punctuation(",") is not None:
            _key(parser, "device_ids")
            ids = _list(parser, parser.Delimiter.SQUARE, lambda parser: parser.parse_integer(False))
            if not ids:
                parser.raise_error("expected integer value")
    return Part((MESH, axes, ids))


def read_sharding(parser: AttrParser) -> Part:
    """`<@mesh, [{"x"}, {?}], replicated={"y"}>`"""
    with parser.in_angle_brackets():
        if parser.parse_optional_keyword("mesh") is not None:
            mesh = MeshAttr.parsed(parser)
        else:
            mesh = SymbolRefAttr(parser.parse_symbol_name())
        parser.parse_punctuation(",")
        dimensions = _list(parser, parser.Delimiter.SQUARE, _dimension)
        sets: dict[str, tuple[Part, ...]] = {}
        while parser.parse_optional_punctuation(",") is not None:
            kind = parse_keyword_in(parser, ("replicated", "unreduced"), " in a sharding")
            parser.parse_punctuation("=")
            sets[kind] = _list(parser, parser.Delimiter.BRACES, _axis)
    fields = (mesh, dimensions, sets.get("replicated", ()))
    unreduced = sets.get("unreduced", ())
    return Part((UNREDUCED_SHARDING, *fields, unreduced) if unreduced else (SHARDING, *fields))


def read_shardings(parser: AttrParser) -> Part:
    """`[<@mesh, [{"x"}]>, <@mesh, [{}]>]`"""
    parts = _list(parser, parser.Delimiter.SQUARE, read_sharding)
    unreduced = any(part.data[0] == UNREDUCED_SHARDING for part in parts)
    shardings = tuple(ShardingAttr(text_of(part)) for part in parts)
    return Part((UNREDUCED_PER_VALUE if unreduced else PER_VALUE, shardings))


def read_manual_axes(parser: AttrParser) -> Part:
    """`{"x", "y"}`"""
    axes = _list(parser, parser.Delimiter.BRACES, lambda p: StringAttr(p.parse_str_literal(" for an axis")))
    return Part((MANUAL_AXES, axes))


def _factors(parser: AttrParser) -> tuple[int, ...]:
    """`jk`, the factors of one dimension: letters from `i` to `z`, and `z_1`, `z_2`, .."""
    word = parser.parse_identifier()
    names = _FACTORS.findall(word)
    if "".join(names) != word:
        parser.raise_error(f"expected factors, but got '{word}'")
    return tuple(
        LETTERS.index(name) if len(name) == 1 else len(LETTERS) - 1 + int(name[2:]) for name in names
    )


def _mapping(parser: AttrParser) -> Part:
    """`[i, jk]`"""
    dims = _list(parser, parser.Delimiter.SQUARE, lambda parser: Part((DIM_MAPPING, _factors(parser))))
    return Part((TENSOR_MAPPING, dims))


def read_rule(parser: AttrParser) -> Part:
    """`<([i, j])->([j]) {i=8, j=4} reduction={i}, custom>`: factors of dimensions, their sizes, and sets of them."""
    sizes: list[int] = []

    def size() -> None:
        _key(parser, _factor_text(len(sizes)))
        sizes.append(parser.parse_integer(False))

    sets: dict[str, tuple[int, ...]] = dict.fromkeys(SETS, ())
    with parser.in_angle_brackets():
        operands = _list(parser, parser.Delimiter.PAREN, _mapping)
        parser.parse_punctuation("->")
        results = _list(parser, parser.Delimiter.PAREN, _mapping)
        parser.parse_optional_comma_separated_list(parser.Delimiter.BRACES, size)
        while (name := parse_optional_keyword_in(parser, SETS)) is not None:
            parser.parse_punctuation("=")
            sets[name] = tuple(f for each in _list(parser, parser.Delimiter.BRACES, _factors) for f in each)
        custom = parser.parse_optional_punctuation(",") is not None
        if custom:
            parser.parse_keyword("custom")
    return Part((RULE, tuple(sizes), operands, results, *sets.values(), custom))


class TextAttr(Data[str], ABC):
    """An attribute that is held as its text; `read` reads its parts."""

    read: ClassVar[Callable[[AttrParser], Part]]

    @classmethod
    def parsed(cls, parser: AttrParser) -> Self:
        """The attribute whose text comes next."""
        start = parser.pos
        part = cls.read(parser)
        try:
            return cls(text_of(part))
        except VerifyException as error:
            parser.raise_error(str(error), start, parser.pos)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        return cls.parsed(parser).data

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(self.data)

    @property
    def part(self) -> Part:
        """The parts that its text stands for."""
        return type(self).read(Parser(Context(), self.data))


@irdl_attr_definition
class MeshAttr(TextAttr):
    """The axes of a mesh of devices."""

    name = "sdy.mesh"
    read = read_mesh


@irdl_attr_definition
class ShardingAttr(TextAttr):
    """How one tensor is sharded."""

    name = "sdy.sharding"
    read = read_sharding


@irdl_attr_definition
class ShardingPerValueAttr(TextAttr):
    """How several values are sharded."""

    name = "sdy.sharding_per_value"
    read = read_shardings

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        with parser.in_angle_brackets():
            return super().parse_parameter(parser)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")


@irdl_attr_definition
class ManualAxesAttr(OpaqueSyntaxAttribute, TextAttr):
    """The axes along which a computation is written out for each device."""

    name = "sdy.manual_axes"
    read = read_manual_axes


@irdl_attr_definition
class OpShardingRuleAttr(TextAttr):
    """How the dimensions of a custom call's operands and results go together."""

    name = "sdy.op_sharding_rule"
    read = read_rule


HELD: dict[int, tuple[type[TextAttr], Callable[..., str]]] = {
    MANUAL_AXES: (ManualAxesAttr, _manual_axes_text),
    MESH: (MeshAttr, _mesh_text),
    SHARDING: (ShardingAttr, _sharding_text),
    PER_VALUE: (ShardingPerValueAttr, _per_value_text),
    RULE: (OpShardingRuleAttr, _rule_text),
    UNREDUCED_SHARDING: (ShardingAttr, _sharding_text),
    UNREDUCED_PER_VALUE: (ShardingPerValueAttr, _per_value_text),
}
"""The parts that are attributes of their own, and their text. All others are parts of these."""


def text_of(part: Part) -> str:
    """The text of an attribute with these parts."""
    code, *fields = part.data
    return HELD[code][1](*fields)


@irdl_custom_directive
class Direction(CustomDirective):
    """`FORWARD`: the name of a number."""

    direction: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        number = DIRECTIONS.index(parse_keyword_in(parser, DIRECTIONS))
        self.direction.set(state, IntegerAttr(number, i32))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_string(DIRECTIONS[cast(IntegerAttr, self.direction.get(op)).value.data])


class MeshOp(DefinedOp, op="sdy.mesh"):
    """Names a mesh of devices."""

    sym_name = prop_def(SymbolNameConstraint())
    mesh = opt_prop_def(MeshAttr)
    """None where the attribute `stablehlo.mesh` says it, as a dictionary."""

    traits = traits_def(SymbolOpInterface())
    assembly_format = "$sym_name (`=` $mesh^)? attr-dict"

    def __init__(self, sym_name: str, mesh: MeshAttr | None):
        super().__init__(properties={"sym_name": StringAttr(sym_name), "mesh": mesh})

    def verify_(self) -> None:
        if self.mesh is None and "stablehlo.mesh" not in self.attributes:
            raise VerifyException("'sdy.mesh' op requires attribute 'mesh'")


class _Resharding(DefinedOp):
    """An op that gives its operand back with a sharding."""

    input = operand_def()
    sharding = prop_def(ShardingAttr)
    result = result_def()
    custom_directives = (SameOperandsAndResultType,)
    assembly_format = f"$input $sharding {SAME_TYPE}"

    def __init__(self, operand: SSAValue, sharding: ShardingAttr):
        super().__init__(operands=[operand], result_types=[operand.type], properties={"sharding": sharding})

    def verify_(self) -> None:
        if self.input.type != self.result.type:
            raise VerifyException("requires the same type for all operands and results")


class ShardingConstraintOp(_Resharding, op="sdy.sharding_constraint"):
    """Says how a tensor is to be sharded."""


class ReshardOp(_Resharding, op="sdy.reshard"):
    """Changes how a tensor is sharded."""


class ShardingGroupOp(DefinedOp, op="sdy.sharding_group"):
    """Puts a tensor into a group of tensors that are sharded alike."""

    input = operand_def()
    group_id = prop_def(I64Attr)
    assembly_format = "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)"

    def __init__(self, operand: SSAValue, group_id: int):
        super().__init__(operands=[operand], properties={"group_id": IntegerAttr(group_id, i64)})


class PropagationBarrierOp(DefinedOp, op="sdy.propagation_barrier"):
    """Lets shardings through in the directions that it allows."""

    input = operand_def()
    allowed_direction = prop_def(IntegerAttr)
    result = result_def()
    custom_directives = (Direction, SameOperandsAndResultType)
    assembly_format = (
        f"$input `allowed_direction` `` `=` `` custom<Direction>($allowed_direction) {SAME_TYPE}"
    )

    def __init__(self, operand: SSAValue, allowed_direction: int):
        super().__init__(
            operands=[operand],
            result_types=[operand.type],
            properties={"allowed_direction": IntegerAttr(allowed_direction, i32)},
        )


class ManualComputationOp(DefinedOp, op="sdy.manual_computation"):
    """A computation written out for each device along `manual_axes`."""

    tensors = var_operand_def()
    in_shardings = prop_def(ShardingPerValueAttr)
    out_shardings = prop_def(ShardingPerValueAttr)
    manual_axes = prop_def(ManualAxesAttr)
    body = region_def("single_block")
    outputs = var_result_def()
    traits = traits_def(IsolatedFromAbove())

    def __init__(
        self,
        tensors: Sequence[SSAValue],
        in_shardings: ShardingPerValueAttr,
        out_shardings: ShardingPerValueAttr,
        manual_axes: ManualAxesAttr,
        body: Region,
        result_types: Sequence[Attribute],
    ):
        super().__init__(
            operands=[tensors],
            result_types=[result_types],
            properties={
                "in_shardings": in_shardings,
                "out_shardings": out_shardings,
                "manual_axes": manual_axes,
            },
            regions=[body],
        )

    @classmethod
    def parse(cls, parser: Parser) -> ManualComputationOp:
        start = parser.pos
        tensors = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        _key(parser, "in_shardings")
        in_shardings = ShardingPerValueAttr.parsed(parser)
        _key(parser, "out_shardings")
        out_shardings = ShardingPerValueAttr.parsed(parser)
        _key(parser, "manual_axes")
        axes = ManualAxesAttr.parsed(parser)

        def argument() -> Parser.Argument:
            found = parser.parse_argument()
            found.location = parser.parse_optional_location()
            return found

        arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, argument)
        body = parser.parse_region(arguments)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        signature = parser.parse_function_type()
        operands = parser.resolve_operands(tensors, signature.inputs.data, start)
        op = cls(operands, in_shardings, out_shardings, axes, body, signature.outputs.data)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_operands(self.tensors)
        printer.print_string(
            f" in_shardings={self.in_shardings.data} out_shardings={self.out_shardings.data}"
        )
        printer.print_string(f" manual_axes={self.manual_axes.data} ")
        with printer.in_parens():
            printer.print_list(self.body.block.args, printer.print_block_argument)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_function_type(self.operand_types, self.result_types)


class ReturnOp(DefinedOp, op="sdy.return"):
    """Ends the body of a `manual_computation`."""

    results_ = var_operand_def()
    traits = traits_def(IsTerminator(), HasParent(ManualComputationOp))
    assembly_format = "attr-dict ($results_^ `:` type($results_))?"

    def __init__(self, values: Sequence[SSAValue]):
        super().__init__(operands=[values])


Sdy = Dialect("sdy", classes_of(__name__, "sdy", Operation), classes_of(__name__, "sdy", Attribute))
