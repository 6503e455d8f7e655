"""The question to z3: are there arguments for which some element of the results differs?"""

from __future__ import annotations

from xdsl.dialects.func import FuncOp

from .symbolic import z
from .symbolic_tensors import arguments_of, evaluated

ELEMENTS = 64
"""Elements of one value, at most."""
MILLISECONDS = 1_500
"""What z3 may take for one pair."""


def prove(before: FuncOp, after: FuncOp) -> str | None:
    """How it is proved that two functions of one type give the same; None where it is not."""
    arguments = arguments_of(before, ELEMENTS)
    if arguments is None:
        return None
    sides = [evaluated(func, arguments, ELEMENTS) for func in (before, after)]
    if sides[0] is None or sides[1] is None:
        return None
    differences = [a != b for x, y in zip(*sides) for a, b in zip(x.flat, y.flat)]
    solver = z.Solver()
    solver.set("timeout", MILLISECONDS)
    solver.add(z.Or(*differences))
    if solver.check() != z.unsat:
        return None
    return f"z3 finds no arguments for which one of {len(differences)} elements differs"
