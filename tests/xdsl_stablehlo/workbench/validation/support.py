"""Pairs of functions as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.func import FuncOp

from tests.helpers.programs import function, parse
from xdsl_stablehlo.workbench.validation import ValidationOptions, Verdict, validate
from xdsl_stablehlo.workbench.validation.proofs import answer


def verdict(before: str, after: str, takes: Sequence[str], gives: Sequence[str], **options: Any) -> Verdict:
    """The verdict on two bodies, which take `%a0`, `%a1`, .. and give `%r0`, `%r1`, .."""
    programs = [parse(function(body, takes, gives)) for body in (before, after)]
    (found,) = validate(programs[0], programs[1], **options)
    return found


def proof(before: FuncOp, after: FuncOp) -> str | None:
    """The proof that one function gives what the other gives; None if there is none."""
    return answer(before, after, ValidationOptions()).proof
