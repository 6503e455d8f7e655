"""Scalar integer programs as bit vectors of z3: whether two give the same for every argument."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import CompareOp, ConstantOp
from xdsl_stablehlo.folding.facts.lattice import IntegerKind
from xdsl_stablehlo.values.elements import array_of
from xdsl_stablehlo.workbench.validation.symbolic import DIRECTIONS, OPS, Bits, kind_at, resized, z

RESOURCES = 500_000_000
"""What z3 may take for one question, as it counts itself: far more than any of the tests needs."""


def kind_of(value: SSAValue) -> IntegerKind:
    """The integers of a tensor."""
    return cast(IntegerKind, kind_at(value))


def _result(op: Operation, known: Mapping[SSAValue, Bits]) -> Bits:
    operands = [known[operand] for operand in op.operands]
    kind = kind_of(op.results[0])
    if isinstance(op, ConstantOp):
        return z.BitVecVal(int(array_of(op.value)), kind.width)
    if isinstance(op, CompareOp):
        holds = DIRECTIONS[op.comparison_direction.data.value](kind_of(op.lhs), *operands)
        return z.If(holds, z.BitVecVal(1, 1), z.BitVecVal(0, 1))
    name = op.name.removeprefix("stablehlo.")
    if name in ("convert", "bitcast_convert"):
        return resized(kind_of(op.operands[0]), kind, operands[0])
    return OPS[name](kind, *operands)


def encoded(module: ModuleOp, arguments: list[Bits]) -> Bits:
    """The result of `main`, a function of one block and one result, for these arguments."""
    main = next(op for op in module.ops if isinstance(op, FuncOp))
    block = main.body.block
    known: dict[SSAValue, Bits] = dict(zip(block.args, arguments, strict=True))
    for op in block.ops:
        if op.results:
            known[op.results[0]] = _result(op, known)
    assert block.last_op is not None
    return known[block.last_op.operands[0]]


def difference(before: ModuleOp, after: ModuleOp, *where: Callable[..., Bits]) -> str | None:
    """Arguments for which two programs give different results, as text; None if there are none.

    Conditions in `where` are about the arguments.
    """
    main = next(op for op in before.ops if isinstance(op, FuncOp))
    arguments = [
        z.BitVec(f"a{i}", kind_of(argument).width) for i, argument in enumerate(main.body.block.args)
    ]
    solver = z.Solver()
    solver.set("rlimit", RESOURCES)
    solver.add(encoded(before, arguments) != encoded(after, arguments))
    for condition in where:
        solver.add(condition(*arguments))
    verdict = solver.check()
    assert verdict != z.unknown, "z3 gives up"
    return str(solver.model()) if verdict == z.sat else None
