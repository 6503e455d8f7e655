"""One mutant through everything: what must hold of it, and what did not.

A text or an artifact is refused with a documented exception, or it is accepted. What is accepted prints as text that
reads back, survives being an artifact, and folds to a valid module that computes the same; folding that again changes
nothing.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from math import prod
from pathlib import Path
from typing import Any, NoReturn, TypeVar, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.helpers.programs import context
from xdsl_stablehlo import parse_module, print_module, verify_module
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.folding.passes.verify import random_tensor, same_numbers
from xdsl_stablehlo.folding.terms import reasons as failures
from xdsl_stablehlo.interpreter import EvaluationError, Tensor, eval_func, seeded
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.text import deep_recursion
from xdsl_stablehlo.text.printer import TextPrinter
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    BytecodeError,
    LegalizationError,
    UnwritableError,
    read_portable_artifact,
    serialize_portable_artifact,
)

Mutant = str | bytes
T = TypeVar("T")

ROOT = Path(__file__).parents[3]
LARGEST = 1 << 16
"""Elements of an argument that is made up."""
EVALUATION = partial(Limits, work=200_000_000, bytes=1 << 28)
FOLDING = FoldOptions(work_budget=1_000_000_000)
"""A tenth of the default: a program is folded and evaluated twice within the time for one mutant."""
LONGEST_MESSAGE = 4000
"""Characters of an error."""


def parse(text: str) -> ModuleOp:
    """The module of a text, which is called as C++ calls it."""
    return parse_module(text, context(), "-")


def evaluate(func: FuncOp, args: Sequence[Tensor]) -> tuple[Any, ...]:
    """What a function returns, within the limits above."""
    with seeded(0):
        return eval_func(func, args, limits=EVALUATION())


def fold(module: ModuleOp) -> None:
    """Fold a module in place; an exception inside of the folder is a finding, in whatever process this is."""
    failures.RAISES = True
    fold_module(module, FOLDING)


def print_places(module: ModuleOp) -> str:
    """A module in generic form with its locations."""
    stream = StringIO()
    with deep_recursion():
        TextPrinter(stream, generic=True, debuginfo=True, keep_names=False).print_op(module)
    return stream.getvalue()


READABLE = "1.17.0"
"""The newest version of artifacts that jaxlib reads."""


@dataclass(frozen=True)
class Doors:
    """What is judged: the public functions of the project. `controls` has some that are broken."""

    parse: Callable[[str], ModuleOp] = parse
    verify: Callable[[ModuleOp], None] = verify_module
    read: Callable[[bytes], ModuleOp] = lambda data: read_portable_artifact(data, context())
    write: Callable[[ModuleOp], bytes] = lambda module: serialize_portable_artifact(module, READABLE)
    print: Callable[[ModuleOp], str] = print_module
    print_places: Callable[[ModuleOp], str] = print_places
    fold: Callable[[ModuleOp], None] = fold
    evaluate: Callable[[FuncOp, Sequence[Tensor]], tuple[Any, ...]] = evaluate


@dataclass(frozen=True)
class Finding:
    """Something that must not be. Findings of one `group` are taken to have one cause."""

    group: str
    message: str


@dataclass
class Outcome:
    """What became of a mutant. `text` is what C++ is to read: the program printed with locations."""

    accepted: bool = False
    message: str = ""
    text: str = ""
    artifact: tuple[bytes, str] | None = None
    """An artifact and the text of what is read back from it, where that is not the program that was written."""
    evaluated: int = 0
    serialised: bool = False
    findings: list[Finding] = field(default_factory=list[Finding])


class _Refused(Exception):
    """The mutant is no program."""


class _Stopped(Exception):
    """There is a finding after which nothing more can be asked."""


def judged(mutant: Mutant, doors: Doors) -> Outcome:
    """What became of a mutant."""
    judge = _Judge(doors)
    try:
        judge.judge(mutant)
    except _Refused as refused:
        judge.outcome.message = str(refused)
    except _Stopped:
        pass
    return judge.outcome


class _Judge:
    def __init__(self, doors: Doors):
        self.doors = doors
        self.outcome = Outcome()

    def judge(self, mutant: Mutant) -> None:
        module = self.accepted(mutant)
        self.outcome.accepted = True
        self.reads_back(module)
        self.survives_as_artifact(module)
        self.folds(module)

    def found(self, group: str, message: str) -> None:
        self.outcome.findings.append(Finding(group, message))

    def stop(self, group: str, message: str) -> NoReturn:
        self.found(group, message)
        raise _Stopped

    def run(
        self, stage: str, what: Callable[..., T], *args: Any, refusals: tuple[type[Exception], ...] = ()
    ) -> T:
        """`what(*args)`. One of `refusals` is let through, any other exception is a finding."""
        try:
            return what(*args)
        except refusals as error:
            if len(str(error)) > LONGEST_MESSAGE:
                self.found(f"{stage}: a message of thousands of characters", str(error)[:300])
            raise
        except Exception as error:
            self.stop(f"{stage}: {place_of(error)}: {type(error).__name__}", str(error)[:300])

    def accepted(self, mutant: Mutant) -> ModuleOp:
        """The verified module of a mutant. Raises `_Refused`."""
        try:
            if isinstance(mutant, str):
                module = self.run("parse", self.doors.parse, mutant, refusals=(ParseError,))
            else:
                refusals = (BytecodeError, LegalizationError)
                module = self.run("read", self.doors.read, mutant, refusals=refusals)
            self.run("verify", self.doors.verify, module, refusals=(VerifyException,))
        except (ParseError, VerifyException, BytecodeError, LegalizationError) as error:
            raise _Refused(str(error)) from None
        return module

    def reads_back(self, module: ModuleOp) -> None:
        """The text of a module must be that of what is read from it, in both forms."""
        text = self.run("print", self.doors.print, module)
        again = self.reread("custom", text)
        self.same("print: reads back otherwise", text, self.run("print", self.doors.print, again))
        places = self.run("print generic", self.doors.print_places, module)
        self.outcome.text = places
        again = self.reread("generic", places)
        again = self.run("print generic", self.doors.print_places, again)
        self.same("print: generic form reads back otherwise", places, again)

    def reread(self, form: str, text: str) -> ModuleOp:
        try:
            module = self.run(f"parse {form}", self.doors.parse, text, refusals=(ParseError,))
            self.run(f"verify {form}", self.doors.verify, module, refusals=(VerifyException,))
        except (ParseError, VerifyException) as error:
            self.stop(f"print: {form} form is refused: {kind_of(str(error))}", str(error)[:300])
        return module

    def same(self, group: str, wanted: str, seen: str) -> None:
        if wanted != seen:
            self.stop(group, difference(wanted, seen))

    def survives_as_artifact(self, module: ModuleOp) -> None:
        """What VHLO has comes back from an artifact. C++ is asked where it comes back otherwise."""
        try:
            refusals = (LegalizationError, UnwritableError)
            data = self.run("write", self.doors.write, module, refusals=refusals)
        except (LegalizationError, UnwritableError):
            return
        self.outcome.serialised = True
        try:
            again = self.run("read back", self.doors.read, data, refusals=(BytecodeError, LegalizationError))
            self.run("verify read back", self.doors.verify, again, refusals=(VerifyException,))
        except (BytecodeError, LegalizationError, VerifyException) as error:
            self.stop(f"artifact: refused: {kind_of(str(error))}", str(error)[:300])
        places = self.run("print", self.doors.print_places, again)
        if places != self.outcome.text:
            self.outcome.artifact = data, places

    def folds(self, module: ModuleOp) -> None:
        """Folding gives a valid module that computes the same, and that folding leaves as it is."""
        before = self.values(module)
        self.run("fold", self.doors.fold, module)
        try:
            self.run("verify folded", self.doors.verify, module, refusals=(VerifyException,))
        except VerifyException as error:
            self.stop(f"fold: an invalid module: {kind_of(str(error))}", str(error)[:300])
        text = self.run("print folded", self.doors.print, module)
        self.same("fold: reads back otherwise", text, self.doors.print(self.reread("folded", text)))
        self.compare(before, self.values(module))
        self.run("fold again", self.doors.fold, module)
        self.same("fold: folding again changes something", text, self.run("print", self.doors.print, module))

    def values(self, module: ModuleOp) -> dict[str, Sequence[Any] | EvaluationError]:
        """What the public functions of a module return for small arguments, or why they return nothing."""
        found: dict[str, Sequence[Any] | EvaluationError] = {}
        for func in module.ops:
            if not isinstance(func, FuncOp) or func.is_declaration or is_private(func):
                continue
            types = func.function_type.inputs.data
            if not all(map(is_small, types)):
                continue
            generator = np.random.default_rng(0)
            try:
                args = [random_tensor(cast("AnyTensorType", t), generator) for t in types]
            except ValueError:  # elements that are no numbers
                continue
            try:
                found[func.sym_name.data] = self.run(
                    "evaluate", self.doors.evaluate, func, args, refusals=(EvaluationError,)
                )
            except EvaluationError as error:
                found[func.sym_name.data] = error
        return found

    def compare(
        self,
        before: dict[str, Sequence[Any] | EvaluationError],
        after: dict[str, Sequence[Any] | EvaluationError],
    ) -> None:
        """What was computed before folding is computed after it, and a check that failed fails still.

        What else failed may be dead: an op that nobody can evaluate, or one whose operands do not fit.
        """
        for name, wanted in before.items():
            seen = after.get(name)
            if isinstance(wanted, EvaluationError):
                if is_check(wanted) and not isinstance(seen, EvaluationError):
                    self.found("fold: a failed check is gone", f"@{name}: {wanted}"[:300])
                continue
            self.outcome.evaluated += 1
            if seen is None or isinstance(seen, EvaluationError):
                self.found("fold: evaluates no longer", f"@{name}: {seen}"[:300])
            elif not all(map(is_same, wanted, seen)):
                self.found("fold: other values", f"@{name}: {wanted} {seen}"[:600])


def is_same(a: Any, b: Any) -> bool:
    """Whether two results are the same to the bit, but for the bits of NaNs."""
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        return same_numbers(a.array, b.array)
    return type(a) is type(b)


def is_check(error: EvaluationError) -> bool:
    """Whether an op of the check dialect failed."""
    return error.op is not None and error.op.name.startswith("check.")


def is_private(func: FuncOp) -> bool:
    """Whether only its module calls a function."""
    return func.sym_visibility is not None and func.sym_visibility.data == "private"


def is_small(type: Attribute) -> bool:
    """Whether arguments of a type can be made up."""
    if not isinstance(type, TensorType):
        return False
    return prod(map(abs, cast("AnyTensorType", type).get_shape())) <= LARGEST


def place_of(error: BaseException) -> str:
    """`file:line` of the innermost line of the project that an exception went through."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        f
        for f in frames
        if f.filename.startswith(str(ROOT)) and "/tests/" not in f.filename and "/.venv/" not in f.filename
    ]
    frame = (own or frames)[-1]
    return f"{shortened(frame.filename)}:{frame.lineno}"


def shortened(path: str) -> str:
    """A path as seen from the project's root."""
    return path.removeprefix(f"{ROOT}/")


def kind_of(message: str) -> str:
    """An error without what differs from case to case: places, names and numbers."""
    lines = [line for line in message.strip().splitlines() if line.strip()]
    text = lines[-1] if lines else ""
    text = re.sub(r"^\S*:\d+:\d+: (error: )?", "", text.strip(" ^"))
    text = re.sub(r"'[^']*'|\"[^\"]*\"|tensor<\S*|[%@#!][\w$.-]+", "_", text)
    return re.sub(r"-?\d+", "N", text)[:120]


def differing_lines(wanted: str, seen: str) -> tuple[str, str]:
    """The first line in which two texts differ, in each of them; two empty ones where one text ends first."""
    pairs = zip(wanted.splitlines(), seen.splitlines())
    return next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))


def difference(wanted: str, seen: str) -> str:
    """Where two texts differ, with what stands around it."""
    a, b = differing_lines(wanted, seen)
    if a == b:
        return "more or fewer lines"
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    start = max(0, at - 60)
    return f"{a[start : at + 90].strip()} | {b[start : at + 90].strip()}"
