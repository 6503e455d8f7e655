"""Writes a module as MLIR bytecode, byte for byte as MLIR's own writer does."""

# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import TypeVar

from xdsl.dialects.builtin import ModuleOp, UnknownLoc
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsolatedFromAbove

from xdsl_stablehlo.ir.runtime import deep_recursion, no_collections

from .builtin import location_or_unknown
from .codec import Codecs, Maybe, Node
from .format import MAGIC, NEWEST, OpMask, Output, Section, Since, encode, encode_varint
from .numbering import (
    Numbering,
    OpKind,
    OpRecord,
    Translator,
    UntranslatedError,
    encode_sizes,
    shuffle_of,
    write_shuffle,
)
from .reader import FileTables

T = TypeVar("T", str, bytes)


def write_bytecode(
    module: ModuleOp,
    codecs: Codecs,
    producer: str = "xdsl-stablehlo",
    version: int = NEWEST,
    older: Collection[str] = (),
    translator: Translator | None = None,
) -> bytes:
    """`module` as a bytecode file of `version`. Raises `UnwritableError` for attributes without an encoding.

    Ops whose names are in `older` are written as before they had all of their properties. With `translator` the program
    is written in another dialect, all uses in their default order; raises `UntranslatedError`, also where a value is
    used before it is defined.
    """
    with deep_recursion(), no_collections():
        return _written(module, Numbering(version, codecs, older, translator), Table[str](), producer)


def rewrite_bytecode(module: ModuleOp, codecs: Codecs, source: FileTables) -> bytes:
    """As `write_bytecode`, in less time, for a `module` that was read from `source` and has changed since.

    Attributes, types and strings of the source are copied, and also those that are not used any more; what is new
    comes behind them.
    """
    file = source.file
    strings = Table[str](zip(file.strings, range(len(file.strings))))
    if source.table.resources or source.dialects.versions or len(strings) < len(file.strings):
        return write_bytecode(module, codecs, file.producer, file.version, source.older)
    with deep_recursion(), no_collections():
        return _written(module, KeptNumbering(source, codecs), strings, file.producer)


def _written(module: ModuleOp, numbering: Numbering, strings: Table[str], producer: str) -> bytes:
    numbering.run(module)
    properties = Table[bytes]()
    output = Output()
    output.bytes(MAGIC)
    output.varint(numbering.version)
    output.bytes(encode(producer) + b"\0")
    output.section(Section.DIALECTS, _dialects(numbering, strings))
    offsets, data = _attributes(numbering, strings)
    output.section(Section.ATTRIBUTE_OFFSETS, offsets)
    output.section(Section.ATTRIBUTES, data)
    output.section(Section.IR, IRWriter(numbering, properties).write(module))
    no_groups = Output()
    no_groups.varint(0)
    output.section(Section.RESOURCE_OFFSETS, no_groups)
    output.section(Section.RESOURCES, Output())
    output.section(Section.STRINGS, _strings(strings))
    if numbering.version >= Since.PROPERTIES:
        output.section(Section.PROPERTIES, _properties(properties))
    return output.getvalue()


class KeptNumbering(Numbering):
    """The numbers of the file that a module was read from; what is new comes behind them, in no other order."""

    def __init__(self, source: FileTables, codecs: Codecs):
        super().__init__(source.file.version, codecs, source.older)
        for name in source.dialects.names:
            self._dialect(name)
        self._numbers = {op.name: number for number, op in enumerate(source.dialects.ops)}
        for op in source.dialects.ops:
            rest = op.name.removeprefix(f"{op.dialect}.")
            self.ops.append(
                OpKind(op.dialect, rest, op.registered, (), (), frozenset(), 1, 0, self._dialect(op.dialect))
            )
        table, interner = source.table, self.interner
        self.kept_attributes, self.kept_types = table.kept()
        for number, entry in enumerate(table.types):
            if entry.value is not None:
                interner.keep(entry.value, Node(entry.dialect, True, (), None, 1, number))
        for number, entry in enumerate(table.attributes):
            if entry.value is not None:
                node = Node(entry.dialect, False, (), None, 1, number)
                if entry.is_wrapper:
                    interner.wrappers[id(interner.node(entry.value))] = node
                else:
                    interner.keep(entry.value, node)

    def _count_all(self, record: OpRecord) -> None:
        """Nothing depends on how often attributes are used."""
        kind = record.kind
        if not kind.count:
            kind.count = 1
            name = f"{kind.dialect}.{kind.name}"
            if name not in self._numbers:
                self._numbers[name] = len(self.ops)
                self._add_kind(kind)
            kind.number = self._numbers[name]

    def _count(self, node: Node) -> None:
        """As `_count_all`."""

    def _settle(self) -> None:
        for node in self.interner.made:
            nodes, kept = (
                (self.types, self.kept_types) if node.is_type else (self.attributes, self.kept_attributes)
            )
            node.number, node.dialect_number = kept.number + len(nodes), self._dialect(node.dialect)
            nodes.append(node)


class Table(dict[T, int]):
    """Distinct strings or encoded properties, with numbers in the order in which they are first needed."""

    def number(self, entry: T) -> int:
        return self.setdefault(entry, len(self))


def _strings(table: Table[str]) -> Output:
    """The lengths, from the last to the first, and the strings."""
    output = Output()
    encoded = [encode(text) + b"\0" for text in table]
    output.varint(len(encoded))
    for text in reversed(encoded):
        output.varint(len(text))
    for text in encoded:
        output.bytes(text)
    return output


def _properties(table: Table[bytes]) -> Output:
    output = Output()
    output.varint(len(table))
    for payload in table:
        output.varint(len(payload))
        output.bytes(payload)
    return output


def _dialects(numbering: Numbering, strings: Table[str]) -> Output:
    output = Output()
    output.varint(len(numbering.dialects))
    for name in numbering.dialects:
        if numbering.version >= Since.DIALECT_VERSIONS:
            output.flagged(strings.number(name), False)
        else:
            output.varint(strings.number(name))
    if numbering.version >= Since.ELIDED_LOCATIONS:
        output.varint(len(numbering.ops))
    for dialect, group in groupby(numbering.ops, lambda op: op.dialect_number):
        ops = list(group)
        output.varint(dialect)
        output.varint(len(ops))
        for op in ops:
            if numbering.version >= Since.PROPERTIES:
                output.flagged(strings.number(op.name), op.registered)
            else:
                output.varint(strings.number(op.name))
    return output


def _attributes(numbering: Numbering, strings: Table[str]) -> tuple[Output, Output]:
    """The sizes of all attributes and types, and their encodings."""
    offsets, data = Output(), Output()
    tables = ((numbering.kept_attributes, numbering.attributes), (numbering.kept_types, numbering.types))
    for kept, nodes in tables:
        offsets.varint(kept.number + len(nodes))
    for kept, nodes in tables:
        offsets.bytes(kept.offsets)
        data.bytes(kept.data)
        for dialect, group in groupby(nodes, lambda node: node.dialect_number):
            members = list(group)
            offsets.varint(dialect)
            offsets.varint(len(members))
            for node in members:
                start = len(data)
                _encode(node, strings, data)
                offsets.flagged(len(data) - start, node.text is None)
    return offsets, data


def _encode(node: Node, strings: Table[str], output: Output) -> None:
    """Write a node now that the numbers of its components are known."""
    if node.text is not None:
        output.bytes(encode(node.text) + b"\0")
    for token in node.tokens:
        if isinstance(token, int):
            output.varint(token)
        elif isinstance(token, Node):
            output.varint(token.number)
        elif isinstance(token, str):
            output.varint(strings.number(token))
        elif isinstance(token, Maybe):
            output.varint(token.node.number << 1 | 1)
        else:
            output.bytes(token)


class Survey:
    """The order of all ops, and which of them are isolated: both must be known before the first one is written.

    An op is isolated when nothing in its regions uses a value from outside of it.
    """

    def __init__(self, root: Operation, blocks: Mapping[int, list[Operation]]):
        self.blocks = blocks
        self.order: dict[int, int] = {}
        self.is_ordered = True
        """Whether every value is defined before it is used."""
        self.isolated: set[int] = set()
        self._depths: dict[int, int] = {}
        self._visit(root, 0)

    def _visit(self, op: Operation, depth: int) -> int:
        """The depth of the outermost region whose values are used in the regions of `op`."""
        self.order[id(op)] = len(self.order)
        outermost = inside = depth + 1
        for region in op.regions:
            outermost = min(outermost, self._visit_region(region, inside))
        is_isolated = op.has_trait(IsolatedFromAbove, value_if_unregistered=False)
        if op.regions and (outermost == inside or is_isolated):
            self.isolated.add(id(op))
        return outermost

    def _visit_region(self, region: Region, depth: int) -> int:
        depths = self._depths
        outermost = depth
        for block in region.blocks:
            for value in block.args:
                depths[id(value)] = depth
        for block in region.blocks:
            for op in self.blocks[id(block)]:
                for operand in op._operands:
                    defined = depths.get(id(operand))
                    if defined is None:
                        self.is_ordered = False
                    elif defined < outermost:
                        outermost = defined
                for result in op.results:
                    depths[id(result)] = depth
                if op.regions:
                    outermost = min(outermost, self._visit(op, depth))
                else:
                    self.order[id(op)] = len(self.order)
        return outermost


class IRWriter:
    """Writes ops in order, numbering values on the way."""

    def __init__(self, numbering: Numbering, properties: Table[bytes]):
        self.version = numbering.version
        self.numbering = numbering
        self.node = numbering.interner.node
        self.is_translated = numbering.translator is not None
        self.properties = properties
        self.values: dict[int, int] = {}
        self.blocks: dict[Block, int] = {}

    def write(self, root: Operation) -> Output:
        self.survey = Survey(root, self.numbering.blocks)
        if self.is_translated and not self.survey.is_ordered:
            raise UntranslatedError
        output = Output()
        output.varint(1 << 1)
        self._op(output, root, 0)
        return output

    def _op(self, output: Output, op: Operation, next_value: int) -> None:
        record, location = self.numbering.records[id(op)]
        attributes, types = record.dictionary, record.types
        properties = None if record.properties is None else self._properties(record)
        results, operands, successors = op.results, op._operands, op._successors
        shuffles: list[tuple[int, list[int]]] = []
        for result in () if self.is_translated else results:
            if (use := result.first_use) is not None and use._next_use is not None:
                shuffles = self._shuffles(results)
                break
        mask = (
            (OpMask.ATTRIBUTES if attributes is not None else 0)
            | (OpMask.PROPERTIES if properties is not None else 0)
            | (OpMask.RESULTS if results else 0)
            | (OpMask.OPERANDS if operands else 0)
            | (OpMask.SUCCESSORS if successors else 0)
            | (OpMask.USE_LISTS if shuffles else 0)
            | (OpMask.REGIONS if op.regions else 0)
        )
        output.varint(record.kind.number)
        output.small.append(mask)
        numbers = [location.number]
        if attributes is not None:
            numbers.append(attributes.number)
        if properties is not None:
            numbers.append(properties)
        if types:
            numbers += [len(types), *[node.number for node in types]]
        if operands:
            values = self.values
            numbers += [len(operands), *[values[id(operand)] for operand in operands]]
        output.varints(numbers)
        if mask & OpMask.SUCCESSORS:
            output.varint(len(successors))
            for successor in successors:
                output.varint(self.blocks[successor])
        if shuffles:
            self._use_lists(output, shuffles, len(op.results))
        if op.regions:
            self._regions(output, op, next_value)

    def _properties(self, record: OpRecord) -> int:
        """The number of the encoding of the properties."""
        if record.payload < 0:
            payload, kind = b"", record.kind
            for (name, optional), node in zip(kind.layout, record.properties or ()):
                if node is None and not optional:
                    raise ValueError(f"'{kind.dialect}.{kind.name}' op has no '{name}'")
                index = 0 if node is None else node.number
                payload += encode_varint(index << 1 | (node is not None) if optional else index)
            payload += b"".join(map(encode_sizes, record.segments))
            record.payload = self.properties.number(payload)
        return record.payload

    def _regions(self, output: Output, op: Operation, next_value: int) -> None:
        isolated = id(op) in self.survey.isolated
        output.flagged(len(op.regions), isolated)
        nested = isolated and self.version >= Since.LAZY_REGIONS
        inner = Output() if nested else output
        for region in op.regions:
            self._region(inner, region, 0 if isolated else next_value)
        if nested:
            output.section(Section.IR, inner)

    def _region(self, output: Output, region: Region, next_value: int) -> None:
        blocks = list(region.blocks)
        output.varint(len(blocks))
        if not blocks:
            return
        start = next_value
        for number, block in enumerate(blocks):
            self.blocks[block] = number
            next_value = self._number_values(block, next_value)
        output.varint(next_value - start)
        for block in blocks:
            self._block(output, block, next_value)

    def _number_values(self, block: Block, number: int) -> int:
        values = self.values
        for argument in block.args:
            values[id(argument)] = number
            number += 1
        for op in self.numbering.blocks[id(block)]:
            for result in op.results:
                values[id(result)] = number
                number += 1
        return number

    def _block(self, output: Output, block: Block, next_value: int) -> None:
        ops = self.numbering.blocks[id(block)]
        output.flagged(len(ops), bool(block.args))
        if block.args:
            self._arguments(output, block)
        for op in ops:
            self._op(output, op, next_value)

    def _arguments(self, output: Output, block: Block) -> None:
        output.varint(len(block.args))
        for argument in block.args:
            location: Attribute = location_or_unknown(argument.location)
            type_number = self.numbering.type(argument.type).number
            if self.version < Since.ELIDED_LOCATIONS:
                output.varint(type_number)
                output.varint(self.node(location).number)
                continue
            located = not isinstance(location, UnknownLoc)
            output.flagged(type_number, located)
            if located:
                output.varint(self.node(location).number)
        if self.version >= Since.USE_LISTS:
            shuffles = self._shuffles(block.args)
            output.byte(OpMask.USE_LISTS if shuffles else 0)
            if shuffles:
                self._use_lists(output, shuffles, len(block.args))

    def _shuffles(self, values: Sequence[SSAValue]) -> list[tuple[int, list[int]]]:
        """The values whose uses are not in the default order, each with its order."""
        shuffles: list[tuple[int, list[int]]] = []
        if self.version < Since.USE_LISTS or self.is_translated:
            return shuffles
        order = self.survey.order
        for index, value in enumerate(values):
            if value.has_more_than_one_use():
                keys = [order[id(use.operation)] << 32 | use.index for use in value.uses]
                shuffle = shuffle_of(keys)
                if shuffle is not None:
                    shuffles.append((index, shuffle))
        return shuffles

    def _use_lists(self, output: Output, shuffles: list[tuple[int, list[int]]], count: int) -> None:
        if count != 1:
            output.varint(len(shuffles))
        for index, shuffle in shuffles:
            if count != 1:
                output.varint(index)
            write_shuffle(output, shuffle)
