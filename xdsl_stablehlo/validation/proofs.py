"""Proofs that two functions give the same for all arguments, where z3 is installed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from xdsl.dialects.func import FuncOp


def proof(before: FuncOp, after: FuncOp) -> str | None:
    """How it is proved that `after` gives what `before` gives; None where it is not, or z3 is not installed.

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
