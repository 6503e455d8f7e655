"""OpenBLAS with one thread, for as long as anybody wants it."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import product
from threading import Lock
from typing import NamedTuple


class BlasThreads(NamedTuple):
    """The functions of OpenBLAS that say how many threads it has."""

    get: Callable[[], int]
    set: Callable[[int], object]


class _Users:
    """Sets one thread for the first user, and the number before for the last one."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._count = 0
        self._before: Sequence[tuple[BlasThreads, int]] = ()

    def enter(self) -> None:
        with self._lock:
            if not self._count:
                self._before = [(blas, blas.get()) for blas in map(_blas_of, _loaded(BLAS_MODULES)) if blas]
                for blas, _ in self._before:
                    blas.set(1)
            self._count += 1

    def leave(self) -> None:
        with self._lock:
            self._count -= 1
            for blas, count in self._before if not self._count else ():
                if blas.get() == 1:  # nobody else has set it since
                    blas.set(count)


_USERS = _Users()


@contextmanager
def one_blas_thread() -> Generator[None]:
    """Let OpenBLAS, where NumPy and SciPy brought theirs, compute with one thread.

    Its threads wait for each other by spinning: where other work takes a core, or the cores are virtual ones, a product
    of 512 x 512 takes 2 to 5 times as long with two of them, and eigenvectors 20 times. This holds for the process:
    what another thread computes by BLAS meanwhile has one thread as well, and the same results.
    """
    _USERS.enter()
    try:
        yield
    finally:
        _USERS.leave()


BLAS_MODULES = ("numpy.linalg._umath_linalg", "scipy.linalg._flapack")
"""Extension modules that are linked with OpenBLAS."""


def _loaded(names: Sequence[str]) -> list[str]:
    """The files of modules that are imported."""
    found = [sys.modules[name].__file__ for name in names if name in sys.modules]
    return [file for file in found if file is not None]


@cache
def _blas_of(file: str) -> BlasThreads | None:
    """OpenBLAS behind an extension module; None for another BLAS, and where its functions are not found."""
    try:
        library = ctypes.CDLL(file)
    except OSError:
        return None
    for prefix, suffix in product(("scipy_", ""), ("64_", "")):
        try:
            return BlasThreads(
                library[f"{prefix}openblas_get_num_threads{suffix}"],
                library[f"{prefix}openblas_set_num_threads{suffix}"],
            )
        except AttributeError:
            pass
    return None
