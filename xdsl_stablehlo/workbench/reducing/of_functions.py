"""Steps on functions: fewer of them, fewer results and arguments, calls that become what they call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.programs.symbols import CallGraph
from xdsl_stablehlo.transforms.functions import inline_call

from .program import (
    ReductionStep,
    add_argument,
    drop_argument,
    ops_of_functions,
    results_given,
    set_results,
    settle_signature,
    uncalled_functions,
)


class DropFunctions(ReductionStep[FuncOp]):
    """Functions go. A call that names one of them makes the program invalid."""

    name = "functions"

    def targets(self, module: ModuleOp) -> list[FuncOp]:
        functions = list(functions_of(module).values())
        return functions if len(functions) > 1 else []

    def change(self, module: ModuleOp, chosen: Sequence[FuncOp]) -> None:
        for function in chosen:
            Rewriter.erase_op(function)


class DropResults(ReductionStep["tuple[FuncOp, int]"]):
    """Functions return less; of one that is called, what no call reads."""

    name = "results"

    def targets(self, module: ModuleOp) -> list[tuple[FuncOp, int]]:
        graph = CallGraph.of(module)
        free = [f for f in graph.functions.values() if f.sym_name.data not in graph.escaping]
        return [
            (function, i)
            for function in free
            for i in range(len(results_given(function)))
            if not any(call.results[i].uses for call in graph.sites.get(function.sym_name.data, ()))
        ]

    def change(self, module: ModuleOp, chosen: Sequence[tuple[FuncOp, int]]) -> None:
        sites = CallGraph.of(module).sites
        for function in dict.fromkeys(f for f, _ in chosen):
            dropped = {i for f, i in chosen if f is function}
            values = results_given(function)
            kept = [i for i in range(len(values)) if i not in dropped]
            set_results(function, [values[i] for i in kept], kept)
            settle_signature(function)
            for call in sites.get(function.sym_name.data, ()):
                _call_again(call, call.arguments, kept)


class DropArguments(ReductionStep["tuple[FuncOp, int]"]):
    """Functions take less: arguments that they do not read."""

    name = "arguments"

    def targets(self, module: ModuleOp) -> list[tuple[FuncOp, int]]:
        graph = CallGraph.of(module)
        return [
            (function, i)
            for name, function in graph.functions.items()
            if name not in graph.escaping and function.body.blocks
            for i, argument in enumerate(function.body.block.args)
            if not argument.uses
        ]

    def change(self, module: ModuleOp, chosen: Sequence[tuple[FuncOp, int]]) -> None:
        sites = CallGraph.of(module).sites
        for function, i in reversed(chosen):
            drop_argument(function, i)
            calls = sites.get(function.sym_name.data, [])
            calls[:] = [
                _call_again(call, [*call.arguments[:i], *call.arguments[i + 1 :]], range(len(call.results)))
                for call in calls
            ]


class MergeArguments(ReductionStep["tuple[FuncOp, int]"]):
    """Functions that nobody calls read an earlier argument of the same type in the place of one."""

    name = "equal arguments"

    def targets(self, module: ModuleOp) -> list[tuple[FuncOp, int]]:
        return [
            (function, i)
            for function in uncalled_functions(module)
            for i, argument in enumerate(function.body.block.args)
            if argument.type in [other.type for other in function.body.block.args[:i]]
        ]

    def change(self, module: ModuleOp, chosen: Sequence[tuple[FuncOp, int]]) -> None:
        for function, i in reversed(chosen):
            arguments = function.body.block.args
            first = next(other for other in arguments if other.type == arguments[i].type)
            arguments[i].replace_all_uses_with(first)
            drop_argument(function, i)


class InlineCalls(ReductionStep[Operation]):
    """Calls, and composites, become the body of what they call."""

    name = "calls"

    def targets(self, module: ModuleOp) -> list[Operation]:
        functions = functions_of(module)
        return [op for op in ops_of_functions(module) if _callee(op, functions) is not None]

    def change(self, module: ModuleOp, chosen: Sequence[Operation]) -> None:
        functions = functions_of(module)
        for op in chosen:
            callee = _callee(op, functions)
            assert callee is not None
            inline_call(_as_call(op), callee)


def _callee(op: Operation, functions: dict[str, FuncOp]) -> FuncOp | None:
    """The function whose body may stand in the place of `op`, one of one block that does not hold `op`."""
    if isinstance(op, CallOp):
        name = op.callee.string_value()
    elif hlo.StableHLO.is_op(op, "stablehlo.composite"):
        name = cast("hlo.CompositeOp", op).decomposition.string_value()
    else:
        return None
    found = functions.get(name)
    if found is None or len(found.body.blocks) != 1 or found.is_ancestor(op):
        return None
    return found


def _as_call(op: Operation) -> CallOp:
    """`op`, or a call in the place of a composite."""
    if isinstance(op, CallOp):
        return op
    composite = cast("hlo.CompositeOp", op)
    call = CallOp(composite.decomposition, composite.operands, composite.result_types)
    Rewriter.replace_op(op, call)
    return call


def _call_again(call: CallOp, arguments: Sequence[SSAValue], kept: Sequence[int]) -> CallOp:
    """The call with other arguments and some of its results, in the place of `call`."""
    made = CallOp(call.callee, arguments, [call.results[i].type for i in kept])
    new = dict(zip(kept, made.results))
    Rewriter.replace_op(call, made, [new.get(i) for i in range(len(call.results))])
    return made


class CutTails(ReductionStep[Operation]):
    """The ends of functions go: what they computed is returned as it was before.

    A function that nobody calls returns what the ops that go were given, in the place of what they gave.
    """

    name = "last ops"
    adds_arguments = True

    def targets(self, module: ModuleOp) -> list[Operation]:
        blocks = [function.body.block for function in uncalled_functions(module)]
        return [op for block in blocks for op in block.ops if op is not block.last_op]

    def change(self, module: ModuleOp, chosen: Sequence[Operation]) -> None:
        gone = set(chosen)
        for function in uncalled_functions(module):
            inside = [op for op in chosen if op.parent is function.body.block]
            values = results_given(function)
            kept = [i for i, value in enumerate(values) if value.owner not in gone]
            read = dict.fromkeys(
                value
                for op in inside
                for inner in op.walk()
                for value in inner.operands
                if isinstance(value.owner, Operation) and not _is_within(value.owner, gone)
            )
            new = [value for value in read if value not in values] if len(kept) < len(values) else []
            set_results(function, [*(values[i] for i in kept), *new], [*kept, *(None for _ in new)])
            for op in reversed(inside):
                _to_arguments(op, function)
            settle_signature(function)


def _is_within(op: Operation, ops: set[Operation]) -> bool:
    """Whether `op` or an op around it is one of `ops`."""
    at: Operation | None = op
    while at is not None and at not in ops:
        at = at.parent_op()
    return at is not None


class HeadsToArguments(ReductionStep[Operation]):
    """What ops give becomes an argument of their function, one that nobody calls."""

    name = "ops to arguments"
    adds_arguments = True

    def targets(self, module: ModuleOp) -> list[Operation]:
        inside = {op for function in uncalled_functions(module) for op in function.walk()}
        return [op for op in ops_of_functions(module) if op in inside and op.results]

    def change(self, module: ModuleOp, chosen: Sequence[Operation]) -> None:
        for op in reversed(chosen):
            function = _function_around(op)
            _to_arguments(op, function)
            settle_signature(function)


def _to_arguments(op: Operation, function: FuncOp) -> None:
    """Let new arguments stand where anybody reads what `op` gives."""
    for result in op.results:
        if result.uses:
            result.replace_all_uses_with(add_argument(function, result.type))
    Rewriter.erase_op(op)


def _function_around(op: Operation) -> FuncOp:
    at = op.parent_op()
    while not isinstance(at, FuncOp):
        assert at is not None
        at = at.parent_op()
    return at
