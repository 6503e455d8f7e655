"""The pass `stablehlo-wrap-in-composite`: named ops become composites."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from xdsl_stablehlo.dialects.stablehlo import CompositeOp

from ..writing.emit import Emitter


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
        if any(not _inside(value.owner, clone) and value not in body.args for value in inner.operands):
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


def _inside(owner: Operation | Block, op: Operation) -> bool:
    """Whether an op or block stands in `op`'s regions, or is `op`."""
    return owner is op or op.is_ancestor(owner)
