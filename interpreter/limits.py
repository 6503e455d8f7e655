"""How much an evaluation may take: iterations, estimated work, seconds, steps, and bytes, of one array and of all."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from math import prod
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import dtype_of

from .errors import EvaluationError, LimitExceeded


@dataclass
class Limits:
    """What one evaluation may spend, in all its loops, calls and processes together. `None` is no limit.

    Examples:
        >>> from xdsl_stablehlo import parse_module
        >>> from xdsl_stablehlo.interpreter import eval_module
        >>> text = "func.func @main() { %i = stablehlo.iota dim = 0 : tensor<1048576xf32> return }"
        >>> eval_module(parse_module(text, ctx), limits=Limits(bytes=1 << 20))
        Traceback (most recent call last):
            ...
        xdsl_stablehlo.interpreter.errors.LimitExceeded: ...
    """

    iterations: int | None = None
    """Iterations of one evaluation of one loop."""
    work: int | None = None
    """Nanoseconds as `cost.py` estimates them, the same on every machine."""
    seconds: float | None = None
    """Seconds of the clock on the wall, from the first op on. Looked at between ops, not inside of one."""
    bytes: int | None = None
    """Bytes of results that are alive at once, as their types say; also those of any one array, views included."""
    steps: int | None = None
    """Ops that are evaluated, those in loops and calls each time; what runs for many elements at once counts once."""
    spent: int = 0
    """The work so far."""
    taken: int = 0
    """The steps so far."""
    held: int = 0
    """The bytes that are alive."""
    deadline: float | None = None
    """When the seconds are over, as `time.monotonic` counts; None before the first op."""
    _checkpoint: int = 0
    """The work from which on it is looked whether limits are exceeded."""
    _last_step: int = sys.maxsize

    def restart(self) -> None:
        """Begin another evaluation, which may spend all of it again."""
        self.spent = self.taken = self.held = self._checkpoint = 0
        self.deadline, self._last_step = None, sys.maxsize

    def spend(self, work: int, steps: int = 0) -> None:
        """Count work and steps. Raises `LimitExceeded` where it is more than what is left."""
        self.spent += work
        self.taken += steps
        if self.spent >= self._checkpoint or self.taken > self._last_step:
            self._check()

    @contextmanager
    def at_most(self, work: int) -> Generator[None]:
        """While no more than this much work may be spent beyond what has been."""
        before = self.work
        self.work = self.spent + work if before is None else min(before, self.spent + work)
        self._checkpoint = 0
        try:
            yield
        finally:
            self.work, self._checkpoint = before, 0

    def _check(self) -> None:
        if self.work is not None and self.spent > self.work:
            raise LimitExceeded(
                f"takes more than the {self.work} ns of estimated work that are allowed", "work"
            )
        if self.steps is not None:
            self._last_step = self.steps
            if self.taken > self.steps:
                raise LimitExceeded(f"takes more than the {self.steps} steps that are allowed", "steps")
        checkpoint = sys.maxsize if self.work is None else self.work + 1
        if self.seconds is not None:
            if self.is_late():
                raise LimitExceeded(
                    f"takes more than the {self.seconds:g} seconds that are allowed", "seconds"
                )
            checkpoint = min(checkpoint, self.spent + LOOK_AT_CLOCK)
        # Not before: once a limit is exceeded, every process must find out.
        self._checkpoint = checkpoint

    def is_late(self) -> bool:
        """Whether the seconds are over; they begin when this is first asked."""
        if self.seconds is None:
            return False
        if self.deadline is None:
            self.deadline = monotonic() + self.seconds
        return monotonic() > self.deadline

    def hold(self, size: int) -> None:
        """Count bytes that are alive from now on. Raises `LimitExceeded` where they are too many."""
        self.held += size
        if self.bytes is not None and self.held > self.bytes:
            raise LimitExceeded(f"holds {self.held} bytes at once; {self.bytes} are allowed", "bytes")

    def release(self, size: int) -> None:
        """Count bytes that are not alive any more."""
        self.held -= size


LOOK_AT_CLOCK = 1_000_000
"""The clock is looked at each time that so many nanoseconds of work are done, as estimated."""


# How many bytes one array may take: decided before NumPy is asked for it.


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
