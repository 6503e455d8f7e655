"""The runner of golden files: what comes of each section now, compared with what its file says."""

from __future__ import annotations

import difflib
import math
import re
import warnings
from collections.abc import Callable, Sequence, Sized
from dataclasses import fields
from functools import cache
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.passes import PassPipeline
from xdsl.traits import IsTerminator, is_speculatable
from xdsl.transforms import get_all_passes
from xdsl.utils.exceptions import ParseError, PassFailedException, VerifyException

from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.dialects.stablehlo import ConstantOp, HloOp, infer_return_types
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.folding import FoldOptions, FoldReport, verify_fold
from xdsl_stablehlo.folding.passes.verify import random_tensor
from xdsl_stablehlo.folding.terms.reasons import Code
from xdsl_stablehlo.interpreter import EvaluationError, Tensor, eval_module
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.programs.registry import PASSES, pass_factory
from xdsl_stablehlo.programs.verification import ProgramWarning, diagnostics_of_error
from xdsl_stablehlo.transforms.shapes.refinements import ShapeError
from xdsl_stablehlo.values.elements import array_of
from xdsl_stablehlo.workbench.validation import Kind, validate

from ..folding.support import Folded, fold, keep
from ..helpers.oracle import Array, oracle, reprinted, verifies
from ..helpers.programs import assert_same, context, parse, sample
from . import files
from .files import Case, Run

OPTIONS = {option.name for option in fields(FoldOptions)}
MEMORY = re.compile(r"(?<=half of the memory of this machine is )\d+")
CHECKS = {"unevaluated": "check"}
"""Words among the options that leave out a check: comparing values."""


def check(case: Case, bless: bool = False) -> None:
    """Raise `AssertionError` with a diff if something else comes of a case; with `bless` write what does."""
    program, runs = actual(case)
    if (program, runs) == (case.program, case.runs):
        return
    if bless:
        files.write(case, program, runs)
        return
    now = Case(case.path, case.part, case.line, program, runs)
    shown = slice(0 if program != case.program else case.program.count("\n") + 2, None)
    wrong = difflib.unified_diff(
        case.lines()[shown], now.lines()[shown], "expected", "actual", n=100, lineterm=""
    )
    raise AssertionError(f"{case}: `pytest --bless` writes what comes of it\n" + "\n".join(wrong))


def actual(case: Case) -> tuple[str, list[Run]]:
    """The program and the runs of a case with what comes of them now.

    Raises `AssertionError` for what must hold of any fold.
    """
    if files.REFUSED.search(case.program):
        return refused(case)
    return case.program, [actual_run(case.program, run, case.options) for run in case.runs]


def refused(case: Case) -> tuple[str, list[Run]]:
    """The program with its first diagnostic in front of the line that this is about, and what C++ says."""
    plain = re.sub(rf"{files.REFUSED.pattern}\n?", "", case.program, flags=re.MULTILINE)
    lines = plain.splitlines()
    try:
        parse(plain)
    except (ParseError, VerifyException) as error:
        found = re.fullmatch(r"<input>:(\d+):\d+: error: (.*)", str(error).strip(), flags=re.DOTALL)
        first = diagnostics_of_error(error)[0]
        line, message = (int(found[1]), found[2]) if found else (first.line, first.message)
        at = max(line, 1) - 1
        indent = re.match(" *", lines[at])
        lines.insert(at, f"{indent and indent[0]}// expected-error@+1 {{{{{' '.join(message.split())}}}}}")
    asked = [note for run in case.runs for note in run.notes if note.startswith(files.CPP)]
    said = verifies(plain) if asked else None
    notes = [note_of_cpp(note.removeprefix(files.CPP).strip(), said) for note in asked]
    return "\n".join(lines), [Run(notes=notes)] if notes else []


def note_of_cpp(words: str, said: str | None) -> str:
    """The line that asks whether C++ accepts a program or has these words in its diagnostic."""
    if said is None:
        return f"{files.CPP} accepts it"
    return f"{files.CPP} {words if words in said else ' '.join(said.split())}"


def actual_run(program: str, run: Run, options: str) -> Run:
    """What comes of `program` now, in the form of `run`."""
    if run.head.startswith(files.PASS):
        return passed(program, run)
    if run.head.startswith(files.RUN):
        return evaluated(program, run)
    if run.head.startswith(files.PRINT):
        return printed(program, run)
    if run.head.startswith(files.INFER):
        return inferred(program, run)
    if run.head.startswith(files.SPECULATE):
        return speculated(program, run)
    if run.head.startswith(files.AFTER):
        (found,) = validate(parse(program), parse("\n".join(run.rewritten)))
        said = f": {found.reason}" if found.kind in (Kind.ALLOWED, Kind.CANNOT) else ""
        return Run(run.head, run.rewritten, [f"{files.VERDICT} {found.kind.value}{said}"])
    module = parse(program)
    before = bare(print_module(module))
    folded = fold(program, **arguments(f"{options}, {run.head.removeprefix(files.FOLD)}"))
    after, report = bare(folded.text), folded.report
    assert report.changed is (after != before), "the report is wrong about whether something changed"
    assert functions(folded.module) == functions(module) - {*report.functions_removed} | {
        *report.functions_cloned
    }, "the report is wrong about functions"
    expected = (
        ops_named(folded)
        if run.expected[:1] and run.expected[0].startswith(files.OPS)
        else shown(before, after)
    )
    return Run(run.head, [], expected, noted(report, run.notes))


def ops_named(folded: Folded) -> list[str]:
    """The line of the names of the ops in all functions, without the prefix of StableHLO."""
    names = [name.removeprefix("stablehlo.") for name in folded.ops()]
    return [f"{files.OPS} {' '.join(names) or 'none'}"]


def shown(before: str, after: str) -> list[str]:
    """The module as printed, behind comment signs, or that it is the same as before."""
    return (
        [files.UNCHANGED]
        if after == before
        else [f"{files.RESULT} {line}".rstrip() for line in after.splitlines()]
    )


def functions(module: ModuleOp) -> set[str]:
    """The names of the functions of a module."""
    return {op.sym_name.data for op in module.ops if isinstance(op, FuncOp)}


def noted(report: FoldReport, wanted: list[str]) -> list[str]:
    """The lines about a report, of the kinds that are wanted; one that has a message asks for all messages."""
    notes: list[str] = []
    if any(line.startswith(files.KEPT) for line in wanted):
        messages = any(": " in line.removeprefix(files.KEPT).strip() for line in wanted)
        everything = any(f" {Code.NOT_CONSTANT.value}" in line for line in wanted)
        listed = report.kept if everything else report.explained()
        stayed = {f"{kept.op} {kept.code}" + f": {kept.reason}" * messages for kept in listed}
        notes += [f"{files.KEPT} {line}" for line in sorted(stayed) or ["nothing"]]
    if any(line.startswith(files.RULES) for line in wanted):
        notes.append(f"{files.RULES} {', '.join(sorted(report.rules())) or 'none'}")
    for line in wanted:
        if line.startswith(files.REPORT):
            notes.append(f"{files.REPORT} {reported(report, line.removeprefix(files.REPORT).strip())}")
    return notes


def reported(report: FoldReport, asked: str) -> str:
    """`asked`, such as `bytes_in_vain = 0` or `work < 1000`, or the same with `=` and the value where it is wrong.

    It names an attribute, the number of the elements of one, or the evaluations of a kind of op: `evaluations(sine)`.
    """
    parts = re.fullmatch(r"(\S+) ([=<>]) (\S+)", asked)
    assert parts is not None, f"{files.REPORT} {asked}: a name, one of = < >, and a value expected"
    name, relation, wanted = parts.groups()
    value: Any = 0
    if kind := re.fullmatch(r"evaluations\((.*)\)", name):
        value = sum(
            each.evaluations
            for op, each in report.folded.items()
            if kind[1] in (op, op.removeprefix("stablehlo."))
        )
    else:
        value = getattr(report, name)
        value = len(value) if isinstance(value, Sized) else value
    holds = {"=": str(value) == wanted, "<": value < float(wanted), ">": value > float(wanted)}[relation]
    return asked if holds else f"{name} = {value}"


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


def printed(program: str, run: Run) -> Run:
    """The program as printed, which the generic form of it gives as well; C++ is asked where a line says so."""
    module = parse(program)
    text = bare(print_module(module))
    assert bare(print_module(parse(print_module(module, generic=True)))) == text, "the generic form"
    notes = list[str]()
    if any(note.startswith(files.CPP) for note in run.notes):
        theirs = bare(reprinted(program))
        same = nameless(theirs) == nameless(text)
        notes = [f"{files.CPP} {'the same' if same else ' '.join(theirs.split())}"]
    code = "\n".join(line for line in program.splitlines() if not line.startswith("//"))
    return Run(run.head, [], shown(code.strip(), text), notes)


def nameless(text: str) -> str:
    """A text without the names of values."""
    return re.sub(r"%[\w$.-]+(#\d+)?", "%", text)


def inferred(program: str, run: Run) -> Run:
    """Ops of StableHLO and CHLO whose result types are not those that are inferred from their operands."""
    differing = [
        f"{files.RESULT} {op.name}: {', '.join(map(str, types))}"
        for op in parse(program).walk()
        if isinstance(op, HloOp)
        and op.results
        and (types := infer_return_types(op)) is not None
        and tuple(types) != tuple(op.result_types)
    ]
    return Run(run.head, [], differing or [files.UNCHANGED])


def speculated(program: str, run: Run) -> Run:
    """Whether all ops of the functions may run where the program would not run them; if only some may, by name."""
    may: dict[str, list[str]] = {"yes": [], "no": []}
    for func in parse(program).ops:
        assert isinstance(func, FuncOp)
        ops = [op for op in func.body.block.ops if not op.has_trait(IsTerminator)]
        may["yes" if all(map(is_speculatable, ops)) else "no"].append(f"@{func.sym_name.data}")
    answers = {answer: names for answer, names in may.items() if names}
    lines = [f"{files.RESULT} {answer}: {' '.join(names)}" for answer, names in answers.items()]
    return Run(run.head, [], lines if len(lines) > 1 else [f"{files.RESULT} {''.join(answers)}"])


@cache
def pass_table() -> dict[str, Callable[[], Any]]:
    """Every pass of xDSL and of the project."""
    return {**get_all_passes(), **{name: pass_factory(name) for name in PASSES}}


def passed(program: str, run: Run) -> Run:
    """What comes of a program by passes: the module verifies and computes what it did, or there is an error."""
    module = parse(program)
    before, notes = module.clone(), list[str]()
    pipeline = PassPipeline.parse_spec(pass_table(), run.head.removeprefix(files.PASS).strip())
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
            expected = [f"{files.ERROR} {message}"]
    notes += [f"{files.WARNS} {' '.join(str(warning.message).split())}" for warning in warned]
    asked = [line for line in run.notes if line.startswith((files.CPP, files.UNEVALUATED))]
    if expected[0].startswith(files.ERROR):
        pass
    elif asked == [files.UNEVALUATED]:
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
        word
        for line in wanted
        if line.startswith(files.WITHOUT)
        for word in line.removeprefix(files.WITHOUT).split()
    ]
    return (
        [f"{files.WITHOUT} {' '.join(word for word in words if word not in after)}".rstrip()] if words else []
    )


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
        return f"{files.CPP} {' '.join(str(error).split())}"
    return f"{files.CPP} within {ulps} ulps" if ulps else f"{files.CPP} the same"


def values(module: ModuleOp, inputs: list[Array]) -> list[Array]:
    """What `@main` returns, evaluated by this project."""
    return [np.asarray(result.array) for result in eval_module(module, inputs)]


def evaluated(program: str, run: Run) -> Run:
    """What `@main` gives for the arguments that the head of the run lists, or the error; C++ is asked, too.

    A limit may stand among the arguments: `iterations=4`.
    """
    module = parse(program)
    (main,) = [op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"]
    types = [ranked(argument) for argument in main.body.block.args]
    listed = [re.fullmatch(r"(?:(\w+)=)?(.*)", each) for each in split(run.head.removeprefix(files.RUN))]
    limits = Limits(**{each[1]: int(each[2]) for each in listed if each and each[1]})
    literals = [each[2] for each in listed if each and not each[1]]
    given = [argument(literal, t) for literal, t in zip(literals, types, strict=True)]
    asked = [line for line in run.notes if line.startswith(files.CPP)]
    try:
        results = eval_module(module, given, limits=limits)
    except EvaluationError as error:
        message = " ".join(str(error).split()).removeprefix("<input>:")
        message = MEMORY.sub("N", message)
        return Run(run.head, [], [f"{files.ERROR} {message}"], asked)
    printed = [f"{files.RESULT} {literal_of(result)}" for result in results]
    cpp = [values_by_cpp(program, given, results, line) for line in asked]
    return Run(run.head, [], printed if run.expected or not asked else [], cpp)


def split(literals: str) -> list[str]:
    """The literals of a list, which are separated by commas outside of brackets."""
    depth, found = 0, [""]
    for character in literals:
        depth += (character in "[(") - (character in "])")
        if character == "," and not depth:
            found.append("")
        else:
            found[-1] += character
    return [literal.strip() for literal in found if literal.strip()]


def argument(literal: str, t: AnyTensorType) -> Array:
    """The elements of a literal as in `dense<..>`; `sample` draws small ones, `sample 3` others, `iota` counts."""
    name, _, seed = literal.partition(" ")
    shape = t.get_shape()
    if name == "sample":
        return sample(str(t.element_type), shape, int(seed or 0))
    if name == "iota":
        return np.asarray(Tensor.of(np.reshape(range(math.prod(shape)), shape), t.element_type))
    module = parse(f"func.func @f() {{ %0 = stablehlo.constant dense<{literal}> : {t} return }}")
    (constant,) = [op for op in module.walk() if isinstance(op, ConstantOp)]
    return array_of(constant.value)


def literal_of(tensor: Tensor) -> str:
    """The elements of a tensor as in `dense<..>`. xDSL's printer computes in the environment that it finds."""
    with default_environment():
        return re.sub(r"^dense<(.*)> : .*$", r"\1", str(tensor.to_attr()))


def values_by_cpp(program: str, given: list[Array], results: Sequence[Tensor], asked: str) -> str:
    """The line `asked` if C++ gives the same results, or floats `within 2 ulps`; otherwise how they differ."""
    ulps = int(found[1]) if (found := re.search(r"within (\d+) ulps", asked)) else 0
    try:
        for ours, theirs in zip(results, oracle(program, *given), strict=True):
            assert_same(np.asarray(ours.array), theirs, ulps)
    except AssertionError as error:
        return f"{files.CPP} {' '.join(str(error).split())}"
    return f"{files.CPP} within {ulps} ulps" if ulps else f"{files.CPP} the same"
