"""The pass `inline`: calls become the bodies of the functions that they call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, SymbolRefAttr
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from ..guards import is_array_attr


@dataclass(frozen=True)
class InlinePass(ModulePass):
    """Inlines calls of functions of one block, callees first; private functions that nobody calls any more go.

    Calls that lead back to the function they stand in stay, and so do calls and callees marked `no_inline`.
    """

    name = "inline"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = {f.sym_name.data: f for f in op.ops if isinstance(f, FuncOp)}
        state = _Inliner(functions)
        for function in functions.values():
            state.visit(function)
        _remove_unused(op, functions)


class _Inliner:
    def __init__(self, functions: dict[str, FuncOp]):
        self._functions = functions
        self._done: set[FuncOp] = set()
        self._open: set[FuncOp] = set()

    def visit(self, function: FuncOp) -> None:
        """Inline what `function` calls, each callee with its own calls inlined before."""
        if function in self._done or function in self._open:
            return
        self._open.add(function)
        for call in [op for op in function.walk() if isinstance(op, CallOp)]:
            callee = self._functions.get(call.callee.string_value())
            if callee is None or "no_inline" in call.attributes or "no_inline" in callee.attributes:
                continue
            self.visit(callee)
            block = callee.body.first_block
            if callee not in self._open and block is not None and block.next_block is None:
                _inline(call, callee)
        self._open.remove(function)
        self._done.add(function)


def _inline(call: CallOp, callee: FuncOp) -> None:
    """Put a copy of the body of `callee` in the place of `call`."""
    values: dict[SSAValue, SSAValue] = dict(zip(callee.body.block.args, call.arguments, strict=True))
    into = call.parent
    assert into is not None
    for op in callee.body.block.ops:
        if isinstance(op, ReturnOp):
            results = [values.get(operand, operand) for operand in op.operands]
            for old, new in zip(call.results, results, strict=True):
                old.replace_all_uses_with(new)
        else:
            into.insert_op_before(op.clone(values), call)
    call.detach()
    call.erase()


def _remove_unused(module: ModuleOp, functions: dict[str, FuncOp]) -> None:
    """Erase the private functions that no public one leads to."""
    used: set[str] = set()
    pending = [op for op in module.ops if not _is_private(op)]
    while pending:
        for name in _references(pending.pop()):
            if name in functions and name not in used:
                used.add(name)
                pending.append(functions[name])
    for name, function in functions.items():
        if _is_private(function) and name not in used:
            function.detach()
            function.erase()


def _is_private(op: Operation) -> bool:
    visibility = op.sym_visibility if isinstance(op, FuncOp) else None
    return visibility is not None and visibility.data == "private"


def _references(op: Operation) -> Iterator[str]:
    """The names of symbols in the attributes of `op` and of what is in it."""
    for inner in op.walk():
        for value in (*inner.properties.values(), *inner.attributes.values()):
            for item in value.data if is_array_attr(value) else (value,):
                if isinstance(item, SymbolRefAttr):
                    yield item.root_reference.data
