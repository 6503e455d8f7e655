"""Proofs that one function gives what another one may give, for all arguments."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, cast

from xdsl.dialects.func import FuncOp

from xdsl_stablehlo.interpreter.tensor import Tensor

from ..options import ValidationOptions
from .folded import proof_by_folding
from .terms import are_the_same


class Answer(NamedTuple):
    """What is known without trying arguments."""

    proof: str | None = None
    """How it is proved that one function gives what the other may give."""
    candidate: tuple[Tensor, ...] | None = None
    """Arguments for which they differ, or seem to: what is a function that may be any to z3 is a certain one."""


def answer(before: FuncOp, after: FuncOp, options: ValidationOptions) -> Answer:
    """Whether `after` gives what `before` may give, as far as that is known without trying arguments."""
    if not options.proofs:
        return Answer()
    if are_the_same(before, after):
        return Answer("both functions apply the same ops to the same values")
    given = answer_of_z3(before, after)
    if given.proof is None and options.proofs_by_folding and not options.floats.distinguishes_nans:
        return Answer(proof_by_folding(before, after), given.candidate)
    return given


def answer_of_z3(before: FuncOp, after: FuncOp) -> Answer:
    """What z3 says of two functions; nothing where it is not installed.

    Each element is a bit vector. Integers, which wrap around, and what moves elements mean what the specification
    says; other arithmetic is taken for functions of which only that is known that equal bits give equal bits. What
    the specification leaves open inside of such a function is so chosen alike on both sides; where it leaves open
    more (the order of a sum of floats, init values that are not neutral, quotients by what may be zero), nothing is
    proved.
    """
    if before.function_type != after.function_type or find_spec("z3") is None:
        return Answer()
    # By name, because importing z3 takes a tenth of a second, and it need not be installed.
    ask = import_module(f"{__package__}.prover").ask
    return cast("Callable[[FuncOp, FuncOp], Answer]", ask)(before, after)
