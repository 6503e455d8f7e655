"""How many bytes one array may take: decided before NumPy is asked for it."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import dtype_of

from .errors import EvaluationError, LimitExceeded


def memory_of_this_machine(control_group: Path = Path("/sys/fs/cgroup/memory.max")) -> int:
    """The bytes of memory that this process may use: the machine's, or what its container is given of them."""
    sizes = [1 << 40]
    with suppress(AttributeError, ValueError, OSError):
        sizes.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    with suppress(ValueError, OSError):
        # "max" where there is no limit.
        sizes.append(int(control_group.read_text()))
    return min(sizes)


RESULT_BYTES = memory_of_this_machine() // 2
"""No result larger than this is asked of NumPy: the machine would hand out pages until it dies."""

_ALLOWED: ContextVar[int] = ContextVar("allowed", default=RESULT_BYTES)
"""The bytes of one array that the evaluation that is running may make."""


@contextmanager
def allowing(size: int | None) -> Generator[None]:
    """Hold arrays whose sizes are only known at run time to so many bytes each."""
    if size is None:
        yield
        return
    token = _ALLOWED.set(min(size, RESULT_BYTES))
    try:
        yield
    finally:
        _ALLOWED.reset(token)


def too_large(value_type: Attribute, allowed: int) -> EvaluationError | None:
    """Why a value may not be held in memory, or None. Counted in big integers, before anything is allocated."""
    if not is_tensor_type(value_type):
        return None
    return _too_large(value_type.get_shape(), dtype_of(value_type.element_type).itemsize, allowed)


def require_memory(shape: Sequence[int], dtype: np.dtype[Any]) -> None:
    """Raise `EvaluationError` where an array of this shape may not be held in memory."""
    error = _too_large(shape, dtype.itemsize, _ALLOWED.get())
    if error is not None:
        raise error


def _too_large(shape: Sequence[int], itemsize: int, allowed: int) -> EvaluationError | None:
    """Why an array of this shape may not be held in memory, or None. Sizes that are not known count as one."""
    if 0 in shape:
        return None
    size = prod([n for n in shape if n > 0]) * itemsize
    if size <= allowed:
        return None
    if allowed < RESULT_BYTES:
        return LimitExceeded(f"has a result of {size} bytes; {allowed} are allowed", "bytes")
    return EvaluationError(
        f"has a result of {size} bytes; half of the memory of this machine is {RESULT_BYTES}"
    )
