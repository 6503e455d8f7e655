"""Values as text in the reference interpreter's form, and in the files of probes."""

from __future__ import annotations

import csv
import re
import threading
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, IndexType, IntegerType, TensorType, TupleType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, OpResult, SSAValue

from xdsl_stablehlo.dialects.base.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ranked_type
from xdsl_stablehlo.ir.guards import is_complex_type
from xdsl_stablehlo.text.floats import float_texts
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.files import new_content
from xdsl_stablehlo.values.storage import native_bits

from ...interface.errors import EvaluationError
from .values import Value


def value_text(value: Value, value_type: Attribute) -> str:
    """A tensor as `tensor<2xi8> {` .. `}`, a token as its type, a tuple with one element per line."""
    if isinstance(value, np.ndarray):
        return tensor_text(value, ranked_type(value_type))
    if isinstance(value, tuple) and isinstance(value_type, TupleType):
        parts = [value_text(v, t) for v, t in zip(value, value_type.types.data, strict=True)]
        return f"{value_type} (\n" + ",\n".join(parts) + "\n)"
    return str(value_type)


def tensor_text(array: Array, tensor_type: AnyTensorType) -> str:
    """The type, then the elements: `[1, 2]` per row, `true`, `1.000000e+00`, `[real, imag]`, hex where needed."""
    texts = element_texts(array, tensor_type.element_type)
    sized = TensorType(tensor_type.element_type, array.shape)
    if not array.shape:
        return f"{sized} {{{texts[0]}}}"
    return f"{sized} {{\n{_rows(texts, array.shape, '  ')}\n}}"


def _rows(texts: list[str], shape: tuple[int, ...], indent: str) -> str:
    if len(shape) == 1:
        return f"{indent}[{', '.join(texts)}]"
    if not shape[0]:
        return f"{indent}[]"
    step = len(texts) // shape[0]
    rows = [_rows(texts[i * step : (i + 1) * step], shape[1:], indent + "  ") for i in range(shape[0])]
    return f"{indent}[\n" + ",\n".join(rows) + f"\n{indent}]"


def element_texts(array: Array, element_type: Attribute) -> list[str]:
    """The elements in row-major order, each as an MLIR literal; storage integers for a quantized type."""
    if isinstance(element_type, AnyQuantizedType):
        return element_texts(array, element_type.stored_as)
    if isinstance(element_type, IntegerType | IndexType):
        if array.dtype == np.bool_:
            return ["true" if element else "false" for element in array.reshape(-1).tolist()]
        wide = np.uint64 if array.dtype == np.uint64 else np.int64
        return [str(element) for element in array.astype(wide).reshape(-1).tolist()]
    if is_complex_type(element_type):
        part_type = element_type.element_type
        texts = float_texts(np.ascontiguousarray(array).reshape(-1).view(dtype_of(part_type)), part_type)
        return [f"[{real}, {imag}]" for real, imag in zip(texts[::2], texts[1::2], strict=True)]
    return float_texts(array, element_type)


def value_name(value: SSAValue) -> str:
    """The name of a value in its function: its own, or the number that the printer counts for it."""
    if value.name_hint is not None:
        return f"%{value.name_hint}"
    if isinstance(value, BlockArgument):
        return f"%arg{value.index}"
    assert isinstance(value, OpResult)
    owner = value.op
    function = owner.parent_op()
    while function is not None and not isinstance(function, FuncOp):
        function = function.parent_op()
    number = 0
    for op in function.walk() if function is not None else ():
        if op is owner:
            break
        number += bool(op.results) and not isinstance(op, ConstantOp) and op.results[0].name_hint is None
    return f"%{number}#{value.index}" if len(owner.results) > 1 else f"%{number}"


# The files of `interpreter.probe`, which `check.expect_serialized_eq` reads.
#
# A probe directory has a `.npy` file for each value, and `index.csv` with a line `probe_id,type,file` for each of them,
# in the order of evaluation. The first value of an evaluation begins a new index and new numbers of files. If nothing
# is written, the index of an earlier evaluation is read.


INDEX_FILE = "index.csv"


class Record(NamedTuple):
    """One line of the index."""

    probe_id: str
    value_type: str
    path: Path


class Probes:
    """The values that the probes of one evaluation see: `probe1.npy`, `probe2.npy`, ... in a directory."""

    def __init__(self, directory: Path):
        self.directory = directory
        self._records: list[Record] = []
        self._lock = threading.Lock()

    def write(self, probe_id: str, value_type: str, array: Array) -> None:
        """Store a value; where NumPy has no type for its elements, as unsigned integers of the same bits.

        Raises `EvaluationError` where the directory cannot be written to.
        """
        if any(character in probe_id for character in "\0\r\n"):
            raise EvaluationError(f"probe_id '{probe_id}' holds what ends a line")
        with self._lock:
            record = Record(probe_id, value_type, self.directory / f"probe{len(self._records) + 1}.npy")
            stored = native_bits(array)
            try:
                if not self._records:
                    self._begin()
                with new_content(record.path, sync=False) as file:
                    np.save(file, stored, allow_pickle=False)
                with open(self.directory / INDEX_FILE, "a", encoding="utf-8") as index:
                    csv.writer(index, lineterminator="\n").writerow((probe_id, value_type, record.path))
            except OSError as error:
                where = error.filename or self.directory
                raise EvaluationError(f"cannot write to {where}: {error.strerror or error}") from None
            self._records.append(record)

    def _begin(self) -> None:
        """Forget what an earlier evaluation wrote, before its files are replaced."""
        self.directory.mkdir(parents=True, exist_ok=True)
        (self.directory / INDEX_FILE).write_bytes(b"")

    def records(self, probe_id: str) -> list[Record]:
        """The values of a probe in this evaluation, or in earlier ones if no probe has run in this one."""
        return [r for r in self._records or self._index() if r.probe_id == probe_id]

    def _index(self) -> list[Record]:
        try:
            text = (self.directory / INDEX_FILE).read_text(encoding="utf-8")
            rows = list(csv.reader(text.split("\n"), strict=True))
        except (csv.Error, UnicodeDecodeError) as error:
            raise EvaluationError(f"cannot read {self.directory / INDEX_FILE}: {error}") from None
        except OSError as error:
            raise EvaluationError(f"cannot read {self.directory / INDEX_FILE}: {error.strerror}") from None
        records: list[Record] = []
        for probe_id, *types, path in [row for row in rows if len(row) > 2]:
            # Types have commas too, which upstream does not quote. Only what a probe wrote here is read.
            name = Path(path).name
            if re.fullmatch(r"probe[0-9]+\.npy", name):
                records.append(Record(probe_id, ",".join(types), self.directory / name))
        return records


_PROBES: ContextVar[Probes | None] = ContextVar("probes", default=None)


@contextmanager
def probing(directory: str | Path) -> Generator[Probes]:
    """Let the probes of evaluations in this context write into `directory`."""
    probes = Probes(Path(directory))
    token = _PROBES.set(probes)
    try:
        yield probes
    finally:
        _PROBES.reset(token)


def write_probe(probe_id: str, value_type: str, array: Array) -> None:
    """Store the value of a probe. Raises `EvaluationError` outside of `probing`."""
    _current(probe_id).write(probe_id, value_type, array)


def read_probe(probe_id: str, iteration: int) -> tuple[str, Array]:
    """The type and the elements of the `iteration`-th value, from 0, of the probe `probe_id`.

    Raises `EvaluationError` if there is no such value.
    """
    records = _current(probe_id).records(probe_id)
    if iteration >= len(records):
        raise EvaluationError(
            f"finds {len(records)} serialized values for probe {probe_id}, and wants number {iteration}"
        )
    record = records[iteration]
    try:
        return record.value_type, np.load(record.path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise EvaluationError(f"cannot read {record.path}: {error}") from None


def _current(probe_id: str) -> Probes:
    probes = _PROBES.get()
    if probes is None:
        raise EvaluationError(f"needs a directory for the values of probe {probe_id}: --probe-output-dir")
    return probes
