"""Where `interpreter.probe` puts tensors and `check.expect_serialized_eq` finds them again.

A probe directory holds one `.npy` file for each value that a probe saw, and `index.csv` with a line
`probe_id,type,file` for each of them, in the order of evaluation.
"""

from __future__ import annotations

from contextvars import ContextVar
from pathlib import Path

import numpy as np

from ..elements import Array
from .errors import EvaluationError

INDEX_FILE = "index.csv"

probe_directory: ContextVar[Path | None] = ContextVar("probe_directory", default=None)
"""The directory of the evaluation that is running; None where values are not to be kept."""


def read_probe(probe_id: str, iteration: int) -> tuple[str, Array]:
    """The type and the elements that the probe `probe_id` saw when it ran for the `iteration`-th time, from 0.

    Raises `EvaluationError` where there is no such value.
    """
    directory = probe_directory.get()
    if directory is None:
        raise EvaluationError(f"needs a probe directory to find serialized data for probe {probe_id}")
    try:
        lines = (directory / INDEX_FILE).read_text().splitlines()
    except OSError as error:
        raise EvaluationError(f"cannot read {directory / INDEX_FILE}: {error.strerror}") from None
    # Types have commas too: the id is before the first one, the file behind the last one.
    records = [line for line in lines if line.partition(",")[0] == probe_id]
    if iteration >= len(records):
        raise EvaluationError(
            f"finds {len(records)} serialized values for probe {probe_id}, and wants number {iteration}"
        )
    value_type, _, path = records[iteration].partition(",")[2].rpartition(",")
    try:
        return value_type, np.load(path, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise EvaluationError(f"cannot read {path}: {error}") from None
