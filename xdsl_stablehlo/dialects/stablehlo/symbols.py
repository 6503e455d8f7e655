"""Look up symbols: the functions of a module, and the op that a symbol attribute refers to."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.traits import SymbolTable

known_symbols: ContextVar[Mapping[str, Operation] | None] = ContextVar("known_symbols", default=None)
"""The symbol table around the op that is being verified; None outside of a verification that has one."""


def symbol_definition(op: Operation, symbol: SymbolRefAttr) -> Operation | None:
    """The op that `symbol` names, seen from `op`; without a table, xDSL walks over the module to find it."""
    symbols = known_symbols.get()
    if symbols is None or len(symbol.nested_references):
        return SymbolTable.lookup_symbol(op, symbol)
    return symbols.get(symbol.root_reference.data)


def functions_of(module: Operation | None) -> dict[str, FuncOp]:
    """The functions directly in `module`, by name."""
    if module is None or not module.regions:
        return {}
    return {
        op.sym_name.data: op
        for block in module.regions[0].blocks
        for op in block.ops
        if isinstance(op, FuncOp)
    }
