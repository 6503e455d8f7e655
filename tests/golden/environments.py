"""Golden cases in floating-point environments that other libraries leave behind.

`python -m tests.golden.environments flushed before 3` sets an environment before anything is imported, checks every
third case there, and prints the cases that fail; with `after` it is set when everything is imported.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Generator
from contextlib import contextmanager

FLUSHED, DOWN, UP, TO_ZERO = 0x8040, 0x400, 0x800, 0xC00
"""Bits of MXCSR of x86 for subnormal operands and results (DAZ, FTZ), and numbers of C's `fesetround` there."""

ENVIRONMENTS = {
    "flushed": (FLUSHED, 0),
    "down": (0, DOWN),
    "up": (0, UP),
    "to-zero": (0, TO_ZERO),
    "flushed-up": (FLUSHED, UP),
}
_LIBRARY = ctypes.CDLL(None)
_MXCSR = slice(28, 32)
"""Its place in an environment as C libraries on x86 have it."""


@contextmanager
def environment(name: str) -> Generator[None]:
    """Another floating-point environment of this thread; raises `AssertionError` where it has changed inside."""
    bits, direction = ENVIRONMENTS[name]
    before = _environment()
    assert _LIBRARY.fesetround(direction) == 0
    changed = bytearray(_environment())
    changed[_MXCSR] = (int.from_bytes(changed[_MXCSR], "little") | bits).to_bytes(4, "little")
    assert _LIBRARY.fesetenv(bytes(changed)) == 0
    try:
        yield
        assert control() == control(bytes(changed)), "the environment of the caller has changed"
    finally:
        assert _LIBRARY.fesetenv(before) == 0


def _environment() -> bytes:
    buffer = ctypes.create_string_buffer(64)
    assert _LIBRARY.fegetenv(buffer) == 0
    return buffer.raw


def control(found: bytes | None = None) -> int:
    """MXCSR without the flags of exceptions that have occurred."""
    return int.from_bytes((found or _environment())[_MXCSR], "little") & ~0x3F


def failing(step: int) -> list[str]:
    """The golden cases in which something else comes of a program, among every `step`-th and all about environments."""
    from .runner import CPP, ROOMS, cases, check

    own = ROOMS / "golden" / "cases" / "environment.mlir"
    every = [case for path in sorted(ROOMS.glob("**/cases/*.mlir")) for case in cases(path)]
    wrong: list[str] = []
    for number, case in enumerate(every):
        # C++ computes in the environment that it finds.
        if (number % step and case.path != own) or any(CPP in note for r in case.runs for note in r.notes):
            continue
        try:
            check(case)
        except Exception as error:
            wrong.append(f"{case}: {type(error).__name__}: {error}")
    return wrong


if __name__ == "__main__":
    name, when, step = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if when == "after":
        from . import runner as runner
    with environment(name):
        print("\n".join(failing(step)))
