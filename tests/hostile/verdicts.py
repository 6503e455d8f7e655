"""What C++ says of a mutant: MLIR and StableHLO as jaxlib carries them, in processes of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.helpers.artifacts import cpp_read
from tests.helpers.oracle import OracleError, reprinted

from .judge import Finding, Mutant, Outcome, difference, kind_of

IMPLICIT = 'loc("-":0:0)'
"""Where C++ says that a module stands of which the text says nothing. We say that this is unknown."""


@dataclass(frozen=True)
class Verdict:
    """What C++ says: whether it accepts the mutant, and what it reads in our text of it.

    `text` and `ours` are in generic form with locations, None where that is refused.
    """

    message: str
    text: str | None
    ours: str | None


def asked(request: tuple[Mutant, str]) -> Verdict:
    """The verdict on a mutant and on our text of it, which is empty where we refuse the mutant."""
    mutant, printed = request
    message, text, ours = "", None, None
    try:
        text = _read(mutant)
    except OracleError as error:
        message = str(error)
    if text is not None and printed:
        try:
            ours = reprinted(printed, generic=True, debuginfo=True)
        except OracleError as error:
            message = str(error)
    return Verdict(message, text, ours)


def _read(mutant: Mutant) -> str:
    if isinstance(mutant, str):
        try:
            mutant.encode()
        except UnicodeEncodeError:
            raise OracleError("not UTF-8") from None
        return reprinted(mutant, generic=True, debuginfo=True).replace(IMPLICIT, "loc(unknown)")
    try:
        program = cpp_read(mutant)
    except Exception as error:  # the binding raises a bare Exception
        raise OracleError(str(error) or "refused") from None
    return reprinted(program, generic=True, debuginfo=True)  # pyright: ignore


def compared(outcome: Outcome, verdict: Verdict) -> Finding | str | None:
    """Where we and C++ disagree: a finding, or the reason where it is an `EXPECTED` one."""
    theirs = verdict.text is not None
    if outcome.accepted != theirs:
        message = outcome.message if theirs else verdict.message
        expected = next((reason for pattern, reason in EXPECTED if re.search(pattern, message)), None)
        if expected is not None:
            return expected
        who = "C++ refuses" if outcome.accepted else "C++ accepts"
        return Finding(f"{who}: {kind_of(_first_error(message))}", message[:400])
    if not theirs or not outcome.text:
        return None
    if verdict.ours is None:
        return Finding(
            f"C++ refuses our text: {kind_of(_first_error(verdict.message))}", verdict.message[:400]
        )
    if verdict.ours != verdict.text:
        return Finding("C++ reads another program in our text", difference(str(verdict.text), verdict.ours))
    return None


def _first_error(message: str) -> str:
    return next((line for line in message.splitlines() if "error:" in line), message).replace("error: ", "")


EXPECTED: tuple[tuple[str, str], ...] = (
    (r"Dialect `(check|interpreter)' not found", "jaxlib has no dialect check, interpreter or quant"),
    (
        r"(dialect 'quant' is unknown|being parsed with an|type created with) ?(unregistered dialect)?",
        "jaxlib has no dialect check, interpreter or quant",
    ),
    (r"unregistered operation 'stablehlo\.", "jaxlib has no op that is newer than it"),
)
"""(pattern of the message of the side that refuses, why the other accepts)."""
