"""OpenBLAS with one thread, for as long as anybody wants it."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from contextlib import ContextDecorator
from functools import cache
from itertools import product
from threading import Lock
from typing import NamedTuple


class one_blas_thread(ContextDecorator):
    """Lets OpenBLAS, where NumPy and SciPy brought theirs, compute with one thread.

    Its threads wait for each other by spinning: where other work takes a core, or the cores are virtual ones, a product
    of 512 x 512 takes 2 to 5 times as long with two of them, and eigenvectors 20 times. This holds for the process:
    what another thread computes by BLAS meanwhile has one thread as well, and the same results.
    """

    def __enter__(self) -> None:
        with _USERS.lock:
            if not _USERS.inside:
                _USERS.before = [(blas, blas.get()) for blas in map(_blas_of, _loaded(BLAS_MODULES)) if blas]
                for blas, _ in _USERS.before:
                    blas.set(1)
            _USERS.inside += 1

    def __exit__(self, *_: object) -> None:
        with _USERS.lock:
            _USERS.inside -= 1
            for blas, count in _USERS.before if not _USERS.inside else ():
                if blas.get() == 1:  # nobody else has set it since
                    blas.set(count)


class _Users:
    """Counts who wants one thread; `before` is the number of threads that there were."""

    def __init__(self) -> None:
        self.lock, self.inside = Lock(), 0
        self.before: Sequence[tuple[BlasThreads, int]] = ()


_USERS = _Users()


class BlasThreads(NamedTuple):
    """The functions of OpenBLAS that say how many threads it has."""

    get: Callable[[], int]
    set: Callable[[int], object]


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
