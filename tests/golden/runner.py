"""Golden files: an MLIR program, and behind it as comments what comes of it. CONTRIBUTING.md has the format."""

from __future__ import annotations

import difflib
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.passes import PassPipeline
from xdsl.transforms import get_all_passes
from xdsl.utils.exceptions import PassFailedException

from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding import FoldOptions, FoldReport, verify_fold
from xdsl_stablehlo.folding.passes.verify import random_tensor
from xdsl_stablehlo.folding.terms.reasons import Code
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.programs.registry import PASSES, pass_factory
from xdsl_stablehlo.programs.verification import ProgramWarning
from xdsl_stablehlo.transforms.shapes.refinements import ShapeError
from xdsl_stablehlo.workbench.validation import Kind, validate

from ..folding.support import fold, keep
from ..helpers.oracle import Array, oracle
from ..helpers.programs import assert_same, context, parse

ROOMS = Path(__file__).parents[1]
SEPARATOR = "// -----"
RESULT, UNCHANGED, ERROR, WITHOUT, VERDICT = (
    "// =>",
    "// unchanged",
    "// error:",
    "// without:",
    "// verdict:",
)
FOLD, PASS, AFTER = "// fold:", "// pass:", "// after:"
KEPT, RULES, WARNS, CPP, UNEVALUATED = "// kept:", "// rules:", "// warns:", "// cpp:", "// unevaluated"
EXPECTED = (RESULT, UNCHANGED, ERROR, WITHOUT, VERDICT)
NOTES = (KEPT, RULES, WARNS, CPP, UNEVALUATED)
OPTIONS = {option.name for option in fields(FoldOptions)}
CHECKS = {"unevaluated": "check"}
"""Words among the options that leave out a check: comparing values."""


@dataclass
class Run:
    """One way to treat the program of a case, and what comes of it."""

    head: str = ""
    """The line with the options or the pass, or that a rewritten program follows; empty for the options of the file."""
    rewritten: list[str] = field(default_factory=list[str])
    """The program after a rewrite, which is validated in the place of folding."""
    expected: list[str] = field(default_factory=list[str])
    """The module as printed, or one line: nothing changed, an error, or words that the module has no more."""
    notes: list[str] = field(default_factory=list[str])
    """What else is asked: ops that stayed, rules, warnings, values. A kind is compared if there is a line of it."""

    def lines(self) -> list[str]:
        """The run as it is written."""
        return [*([self.head] if self.head else []), *self.rewritten, *self.expected, *self.notes]


@dataclass
class Case:
    """A section of a golden file."""

    path: Path
    part: int
    """Which section of the file it is, from 0."""
    line: int
    """The line of the file on which the section begins, from 1."""
    program: str
    runs: list[Run]
    options: str
    """The options of the whole file."""

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOMS) if self.path.is_relative_to(ROOMS) else self.path.name}:{self.line}"

    def actual(self) -> list[Run]:
        """The same runs with what comes of them now. Raises `AssertionError` for what must hold of any fold."""
        return [actual_run(self.program, run, self.options) for run in self.runs]


def cases(path: Path) -> list[Case]:
    """The sections of a golden file. The first one is the head of the file if it has no program."""
    found: list[Case] = []
    options, line = "", 1
    for part, text in enumerate(sections(path.read_text())):
        program, runs = read_section(text)
        begins = line + len(text) - len(text.lstrip("\n"))
        if re.sub(r"//.*", "", program).strip():
            found.append(Case(path, part, begins, program, runs, options))
        elif part:
            raise ValueError(f"{path}:{begins}: a section without a program")
        else:
            options = ", ".join(run.head.removeprefix(FOLD).strip() for run in runs)
        line += text.count("\n") + 1
    return found


def sections(text: str) -> list[str]:
    """The text between separators, which are lines of their own."""
    return re.split(rf"^{SEPARATOR}\n", text, flags=re.MULTILINE)


def read_section(text: str) -> tuple[str, list[Run]]:
    """The program and the runs of a section; one with the options of the file where none is written."""
    program: list[str] = []
    runs: list[Run] = []
    for line in text.splitlines():
        if line.startswith((FOLD, PASS, AFTER)):
            runs.append(Run(line))
        elif line.startswith((*EXPECTED, *NOTES)):
            if not runs:
                runs.append(Run())
            (runs[-1].notes if line.startswith(NOTES) else runs[-1].expected).append(line)
        elif runs and runs[-1].head.startswith(AFTER) and not runs[-1].expected:
            runs[-1].rewritten += [line] if line.strip() else []
        elif line.strip() and runs:
            raise ValueError(f"{line!r} stands behind what is expected")
        else:
            program.append(line)
    return "\n".join(program).strip("\n"), runs or [Run()]


def actual_run(program: str, run: Run, options: str) -> Run:
    """What comes of `program` now, in the form of `run`."""
    if run.head.startswith(PASS):
        return passed(program, run)
    if run.head.startswith(AFTER):
        (found,) = validate(parse(program), parse("\n".join(run.rewritten)))
        said = f": {found.reason}" if found.kind in (Kind.ALLOWED, Kind.CANNOT) else ""
        return Run(run.head, run.rewritten, [f"{VERDICT} {found.kind.value}{said}"])
    module = parse(program)
    before = bare(print_module(module))
    folded = fold(program, **arguments(f"{options}, {run.head.removeprefix(FOLD)}"))
    after, report = bare(folded.text), folded.report
    assert report.changed is (after != before), "the report is wrong about whether something changed"
    assert functions(folded.module) == functions(module) - {*report.functions_removed} | {
        *report.functions_cloned
    }, "the report is wrong about functions"
    return Run(run.head, [], shown(before, after), noted(report, run.notes))


def shown(before: str, after: str) -> list[str]:
    """The module as printed, behind comment signs, or that it is the same as before."""
    return [UNCHANGED] if after == before else [f"{RESULT} {line}".rstrip() for line in after.splitlines()]


def functions(module: ModuleOp) -> set[str]:
    """The names of the functions of a module."""
    return {op.sym_name.data for op in module.ops if isinstance(op, FuncOp)}


def noted(report: FoldReport, wanted: list[str]) -> list[str]:
    """The lines about a report, of the kinds that are wanted; one that has a message asks for all messages."""
    notes: list[str] = []
    if any(line.startswith(KEPT) for line in wanted):
        messages = any(": " in line.removeprefix(KEPT).strip() for line in wanted)
        everything = any(f" {Code.NOT_CONSTANT.value}" in line for line in wanted)
        listed = report.kept if everything else report.explained()
        stayed = {f"{kept.op} {kept.code}" + f": {kept.reason}" * messages for kept in listed}
        notes += [f"{KEPT} {line}" for line in sorted(stayed) or ["nothing"]]
    if any(line.startswith(RULES) for line in wanted):
        notes.append(f"{RULES} {', '.join(sorted(report.rules())) or 'none'}")
    return notes


def bare(printed: str) -> str:
    """A printed module without the lines around its functions, if these say nothing."""
    lines = printed.strip().splitlines()
    if lines[0] == "module {":
        return "\n".join([line.removeprefix("  ") for line in lines[1:-1]])
    return "\n".join(lines)


def arguments(options: str) -> dict[str, Any]:
    """The arguments of `fold` for options of a golden file: `growth-budget=0, optimize-float=false`."""
    given: dict[str, Any] = {}
    for option in filter(None, map(str.strip, options.split(","))):
        name, _, value = option.partition("=")
        name = name.replace("-", "_")
        if not value and name in CHECKS:
            given[CHECKS[name]] = False
        elif value and name == "keep":
            given["should_fold"] = keep(value)
        elif value and name in OPTIONS | {"samples"}:
            given[name] = value_of_option(name, value)
        else:
            raise ValueError(f"no option of a golden file: {option!r}")
    return given


def value_of_option(name: str, value: str) -> Any:
    """A number, true or false; names with blanks between them for a set of rules; a name."""
    if name == "without_rules":
        return frozenset(value.split())
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.isdigit() else value


@cache
def pass_table() -> dict[str, Callable[[], Any]]:
    """Every pass of xDSL and of the project."""
    return {**get_all_passes(), **{name: pass_factory(name) for name in PASSES}}


def passed(program: str, run: Run) -> Run:
    """What comes of a program by passes: the module verifies and computes what it did, or there is an error."""
    module = parse(program)
    before, notes = module.clone(), list[str]()
    pipeline = PassPipeline.parse_spec(pass_table(), run.head.removeprefix(PASS).strip())
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always", ProgramWarning)
        try:
            pipeline.apply(context(), module)
            verify_module(module)
            after = bare(print_module(module))
            assert bare(print_module(parse(after))) == after, "what is printed is read back otherwise"
            expected = without(run.expected, after) or shown(bare(print_module(before)), after)
        except PassFailedException as error:
            message = " ".join(str(error).split())
            if isinstance(error, ShapeError) and f"'{error.op.name}'" not in message:
                message = f"'{error.op.name}': {message}"
            expected = [f"{ERROR} {message}"]
    notes += [f"{WARNS} {' '.join(str(warning.message).split())}" for warning in warned]
    asked = [line for line in run.notes if line.startswith((CPP, UNEVALUATED))]
    if expected[0].startswith(ERROR):
        pass
    elif asked == [UNEVALUATED]:
        notes += asked
    elif asked:
        notes.append(by_cpp(before, module, asked[0]))
    else:
        different = verify_fold(before, module, 2)
        assert different == [], "\n".join(map(str, different))
    return Run(run.head, [], expected, notes)


def without(wanted: list[str], after: str) -> list[str]:
    """The line of words that are wanted to be gone, with those that are; nothing where there is no such line."""
    words = [
        word for line in wanted if line.startswith(WITHOUT) for word in line.removeprefix(WITHOUT).split()
    ]
    return [f"{WITHOUT} {' '.join(word for word in words if word not in after)}".rstrip()] if words else []


def by_cpp(before: ModuleOp, after: ModuleOp, asked: str) -> str:
    """The line `asked` if `@main` gives after passes what it gave before, here and in C++, or how it differs.

    It may ask for `the same`, or for floats that are `within 2 ulps`.
    """
    ulps = int(found[1]) if (found := re.search(r"within (\d+) ulps", asked)) else 0
    types = [arg.type for func in before.ops if isinstance(func, FuncOp) for arg in func.body.block.args]
    generator = np.random.default_rng(0)
    given = [random_tensor(cast(AnyTensorType, t), generator) for t in types]
    inputs = [np.asarray(tensor.array) for tensor in given]
    wanted = values(before, inputs)
    try:
        for results in (values(after, inputs), oracle(print_module(after), *inputs)):
            for actual, expected in zip(results, wanted, strict=True):
                assert_same(np.asarray(actual), expected, ulps)
    except AssertionError as error:
        return f"{CPP} {' '.join(str(error).split())}"
    return f"{CPP} within {ulps} ulps" if ulps else f"{CPP} the same"


def values(module: ModuleOp, inputs: list[Array]) -> list[Array]:
    """What `@main` returns, evaluated by this project."""
    return [np.asarray(result.array) for result in eval_module(module, inputs)]


def check(case: Case, bless: bool = False) -> None:
    """Raise `AssertionError` with a diff if something else comes of a case; with `bless` write what does."""
    actual = case.actual()
    if actual == case.runs:
        return
    if bless:
        write(case, actual)
        return
    wrong = difflib.unified_diff(
        [line for run in case.runs for line in run.lines()],
        [line for run in actual for line in run.lines()],
        "expected",
        "actual",
        n=100,
        lineterm="",
    )
    raise AssertionError(f"{case}: `pytest --bless` writes what comes of it\n" + "\n".join(wrong))


def write(case: Case, runs: list[Run]) -> None:
    """Put these runs in the place of those that the file has."""
    texts = sections(case.path.read_text())
    begin = "\n" if case.part else ""
    blocks = ["\n".join(run.lines()) for run in runs]
    texts[case.part] = begin + "\n\n".join([case.program, *blocks]) + "\n"
    if case.part < len(texts) - 1:
        texts[case.part] += "\n"
    case.path.write_text(f"{SEPARATOR}\n".join(texts))
