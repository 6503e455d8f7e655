"""The pass `inline`: calls become the bodies of the functions that they call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, SymbolRefAttr
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.ir.guards import is_array_attr


@dataclass(frozen=True)
class InlinePass(ModulePass):
    """Inlines calls of functions of one block, callees first; private functions that nobody calls any more go.

    Calls that lead back to the function they stand in stay, and so do calls and callees marked `no_inline`.
    """

    name = "inline"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = functions_of(op)
        inlined: set[FuncOp] = set()
        for function in postorder(
            functions.values(), lambda f: [callee for _, callee in _calls(f, functions)]
        ):
            for call, callee in _calls(function, functions):
                block = callee.body.first_block
                if callee in inlined and block is not None and block.next_block is None:
                    inline_call(call, callee)
            inlined.add(function)
        _remove_unused(op, functions)


def _calls(function: FuncOp, functions: Mapping[str, FuncOp]) -> list[tuple[CallOp, FuncOp]]:
    """The calls in `function` that may be inlined, each with what it calls."""
    calls = [op for op in function.walk() if isinstance(op, CallOp) and "no_inline" not in op.attributes]
    pairs = [(call, functions.get(call.callee.string_value())) for call in calls]
    return [(call, f) for call, f in pairs if f is not None and "no_inline" not in f.attributes]


def inline_call(call: CallOp, callee: FuncOp) -> None:
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


def _remove_unused(module: ModuleOp, functions: Mapping[str, FuncOp]) -> None:
    """Erase the private functions that no public one leads to."""
    public = [op for op in module.ops if not _is_private(op)]
    used = set(postorder(public, lambda op: [functions[n] for n in _references(op) if n in functions]))
    for function in functions.values():
        if function not in used:
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
