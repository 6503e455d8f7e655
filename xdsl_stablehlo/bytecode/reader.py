"""Reads MLIR bytecode, versions 0 to 6, into xDSL.

Everything is bounded by the size of the file, and what is wrong is a `BytecodeError` with the offset. Large payloads
are views of the file.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_stablehlo.ir.runtime import deep_recursion, no_collections

from .attribute_table import AttributeTable
from .format.codec import Codecs
from .format.primitives import Buffer, BytecodeError
from .format.sections import open_file, read_dialects
from .ir_reader import IRReader


def read_bytecode(data: Buffer, ctx: Context, codecs: Codecs) -> Operation:
    """The top-level op in `data`. Dialects must be registered in `ctx`; `codecs` has their encodings.

    Raises `BytecodeError` with the offset where `data` is not bytecode, or holds what `ctx` and `codecs` do not know.
    """
    with deep_recursion(), no_collections():
        file = open_file(data)
        dialects = read_dialects(file)
        return IRReader(file, dialects, AttributeTable(file, dialects.names, ctx, codecs)).read()


def as_module(op: Operation) -> ModuleOp:
    """The module that `op` must be."""
    if not isinstance(op, ModuleOp):
        raise BytecodeError(f"a module expected where '{op.name}' stands", 0)
    return op
