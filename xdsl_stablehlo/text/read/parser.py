"""MLIR assembly in: operations, regions and values. `attribute_parser` has the rest.

Against xDSL's parser it reads declarations of functions with their attributes, gives each op the place in the text
where its name stands, as MLIR does, copies nothing on entering a region, and knows lines that it has read before
(`lines`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from typing_extensions import TypeIs
from xdsl.context import Context
from xdsl.dialects.builtin import FileLineColLoc, ModuleOp, UnregisteredOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xdsl_stablehlo.ir.making import append_op
from xdsl_stablehlo.ir.printable import nearest
from xdsl_stablehlo.values.elements import is_elements

from ..functions import parse_function
from ..literals import LiteralError
from ..locations import file_location, is_location, located_in
from ..shaped_types import checks_definitions
from .attribute_parser import AttributeTextParser
from .lines import LONGEST, Line, Template, Templates, line_at
from .location_parser import CLOSED_DIALECTS

_WITH_KNOWN_PROPERTIES = (*CLOSED_DIALECTS, "builtin", "func")
_PROPERTIES_OF_MLIR = {"arg_attrs", "no_inline", "res_attrs", "sym_visibility"}
"""Properties of modules, functions and calls in MLIR, some of which are attributes in xDSL."""

_BEGIN_OPS = (MLIRTokenKind.PERCENT_IDENT, MLIRTokenKind.BARE_IDENT, MLIRTokenKind.STRING_LIT)

DEEPEST_REGION = 2_000
"""Regions in regions, deeper than this, are refused: their text grows with the square of the depth."""

_LONGEST_INDEX = 10
"""Digits of the number of a result in its group."""


class TextParser(AttributeTextParser):
    """Reads one module. `name` is the file name in locations.

    `reuse_lines=False` parses every line the long way, with the same outcome.
    """

    def __init__(self, ctx: Context, text: str, name: str = "<input>", *, reuse_lines: bool = True):
        super().__init__(ctx, text, name)
        self._scope: list[str] = []
        self._replaced: list[tuple[SSAValue, SSAValue]] = []
        self._first_uses: dict[str, Span] = {}  # of values that were not defined yet
        self._regions_around = 0
        self._reuse_lines = reuse_lines
        self._before_location = 0, 0
        """The end of the last op without its location, and the attributes that were counted up to there."""
        self._templates_in: dict[tuple[str, ...], Templates] = {}
        self._templates: Templates = {}  # of the region at hand: short names of ops depend on the ops around it

    def parse_optional_unresolved_operand(self) -> UnresolvedOperand | None:
        state = self._parser_state
        token = state.current_token
        if token.kind is not MLIRTokenKind.PERCENT_IDENT:
            return None
        after = state.current_token = state.lexer.lex()
        index = 0
        if after.kind is MLIRTokenKind.HASH_IDENT:
            digits = after.text[1:]
            if not digits.isdecimal() or len(digits) > _LONGEST_INDEX:
                self.raise_error("invalid SSA value result number", after.span)
            index = int(digits)
            self._consume_token()
        return UnresolvedOperand(token.span, index)

    def resolve_operand(self, operand: UnresolvedOperand, type: Any) -> Any:
        values = self.ssa_values.get(operand.operand_name)
        if values is not None and operand.index < len(values):
            value = values[operand.index]
            if value.type is type:
                return value
        else:
            self._first_uses.setdefault(operand.operand_name, operand.span)
        return super().resolve_operand(operand, type)

    def _register_ssa_definition(self, name: str, values: Sequence[SSAValue], span: Span) -> None:
        if name in self.ssa_values:
            self.raise_error(f"redefinition of SSA value '%{name}'", span)
        references = self.forward_ssa_references.get(name)
        if references is not None:
            super()._register_ssa_definition(name, values, span)
            self._replaced += [(used, values[index]) for index, used in references.items()]
            self._scope.append(name)
        else:
            self._define(name, values)

    def _define(self, name: str, values: Sequence[SSAValue]) -> None:
        """Give a name that is free to values."""
        self.ssa_values[name] = values if isinstance(values, tuple) else tuple(values)
        self._scope.append(name)
        if not name[0].isdecimal():
            for value in values:
                value.name_hint = name

    def parse_optional_region(self, arguments: Iterable[Parser.Argument] | None = None) -> Region | None:
        """A region, if there is one. Its values go out of scope one by one: nothing is copied on entry."""
        start = self.pos
        if self.parse_optional_punctuation("{") is None:
            return None
        if self._regions_around == DEEPEST_REGION:
            self.raise_error(f"regions are nested too deeply: more than {DEEPEST_REGION}", start, start + 1)
        self._regions_around += 1
        region = Region()
        scope, blocks, references = self._scope, self.blocks, self.forward_block_references
        self._scope, self.blocks, self.forward_block_references = [], {}, defaultdict(list)
        templates = self._templates
        self._templates = self._templates_in.setdefault(tuple(self._parser_state.dialect_stack), {})
        kind = self._parser_state.current_token.kind
        if arguments is not None:
            if kind is MLIRTokenKind.CARET_IDENT:
                self.raise_error("invalid block name in region with named arguments")
            block = Block()
            set_arguments(block, [self._defined(block, i, argument) for i, argument in enumerate(arguments)])
            self._parse_block_body(block)
            region.add_block(block)
        elif kind is not MLIRTokenKind.CARET_IDENT and kind is not MLIRTokenKind.R_BRACE:
            block = Block()
            self._parse_block_body(block)
            region.add_block(block)
        while self.parse_optional_punctuation("}") is None:
            if self._parser_state.current_token.kind is not MLIRTokenKind.CARET_IDENT:
                self.raise_error("expected '}' at the end of a region")
            region.add_block(self._parse_block())
        if self.forward_block_references:
            spans = [span for spans in self.forward_block_references.values() for span in spans]
            self.raise_error(f"reference to an undefined block '{spans[0].text}'", spans[0])
        for name in self._scope:
            self.ssa_values.pop(name, None)
        self._scope, self.blocks, self.forward_block_references = scope, blocks, references
        self._templates = templates
        self._regions_around -= 1
        return region

    def _defined(self, block: Block, index: int, argument: Parser.Argument) -> BlockArgument:
        """The argument of a block, which the block does not know yet."""
        location = argument.location or self.location_at(argument.name.start)
        value = BlockArgument(argument.type, block, index, location)
        self._register_ssa_definition(argument.name.text[1:], (value,), argument.name)
        return value

    def _parse_optional_block_arg_list(self, block: Block) -> Block | None:
        values: list[BlockArgument] = []

        def parse_argument() -> None:
            argument = self.parse_argument()
            argument.location = self.parse_optional_location()
            values.append(self._defined(block, len(values), argument))

        if self._parser_state.current_token.kind is not MLIRTokenKind.L_PAREN:
            return None
        self.parse_comma_separated_list(self.Delimiter.PAREN, parse_argument)
        set_arguments(block, values)
        return block

    def _parse_block_body(self, block: Block) -> None:
        while True:
            line = self._append_known(block) if self._reuse_lines else None
            if self._parser_state.current_token.kind not in _BEGIN_OPS:
                return
            append_op(block, self.parse_operation() if line is None else self._parse_line(line))

    def _append_known(self, block: Block) -> Line | None:
        """Add the ops of lines like those that were read before. Returns the line that follows, if it is one at all."""
        at = self.pos
        while (line := line_at(self._text, at)) is not None:
            template = self._templates.get(line.template) or self._templates.get(
                (line.template, line.repeats)
            )
            op = None if template is None else self._from_template(template, line)
            if op is None:
                break
            append_op(block, op)
            at = line.end
            if line.is_located:
                usual = self.usual_location(at)
                if usual is not None:
                    op.location, at = usual
                    continue
                self._resume_from(at)
                op.location = self.parse_optional_location() or op.location
                at = self.pos
        if at != self.pos:
            self._resume_from(at)
        return line

    def _parse_line(self, line: Line) -> Operation:
        """The op of a line, and a template of it."""
        named = [self._value_named(*operand) for operand in line.operands]
        before = self._count
        op = self.parse_operation()
        upto, counted = self._before_location if line.is_located else (self.pos, self._count)
        is_whole = 0 <= upto - line.end <= LONGEST and not self._text[line.end : upto].strip()
        if is_whole and line.stands_for(op, named):
            of_location = self._alias_costs[line.location][0] if line.location in self._alias_costs else 0
            literals = [(name, value.type) for name, value in op.properties.items() if is_elements(value)]
            has_place = all(each.location == op.location for each in located_in(op.regions))
            if (has_place or line.is_located) and (line.literal is None or len(literals) == 1):
                repeats = line.repeats
                is_general = len(set(repeats)) == len(repeats)
                self._templates[line.template if is_general else (line.template, repeats)] = Template.of(
                    op,
                    0 if line.is_located else self._distance(line.op_start, op.location),
                    counted - before - of_location,
                    literals[0] if literals else None,
                )
        return op

    def _distance(self, start: int, place: Attribute) -> int | None:
        """The number of characters from `start` to a place on the same line; None if it is elsewhere."""
        begin, kind = self.location_at(start), FileLineColLoc
        if isinstance(place, kind) and isinstance(begin, kind) and place.line == begin.line:
            return place.column.data - begin.column.data
        return None

    def _value_named(self, name: str, number: str) -> SSAValue | None:
        values = self.ssa_values.get(name)
        index = int(number) if number else 0
        return None if values is None or index >= len(values) else values[index]

    def _from_template(self, template: Template, line: Line) -> Operation | None:
        """The op of a line that is known but for its operands; None where those are not what they were."""
        operands: list[SSAValue] = []
        for (name, number), operand_type in zip(line.operands, template.operand_types, strict=True):
            value = self._value_named(name, number)
            if value is None or value.type is not operand_type:
                return None
            operands.append(value)
        result = line.result
        if result is not None and (
            len(template.result_types) != line.result_count
            or result in self.ssa_values
            or result in self.forward_ssa_references
        ):
            return None
        if line.is_located and template.regions:
            return None
        if line.location is None:
            if template.distance is None:
                return None
            place = self.place_at(line.op_start + template.distance)
        else:
            place = self._known_alias(line.location)
            if not is_location(place):
                return None
        elements = None
        if line.literal is not None and template.literal is not None:
            try:
                elements = self.elements_in(line.literal, template.literal[1])
            except LiteralError:
                return None
        self._charge(template.attribute_count)
        op = template.made(operands, place, elements)
        if result is not None:
            self._define(result, op.results)
        return op

    def parse_operation(self) -> Operation:
        start = self.pos
        results = self._parse_op_result_list()
        token = self._parser_state.current_token
        name_start = token.span.start
        place = self.place_at(name_start)
        if token.kind is MLIRTokenKind.BARE_IDENT:
            self._consume_token()
            op = self._parse_custom_operation(token.text, name_start)
        else:
            name = self.parse_optional_str_literal()
            if name is None:
                self.raise_error("operation name expected")
            op = self._parse_generic(name, name_start)
        self._before_location = self.pos, self._count
        given = self.parse_optional_location()
        if given is not None or self.located is not op:
            self.locate(op, given or place)
        if results:
            self._bind_results(op, results, start)
        return op

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        if self._parser_state.current_token.kind is MLIRTokenKind.EOF:
            return self._implicit(ModuleOp([]))
        try:
            module = super().parse_module(allow_implicit_module)
        except ParseError as error:
            undefined = [self._first_uses[name] for name in self.forward_ssa_references]
            if not undefined or not error.msg.startswith("values used but not defined"):
                raise
            self.raise_error("use of undeclared SSA value name", min(undefined, key=lambda span: span.start))
        for used, defined in self._replaced:
            used.replace_all_uses_with(defined)  # by ops that read what is defined in their own regions
        return module if self.located is module else self._implicit(module)

    def _implicit(self, module: ModuleOp) -> ModuleOp:
        """A module that the text does not write, at line 0 of the file, as in MLIR."""
        self.locate(module, file_location(self._file, 0, 0))
        return module

    def parse_only_attribute(self) -> Attribute:
        """The attribute that is all of the text."""
        attribute = self.parse_attribute()
        if self._parser_state.current_token.kind is not MLIRTokenKind.EOF:
            self.raise_error("nothing more expected")
        return attribute

    def _parse_custom_operation(self, name: str, start: int) -> Operation:
        op_type = self.ctx.get_optional_op(name, dialect_stack=self._parser_state.dialect_stack)
        if not _is_registered(op_type):
            self.raise_error(f"custom op '{name}' is unknown{self._meant(name)}", start, start + len(name))
        stack = self._parser_state.dialect_stack
        stack.append(op_type.dialect_name())
        self._custom_ops.append(op_type.name)
        token = checks_definitions.set(False)
        try:
            op = parse_function(self) if op_type is FuncOp else op_type.parse(self)
        except VerifyException as error:
            self.raise_error(str(error), start, self.pos)
        finally:
            checks_definitions.reset(token)
        stack.pop()
        self._custom_ops.pop()
        return op

    def _meant(self, name: str) -> str:
        """The end of an error about an op that is not known. Most ops of MHLO are ops of StableHLO."""
        same = f"stablehlo.{name.removeprefix('mhlo.')}"
        if name.startswith("mhlo.") and _is_registered(self.ctx.get_optional_op(same)):
            return f": did you mean '{same}'?"
        return nearest(name, self._ops_like(name))

    def _ops_like(self, name: str) -> list[str]:
        """The names of ops that could have been meant: those of its dialect, or the same one of another."""
        dialect, _, op = name.rpartition(".")
        dialects = {each.name: each for each in self.ctx.loaded_dialects}
        if dialect in dialects:
            return [each.name for each in dialects[dialect].operations]
        around = [dialects[each] for each in self._parser_state.dialect_stack if each in dialects]
        short = [each.name.rpartition(".")[2] for dialect in around for each in dialect.operations]
        if not dialect:
            return short
        near = [f"{each}.{op}" for each in self.ctx.registered_dialect_names if nearest(dialect, [each])]
        return [each for each in near if _is_registered(self.ctx.get_optional_op(each))]

    def _parse_generic(self, name: str, start: int) -> Operation:
        """An operation in generic form, from its operands on. What is no property of it becomes an attribute."""
        op_type = self.ctx.get_optional_op(name, dialect_stack=self._parser_state.dialect_stack)
        if op_type is None:
            self.raise_error(
                f"operation '{name}' is unknown. If this is intended, use --allow-unregistered-dialect"
                f"{self._meant(name)}",
                start,
                start + len(name) + 2,
            )
        name_start, name_end = start, start + len(name) + 2
        stack = self._parser_state.dialect_stack
        stack.append(op_type.dialect_name())
        self._custom_ops.append("")
        operands = self.parse_op_args_list()
        successors = self.parse_optional_successors()
        properties = self.parse_optional_properties_dict()
        regions = self.parse_region_list()
        attributes = self.parse_optional_attr_dict()
        self.parse_punctuation(":", " before the type of an operation")
        start = self.pos
        signature = self.parse_function_type()
        stack.pop()
        self._custom_ops.pop()
        if issubclass(op_type, IRDLOperation) and not issubclass(op_type, UnregisteredOp):
            known = op_type.get_irdl_definition().properties
            if op_type.dialect_name() in _WITH_KNOWN_PROPERTIES:
                for key in sorted(properties.keys() - known.keys() - _PROPERTIES_OF_MLIR):
                    self.raise_error(f"'{name}' op has no property '{key}'", name_start, name_end)
            both = {**attributes, **properties}
            properties = {key: value for key, value in both.items() if key in known}
            attributes = {key: value for key, value in both.items() if key not in known}
        return op_type.create(
            operands=self.resolve_operands(operands, signature.inputs.data, start),
            result_types=signature.outputs.data,
            properties=properties,
            attributes=attributes,
            successors=successors or (),
            regions=regions,
        )

    def _bind_results(self, op: Operation, names: Sequence[tuple[Span, int]], start: int) -> None:
        values = op.results
        count = sum(size for _, size in names)
        if len(values) != count:
            self.raise_error(
                f"operation defines {len(values)} results but was provided {count} to bind", start, start
            )
        at = 0
        for span, size in names:
            if not size:
                self.raise_error("expected named operation to have at least 1 result", span)
            self._register_ssa_definition(span.text[1:], values[at : at + size], span)
            at += size


def _is_registered(op_type: type[Operation] | None) -> TypeIs[type[Operation]]:
    """Whether an op class is one of a dialect, and not what stands for every name under
    `--allow-unregistered-dialect`."""
    return op_type is not None and not issubclass(op_type, UnregisteredOp)


def set_arguments(block: Block, arguments: Sequence[BlockArgument]) -> None:
    """Give a block its arguments. `Block.insert_arg` copies for each one those before it."""
    object.__setattr__(block, "_args", tuple(arguments))
