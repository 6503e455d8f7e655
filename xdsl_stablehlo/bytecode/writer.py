"""Writes a module as MLIR bytecode, byte for byte as MLIR's own writer does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.ir.runtime import deep_recursion, no_collections

from .format.codec import Codecs
from .format.layout import MAGIC, NEWEST, Section, Since
from .format.numbering import Maybe, Node, Numbering, Token, number_module
from .format.primitives import Buffer, Output, encode
from .ir_writer import IRWriter, PropertyTable


def write_bytecode(
    module: ModuleOp, codecs: Codecs, producer: str = "xdsl-stablehlo", version: int = NEWEST
) -> bytes:
    """`module` as a bytecode file of `version`. Raises `UnwritableError` for attributes without an encoding."""
    with deep_recursion(), no_collections():
        return _written(module, codecs, producer, version)


def _written(module: ModuleOp, codecs: Codecs, producer: str, version: int) -> bytes:
    numbering = number_module(module, version, codecs)
    strings = StringTable()
    properties = PropertyTable()
    output = Output()
    output.bytes(MAGIC)
    output.varint(version)
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
    output.section(Section.STRINGS, strings.written())
    if version >= Since.PROPERTIES:
        output.section(Section.PROPERTIES, properties.written())
    return output.getvalue()


class StringTable:
    """Strings in the order in which they are first needed."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    def written(self) -> Output:
        """The lengths, from the last to the first, and the strings."""
        output = Output()
        encoded = [encode(text) + b"\0" for text in self.numbers]
        output.varint(len(encoded))
        for text in reversed(encoded):
            output.varint(len(text))
        for text in encoded:
            output.bytes(text)
        return output


def _dialects(numbering: Numbering, strings: StringTable) -> Output:
    output = Output()
    output.varint(len(numbering.dialects))
    for name in numbering.dialects:
        if numbering.version >= Since.DIALECT_VERSIONS:
            output.flagged(strings(name), False)
        else:
            output.varint(strings(name))
    if numbering.version >= Since.ELIDED_LOCATIONS:
        output.varint(len(numbering.ops))
    for dialect, group in groupby(numbering.ops, lambda op: op.dialect_number):
        ops = list(group)
        output.varint(dialect)
        output.varint(len(ops))
        for op in ops:
            if numbering.version >= Since.PROPERTIES:
                output.flagged(strings(op.name), op.registered)
            else:
                output.varint(strings(op.name))
    return output


def _attributes(numbering: Numbering, strings: StringTable) -> tuple[Output, Output]:
    """The sizes of all attributes and types, and their encodings."""
    offsets, data = Output(), Output()
    offsets.varint(len(numbering.attributes))
    offsets.varint(len(numbering.types))
    for nodes in (numbering.attributes, numbering.types):
        for dialect, group in groupby(nodes, lambda node: node.dialect_number):
            members = list(group)
            offsets.varint(dialect)
            offsets.varint(len(members))
            for node in members:
                start = len(data)
                for piece in _encoded(node, strings):
                    data.bytes(piece)
                offsets.flagged(len(data) - start, node.text is None)
    return offsets, data


def _encoded(node: Node, strings: StringTable) -> Iterator[Buffer]:
    """The bytes of a node now that the numbers of its components are known."""
    if node.text is not None:
        yield encode(node.text) + b"\0"
        return
    small = Output()
    for token in node.tokens:
        if isinstance(token, bytes | memoryview):
            small.bytes(token)
        else:
            small.varint(_number(token, strings))
    yield from small.pieces()


def _number(token: Token, strings: StringTable) -> int:
    if isinstance(token, Node):
        return token.number
    if isinstance(token, str):
        return strings(token)
    if isinstance(token, Maybe):
        return 0 if token.node is None else token.node.number << 1 | 1
    assert isinstance(token, int)
    return token
