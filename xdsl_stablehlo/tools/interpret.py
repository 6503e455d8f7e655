"""`stablehlo-translate --interpret`: the arguments, the results of `main`, and the progress in between."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import ParseError

from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding.explanations.terminal import shown_line
from xdsl_stablehlo.folding.fold.bind import ArgumentIndex, BindingError, argument_names
from xdsl_stablehlo.folding.tuning import PROGRESS_AFTER
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.random_numbers import seeded
from xdsl_stablehlo.interpreter.kernels.support.output import probing, value_text
from xdsl_stablehlo.ir.guards import is_array_attr, is_dense, is_tensor_type
from xdsl_stablehlo.text.read.parser import TextParser
from xdsl_stablehlo.values.arrays import ArrayFileError, StoredArray, as_stored, stored_arrays
from xdsl_stablehlo.values.element_types import dtype_of
from xdsl_stablehlo.values.elements import SplatElementsAttr
from xdsl_stablehlo.values.files import new_content
from xdsl_stablehlo.values.storage import native_bits

from ..interpreter import Program, Tensor, eval_module
from ..interpreter.execution.boundary import unwrap
from ..text.literals import dense_text
from ..text.locations import place_of
from .command_line.reading import CommandLine, ToolError
from .driver import writing
from .programs import diagnostics_of, excerpt, source_line

USAGE = "--args=[dense<1> : tensor<2xi32>, ...]"


def interpret(module: ModuleOp, ctx: Context, line: CommandLine) -> str:
    """The text of the results of `main` of a verified module; empty for a module without functions.

    Raises `ToolError` for wrong arguments and flags, `EvaluationError` if the program fails.
    """
    values, switches = line.values, line.switches
    seconds, steps = line.amount("max-seconds", None), line.count("max-steps", None)
    size, seed = line.count("max-bytes", None), line.count("rng-seed", None)
    limits = None if seconds is size is steps is None else Limits(seconds=seconds, bytes=size, steps=steps)
    function = entry_function(module)
    if function is None:
        return ""
    arguments = (
        named_arguments(module, function, ctx, values)
        if "args-safetensors" in values
        else given_arguments(function, ctx, values)
    )
    engine, trace = values.get("engine"), show_step if "trace" in switches else None
    with ExitStack() as stack:
        if values.get("probe-output-dir"):
            stack.enter_context(probing(values["probe-output-dir"]))
        if seed is not None:
            stack.enter_context(seeded(seed))
        shows = None if engine or trace else sys.stderr
        on_step = stack.enter_context(shown_line(shows, step_text, PROGRESS_AFTER))
        results = eval_module(module, arguments, limits=limits, on_step=on_step, trace=trace, engine=engine)
    if "results-npz" in values:
        save_results(values["results-npz"], results)
    dense, types = "interpreter-print-dense" in switches, function.function_type.outputs.data
    return "".join(result_text(r, t, dense) + "\n" for r, t in zip(results, types, strict=True))


def given_arguments(
    function: FuncOp, ctx: Context, values: Mapping[str, str], positions: Sequence[int] | None = None
) -> list[Tensor]:
    """The arguments of a function, all or those at `positions`, that the flags `args` and `args-npz` give.

    Raises `ToolError` for wrong ones.
    """
    if "args-npz" in values:
        return load_arguments(values["args-npz"], function, positions)
    return parse_arguments(values.get("args", ""), ctx)


def named_arguments(
    module: ModuleOp, function: FuncOp, ctx: Context, values: Mapping[str, str]
) -> list[Tensor]:
    """The arguments of a function: those that a file has by name, the others in order from the other flags.

    Raises `ToolError` for wrong ones, and for a file that belongs to the setup of another program.
    """
    from xdsl_stablehlo.splitting.running import SETUP_HASH, setup_hash

    path = values["args-safetensors"]
    index = ArgumentIndex(argument_names(function), f"@{function.sym_name.data}")
    try:
        arrays = stored_arrays(path)
        setup, said = module.attributes.get(SETUP_HASH), setup_hash(path)
        if isinstance(setup, StringAttr) and said != setup.data:
            raise ToolError(
                f"{path} was not computed by the setup of this program: run stablehlo-split --run again"
            )
        known = {index.position(name): array for name, array in arrays.items()}
        types = function.function_type.inputs.data
        given = {i: _argument(array, types[i], i) for i, array in known.items()}
        rest = [i for i in range(len(types)) if i not in given]
        others = given_arguments(function, ctx, values, rest)
    except (ArrayFileError, BindingError) as error:
        raise ToolError(str(error)) from None
    if len(others) != len(rest):
        raise ToolError(f"{path} leaves {len(rest)} arguments to the other flags, which give {len(others)}")
    given.update(zip(rest, others))
    return [given[i] for i in range(len(types))]


def step_text(op: Operation | None, seconds: float, columns: int) -> str:
    """The line for a run: how long it takes, and the current op."""
    where = "" if op is None else f" in {place_of(op.location)}'{op.name}'"
    return f"interpreting for {seconds:.0f} s{where}"


def show_step(op: Operation, results: Sequence[object]) -> None:
    """Print the results of an op on standard error, without the middle of large tensors."""
    names = ", ".join([f"%{value.name_hint}" if value.name_hint else "%_" for value in op.results])
    given = ", ".join(map(_in_short, results))
    text = f"{place_of(op.location)}{names}{' = ' if names else ''}{op.name} {given}"
    print(text.rstrip(), file=sys.stderr)


def _in_short(result: object) -> str:
    if not isinstance(result, Tensor):
        return str(result)
    text = np.array2string(result.array, separator=", ", threshold=16, edgeitems=3)
    return f"{' '.join(text.split()).replace('[ ', '[')} : {result.type}"


def entry_function(module: ModuleOp) -> FuncOp | None:
    """The function `main`, or the only function; None in a module without functions. Raises `EvaluationError`."""
    return Program.of(module).func if functions_of(module) else None


def result_text(result: object, result_type: Attribute, dense: bool) -> str:
    """A result as the reference interpreter prints it, or as a dense attribute."""
    if dense and isinstance(result, Tensor):
        attribute = result.to_attr()
        return f"{dense_text(attribute)} : {attribute.type}"
    return value_text(unwrap(result), result.type if isinstance(result, Tensor) else result_type)


# ---- arguments and results ----


def parse_arguments(text: str, ctx: Context) -> list[Tensor]:
    """The tensors of `[dense<..> : tensor<..>, ..]`; empty for empty text. Raises `ToolError`."""
    if not text:
        return []
    # "expectected" is how upstream's tool spells it, and what its users' checks look for
    needed = f"expectected array attribute string for args, i.e. {USAGE}"
    try:
        attribute = TextParser(ctx, text, "--args").parse_only_attribute()
    except ParseError as error:
        found = diagnostics_of(error)[0]
        if (found.line, found.column) == (1, 1):
            raise ToolError(needed) from None
        shown = excerpt(source_line(text, "", found.line) or "", found.column)
        raise ToolError(f"--args:{found.line}:{found.column}: {found.message}; {needed}", shown) from None
    if not is_array_attr(attribute):
        raise ToolError(needed)
    tensors: list[Tensor] = []
    for element in attribute:
        if not is_dense(element) and not isinstance(element, SplatElementsAttr):
            raise ToolError(f"expected dense elements attribute for args elements, i.e. {USAGE}")
        tensors.append(Tensor.from_attr(element))
    return tensors


def load_arguments(path: str, function: FuncOp, positions: Sequence[int] | None = None) -> list[Tensor]:
    """The arrays of a `.npz` file, in its order, as arguments of `function`: all, or those at `positions`.

    Elements of types that NumPy lacks are stored as integers of the same size, as `save_results` does. Raises
    `ToolError` for a file that cannot be read or does not fit.
    """
    try:
        arrays = stored_arrays(path)
        types = function.function_type.inputs.data
        wanted = range(len(types)) if positions is None else positions
        if len(arrays) != len(wanted):
            takes = f"@{function.sym_name.data} takes {len(wanted)}"
            raise ToolError(f"{path} holds {len(arrays)} arrays, but {takes}")
        return [_argument(array, types[i], i) for i, array in zip(wanted, arrays.values())]
    except ArrayFileError as error:
        raise ToolError(str(error)) from None


def _argument(stored: StoredArray, value_type: Attribute, position: int) -> Tensor:
    if not is_tensor_type(value_type):
        raise ToolError(f"argument {position} is of type {value_type}, which {stored.path} cannot hold")
    dtype = dtype_of(value_type.element_type)
    same = as_stored(stored.dtype, dtype)
    try:
        # The type is checked with one element for all, before the array is read.
        Tensor(value_type, np.broadcast_to(np.empty((), dtype if same else stored.dtype), stored.shape))
        array = np.asarray(stored)
        return Tensor(value_type, array.view(dtype) if same else array)
    except ArrayFileError:
        raise
    except ValueError as error:
        raise ToolError(f"argument {position} from {stored.path}: {error}") from None


def save_results(path: str, results: Iterable[object]) -> None:
    """Write the tensors among the results to a `.npz` file, as `result0`, `result1`, ...

    Elements of types that NumPy lacks are stored as unsigned integers of the same bits.
    """
    tensors = {i: result for i, result in enumerate(results) if isinstance(result, Tensor)}
    arrays: dict[str, Any] = {f"result{i}": native_bits(tensor.array) for i, tensor in tensors.items()}
    with writing(f"'{path}'"), new_content(path) as file:
        np.savez(file, **arrays)
