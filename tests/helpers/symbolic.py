"""Scalar programs of integers and floats as terms of z3: whether two give the same for every argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.values.element_types import is_float
from xdsl_stablehlo.values.elements import array_of
from xdsl_stablehlo.workbench.validation.terms.symbolic import (
    Bits,
    Symbols,
    elementwise,
    float_of,
    sort_of,
    z,
)

RESOURCES = 500_000_000
"""What z3 may take for one question, as it counts itself: far more than any of the tests needs."""


def encoded(module: ModuleOp, arguments: list[Bits]) -> Bits:
    """The result of `main`, a function of one block and one result, for these arguments."""
    main = next(op for op in module.ops if isinstance(op, FuncOp))
    block = main.body.block
    known: dict[Any, Symbols] = {
        x: np.asarray(bits, object) for x, bits in zip(block.args, arguments, strict=True)
    }
    for op in block.ops:
        operands = [known[operand] for operand in op.operands]
        if isinstance(op, ConstantOp):
            array, element = np.asarray(array_of(op.value)), element_type_of(op.output.type)
            bits = array.view(f"u{array.itemsize}") if is_float(element) else array
            known[op.output] = np.asarray(float_of(int(bits), element), object)
        elif op.results:
            known[op.results[0]] = elementwise(op, operands)
    assert block.last_op is not None
    return known[block.last_op.operands[0]].item()


def difference(before: ModuleOp, after: ModuleOp, *where: Callable[..., Bits]) -> str | None:
    """Arguments for which two programs give different results, as text; None if there are none.

    Conditions in `where` are about the arguments.
    """
    main = next(op for op in before.ops if isinstance(op, FuncOp))
    arguments = [z.Const(f"a{x.index}", sort_of(element_type_of(x.type))) for x in main.body.block.args]
    solver = z.Solver()
    solver.set("rlimit", RESOURCES)
    solver.add(encoded(before, arguments) != encoded(after, arguments))
    for condition in where:
        solver.add(condition(*arguments))
    verdict = solver.check()
    assert verdict != z.unknown, "z3 gives up"
    return str(solver.model()) if verdict == z.sat else None
