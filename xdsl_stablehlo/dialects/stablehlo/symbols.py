"""The surroundings of an op: the functions of a module, and the op that a symbol attribute refers to."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.traits import SymbolTable


@dataclass
class Surroundings:
    """The surroundings of an op that is being verified. Verifiers ask for them by the functions that `look_around`."""

    symbols: Mapping[str, Operation]
    """The symbol table; empty where there is none."""
    were_seen: bool = False
    """Whether the verdict depends on more than the op itself and the types of its operands."""


surroundings: ContextVar[Surroundings | None] = ContextVar("surroundings", default=None)


def look_around() -> Mapping[str, Operation]:
    """The symbols around the op that is being verified. Its verdict holds for this op only."""
    around = surroundings.get()
    if around is None:
        return {}
    around.were_seen = True
    return around.symbols


def symbol_definition(op: Operation, symbol: SymbolRefAttr) -> Operation | None:
    """The op that `symbol` names, seen from `op`; without a table, xDSL walks over the module to find it."""
    symbols = look_around()
    if not symbols or len(symbol.nested_references):
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
