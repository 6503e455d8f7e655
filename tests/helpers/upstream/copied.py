"""Programs for the C++ interpreter, whose `scatter` writes into its inputs: what else reads them sees that."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects import stablehlo as hlo


def with_copied_inputs(module: ModuleOp) -> str:
    """The text of a module in which each scatter has inputs of its own."""
    module = module.clone()
    for op in list(module.walk()):
        if isinstance(op, hlo.ScatterOp) and op.parent is not None:
            copies = [hlo.ReverseOp(value, []) for value in op.inputs]
            op.parent.insert_ops_before(copies, op)
            op.operands = [*[copy.result for copy in copies], *op.operands[len(copies) :]]
    return print_module(module)
