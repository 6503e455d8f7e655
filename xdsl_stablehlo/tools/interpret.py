"""`stablehlo-translate --interpret`: arguments in, the results of `main` out, progress in between."""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import AnyTensorType, ArrayAttr, DenseIntOrFPElementsAttr, ModuleOp, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import ParseError

from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.random_numbers import seeded
from xdsl_stablehlo.interpreter.kernels.support.output import probing, value_text
from xdsl_stablehlo.interpreter.limits import Limits
from xdsl_stablehlo.text.read.parser import TextParser
from xdsl_stablehlo.values.arrays import ArrayFileError, StoredArray, as_stored, stored_arrays
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.elements import AnyElementsAttr, SplatElementsAttr
from xdsl_stablehlo.values.files import new_content
from xdsl_stablehlo.values.storage import native_bits

from ..interpreter import EvaluationError, Tensor, eval_module
from ..interpreter.execution.boundary import unwrap
from ..text.literals import dense_text
from ..text.locations import place_of
from .command_line import CommandLine, ToolError

USAGE = "--args=[dense<1> : tensor<2xi32>, ...]"


@dataclass(frozen=True)
class InterpretOptions:
    """What the command line says about an evaluation."""

    args: str = ""
    args_npz: str | None = None
    results_npz: str | None = None
    probe_output_dir: str | None = None
    print_dense: bool = False
    seed: int | None = None
    limits: Limits | None = None
    engine: str | None = None
    trace: bool = False


def limits_of(line: CommandLine) -> Limits | None:
    """The limits that the flags `max-seconds`, `max-bytes` and `max-steps` set. Raises `ToolError` for wrong values."""
    seconds, steps = line.amount("max-seconds", None), line.count("max-steps", None)
    size = line.count("max-bytes", None)
    return None if seconds is size is steps is None else Limits(seconds=seconds, bytes=size, steps=steps)


def interpret(module: ModuleOp, ctx: Context, options: InterpretOptions) -> str:
    """The text of what `main` of a verified module returns; nothing for a module without functions.

    Raises `ToolError` for arguments that are none, `EvaluationError` where the program fails.
    """
    function = entry_function(module)
    if function is None:
        return ""
    arguments = given_arguments(function, ctx, options)
    with ExitStack() as stack:
        if options.probe_output_dir:
            stack.enter_context(probing(options.probe_output_dir))
        if options.seed is not None:
            stack.enter_context(seeded(options.seed))
        trace = show_step if options.trace else None
        on_step = None if options.engine or trace else stack.enter_context(progress())
        results = eval_module(
            module, arguments, limits=options.limits, on_step=on_step, trace=trace, engine=options.engine
        )
    if options.results_npz is not None:
        save_results(options.results_npz, results)
    types = function.function_type.outputs.data
    return "".join(result_text(r, t, options.print_dense) + "\n" for r, t in zip(results, types, strict=True))


def given_arguments(function: FuncOp, ctx: Context, options: InterpretOptions) -> list[Tensor]:
    """The arguments of a function that the command line gives. Raises `ToolError` for what are none."""
    if options.args_npz is not None:
        return load_arguments(options.args_npz, function)
    return parse_arguments(options.args, ctx)


def show_step(op: Operation, results: Sequence[Any]) -> None:
    """Say on standard error what an op gave: the middle of large tensors is left out."""
    names = ", ".join([f"%{value.name_hint}" if value.name_hint else "%_" for value in op.results])
    given = ", ".join([_in_short(result) for result in results])
    print(
        f"{place_of(op.location)}{names}{' = ' if names else ''}{op.name} {given}".rstrip(), file=sys.stderr
    )


def _in_short(result: Any) -> str:
    if not isinstance(result, Tensor):
        return str(result)
    text = np.array2string(result.array, separator=", ", threshold=16, edgeitems=3)
    return f"{' '.join(text.split()).replace('[ ', '[')} : {result.type}"


def entry_function(module: ModuleOp) -> FuncOp | None:
    """The function `main`, or the only one; None in a module that has none."""
    functions = [op for op in module.ops if isinstance(op, FuncOp)]
    named = [f for f in functions if f.sym_name.data == "main"]
    if named or len(functions) == 1:
        return (named or functions)[0]
    if functions:
        raise EvaluationError("module must have entry func with name main")
    return None


def result_text(result: Any, result_type: Attribute, dense: bool) -> str:
    """A result as the reference interpreter prints it, or as a dense attribute."""
    if dense and isinstance(result, Tensor):
        attribute = result.to_attr()
        return f"{dense_text(attribute)} : {attribute.type}"
    return value_text(unwrap(result), result.type if isinstance(result, Tensor) else result_type)


# ---- arguments and results ----


def parse_arguments(text: str, ctx: Context) -> list[Tensor]:
    """The tensors of `[dense<..> : tensor<..>, ..]`; none for empty text. Raises `ToolError`."""
    if not text:
        return []
    try:
        attribute = TextParser(ctx, text, "--args").parse_only_attribute()
    except ParseError:
        attribute = None
    if not isinstance(attribute, ArrayAttr):
        # "expectected" is how upstream's tool spells it, and what its users' checks look for
        raise ToolError(f"expectected array attribute string for args, i.e. {USAGE}")
    tensors: list[Tensor] = []
    for element in cast("ArrayAttr[Attribute]", attribute):
        if not isinstance(element, DenseIntOrFPElementsAttr | SplatElementsAttr):
            raise ToolError(f"expected dense elements attribute for args elements, i.e. {USAGE}")
        tensors.append(Tensor.from_attr(cast(AnyElementsAttr, element)))
    return tensors


def load_arguments(path: str, function: FuncOp) -> list[Tensor]:
    """The arrays of a `.npz` file, in its order, as arguments of `function`.

    Elements of a type that NumPy does not know are taken from integers of as many bytes, as `save_results` stores
    them. Raises `ToolError` for a file that cannot be read or does not fit.
    """
    try:
        arrays = stored_arrays(path)
        types = function.function_type.inputs.data
        if len(arrays) != len(types):
            raise ToolError(
                f"{path} holds {len(arrays)} arrays, but @{function.sym_name.data} takes {len(types)}"
            )
        return [_argument(array, t, i) for i, (array, t) in enumerate(zip(arrays.values(), types))]
    except ArrayFileError as error:
        raise ToolError(str(error)) from None


def _argument(stored: StoredArray, value_type: Attribute, position: int) -> Tensor:
    if not isinstance(value_type, TensorType):
        raise ToolError(f"argument {position} is of type {value_type}, which {stored.path} cannot hold")
    tensor_type = cast("AnyTensorType", value_type)
    dtype = dtype_of(tensor_type.element_type)
    same = as_stored(stored.dtype, dtype)
    try:
        # One element stands for all until their number is known to be right.
        Tensor(tensor_type, np.broadcast_to(np.empty((), dtype if same else stored.dtype), stored.shape))
        array = np.asarray(stored)
        return Tensor(tensor_type, array.view(dtype) if same else array)
    except ArrayFileError:
        raise
    except ValueError as error:
        raise ToolError(f"argument {position} from {stored.path}: {error}") from None


def save_results(path: str, results: Iterable[Any]) -> None:
    """Write the tensors among the results to a `.npz` file, as `result0`, `result1`, ...

    Elements of a type that NumPy does not know are stored as unsigned integers of the same bits.
    """
    arrays: dict[str, Array] = {}
    for i, result in enumerate(results):
        if isinstance(result, Tensor):
            array = result.array
            arrays[f"result{i}"] = native_bits(array)
    try:
        with new_content(path) as file:
            np.savez(file, **cast("dict[str, Any]", arrays))
    except OSError as error:
        raise ToolError(f"cannot write {path}: {error.strerror or error}") from None


# ---- progress ----

PROGRESS_AFTER = 1.0
"""Seconds before a run says where it is."""


@contextmanager
def progress() -> Generator[Callable[[Operation], None] | None]:
    """Say on standard error which op runs, once a run takes longer, if somebody is there to see it.

    Gives what has to be told of each op; None where nobody is there.
    """
    if not sys.stderr.isatty():
        yield None
        return
    done = threading.Event()
    running: deque[Operation] = deque(maxlen=1)
    start = time.monotonic()

    def report() -> None:
        shown = False
        while not done.wait(PROGRESS_AFTER if not shown else 0.5):
            op = running[-1] if running else None
            where = "" if op is None else f" in {place_of(op.location)}'{op.name}'"
            sys.stderr.write(f"\r\x1b[Kinterpreting for {time.monotonic() - start:.0f} s{where}")
            sys.stderr.flush()
            shown = True
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    reporter = threading.Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield running.append
    finally:
        done.set()
        reporter.join()
