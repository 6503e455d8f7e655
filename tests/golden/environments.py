"""Golden cases in floating-point environments that other libraries leave behind.

`python -m tests.golden.environments flushed before 3` sets an environment before anything is imported, checks every
third case there, and prints the cases that fail, and a hash of what every way into the project gives. With `after` it
is set when everything is imported. With 0 only the cases about environments are checked, and there is no hash.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

FLUSHED, DOWN, UP, TO_ZERO = 0x8040, 0x400, 0x800, 0xC00
"""Bits of MXCSR of x86 for subnormal operands and results (DAZ, FTZ), and numbers of C's `fesetround` there."""

ENVIRONMENTS = {
    "flushed": (FLUSHED, 0),
    "down": (0, DOWN),
    "up": (0, UP),
    "to-zero": (0, TO_ZERO),
    "flushed-up": (FLUSHED, UP),
}
OWN = "golden/cases/environment.mlir"
LIBRARY = ctypes.CDLL(None)
_MXCSR = slice(28, 32)
"""Its place in an environment as C libraries on x86 have it."""


@contextmanager
def environment(name: str) -> Generator[None]:
    """Another floating-point environment of this thread; raises `AssertionError` where it has changed inside."""
    bits, direction = ENVIRONMENTS[name]
    before = _environment()
    assert LIBRARY.fesetround(direction) == 0
    changed = bytearray(_environment())
    changed[_MXCSR] = (int.from_bytes(changed[_MXCSR], "little") | bits).to_bytes(4, "little")
    assert LIBRARY.fesetenv(bytes(changed)) == 0
    try:
        yield
        assert control() == control(bytes(changed)), "the environment of the caller has changed"
    finally:
        assert LIBRARY.fesetenv(before) == 0


def _environment() -> bytes:
    buffer = ctypes.create_string_buffer(64)
    assert LIBRARY.fegetenv(buffer) == 0
    return buffer.raw


def control(found: bytes | None = None) -> int:
    """MXCSR without the flags of exceptions that have occurred."""
    return int.from_bytes((found or _environment())[_MXCSR], "little") & ~0x3F


def digest() -> str:
    """A hash of what comes of the cases about environments by every door."""
    from .doors import through_every_door
    from .files import ROOMS, cases

    found = sha256()
    with TemporaryDirectory() as folder:
        for case in cases(ROOMS / OWN):
            for door in through_every_door(case.program, Path(folder)):
                found.update(repr(door).encode())
    return found.hexdigest()


def failing(step: int) -> list[str]:
    """The golden cases of which something else comes: among those about environments, and every `step`-th of all."""
    from .files import CPP, ROOMS, cases
    from .runner import check

    paths = sorted(ROOMS.glob("**/cases/*.mlir")) if step else []
    every = [*cases(ROOMS / OWN), *[case for path in paths for case in cases(path)][:: step or 1]]
    wrong: list[str] = []
    for case in every:
        if any(note.startswith(CPP) for run in case.runs for note in run.notes):
            continue  # C++ computes in the environment that it finds
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
        from xdsl_stablehlo.folding.terms import reasons as failures

        failures.RAISES = True
        print(*failing(step), *([digest()] if step else []), sep="\n")
