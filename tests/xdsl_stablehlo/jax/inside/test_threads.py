"""BLAS with one thread: for as long as anybody wants it, and not against others who set it."""

from __future__ import annotations

from threading import Thread

import numpy as np
import pytest

from xdsl_stablehlo.jax import threads
from xdsl_stablehlo.jax.threads import BlasThreads, one_blas_thread


class Blas:
    """A library that has so many threads."""

    def __init__(self, count: int):
        self.count = count
        self.threads = BlasThreads(lambda: self.count, self.set)

    def set(self, count: int) -> None:
        self.count = count


@pytest.fixture
def blas(monkeypatch: pytest.MonkeyPatch) -> Blas:
    made = Blas(4)
    monkeypatch.setattr(threads, "_loaded", {threads.BLAS_MODULES: ["numpy"]}.get)
    monkeypatch.setattr(threads, "_blas_of", {"numpy": made.threads}.get)
    return made


def test_one_inside_and_as_many_as_before_outside(blas: Blas) -> None:
    with one_blas_thread():
        assert blas.count == 1
        with one_blas_thread():
            assert blas.count == 1
        assert blas.count == 1
    assert blas.count == 4


def test_folds_in_two_threads_leave_what_the_first_found(blas: Blas) -> None:
    first, second = one_blas_thread(), one_blas_thread()
    first.__enter__()
    other = Thread(target=second.__enter__)
    other.start()
    other.join()
    first.__exit__(None, None, None)
    assert blas.count == 1
    second.__exit__(None, None, None)
    assert blas.count == 4


def test_what_others_set_meanwhile_stays(blas: Blas) -> None:
    with one_blas_thread():
        blas.count = 3
    assert blas.count == 3


def test_without_openblas_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "BLAS_MODULES", ("numpy", "none"))
    with one_blas_thread():
        assert float(np.ones((2, 2)).dot(np.ones((2, 2))).sum()) == 8
