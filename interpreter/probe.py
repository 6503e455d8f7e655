"""interpreter.print and interpreter.probe: values shown, and values written to files, while a program runs."""

from __future__ import annotations

import csv
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.interpreter import InterpreterFunctions, register_impls
from xdsl.ir import Attribute

from ..dialects.interpreter import PrintOp, ProbeOp
from ..dialects.stablehlo.constraints import ranked
from ..elements import Array, dtype_of
from .errors import EvaluationError
from .evaluator import evaluator
from .printing import tensor_text, value_name

INDEX_NAME = "index.csv"
"""The file that lists what was probed: one line `probe_id,type,file` for each value."""

_PRINTING = threading.Lock()


class Record(NamedTuple):
    """One line of the index."""

    probe_id: str
    type_text: str
    path: Path


class Probes:
    """The files of one run: `probe1.npy`, `probe2.npy`, ... in a directory, and their lines in its `index.csv`.

    Element types that NumPy has no type for are written as unsigned integers of the same bits.
    """

    def __init__(self, directory: Path):
        self.directory = directory
        self.records: list[Record] = []
        self._lock = threading.Lock()

    def write(self, probe_id: str, operand: Array, tensor_type: TensorType[Attribute]) -> None:
        """Store a value. Raises `EvaluationError` where the directory cannot be written to."""
        with self._lock:
            path = self.directory / f"probe{len(self.records) + 1}.npy"
            record = Record(probe_id, str(TensorType(tensor_type.element_type, operand.shape)), path)
            try:
                np.save(path, np.ascontiguousarray(_writable(operand)).reshape(operand.shape), allow_pickle=False)
                with open(self.directory / INDEX_NAME, "a", encoding="utf-8", newline="") as index:
                    csv.writer(index, lineterminator="\n").writerow(record)
            except OSError as error:
                raise EvaluationError(f"cannot write to {error.filename}: {error.strerror}") from error
            self.records.append(record)

    def read(self, probe_id: str, iteration: int, tensor_type: TensorType[Attribute]) -> Array:
        """What the probe wrote when it ran for the `iteration`-th time, counting from 0; an earlier run's values
        where the probe has not run in this one.

        Raises `EvaluationError` where there is no such value, or where its type is another one.
        """
        records = [r for r in self.records if r.probe_id == probe_id]
        records = records or [r for r in self._index() if r.probe_id == probe_id]
        if not 0 <= iteration < len(records):
            raise EvaluationError(f"Failed to find serialized data for probe {probe_id}")
        record = records[iteration]
        if record.type_text != str(tensor_type):
            raise EvaluationError(
                f"Serialized types don't match: {tensor_type} (actual) vs {record.type_text} (expected) "
                f"for probe {probe_id}"
            )
        try:
            stored = np.load(record.path, allow_pickle=False)
        except (OSError, ValueError) as error:
            raise EvaluationError(f"Failed to verify serialized tensor {probe_id}: {error}") from error
        return stored.view(dtype_of(tensor_type.element_type)) if stored.ndim else _scalar(stored, tensor_type)

    def _index(self) -> list[Record]:
        try:
            with open(self.directory / INDEX_NAME, encoding="utf-8", newline="") as index:
                return [Record(row[0], row[1], Path(row[2])) for row in csv.reader(index) if len(row) == 3]
        except OSError:
            return []


def _writable(operand: Array) -> Array:
    if operand.dtype.kind in "biufc":
        return operand
    return operand.view(f"u{operand.dtype.itemsize}")


def _scalar(stored: Array, tensor_type: TensorType[Attribute]) -> Array:
    return np.frombuffer(stored.tobytes(), dtype_of(tensor_type.element_type)).reshape(())


_PROBES: ContextVar[Probes | None] = ContextVar("probes", default=None)


@contextmanager
def probing(directory: str | Path) -> Generator[Probes]:
    """Let `interpreter.probe` write into `directory`, in this context. Without it a probe does not evaluate."""
    probes = Probes(Path(directory))
    token = _PROBES.set(probes)
    try:
        yield probes
    finally:
        _PROBES.reset(token)


def current_probes() -> Probes:
    """Where probes write. Raises `EvaluationError` outside of `probing`."""
    probes = _PROBES.get()
    if probes is None:
        raise EvaluationError("Probe serialization directory cannot be empty.")
    return probes


def eval_print(operand: Array, *, name: str, tensor_type: TensorType[Attribute]) -> tuple[()]:
    """Print `operand` to standard output behind its name; prints of parallel processes do not mix."""
    text = f"{name} = {tensor_text(operand, tensor_type)}\n"
    with _PRINTING:
        sys.stdout.write(text)
        sys.stdout.flush()
    return ()


def eval_probe(operand: Array, *, probe_id: str, tensor_type: TensorType[Attribute]) -> Array:
    """`operand`, which is also written to a file."""
    current_probes().write(probe_id, operand, tensor_type)
    return operand


@register_impls
class ProbeFunctions(InterpreterFunctions):
    """Evaluators of the interpreter dialect's ops that look at values."""

    print_ = evaluator(
        PrintOp,
        lambda op: partial(eval_print, name=value_name(op.operand), tensor_type=ranked(op.operand)),
        effects=True,
    )
    probe = evaluator(
        ProbeOp,
        lambda op: partial(eval_probe, probe_id=op.probe_id.data, tensor_type=ranked(op.operand)),
        effects=True,
    )
