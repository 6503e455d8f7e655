"""Passes on functions and calls: `inline`, `symbol-dce`, `stablehlo-legalize-composite-to-call`,
`stablehlo-wrap-in-composite`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import PassFailedException

from xdsl_stablehlo.dialects.stablehlo import CompositeOp
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.programs.symbols import is_private, mentioned_by

from .emit import Emitter


@dataclass(frozen=True)
class InlinePass(ModulePass):
    """Inlines calls of functions of one block, callees first; private functions that nobody calls any more go.

    Calls that lead back to the function they stand in stay, and so do calls and callees marked `no_inline`.
    """

    name = "inline"

    @default_environment()
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
        erase_unused_functions(op)


@dataclass(frozen=True)
class SymbolDcePass(ModulePass):
    """Removes private functions that nothing refers to, directly or through others that stay."""

    name = "symbol-dce"

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for module in [each for each in op.walk() if isinstance(each, ModuleOp)]:
            erase_unused_functions(module)


def erase_unused_functions(module: ModuleOp) -> None:
    """Erase private functions that nothing in `module` refers to, directly or through others that stay."""
    functions = functions_of(module)
    public = [inner for inner in module.ops if not isinstance(inner, FuncOp) or not is_private(inner)]
    used = set(
        postorder(
            public,
            lambda op: [functions[n] for each in op.walk() for n in mentioned_by(each) if n in functions],
        )
    )
    for function in [function for function in functions.values() if function not in used]:
        Rewriter.erase_op(function)


def _calls(function: FuncOp, functions: Mapping[str, FuncOp]) -> list[tuple[CallOp, FuncOp]]:
    """The calls in `function` that may be inlined, each with what it calls."""
    calls = [op for op in function.walk() if isinstance(op, CallOp) and "no_inline" not in op.attributes]
    pairs = [(call, functions.get(call.callee.string_value())) for call in calls]
    return [(call, f) for call, f in pairs if f is not None and "no_inline" not in f.attributes]


def inline_call(call: Operation, callee: FuncOp) -> None:
    """Put a copy of the body of `callee` in the place of a call, or of another op with its operands and results."""
    values: dict[SSAValue, SSAValue] = dict(zip(callee.body.block.args, call.operands, strict=True))
    into = call.parent
    assert into is not None
    for op in callee.body.block.ops:
        if isinstance(op, ReturnOp):
            results = [values.get(operand, operand) for operand in op.operands]
            for old, new in zip(call.results, results, strict=True):
                old.replace_all_uses_with(new)
        else:
            into.insert_op_before(op.clone(values), call)
    Rewriter.erase_op(call)


# The pass `stablehlo-legalize-composite-to-call`: a composite becomes a call of its decomposition.


@dataclass(frozen=True)
class StablehloLegalizeCompositeToCallPass(ModulePass):
    """Replaces every `stablehlo.composite` by a `func.call` of its decomposition, those named in `except` apart."""

    name = "stablehlo-legalize-composite-to-call"
    except_: tuple[str, ...] = ()
    """Names of composites that stay."""

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for composite in [inner for inner in op.walk() if isinstance(inner, CompositeOp)]:
            if composite.composite_name.data not in self.except_:
                emit = Emitter(composite)
                call = CallOp(composite.decomposition, composite.inputs, composite.result_types)
                emit.replace(emit.all(call))


# The pass `stablehlo-wrap-in-composite`: named ops become composites.


@dataclass(frozen=True)
class StablehloWrapInCompositePass(ModulePass):
    """Replaces every op named in `op_names` by a `stablehlo.composite` of its name, with its properties.

    The decomposition is a new private function with the op alone, `@NAME.impl`, and means what the op meant. An op that
    reads values of the block around it from its regions is refused.
    """

    name = "stablehlo-wrap-in-composite"
    op_names: tuple[str, ...] = ()
    """The names of the ops."""
    version: int = 0
    """The version that the composites have."""

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = [inner for inner in op.ops if isinstance(inner, FuncOp)]
        taken = {function.sym_name.data for function in functions}
        for function in functions:
            last: Operation = function
            for inner in reversed(self._named(function)):  # upstream puts the later op's function first
                name = f"{inner.name}.impl"
                number = 0
                while name in taken:
                    name, number = f"{inner.name}.impl_{number}", number + 1
                taken.add(name)
                decomposition = _wrap(inner, name, self.version)
                op.body.block.insert_op_after(decomposition, last)
                last = decomposition

    def _named(self, op: Operation) -> list[Operation]:
        """The ops inside of `op` that are named; what stands in the regions of one goes with it."""
        found: list[Operation] = []
        for region in op.regions:
            for block in region.blocks:
                for inner in block.ops:
                    found += [inner] if inner.name in self.op_names else self._named(inner)
        return found


def _wrap(op: Operation, name: str, version: int) -> FuncOp:
    """Puts a composite in the place of `op`; the function that does what it did."""
    body = Block(arg_types=op.operand_types)
    clone = op.clone(dict(zip(op.operands, body.args, strict=True)))
    for inner in clone.walk():
        outside = [v for v in inner.operands if v.owner is not clone and not clone.is_ancestor(v.owner)]
        if any(value not in body.args for value in outside):
            raise PassFailedException(f"'{op.name}' op reads values from outside of its regions")
    body.add_ops([clone, ReturnOp(*clone.results)])
    attributes = {**op.properties, **op.attributes}
    composite = CompositeOp(op.operands, op.name, name, op.result_types, attributes, version)
    emit = Emitter(op)
    emit.replace(emit.all(composite))
    types = ([value.type for value in body.args], list(clone.result_types))
    function = FuncOp(name, types, Region(body), visibility="private")
    function.location = composite.location
    return function
