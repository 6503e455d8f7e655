"""Limits of an evaluation: iterations, estimated work, seconds, steps, and bytes of one array and of all."""

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

from xdsl.ir import Attribute

from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import DType, dtype_of

from .errors import EvaluationError, LimitExceeded


@dataclass
class Limits:
    """The limits of one evaluation, with all its loops, calls and processes. `None` is no limit.

    Examples:
        >>> from xdsl_stablehlo import parse_module
        >>> from xdsl_stablehlo.interpreter import eval_module
        >>> text = "func.func @main() { %i = stablehlo.iota dim = 0 : tensor<1048576xf32> return }"
        >>> eval_module(parse_module(text, ctx), limits=Limits(bytes=1 << 20))
        Traceback (most recent call last):
            ...
        xdsl_stablehlo.interpreter.interface.errors.LimitExceeded: ...
    """

    iterations: int | None = None
    """Iterations of one evaluation of one loop."""
    work: int | None = None
    """Estimated nanoseconds, the same on every machine."""
    seconds: float | None = None
    """Seconds of wall-clock time from the first op on, checked between ops."""
    bytes: int | None = None
    """Bytes of results that are alive at once, by their types; also of any one array, views included."""
    steps: int | None = None
    """Evaluated ops; those in loops and calls count each time, those on many elements at once count once."""
    spent: int = 0
    """The work so far."""
    taken: int = 0
    """The steps so far."""
    held: int = 0
    """The bytes that are alive."""
    deadline: float | None = None
    """The end of the seconds by `time.monotonic`; None before the first op."""
    _checkpoint: int = 0
    """The work from which on limits are checked."""
    _last_step: int = sys.maxsize

    def restart(self) -> None:
        """Begin another evaluation with the same limits."""
        self.spent = self.taken = self.held = self._checkpoint = 0
        self.deadline, self._last_step = None, sys.maxsize

    def spend(self, work: int, steps: int = 0) -> None:
        """Count work and steps. Raises `LimitExceeded` if a limit is exceeded."""
        self.spent += work
        self.taken += steps
        if self.spent >= self._checkpoint or self.taken > self._last_step:
            self._check()

    @contextmanager
    def at_most(self, work: int) -> Generator[None]:
        """Limit the further work while the context lasts."""
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
        """Whether the seconds are over; they begin with the first call."""
        if self.seconds is None:
            return False
        if self.deadline is None:
            self.deadline = monotonic() + self.seconds
        return monotonic() > self.deadline

    def hold(self, size: int) -> None:
        """Count bytes that are alive from now on. Raises `LimitExceeded` if they are too many."""
        self.held += size
        if self.bytes is not None and self.held > self.bytes:
            raise LimitExceeded(f"holds {self.held} bytes at once; {self.bytes} are allowed", "bytes")

    def release(self, size: int) -> None:
        """Count bytes that are freed."""
        self.held -= size


LOOK_AT_CLOCK = 1_000_000
"""Estimated nanoseconds of work between two looks at the clock."""


# Limits of the bytes of one array, checked before it is allocated.


def memory_of_this_machine(control_group: Path = Path("/sys/fs/cgroup/memory.max")) -> int:
    """The bytes of memory of the machine, or of the container."""
    sizes = [1 << 40]
    with suppress(AttributeError, ValueError, OSError):
        sizes.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    with suppress(ValueError, OSError):
        sizes.append(int(control_group.read_text()))  # "max" if there is no limit
    return min(sizes)


RESULT_BYTES = memory_of_this_machine() // 2
"""The largest result that is allocated: the system would hand out pages for more until it fails."""

_ALLOWED: ContextVar[int] = ContextVar("allowed", default=RESULT_BYTES)
"""The bytes of one array in the current evaluation."""


@contextmanager
def allowing(size: int | None) -> Generator[None]:
    """Limit the bytes of each array whose size is only known at run time."""
    if size is None:
        yield
        return
    token = _ALLOWED.set(min(size, RESULT_BYTES))
    try:
        yield
    finally:
        _ALLOWED.reset(token)


def too_large(value_type: Attribute, allowed: int) -> EvaluationError | None:
    """The error for a value that is too large for memory, or None. Nothing is allocated."""
    if not is_tensor_type(value_type):
        return None
    return _too_large(value_type.get_shape(), dtype_of(value_type.element_type).itemsize, allowed)


def require_memory(shape: Sequence[int], dtype: DType) -> None:
    """Raise `EvaluationError` for a shape that is too large for memory."""
    error = _too_large(shape, dtype.itemsize, _ALLOWED.get())
    if error is not None:
        raise error


def _too_large(shape: Sequence[int], itemsize: int, allowed: int) -> EvaluationError | None:
    """The error for a shape that is too large for memory, or None. Unknown sizes count as one."""
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
