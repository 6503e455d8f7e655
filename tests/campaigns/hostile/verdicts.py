"""What C++ says of a mutant: MLIR and StableHLO as jaxlib carries them, in processes of their own."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version

from tests.helpers.oracle import OracleError, reprinted
from tests.helpers.upstream.artifacts import cpp_read

from .judge import Finding, Mutant, Outcome, difference, differing_lines, kind_of

LIMITED = re.compile(r"f((4E2M1|6E2M3|6E3M2)FN|8E8M0FNU)")
"""Types without infinities, or without a sign: literals that they do not have become other numbers in C++."""

RESOURCE = re.compile(r"dense_resource<\w+>")
"""Resources, which C++ renames where an earlier program of the same process had one of that name."""

EMPTY = re.compile(r"dense<(true|false)> : tensor<(\d+x)*0x(\d+x)*i1>[^|]*\| .*dense<> : tensor<(\d+x)*0x")
"""Splats of no booleans, whose element an artifact does not keep."""

TWICE = re.compile(r"[{ ](\w+) = [^{},|]*, \1 = [^|]*\|")
"""Dictionaries with two entries of one name, as artifacts may have them, both of which C++ keeps."""


@dataclass(frozen=True)
class Verdict:
    """What C++ says: whether it accepts the mutant, and what it reads in our text of it.

    `text` and `ours` are in generic form with locations, None where that is refused; `artifact` is what it
    reads in our artifact, and what it reads in our text of what we read there.
    """

    message: str
    text: str | None
    ours: str | None
    artifact: tuple[str, str] | None = None


def asked(request: tuple[Mutant, Outcome]) -> Verdict:
    """The verdict on a mutant and on our text of it, which is empty where we refuse the mutant."""
    mutant, outcome = request
    message, text, ours, artifact = "", None, None, None
    try:
        text = _read(mutant)
    except OracleError as error:
        return Verdict(str(error), None, None)
    try:
        if outcome.text:
            ours = _printed(outcome.text)
    except OracleError as error:
        message = str(error)
    if outcome.artifact is not None:
        with suppress(OracleError):  # jaxlib may be older than the artifact
            artifact = _read(outcome.artifact[0]), _printed(outcome.artifact[1])
    return Verdict(message, text, ours, artifact)


def _printed(text: str | bytes) -> str:
    printed = reprinted(text, generic=True, debuginfo=True, local_scope=True)
    return RESOURCE.sub("dense_resource<r>", printed).replace('"":', '"-":')  # as C++ reads it


def _read(mutant: Mutant) -> str:
    if isinstance(mutant, str):
        try:
            mutant.encode()
        except UnicodeEncodeError:
            raise OracleError("not UTF-8") from None
        return _printed(mutant)
    try:
        program = cpp_read(mutant)
    except Exception as error:  # the binding raises a bare Exception
        raise OracleError(str(error) or "refused") from None
    return _printed(program)


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
    if verdict.message:
        return Finding(
            f"C++ refuses our text: {kind_of(_first_error(verdict.message))}", verdict.message[:400]
        )
    if verdict.ours != verdict.text:
        return _otherwise("our text", str(verdict.text), str(verdict.ours))
    if verdict.artifact is not None and verdict.artifact[0] != verdict.artifact[1]:
        return _otherwise("our artifact", *verdict.artifact)
    return None


def _otherwise(where: str, wanted: str, seen: str) -> Finding | str:
    if any(map(LIMITED.search, differing_lines(wanted, seen))):
        return "literals that a type does not have"
    if EMPTY.search(difference(wanted, seen)):
        return "splats of no booleans"
    if TWICE.search(difference(wanted, seen)):
        return "entries of one name in artifacts"
    return Finding(f"C++ reads another program in {where}", difference(wanted, seen))


def _first_error(message: str) -> str:
    return next((line for line in message.splitlines() if "error:" in line), message).replace("error: ", "")


READ_SINCE_JAX_0_12 = (
    r"attribute '\w+' of 'vhlo\.\w+' is missing|'func\.func' op (attribute '\w+' failed|.* base attribute)",
    "ops without an attribute, and functions with another one",
)
"""We refuse it, as the C++ of older versions does."""

EXPECTED: tuple[tuple[str, str], ...] = (
    *([READ_SINCE_JAX_0_12] if tuple(map(int, version("jaxlib").split(".")[:2])) >= (0, 12) else []),
    # What C++ refuses.
    (
        r"Dialect `(check|interpreter)' not found|dialect 'quant' is unknown",
        "dialects that jaxlib does not have",
    ),
    (
        r"being parsed with an unregistered dialect|created with unregistered dialect",
        "dialects that jaxlib does not have",
    ),
    (r"unregistered operation 'stablehlo\.", "ops that are newer than jaxlib"),
    (r"undefined symbol alias id", "aliases that are defined after their use"),
    # What we refuse.
    (r"(sparse<|distinct\[)[\s\S]*expected attribute value", "attributes that xDSL does not have"),
    (r"nested too deeply|too many attributes|integer literal is too long", "limits"),
    (r"source_target_pairs", "the specification's constraints of send and recv"),
    (r"'f(80|128)' is not an element type", "floats whose bits xDSL does not hold"),
    (r"'arith.index_cast' Unexpected attribute", "index_cast of tensors"),
    (r"'shape\.\w+' is unknown|!shape\.[\s\S]*is not registered", "the dialect shape"),
    (r"expected ':' after block argument name", "block arguments called %a#0"),
    (r"(?s)\b(true|false)\b.*expected (an? )?integer", "true as a number"),
    (r"op has no property|op property '\w+' is not defined", "properties that are none"),
    (r"seen more than once|expects source-type to be 'tensor<(0x)+", "sizes that overflow"),
    (
        r"literal \(\[(.*), 2\]\) does not match type \(\[\1\]\)|expected element literal of primitive type",
        "pairs for real elements",
    ),
    (r"array<ui(?s:.*)parsed negative value", "negative numbers in unsigned arrays"),
    (r"tensor encoding '#vhlo", "files that do not say one thing"),
    (r"a string does not end where its length says", "files that do not say one thing"),
    (
        r"\d+ values (defined|declared)|use-list record|has \d+ properties where|"
        r"neither MLIR bytecode nor|unexpected bytes after|unknown op encoding|exactly one op",
        "files that do not say one thing",
    ),
    (r"bytes of (elements|booleans) where", "files that do not say one thing"),
    (
        r"parameter 'device_ids' does not verify|not found in mesh definition",
        "files that do not say one thing",
    ),
)
"""(pattern of the message of the side that refuses, why the other accepts). `docs/deviations.md` says more."""
