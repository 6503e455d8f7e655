"""Proofs that one function gives what another one may give, for all arguments."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from xdsl.dialects.func import FuncOp

from .folded import proof_by_folding
from .options import ValidationOptions
from .terms import are_the_same


def proof(before: FuncOp, after: FuncOp, options: ValidationOptions) -> str | None:
    """How it is proved that `after` gives what `before` may give; None where it is not."""
    if not options.proofs:
        return None
    if are_the_same(before, after):
        return "both functions apply the same ops to the same values"
    proved = proof_by_z3(before, after)
    if proved is None and options.proofs_by_folding and not options.floats.distinguishes_nans:
        proved = proof_by_folding(before, after)
    return proved


def proof_by_z3(before: FuncOp, after: FuncOp) -> str | None:
    """How z3 shows that two functions give the same; None where it does not, or is not installed.

    Each element is a bit vector. Integers, which wrap around, and what moves elements mean what the specification
    says; other arithmetic is taken for functions of which only that is known that equal bits give equal bits. What
    the specification leaves open inside of such a function is so chosen alike on both sides; where it leaves open
    more (the order of a sum of floats, init values that are not neutral, quotients by what may be zero), nothing is
    proved.
    """
    if before.function_type != after.function_type or find_spec("z3") is None:
        return None
    # By name, because importing z3 takes a tenth of a second, and it need not be installed.
    prove = import_module(f"{__package__}.prover").prove
    return cast("Callable[[FuncOp, FuncOp], str | None]", prove)(before, after)
