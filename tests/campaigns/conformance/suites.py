"""The suites: what is taken from upstream's checkout, what is done with it, and what counts as right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.helpers.oracle import OracleError, reprinted
from xdsl_stablehlo import parse_module, print_module, register_dialects, verify_module
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import EvaluationError, eval_module
from xdsl_stablehlo.transforms.chlo.legalize import ChloPreSerializationPipeline

from . import artifacts, jax_harnesses
from .chunks import Chunk, chunks
from .controls import controls
from .enzyme import enzyme
from .lit_files import lit_files
from .outcome import Outcome, Suite

VERIFIER_FILES = (
    "ops_stablehlo.mlir",
    "ops_stablehlo_quantized.mlir",
    "ops_stablehlo_bounded_dynamism.mlir",
    "ops_dot_general_algorithms.mlir",
    "print_types_invalid.mlir",
    "ops_chlo.mlir",
    "replica_groups_mesh_axes.mlir",
)
ROUNDTRIP_FILES = (
    "ops_stablehlo_roundtrip.mlir",
    "ops_chlo_roundtrip.mlir",
    "print_reduce.mlir",
    "print_stablehlo.mlir",
    "print_while.mlir",
)
INTERPRETED_RUN = re.compile(r"^// RUN(-DISABLED\([^)]*\):?)?:? .*--interpret", re.MULTILINE)


def _context() -> Context:
    ctx = Context(allow_unregistered=True)
    register_dialects(ctx)
    return ctx


def _diagnosis(chunk: Chunk) -> str | None:
    """The error that parsing and verifying `chunk` gives, or None."""
    try:
        verify_module(parse_module(chunk.text, _context(), chunk.path.name))
    except (ParseError, VerifyException) as error:
        return str(error)
    return None


def _verifier_chunks(upstream: Path) -> Iterator[Chunk]:
    tests = upstream / "tests"
    for path in [*(tests / name for name in VERIFIER_FILES), *sorted(tests.glob("verify_*.mlir"))]:
        yield from chunks(path)


def verifiers(upstream: Path) -> Iterator[Outcome]:
    """Each chunk is accepted exactly when upstream accepts it."""
    for chunk in _verifier_chunks(upstream):
        error = _diagnosis(chunk)
        wanted = "rejected" if chunk.expected_errors else "accepted"
        yield Outcome(chunk.name, (error is None) == (wanted == "accepted"), error or f"must be {wanted}")


def wording(upstream: Path) -> Iterator[Outcome]:
    """A rejected chunk's message contains upstream's text word for word."""
    for chunk in _verifier_chunks(upstream):
        expected = chunk.expected_errors
        if expected:
            error = _diagnosis(chunk) or "accepted"
            yield Outcome(chunk.name, any(p.search(error) for p in expected), error)


def _generic(text: str) -> str | None:
    """The generic form in which C++ prints the module that `text` spells; None where C++ refuses it."""
    try:
        return reprinted(text, generic=True)
    except OracleError:
        return None


def roundtrip(upstream: Path) -> Iterator[Outcome]:
    """Our custom and our generic text of a module parse in C++ to what the original text parses to."""
    files = [chunk for name in ROUNDTRIP_FILES for chunk in chunks(upstream / "tests" / name)]
    programs = [Chunk(p, 1, p.read_text()) for p in sorted((upstream / "testdata").glob("*.mlir"))]
    for chunk in [*files, *programs]:
        wanted = _generic(chunk.text)
        if wanted is None:
            continue  # newer than the C++ library at hand
        try:
            module = parse_module(chunk.text, _context(), chunk.path.name)
        except ParseError as error:
            yield Outcome(chunk.name, False, str(error))
            continue
        for form, generic in (("custom", False), ("generic", True)):
            ours = _generic(print_module(module, generic))
            yield Outcome(
                f"{chunk.name} {form}", ours == wanted, "differs" if ours else "C++ does not parse it"
            )


def text(upstream: Path) -> Iterator[Outcome]:
    """Our custom form of a program is the C++ printer's, character by character, names of SSA values apart."""
    for path in sorted((upstream / "testdata").glob("*.mlir")):
        source = path.read_text()
        try:
            wanted = _unnamed(reprinted(source))
        except OracleError:
            continue  # newer than the C++ library at hand
        ours = _unnamed(print_module(parse_module(source, _context(), path.name)))
        different = next((f"{a} | {b}" for a, b in zip(ours, wanted) if a != b), "")
        yield Outcome(path.name, ours == wanted, different or "more or fewer lines")


def _unnamed(text: str) -> list[str]:
    """The lines of `text` with SSA values numbered in order of appearance, without `module {` around them."""
    numbers: dict[str, str] = {}
    lines = text.strip().splitlines()
    if re.fullmatch(r"(builtin\.)?module \{", lines[0]):
        lines = [line.removeprefix("  ") for line in lines[1:-1]]
    return [
        re.sub(r"%[\w$.-]+", lambda m: numbers.setdefault(m[0], f"%{len(numbers)}"), x) for x in lines if x
    ]


def _testdata(upstream: Path) -> Iterator[tuple[Path, bool]]:
    """The programs, each with whether upstream interprets it."""
    for path in sorted((upstream / "testdata").glob("*.mlir")):
        runs = INTERPRETED_RUN.search(path.read_text())
        yield path, runs is not None and runs.group(1) is None


def testdata(upstream: Path) -> Iterator[Outcome]:
    """A program parses, verifies and runs, and every check in it passes."""
    for path, runs in _testdata(upstream):
        name = path.name if runs else f"{path.name} (disabled upstream)"
        try:
            ctx, text = _context(), path.read_text()
            module = parse_module(text, ctx, path.name)
            verify_module(module)
            if "--chlo-pre-serialization-pipeline -inline" in text:  # as its RUN line does
                ChloPreSerializationPipeline().apply(ctx, module)
            eval_module(module, ())
        except (ParseError, VerifyException, EvaluationError) as error:
            yield Outcome(name, False, str(error))
        else:
            yield Outcome(name, True)


def _main(module: ModuleOp) -> FuncOp:
    functions = [op for op in module.ops if isinstance(op, FuncOp)]
    return next((f for f in functions if f.sym_name.data == "main"), functions[0])


def folding(upstream: Path) -> Iterator[Outcome]:
    """Every result of `main` and every operand of a check folds to a constant that equals the interpreter's value."""
    for path, runs in _testdata(upstream):
        if not runs:
            continue
        try:
            yield _folded(path)
        except (ParseError, VerifyException, EvaluationError) as error:
            yield Outcome(path.name, False, str(error))


def _folded(path: Path) -> Outcome:
    ctx = _context()
    text = path.read_text()
    modules = [parse_module(text, ctx, path.name) for _ in range(2)]
    if "--chlo-pre-serialization-pipeline -inline" in text:  # as its RUN line does
        for each in modules:
            ChloPreSerializationPipeline().apply(ctx, each)
    wanted = eval_module(modules[0], ())
    module = modules[1]
    report = fold_module(module)
    loose = [
        operand
        for op in _main(module).body.block.ops
        if not op.results
        for operand in op.operands
        if not isinstance(operand.owner, ConstantOp)
    ]
    same = all(a == b for a, b in zip(eval_module(module, ()), wanted, strict=True))
    return Outcome(path.name, not loose and same, str(report) if loose else "another value")


SUITES: dict[str, Suite] = {
    "verifiers": verifiers,
    "wording": wording,
    "roundtrip": roundtrip,
    "text": text,
    "testdata": testdata,
    "folding": folding,
    "lit": lit_files,
    "controls": controls,
    "rewritten": artifacts.rewritten,
    "serialized": artifacts.serialized,
    "with-cpp": artifacts.with_cpp,
    "bytes": artifacts.bytes_with_locations,
    "enzyme": enzyme,
    "jax": jax_harnesses.evaluation,
    "jax-folded": jax_harnesses.folding,
}

ELSEWHERE = {"bytes": ".", "enzyme": "test/lit_tests", "jax": ".", "jax-folded": "."}
"""The folder of suites that are no part of openxla/stablehlo, or take any folder of lit files."""
"""Every suite by name, in the order of the table."""
