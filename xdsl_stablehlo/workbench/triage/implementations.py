"""Implementations of StableHLO behind one interface. Each runs in a process of its own, with a time limit.

`ours`, `cpp` and `xla` are this project's interpreter, the C++ interpreter of jaxlib, and XLA on JAX's default device
or on that of a platform, `xla:gpu`. `enzyme` and `stablehlo` are the optimisers of Enzyme-JAX and of a jaxlib that has
StableHLO's passes: this project's interpreter runs what they make of a program, unless it is proved right.

Any other is a command, `NAME=COMMAND {program} {arguments} {results}`: it reads a program as text and an .npz file with
its arguments in order, and writes an .npz file with its results in order. Elements that NumPy has no type for are
unsigned integers of the same bits. A command with `{rewritten}` in place of `{results}` is an optimiser, which writes a
program.
"""

from __future__ import annotations

import importlib
import os
import re
import shlex
import tempfile
import zipfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, TimeoutError as FutureTimeoutError
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, Float32Type, IntegerType, ModuleOp, Signedness, TensorType
from xdsl.dialects.func import ReturnOp
from xdsl.ir import SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_stablehlo import print_module
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked_type
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding import bind_arguments
from xdsl_stablehlo.interpreter import Tensor, eval_module
from xdsl_stablehlo.interpreter.interface.engines import Compiled, EngineError, engine_named
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.printable import kind_and_first_line
from xdsl_stablehlo.values.element_types import (
    Array,
    IntegerFormat,
    dtype_of,
    format_of,
    is_complex_type,
    is_native,
    pairs,
)
from xdsl_stablehlo.values.storage import native_bits

from ..reducing import read_program
from ..reducing.runners import run_command
from ..running import EndedError, Processes, Returned, reason_in

Options: TypeAlias = "Mapping[str, str]"
"""Options of XLA, the `pipeline` of Enzyme-JAX, or `copies` for the C++ interpreter, with any value."""

REFUSED, CRASHED, HUNG = "refused", "crash", "hang"


@dataclass(frozen=True)
class ProgramOutcome:
    """The results of a program, or why there are none."""

    results: tuple[Array, ...] = ()
    failure: str = ""
    """Empty, or `REFUSED` with an error of the implementation, `CRASHED`, or `HUNG`."""
    message: str = ""
    reason: str = ""
    """Why a crash happened, as the process said; the message has it, too."""

    @staticmethod
    def refusal(error: Exception) -> ProgramOutcome:
        """The outcome of an error of the implementation."""
        return ProgramOutcome(failure=REFUSED, message=kind_and_first_line(error)[:300])

    @staticmethod
    def crash(error: EndedError) -> ProgramOutcome:
        """The outcome of a process that ended."""
        return ProgramOutcome(failure=CRASHED, message=str(error), reason=error.reason)


def output_types(module: ModuleOp) -> list[AnyTensorType]:
    """The types of the results of `@main`. Raises `ValueError` for results that are no tensors."""
    types = functions_of(module)["main"].function_type.outputs.data
    tensors = [t for t in types if is_tensor_type(t)]
    if len(tensors) < len(types):
        raise ValueError("a result is no tensor")
    return tensors


# ---- what is built in ----


Given = TypeVar("Given")


@dataclass(frozen=True)
class _BuiltIn(Generic[Given]):
    """A built-in implementation. Only `run` is called in its process, which reads nothing twice."""

    given: Callable[[ModuleOp, Sequence[Array], Options], Given]
    """The input of the process in place of the module."""
    run: Callable[[Given, Sequence[Array], Options, str], list[Array]]
    """The results, with the platform last."""
    results: Callable[[ModuleOp, list[Array]], list[Array]] = lambda _, arrays: arrays
    """The results of the program that these are."""

    @staticmethod
    def optimiser(rewrite: Callable[[str, Options], str]) -> _BuiltIn[str]:
        """One whose rewritten programs are run here."""

        def run(text: str, arguments: Sequence[Array], options: Options, _: str) -> list[Array]:
            return _ours(rewrite(text, options), arguments, {}, "")

        return _BuiltIn(_text, run)


def _text(module: ModuleOp, _: Sequence[Array], __: Options) -> str:
    return print_module(module)


def _ours(text: str, arguments: Sequence[Array], _: Options, __: str) -> list[Array]:
    module = read_program(text)
    output_types(module)
    return [np.asarray(x.array) for x in eval_module(module, arguments) if isinstance(x, Tensor)]


class _XlaEngine(Protocol):
    """The engine of XLA, which has its C++ interpreter and its passes, too."""

    def __init__(self, options: Options, platform: str | None) -> None: ...
    def prepared(self, module: ModuleOp) -> object: ...
    def load(self, program: object) -> Compiled: ...
    def by_reference(self, program: str) -> list[Array]: ...
    def simplified(self, program: str) -> str: ...


def _engine() -> _XlaEngine:
    return cast(_XlaEngine, engine_named("xla"))


def _xla(program: object, arguments: Sequence[Array], options: Options, platform: str) -> list[Array]:
    # Processes beside each other share a GPU.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    return list(type(_engine())(options, platform or None).load(program)(arguments))


FACTS = re.compile(r"enzymexla\.\w+ = \[(?:[^\[\]]|\[[^\[\]]*\])*\](, )?")
"""Attributes in which Enzyme-JAX notes down facts; no part of what the program computes."""

ALL_PATTERNS = "enzyme-hlo-opt"
"""The pipeline of Enzyme-JAX that applies all patterns."""
ALONE = "enzyme-hlo-generate-td{{patterns={}}},transform-interpreter,enzyme-hlo-remove-transform"
"""The pipeline of Enzyme-JAX that applies one pattern."""


def _enzyme(text: str, options: Options) -> str:
    call = importlib.import_module("enzyme_ad.jax.enzyme_call")
    pipeline = options.get("pipeline", ALL_PATTERNS)
    made = FACTS.sub("", call.run_pass_pipeline([], text, pipeline)[1])
    return made.replace("func.func private @main(", "func.func @main(")  # which Enzyme makes private


def enzyme_patterns() -> list[str]:
    """The names of the patterns that Enzyme-JAX applies by default."""
    made: str = importlib.import_module("enzyme_ad.jax.primitives").optimization_passes()
    found = re.search(r"patterns=(.*?)\}", made)
    return found[1].split(";") if found else []


def _stablehlo(text: str, _: Options) -> str:
    return _engine().simplified(text)


def _constant_program(module: ModuleOp, arguments: Sequence[Array], options: Options) -> str:
    """A program whose arguments are constants, and whose results NumPy has types for."""
    copy = with_copied_operands(module) if "copies" in options else module.clone()
    bind_arguments(copy, {str(i): array for i, array in enumerate(arguments)}, "main")
    _return_native(copy)
    return print_module(copy)


def _cpp(text: str, _: Sequence[Array], __: Options, ___: str) -> list[Array]:
    """The results of the C++ interpreter for a program without arguments."""
    return _engine().by_reference(text)


def _results_of_native(module: ModuleOp, given: list[Array]) -> list[Array]:
    """The results that `_return_native` changed."""
    arrays, results = iter(given), list[Array]()
    for t in output_types(module):
        dtype = dtype_of(t.element_type)
        if is_complex_type(t.element_type):
            results.append(pairs(next(arrays), next(arrays)).reshape(t.get_shape()))
        else:
            results.append(next(arrays).astype(dtype).reshape(t.get_shape()))
    return results


def writes_in_place(module: ModuleOp) -> list[hlo.ScatterOp]:
    """The ops by which the C++ interpreter writes into what other ops read, too."""
    return [op for op in module.walk() if isinstance(op, hlo.ScatterOp)]


def with_copied_operands(module: ModuleOp) -> ModuleOp:
    """A module of the same meaning whose scatters read copies: the C++ interpreter writes into what they read."""
    copy = module.clone()
    for op in writes_in_place(copy):
        inputs = [hlo.MaxOp(value, value) for value in op.inputs]
        Rewriter.insert_op(inputs, InsertPoint.before(op))
        op.operands = [*[each.result for each in inputs], *op.operands[len(inputs) :]]
    return copy


def _return_native(module: ModuleOp) -> None:
    """Return complex numbers as their parts, and elements that NumPy has no type for as those of a larger type."""
    main = functions_of(module)["main"]
    ending = main.body.block.last_op
    assert isinstance(ending, ReturnOp)
    returned: list[SSAValue] = []
    for value in ending.operands:
        t = ranked_type(value.type)
        known = format_of(t.element_type)
        if is_complex_type(t.element_type):
            made = [hlo.RealOp(value), hlo.ImagOp(value)]
        elif is_native(known.dtype):
            returned.append(value)
            continue
        else:
            sign = Signedness.SIGNLESS if known.signed else Signedness.UNSIGNED
            wide = IntegerType(8, sign) if isinstance(known, IntegerFormat) else Float32Type()
            made = [hlo.ConvertOp(value, result_type=TensorType(wide, t.get_shape()))]
        main.body.block.insert_ops_before(made, ending)
        returned += [op.results[0] for op in made]
    ending.operands = returned
    main.update_function_type()


OPTIMISERS: Mapping[str, Callable[[str, Options], str]] = {"enzyme": _enzyme, "stablehlo": _stablehlo}
"""The functions that rewrite the text of a program."""

_KINDS: Mapping[str, _BuiltIn[Any]] = {
    "ours": _BuiltIn(_text, _ours),
    "cpp": _BuiltIn(_constant_program, _cpp, _results_of_native),
    "xla": _BuiltIn(lambda module, _, __: _engine().prepared(module), _xla),
    **{name: _BuiltIn.optimiser(rewrite) for name, rewrite in OPTIMISERS.items()},
}
BUILT_IN = tuple(_KINDS)


def run_built_in(
    name: str, given: object, arguments: Sequence[Array], options: Options
) -> list[Array] | ProgramOutcome:
    """The results of a built-in implementation, or its error: the work of its process."""
    kind, _, platform = name.partition(":")
    try:
        return _KINDS[kind].run(given, arguments, options, platform)
    except Exception as error:
        return ProgramOutcome.refusal(error)


def rewrite_built_in(name: str, text: str) -> str | ProgramOutcome:
    """The program that an optimiser makes of one, or its error: the work of its process."""
    try:
        return OPTIMISERS[name](text, {})
    except Exception as error:
        return ProgramOutcome.refusal(error)


MOST_WAITS = 20
"""The multiple of its limit that a run may last on a machine that does not get to it."""
LEAST_SHARE = 0.001
"""A process that takes a smaller share of a processor waits for what never comes."""

SMALLEST = "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}"
"""A program that every implementation takes."""


@dataclass
class BuiltIn:
    """An implementation in a process that is kept, and started again after a crash or a hang."""

    name: str
    _process: Processes | None = field(default=None, repr=False)

    @property
    def kind(self) -> str:
        """The name without the platform."""
        return self.name.partition(":")[0]

    def check(self, seconds: float) -> None:
        """Raises `ValueError` if it is not there: a package or a device that was asked for is missing."""
        if self.name in ("ours", "cpp", "xla"):
            return
        outcome = self.run(read_program(SMALLEST), [np.zeros((), np.float32)], seconds, {})
        self.end()
        if outcome.failure:
            raise ValueError(f"'{self.name}' does not run here: {outcome.message}")

    def run(
        self, module: ModuleOp, arguments: Sequence[Array], seconds: float, options: Options
    ) -> ProgramOutcome:
        """Run a program."""
        kind = _KINDS[self.kind]
        try:
            given = kind.given(module, arguments, options)
        except Exception as error:
            return ProgramOutcome.refusal(error)
        made = self._asked(seconds, run_built_in, self.name, given, list(arguments), dict(options))
        return made if isinstance(made, ProgramOutcome) else ProgramOutcome(tuple(kind.results(module, made)))

    def rewritten(self, module: ModuleOp, _: Sequence[Array], seconds: float) -> str | None:
        """The program that an optimiser makes of a module; None if it fails, or is none."""
        if self.name not in OPTIMISERS:
            return None
        made = self._asked(seconds, rewrite_built_in, self.name, print_module(module))
        return None if isinstance(made, ProgramOutcome) else made

    def _asked(
        self, seconds: float, work: Callable[..., Returned], *given: object
    ) -> Returned | ProgramOutcome:
        """The result of a call in the process, or the failure."""
        if self._process is None:
            # A process begins with the modules that this one has, also after a crash.
            if self.kind != "ours":
                with suppress(EngineError):
                    engine_named("xla")
            self._process = Processes(1, quiet=True)
        asked = self._process.submit(work, *given)
        try:
            return self._wait(asked, seconds)
        except FutureTimeoutError:
            self.end()
            return ProgramOutcome(failure=HUNG, message=f"no results after {seconds:g} seconds")
        except EndedError as error:
            return ProgramOutcome.crash(error)

    def _wait(self, asked: Future[Returned], seconds: float) -> Returned:
        """The result of a call that may take so many seconds of processor time. Raises `TimeoutError`.

        A machine that is busy with other work makes no run a hang.
        """
        assert self._process is not None
        before = last = self._process.processor_seconds()
        for _ in range(MOST_WAITS):
            with suppress(FutureTimeoutError):
                return asked.result(seconds)
            now = self._process.processor_seconds()
            if before is None or last is None or now is None or now - before >= seconds:
                break
            if now - last < LEAST_SHARE * seconds:
                break
            last = now
        raise FutureTimeoutError

    def end(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.shutdown(cancel_futures=True)
            self._process = None


@dataclass(frozen=True)
class CommandLineTool:
    """An implementation that is a command."""

    name: str
    command: str
    """Its words, among them `{program}`, `{arguments}` and `{results}`, or `{program}` and `{rewritten}`."""

    kind = "command"

    def check(self, _: float) -> None:
        """A command is not tried."""

    def run(self, module: ModuleOp, arguments: Sequence[Array], seconds: float, _: Options) -> ProgramOutcome:
        """Run a program. Raises `OSError` if the command cannot be run."""
        made = self._called(module, arguments, seconds)
        if not isinstance(made, str):
            return made
        try:
            return ProgramOutcome(tuple(_ours(made, arguments, {}, "")))
        except (ValueError, ParseError, VerifyException) as error:
            return ProgramOutcome(failure=REFUSED, message=str(error))

    def rewritten(self, module: ModuleOp, arguments: Sequence[Array], seconds: float) -> str | None:
        """The program that an optimiser makes of a module; None if it fails, or is none."""
        made = self._called(module, arguments, seconds) if "{rewritten}" in self.command else None
        return made if isinstance(made, str) else None

    def _called(self, module: ModuleOp, arguments: Sequence[Array], seconds: float) -> ProgramOutcome | str:
        """The outcome of the command, or the program that it writes."""
        with tempfile.TemporaryDirectory(prefix="stablehlo-triage-") as folder:
            paths = {key: str(Path(folder, name)) for key, name in _FILES.items()}
            Path(paths["program"]).write_bytes(print_module(module).encode(errors="surrogateescape"))
            np.savez(paths["arguments"], *map(native_bits, arguments))
            words = shlex.split(self.command)
            for key, path in paths.items():
                words = [word.replace(f"{{{key}}}", path) for word in words]
            ended = run_command(words, seconds)
            if ended is None:
                return ProgramOutcome(failure=HUNG, message=f"no results after {seconds:g} seconds")
            code, errors = ended
            if code < 0:
                return ProgramOutcome.crash(EndedError(f"ended by signal {-code}", reason_in(errors)))
            if code:
                last = errors.strip().splitlines()[-1] if errors.strip() else f"exit code {code}"
                return ProgramOutcome(failure=REFUSED, message=last[:300].replace(folder, ""))
            try:
                if "{rewritten}" in self.command:
                    return Path(paths["rewritten"]).read_text(errors="surrogateescape")
                return ProgramOutcome(_read_results(paths["results"], output_types(module)))
            except (OSError, ValueError, zipfile.BadZipFile) as error:
                return ProgramOutcome(failure=REFUSED, message=str(error).replace(folder, ""))


_FILES = {
    "program": "program.mlir",
    "arguments": "arguments.npz",
    "results": "results.npz",
    "rewritten": "rewritten.mlir",
}
"""The names of the files of a command."""


def _read_results(path: str, types: Sequence[AnyTensorType]) -> tuple[Array, ...]:
    """The arrays of a file, as elements of these types. Raises `ValueError` if they do not fit."""
    with np.load(path) as stored:
        arrays: list[Array] = [stored[name] for name in stored.files]
    if len(arrays) != len(types):
        raise ValueError(f"{len(arrays)} results instead of {len(types)}")
    results: list[Array] = []
    for array, t in zip(arrays, types, strict=True):
        dtype = dtype_of(t.element_type)
        if array.shape != t.get_shape() or array.dtype.itemsize != dtype.itemsize:
            raise ValueError(f"a result is {array.dtype}{list(array.shape)} instead of {t}")
        results.append(array if array.dtype == dtype else array.view(dtype))
    return tuple(results)


class RunsPrograms(Protocol):
    """The implementations that run programs."""

    def run(
        self, module: ModuleOp, arguments: Sequence[Array], seconds: float, options: Options, /
    ) -> ProgramOutcome:
        """Run a program, which is not changed."""
        ...


AnyImplementation: TypeAlias = "BuiltIn | CommandLineTool"


@cache
def implementation(spelled: str) -> AnyImplementation:
    """The implementation of a name, or of `NAME=COMMAND`: one for each process. Raises `ValueError`."""
    name, is_command, command = spelled.partition("=")
    if is_command:
        if "{program}" not in command or not ("{results}" in command or "{rewritten}" in command):
            raise ValueError(f"the command of '{name}' needs {{program}}, and {{results}} or {{rewritten}}")
        return CommandLineTool(name, command)
    kind, has_platform, _ = name.partition(":")
    if kind not in BUILT_IN or (has_platform and kind != "xla"):
        raise ValueError(f"'{name}' is not one of {', '.join(BUILT_IN)}, nor NAME=COMMAND")
    return BuiltIn(name)
