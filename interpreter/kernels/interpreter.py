"""The interpreter dialect: values printed or written to files, and programs on a grid of processes."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial

from xdsl.dialects.builtin import AnyTensorType, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.traits import SymbolTable

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array

from ...dialects.interpreter import PrintOp, ProbeOp, RunParallelOp
from ..interface.errors import EvaluationError
from ..parallel.grid import ProcessGrid, run_grid
from .support.output import tensor_text, value_name, write_probe
from .support.table import register_made
from .support.values import Value, as_arrays

_PRINTING = threading.Lock()


def eval_print(operand: Array, *, name: str, tensor_type: AnyTensorType) -> tuple[()]:
    """Print `operand` to standard output behind its name; the prints of parallel processes do not mix."""
    text = f"{name} = {tensor_text(operand, tensor_type)}\n"
    with _PRINTING:
        sys.stdout.write(text)
        sys.stdout.flush()
    return ()


def eval_probe(operand: Array, *, probe_id: str, tensor_type: AnyTensorType) -> Array:
    """`operand`, which is also written to a file."""
    write_probe(probe_id, str(TensorType(tensor_type.element_type, operand.shape)), operand)
    return operand


register_made(
    PrintOp,
    lambda op: partial(eval_print, name=value_name(op.operand), tensor_type=ranked(op.operand)),
    effects=True,
    storage=True,
)
register_made(
    ProbeOp,
    lambda op: partial(eval_probe, probe_id=op.probe_id.data, tensor_type=ranked(op.operand)),
    effects=True,
    storage=True,
)


MOST_PROCESSES = 1 << 12
"""A grid has at most so many processes, each a thread."""


def eval_run_parallel(
    *inputs: Value,
    shape: tuple[int, int],
    argument_counts: Sequence[int],
    callees: Sequence[Callable[..., tuple[Value, ...]]],
) -> tuple[Value, ...]:
    """Run one function for each process of a grid of `shape`, and give all their results in order.

    `callees` are the programs, replicas first, then the functions whose results are the infeed.
    """
    count = shape[0] * shape[1]
    if count > MOST_PROCESSES:
        raise EvaluationError(f"asks for {shape[0]} x {shape[1]} processes; at most {MOST_PROCESSES} are run")
    programs: list[Callable[[], tuple[Value, ...]]] = []
    at = 0
    for function, arity in zip(callees[:count], argument_counts, strict=True):
        programs.append(partial(function, *inputs[at : at + arity]))
        at += arity
    grid = ProcessGrid(*shape, infeed=[_feed(function) for function in callees[count:]])
    return tuple(value for results in run_grid(grid, programs) for value in results)


def _feed(function: Callable[[], tuple[Value, ...]]) -> Callable[[], tuple[Array, ...]]:
    return lambda: as_arrays(function())


def _run_parallel(op: RunParallelOp) -> partial[tuple[Value, ...]]:
    counts: list[int] = []
    for name in (name for row in op.programs for name in row):
        function = SymbolTable.lookup_symbol(op, name)
        assert isinstance(function, FuncOp)
        counts.append(len(function.function_type.inputs))
    return partial(
        eval_run_parallel, shape=(len(op.programs), len(op.programs.data[0])), argument_counts=counts
    )


def _callees(op: RunParallelOp) -> list[str]:
    names = [symbol for row in op.programs for symbol in row]
    return [symbol.root_reference.data for symbol in (*names, *(op.infeed or ()))]


register_made(RunParallelOp, _run_parallel, callees=_callees, effects=True, storage=True)
