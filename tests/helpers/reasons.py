"""What main of a split keeps although weights alone decide it, found without the analysis that splits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.ir.graphs import values_read_inside
from xdsl_stablehlo.programs.splitting import Split


def without_reason(found: Split) -> list[str]:
    """The ops of main that read only what crosses, constants, and each other, and of which the report says nothing."""
    (main,) = [op for op in found.main.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"]
    block = main.body.blocks[0]
    known: dict[SSAValue, bool] = dict.fromkeys(block.args[: len(found.names)], True)
    said = Counter([each.op for each in found.report.staying])
    return sorted((Counter(_decided(block, known)) - said).elements())


def _decided(block: Block, known: dict[SSAValue, bool]) -> Iterator[str]:
    """The names of ops that `known` values decide, in a block and those of its loops and branches.

    `known` says for each value whether a weight goes into it; results are added.
    """
    for op in block.ops:
        reads = [*op.operands, *(values_read_inside(op) if op.regions else ())]
        if op.results and all(value in known for value in reads):
            from_weights = any(known[value] for value in reads)
            known.update(dict.fromkeys(op.results, from_weights))
            if from_weights:
                yield op.name
        elif isinstance(op, hlo.WhileOp):
            returned = _end(op.body.block).operands
            for i, value in enumerate(op.operands):
                if value in known and returned[i] is op.body.block.args[i]:
                    known[op.body.block.args[i]] = known[op.cond.block.args[i]] = known[value]
            for region in op.regions:
                yield from _decided(region.block, known)
        elif op.name in ("stablehlo.if", "stablehlo.case"):
            for region in op.regions:
                yield from _decided(region.block, known)


def _end(block: Block) -> Operation:
    end = block.last_op
    assert end is not None
    return end
