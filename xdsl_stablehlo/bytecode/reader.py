"""Reads MLIR bytecode, versions 0 to 6, into xDSL.

Everything is bounded by the size of the file, and what is wrong is a `BytecodeError` with the offset. Large payloads
are views of the file.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, DictionaryAttr, LocationAttr, ModuleOp, UnregisteredOp, i32
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue, Use
from xdsl.irdl import IRDLOperation

from xdsl_stablehlo.ir.counts import miscounted, usual_counts
from xdsl_stablehlo.ir.making import OpParts, append_op, op_with
from xdsl_stablehlo.ir.printable import first_line
from xdsl_stablehlo.ir.runtime import deep_recursion, no_collections
from xdsl_stablehlo.text.locations import is_location

from .builtin import UNKNOWN
from .codec import INVALID, AttributeTable, Codecs
from .format import (
    MAX_NESTING,
    Buffer,
    BytecodeError,
    BytecodeFile,
    Cursor,
    DialectTable,
    OpMask,
    OpName,
    Section,
    Since,
    open_file,
    read_dialects,
    read_section,
)
from .numbering import (
    PropertyLayout,
    Translator,
    UntranslatedError,
    apply_shuffle,
    decode_sizes,
    property_layout,
    read_shuffle,
    shuffled,
    without_segments,
)


@dataclass(frozen=True)
class FileTables:
    """The file that a program was read from: its tables, by which what is the same as before is written again."""

    file: BytecodeFile
    dialects: DialectTable
    table: AttributeTable
    older: Collection[str]
    """The names of ops that were written before they had all of their properties."""


def read_bytecode(data: Buffer, ctx: Context, codecs: Codecs) -> Operation:
    """The top-level op in `data`. Dialects must be registered in `ctx`; `codecs` has their encodings.

    Raises `BytecodeError` with the offset where `data` is not bytecode, or holds what `ctx` and `codecs` do not know.
    """
    return read_with_source(data, ctx, codecs)[0]


def read_with_source(
    data: Buffer, ctx: Context, codecs: Codecs, translator: Translator | None = None
) -> tuple[Operation, FileTables]:
    """As `read_bytecode`, with the tables of the file.

    With `translator` in another dialect, all uses in their default order; raises `UntranslatedError` also where a value
    is used before it is defined.
    """
    with deep_recursion(), no_collections():
        file = open_file(data)
        dialects = read_dialects(file)
        table = AttributeTable(file, dialects.names, ctx, codecs)
        reader = IRReader(file, dialects, table, translator)
        return reader.read(), FileTables(file, dialects, table, reader.older)


def as_module(op: Operation) -> ModuleOp:
    """The module that `op` must be."""
    if not isinstance(op, ModuleOp):
        raise BytecodeError(f"a module expected where '{op.name}' stands", 0)
    return op


MAX_REGIONS = 1 << 14
"""xDSL adds regions to an op one at a time, copying the others."""


@dataclass
class OpMaker:
    """Makes the ops of one name. `refusal` says why there are none, where there are none.

    `older` is the layout that older files have; `segments` are how many numbers each property of segments has; `counts`
    are the numbers of operands, results, successors and regions that most ops have.
    """

    name: str
    op_class: type[Operation]
    layout: PropertyLayout
    inherent: frozenset[str]
    older: PropertyLayout = ()
    segments: tuple[tuple[str, int], ...] = ()
    counts: tuple[int, ...] = ()
    refusal: str | None = None


def _maker(ctx: Context, codecs: Codecs, name: OpName, version: int) -> OpMaker:
    op_class = ctx.get_optional_op(name.name)
    if op_class is None or issubclass(op_class, UnregisteredOp):
        refusal = None
        if ctx.get_optional_dialect(name.dialect) is not None:
            refusal = (
                f"unregistered operation '{name.name}' found in dialect ('{name.dialect}') "
                "that does not allow unknown operations"
            )
        unknown = UnregisteredOp.with_name(name.name)
        return OpMaker(name.name, unknown, (), frozenset(), refusal=refusal)
    layout = property_layout(op_class)
    inherent = frozenset([key for key, _ in layout])
    layout, names = without_segments(layout, version)
    segments = tuple([(key, _segments_of(op_class, key)) for key in names])
    codec = codecs.get(name.dialect)
    later = None if codec is None else codec.later_properties.get(name.name)
    older = tuple(entry for entry in layout if entry[0] != later)
    return OpMaker(name.name, op_class, layout, inherent, older, segments, usual_counts(op_class))


def _segments_of(op_class: type[Operation], name: str) -> int:
    """The number of names of operands or results of an op."""
    assert issubclass(op_class, IRDLOperation)
    definition = op_class.get_irdl_definition()
    return len(definition.operands if name == "operandSegmentSizes" else definition.results)


NO_ATTRIBUTES: Mapping[str, Attribute] = {}

Scope: TypeAlias = "list[SSAValue | None]"
"""The values of an isolated region and of the regions in it that are not isolated, by number."""


class ForwardReference(SSAValue):
    """Stands for a value that is used before it is defined."""

    def __init__(self, value_type: Attribute):
        super().__init__(value_type)

    @property
    def owner(self) -> Operation | Block:
        raise ValueError("a forward reference has no owner")


class IRReader:
    """Reads ops one after the other; regions by recursion, to a depth that is bounded."""

    def __init__(
        self, file: BytecodeFile, dialects: DialectTable, table: AttributeTable, translator: Translator | None
    ):
        self.version = file.version
        self.translator = translator
        self.table = table
        self.ir = file.section(Section.IR)
        self.size = len(self.ir.data)
        self.makers = [_maker(table.ctx, table.codecs, name, self.version) for name in dialects.ops]
        self.properties: list[Cursor] = []
        if file.version >= Since.PROPERTIES:
            cursor = file.section(Section.PROPERTIES)
            self.properties = [cursor.sub(cursor.varint()) for _ in range(cursor.count("properties"))]
        self.locations: dict[int, LocationAttr] = {}
        self.types: dict[int, Attribute] = {}
        self.property_cache: dict[tuple[int, int], Mapping[str, Attribute]] = {}
        self.shuffles: list[tuple[SSAValue, list[tuple[int, int]], Cursor]] = []
        self.forward: set[SSAValue] = set()
        self.redefined: list[SSAValue] = []
        self.older: set[str] = set()
        self.around: list[type[Operation]] = []
        """The classes of the ops around, from outside in, as the file has them."""
        self.parts: dict[tuple[Hashable, ...], OpParts] = {}

    def read(self) -> Operation:
        """The one op at the top."""
        cursor = Cursor(bytes(self.ir.data), self.ir.base)
        if cursor.varint() != 2:
            raise BytecodeError("the IR section does not hold exactly one op", cursor.base)
        try:
            op = self._op(cursor, [], [])
            cursor.finish("the IR")
            if self.forward:
                raise cursor.error("a value is used and never defined")
            self._order_uses(op)
        except BytecodeError:
            raise
        except INVALID as error:
            raise cursor.error(f"invalid IR: {first_line(error)[:200]}") from None
        return op

    def _op(self, cursor: Cursor, scope: Scope, blocks: list[Block]) -> Operation:
        start = cursor.offset
        number = cursor.varint()
        if number >= len(self.makers):
            raise cursor.error(f"op name {number} of {len(self.makers)}")
        maker = self.makers[number]
        if maker.refusal is not None:
            raise cursor.error(maker.refusal)
        mask = cursor.byte()
        if mask & ~OpMask.ALL:
            raise cursor.error(f"unknown op encoding {mask:#x}")
        index = cursor.varint()
        location = self.locations.get(index) or self._location(index, cursor)
        attributes = properties = NO_ATTRIBUTES
        dictionary = entry = -1
        if mask & OpMask.ATTRIBUTES:
            dictionary = cursor.varint()
            attributes = self._dictionary(dictionary, cursor)
        if mask & OpMask.PROPERTIES:
            entry = cursor.varint()
            properties = self.property_cache.get((number, entry)) or self._properties(cursor, number, entry)
        else:
            if maker.inherent and self.version < Since.PROPERTIES:
                properties = {name: attributes[name] for name in maker.inherent if name in attributes}
                attributes = {name: attributes[name] for name in attributes if name not in maker.inherent}
            for name, optional in maker.layout:
                if not optional and name not in properties:
                    raise cursor.error(f"attribute '{name}' of '{maker.name}' is missing")
        types: list[Attribute] = []
        if mask & OpMask.RESULTS:
            types = [
                self.types.get(index) or self._type(index, cursor) for index in cursor.numbers("results")
            ]
        operands = self._operands(cursor, scope) if mask & OpMask.OPERANDS else ()
        successors = self._successors(cursor, blocks) if mask & OpMask.SUCCESSORS else ()
        parts = OpParts(maker.op_class, types, properties, attributes)
        if self.translator is not None:
            parts = self._translated(parts, (number, dictionary, entry), operands)
        op = op_with(
            parts.op_class,
            operands,
            parts.result_types,
            {**parts.properties},
            {**parts.attributes},
            location,
            successors,
        )
        if mask & OpMask.USE_LISTS and self.version >= Since.USE_LISTS:
            self._use_lists(cursor, op.results)
        if mask & OpMask.REGIONS:
            self._regions(cursor, op, scope, maker)
        if (len(operands), len(types), len(successors), len(op.regions)) != maker.counts:
            wrong = miscounted(op, maker.op_class)
            if wrong is not None:
                raise BytecodeError(f"'{maker.name}' op has {wrong}", start)
        return op

    def _translated(self, parts: OpParts, numbers: tuple[int, ...], operands: Sequence[SSAValue]) -> OpParts:
        """The parts of an op in the other dialect; once for the same numbers and types."""
        around = self.around[-1] if self.around else ModuleOp
        first = operands[0].type if operands else None
        key = (numbers, id(around), id(first), *map(id, parts.result_types))
        found = self.parts.get(key)
        if found is None:
            assert self.translator is not None
            op = parts.op_class.create(
                operands=operands,
                result_types=parts.result_types,
                properties={**parts.properties},
                attributes={**parts.attributes},
            )
            found = self.parts[key] = self.translator.translated(op, around)
            op.drop_all_references()
        return found

    def _location(self, index: int, cursor: Cursor) -> LocationAttr:
        location = self.table.attribute(index, cursor)
        if not is_location(location):
            raise cursor.error(f"a location expected where '{location.name}' stands")
        self.locations[index] = location
        return location

    def _type(self, index: int, cursor: Cursor) -> Attribute:
        found = self.types[index] = self.table.type(index, cursor)
        return found

    def _dictionary(self, index: int, cursor: Cursor) -> Mapping[str, Attribute]:
        attr = self.table.attribute(index, cursor)
        if not isinstance(attr, DictionaryAttr):
            raise cursor.error(f"an attribute dictionary expected where '{attr.name}' stands")
        return attr.data

    def _operands(self, cursor: Cursor, scope: Scope) -> list[SSAValue]:
        operands: list[SSAValue] = []
        for number in cursor.numbers("operands"):
            try:
                value = scope[number]
            except IndexError:
                raise cursor.error(f"value {number} of {len(scope)}") from None
            if value is None:
                value = scope[number] = ForwardReference(UNKNOWN)
                self.forward.add(value)
            operands.append(value)
        return operands

    def _successors(self, cursor: Cursor, blocks: list[Block]) -> list[Block]:
        numbers = cursor.numbers("successors")
        if any(number >= len(blocks) for number in numbers):
            raise cursor.error(f"a successor that is not one of {len(blocks)} blocks")
        return [blocks[number] for number in numbers]

    def _properties(self, cursor: Cursor, number: int, index: int) -> Mapping[str, Attribute]:
        """The properties of an op with this number for its name."""
        maker = self.makers[number]
        if index >= len(self.properties):
            raise cursor.error(f"properties {index} of {len(self.properties)}")
        entry = Cursor(self.properties[index].data, self.properties[index].base)
        values = [entry.varint() for _ in iter(lambda: entry.remaining, 0)]
        properties: dict[str, Attribute] = {}
        layout = maker.layout
        if len(values) < len(layout):
            layout = maker.older
            self.older.add(maker.name)
        for (name, optional), value in zip(layout, values):
            if not optional or value & 1:
                properties[name] = self.table.attribute(value >> 1 if optional else value, entry)
        rest = iter(values[len(layout) :])
        for name, count in maker.segments:
            sizes = decode_sizes(rest, count)
            if sizes is None:
                raise entry.error(f"'{maker.name}' op has no {count} sizes where {name} is expected")
            properties[name] = DenseArrayBase.from_list(i32, sizes)
        if len(values) < len(layout) or any(rest):
            raise entry.error(
                f"'{maker.name}' op has {len(values)} properties where {len(layout)} are expected"
            )
        self.property_cache[number, index] = properties
        return properties

    def _regions(self, cursor: Cursor, op: Operation, scope: Scope, maker: OpMaker) -> None:
        start = cursor.offset
        count, isolated = cursor.flagged()
        if count > min(cursor.remaining, MAX_REGIONS):
            raise BytecodeError(f"{count} regions declared where {cursor.remaining} bytes remain", start)
        if len(self.around) >= MAX_NESTING:
            raise cursor.error(f"regions nested more than {MAX_NESTING} deep")
        self.around.append(maker.op_class)
        inner = cursor
        if isolated:
            scope = []
            if self.version >= Since.LAZY_REGIONS:
                section, inner = read_section(cursor)
                if section is not Section.IR:
                    raise cursor.error(f"regions expected where a {section.name.lower()} section stands")
        for _ in range(count):
            region = Region()
            op.add_region(region)
            self._region(inner, region, scope)
        if inner is not cursor:
            inner.finish("the regions of an op")
        self.around.pop()

    def _region(self, cursor: Cursor, region: Region, scope: Scope) -> None:
        count = cursor.count("blocks")
        if not count:
            return
        start, declared = len(scope), cursor.varint()
        if start + declared > self.size:
            raise cursor.error(f"{declared} values declared in {self.size} bytes")
        scope.extend([None] * declared)
        blocks = [Block() for _ in range(count)]
        region.add_block(blocks)
        number = start
        for block in blocks:
            number = self._block(cursor, block, blocks, scope, number)
        if number != len(scope):
            raise cursor.error(f"{number - start} values defined where {declared} are declared")
        del scope[start:]

    def _block(self, cursor: Cursor, block: Block, blocks: list[Block], scope: Scope, number: int) -> int:
        count, has_arguments = cursor.flagged()
        if has_arguments:
            number = self._arguments(cursor, block, scope, number)
        if count > cursor.remaining:
            raise cursor.error(f"{count} ops declared where {cursor.remaining} bytes remain")
        for _ in range(count):
            op = self._op(cursor, scope, blocks)
            append_op(block, op)
            for result in op.results:
                if number < len(scope) and scope[number] is None:
                    scope[number] = result
                    number += 1
                else:
                    number = self._define(cursor, scope, number, result)
        return number

    def _define(self, cursor: Cursor, scope: Scope, number: int, value: SSAValue) -> int:
        if number >= len(scope):
            raise cursor.error(f"more values defined than the {len(scope)} declared")
        forward = scope[number]
        if forward is not None:
            forward.replace_all_uses_with(value)
            self.forward.discard(forward)
            self.redefined.append(value)
        scope[number] = value
        return number + 1

    def _arguments(self, cursor: Cursor, block: Block, scope: Scope, number: int) -> int:
        arguments: list[BlockArgument] = []
        for index in range(cursor.count("arguments")):
            type_number, located = cursor.varint(), True
            if self.version >= Since.ELIDED_LOCATIONS:
                type_number, located = type_number >> 1, bool(type_number & 1)
            argument_type = self.table.type(type_number, cursor)
            if self.translator is not None:
                argument_type = self.translator.type(argument_type)
            argument = BlockArgument(argument_type, block, index)
            if located:
                argument.location = self._location(cursor.varint(), cursor)
            arguments.append(argument)
            number = self._define(cursor, scope, number, argument)
        # xDSL's own way to add an argument copies all others.
        block._args = tuple(arguments)  # pyright: ignore[reportPrivateUsage]
        if self.version >= Since.USE_LISTS and cursor.byte():
            self._use_lists(cursor, block.args)
        return number

    def _use_lists(self, cursor: Cursor, values: tuple[SSAValue, ...]) -> None:
        several = len(values) != 1
        for _ in range(cursor.count("use-list records") if several else 1):
            index = cursor.varint() if several else 0
            if index >= len(values):
                raise cursor.error(f"use-list record for value {index} of {len(values)}")
            self.shuffles.append((values[index], read_shuffle(cursor), cursor))

    def _order_uses(self, root: Operation) -> None:
        """Give every use list the order it was written with."""
        if self.translator is not None:
            if self.redefined:
                raise UntranslatedError
            for value, pairs, cursor in self.shuffles:
                shuffled(value, pairs, cursor)
            return
        if self.redefined:
            numbers = {op: number for number, op in enumerate(root.walk())}
            for value in self.redefined:
                uses: list[Use] = sorted(value.uses, key=lambda use: (numbers[use.operation], use.index))
                for use in uses:
                    value.remove_use(use)
                for use in uses:
                    value.add_use(use)
        for value, pairs, cursor in self.shuffles:
            apply_shuffle(value, pairs, cursor)
