"""How much an evaluation may take: loop iterations and elementary operations, and the size of one result."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation

from ..elements import dtype_of
from .errors import EvaluationError, LimitExceeded

if TYPE_CHECKING:
    from .body import Body


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


@dataclass
class Limits:
    """What one evaluation may spend. `None` is no limit."""

    iterations: int | None = None
    """Iterations of one evaluation of one loop."""
    work: int | None = None
    """Elementary operations inside loops and called functions, over the whole evaluation."""
    spent: int = 0

    def spend(self, work: int) -> None:
        """Count `work`. Raises `LimitExceeded` where it is more than what is left."""
        self.spent += work
        if self.work is not None and self.spent > self.work:
            raise LimitExceeded(f"takes more than the {self.work} elementary operations that are allowed")


class Watch:
    """The condition of a loop, counting its iterations against the limits."""

    def __init__(self, limits: Limits, body: Body, work: int):
        """`work` is that of one iteration, this condition included."""
        self.limits = limits
        self.body = body
        self.work = work
        self.left = limits.iterations

    def __call__(self, state: Sequence[Any]) -> bool:
        """Whether the loop goes on from `state`. Raises `LimitExceeded` where it may not."""
        self.limits.spend(self.work)
        again = bool(self.body(*state)[0])
        if self.left is not None:
            if self.left == 0 and again:
                raise LimitExceeded(
                    f"takes more than the {self.limits.iterations} iterations that are allowed"
                )
            self.left -= 1
        return again

    def allowed(self) -> int:
        """How many iterations the limits still allow."""
        allowed = sys.maxsize if self.left is None else self.left
        if self.limits.work is not None:
            allowed = min(allowed, (self.limits.work - self.limits.spent) // max(1, self.work))
        return max(0, allowed)

    def count(self, iterations: int) -> None:
        """Count iterations that ran without asking: no more than were `allowed`."""
        self.limits.spend(iterations * self.work)
        if self.left is not None:
            self.left -= iterations


def too_large(op: Operation) -> str | None:
    """Why a result of `op` cannot be held in memory, or None. Counted in big integers, before anything is allocated."""
    for result_type in op.result_types:
        if isinstance(result_type, TensorType):
            tensor_type = cast("TensorType[Attribute]", result_type)
            reason = too_large_shape(tensor_type.get_shape(), dtype_of(tensor_type.element_type).itemsize)
            if reason is not None:
                return reason
    return None


def require_memory(shape: Sequence[int], dtype: np.dtype[Any]) -> None:
    """Raise `EvaluationError` where an array of this shape cannot be held in memory."""
    reason = too_large_shape(shape, dtype.itemsize)
    if reason is not None:
        raise EvaluationError(reason)


def too_large_shape(shape: Sequence[int], itemsize: int) -> str | None:
    """Why an array of this shape cannot be held in memory, or None. Sizes that are not known count as one."""
    if 0 in shape:
        return None
    size = prod([n for n in shape if n > 0]) * itemsize
    if size <= RESULT_BYTES:
        return None
    return f"has a result of {size} bytes; half of the memory of this machine is {RESULT_BYTES}"
