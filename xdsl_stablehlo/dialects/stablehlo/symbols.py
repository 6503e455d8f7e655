"""Finding the op that a symbol names."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation
from xdsl.traits import SymbolTable

known_symbols: ContextVar[Mapping[str, Operation] | None] = ContextVar("known_symbols", default=None)
"""The symbols around the op that is being verified, where whoever verifies has them in a table."""


def symbol_definition(op: Operation, symbol: SymbolRefAttr) -> Operation | None:
    """The op that `symbol` names, seen from `op`; without a table, xDSL walks over the module to find it."""
    symbols = known_symbols.get()
    if symbols is None or len(symbol.nested_references):
        return SymbolTable.lookup_symbol(op, symbol)
    return symbols.get(symbol.root_reference.data)
