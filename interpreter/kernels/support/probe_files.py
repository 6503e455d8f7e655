"""Where `interpreter.probe` puts tensors and `check.expect_serialized_eq` finds them again.

A probe directory holds one `.npy` file for each value that a probe saw, and `index.csv` with a line
`probe_id,type,file` for each of them, in the order of evaluation. The first value of an evaluation begins a new index,
as the numbers of the files begin anew. Where nothing is written, the index of an earlier evaluation stays and is read.
"""

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

from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.files import new_content
from xdsl_stablehlo.values.storage import native_bits

from ...errors import EvaluationError

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
        """What a probe saw in this evaluation; in earlier ones where it has not run in this one."""
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
    """Let the probes of one evaluation, in this context, write into `directory`."""
    probes = Probes(Path(directory))
    token = _PROBES.set(probes)
    try:
        yield probes
    finally:
        _PROBES.reset(token)


def write_probe(probe_id: str, value_type: str, array: Array) -> None:
    """Store what a probe sees. Raises `EvaluationError` where there is no place for it."""
    _current(probe_id).write(probe_id, value_type, array)


def read_probe(probe_id: str, iteration: int) -> tuple[str, Array]:
    """The type and the elements that the probe `probe_id` saw when it ran for the `iteration`-th time, from 0.

    Raises `EvaluationError` where there is no such value.
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
