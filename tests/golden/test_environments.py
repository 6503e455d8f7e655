"""What is read, printed and computed does not depend on the floating-point environment that a thread has."""

from __future__ import annotations

import ast
import importlib
import platform
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import f32, f64

from xdsl_stablehlo import print_module
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import Element, Tensor, eval_module
from xdsl_stablehlo.interpreter.kernels.support.contraction import matrix_product
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir import environment as subject
from xdsl_stablehlo.ir.environment import (
    EnvironmentRefusal,
    default_environment,
    import_in_default_environment,
    is_default,
)
from xdsl_stablehlo.values.element_types import Array

from ..helpers.programs import parse
from ..helpers.tiers import one_of
from ..house.imports import ROOT, modules
from . import environments
from .doors import through_every_door
from .environments import ENVIRONMENTS, OWN, control, digest, environment, failing
from .files import ROOMS, cases

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64" or platform.libc_ver()[0] != "glibc",
    reason="the bits that these tests set are those of x86, at the place where glibc has them",
)
TINY = np.array([1], np.uint64).view(np.float64)
"""The smallest double."""


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_golden_cases_in_another_environment(name: str) -> None:
    with environment(name):
        assert failing(0) == []


BEFORE = [("flushed-up", 0), *[(name, 6) for name in ENVIRONMENTS]]


@pytest.mark.parametrize(("name", "step"), one_of(len(BEFORE), BEFORE, rows=True))
def test_an_environment_that_was_set_before_everything_was_imported(name: str, step: int) -> None:
    command = [sys.executable, "-m", environments.__name__, name, "before", str(step)]
    done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    expected = [digest()] if step else []
    assert (done.returncode, done.stdout.split()) == (0, expected), done.stdout + done.stderr


@pytest.mark.parametrize("name", one_of(5, reversed(ENVIRONMENTS)))
def test_every_door_gives_what_it_gives_by_default(name: str, tmp_path: Path) -> None:
    for case in cases(ROOMS / OWN):
        expected = list(through_every_door(case.program, tmp_path))
        with environment(name):
            found = list(through_every_door(case.program, tmp_path))
        for (door, actual), (_, wanted) in zip(found, expected, strict=True):
            assert actual == wanted, f"{case}: {door}"


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_tensors_and_elements_in_another_environment(name: str) -> None:
    tiny, third = Tensor.of(TINY), Fraction(1, 3)
    with environment(name):
        as_text, is_true = repr(tiny), bool(Tensor.of(TINY.reshape(())))
        quotient = Element(f64, 1.0) / Element(f64, 3.0)
        number = float(Element(f32, np.array(1, np.uint32).view(np.float32)))
    assert as_text == "Tensor([5.e-324] : tensor<1xf64>)"
    assert is_true
    assert abs(Fraction(float(quotient)) - third) < Fraction(1, 1 << 55)
    assert number == 2.0**-149


# ---- the environment itself ----


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_the_environment_is_found_as_it_was_left(name: str) -> None:
    assert is_default()
    with environment(name):
        before = control()
        assert not is_default()
        with default_environment():
            assert is_default()
            with default_environment():
                assert is_default()
            assert is_default()
        assert control() == before
        with pytest.raises(KeyError), default_environment():
            raise KeyError
        assert control() == before


def test_exceptions_that_trap() -> None:
    """Otherwise the first division by zero would end the process."""
    assert environments.LIBRARY.feenableexcept(DIVISION_BY_ZERO) == 0
    try:
        assert not is_default()
        with quiet():
            assert np.divide(1.0, np.zeros(1)).tolist() == [np.inf]
        assert not is_default()
    finally:
        environments.LIBRARY.fedisableexcept(DIVISION_BY_ZERO)
    assert is_default()


DIVISION_BY_ZERO = 4
"""C's `FE_DIVBYZERO` on x86."""


def unable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the C library be one that cannot set the environment."""
    known = subject.c_library()._replace(default=None)
    monkeypatch.setattr(subject, "c_library", lambda: known)


@pytest.mark.parametrize(
    ("name", "how"), [("flushed", "flushes subnormal numbers to zero"), ("down", "does not round to nearest")]
)
def test_what_cannot_be_set_is_refused_in_a_line(
    name: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = parse(cases(ROOMS / OWN)[2].program)
    before = print_module(module)
    unable(monkeypatch)
    with environment(name):
        for refused in (fold_module, eval_module, print_module):
            with pytest.raises(EnvironmentRefusal) as failed:
                refused(module)
            assert str(failed.value) == (
                f"the floating-point environment of this thread {how}, and cannot be set on this machine"
            )
    assert print_module(module) == before


def test_where_nothing_can_be_set_the_default_environment_is_no_reason_to_refuse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unable(monkeypatch)
    with default_environment():
        assert is_default()


# ---- imports ----


def test_modules_are_compiled_and_run_in_the_default_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "tables_of_floats"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "table.py").write_text(
        "one = 1.0\nthird = one / 3.0\nliteral, tiny, folded = 8.41e21, 5e-324, 1.0 / 3.0\n"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    import_in_default_environment(package.name)
    with environment("flushed-up"):
        found = importlib.import_module(f"{package.name}.table")
        assert not is_default()
    assert (found.third, found.folded, found.literal) == (1.0 / 3.0, 1.0 / 3.0, 8.41e21)
    assert found.tiny == TINY[0]


# ---- threads of BLAS ----


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_threads_of_blas_may_have_any_environment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They keep the one that the process had when NumPy was imported."""
    narrow = nearly_halfway()
    wide = [x.astype(np.float64) / 3 for x in narrow]
    expected = product(*wide)
    multiply = np.matmul

    def by_threads(*operands: Array, **options: Any) -> Array:
        with environment(name):
            return multiply(*operands, **options)

    monkeypatch.setattr(np, "matmul", by_threads)
    sums = product(*narrow)
    assert (np.unique(sums[:8]).tolist(), np.unique(sums[8:]).tolist()) == ([1.0], [ABOVE_ONE])
    assert product(*wide).tobytes() == expected.tobytes()


ABOVE_ONE = 1.0 + 2.0**-23
"""The float32 behind 1."""


def nearly_halfway() -> list[Array]:
    """Matrices of float32 whose sums are 60 units of a double below the middle of two, or above it for the last rows.

    200 terms follow that are too small for one unit together; if each is rounded in one direction, they are 200 units.
    """
    left, right = np.zeros((16, 203), np.float32), np.zeros((203, 16), np.float32)
    left[:, 0], left[:, 1], right[:2] = 1.0, 2.0**-12, [[1.0], [2.0**-12]]
    left[:, 2], right[2] = np.repeat([-60.0, 60.0], 8) * 2.0**-26, 2.0**-26
    left[:, 3:], right[3:] = np.repeat([1.0, -1.0], 8)[:, None] * 2.0**-30, 2.0**-30
    return [left, right]


def product(a: Array, b: Array) -> Array:
    """The product of matrices."""
    with quiet():
        return matrix_product(a, b, f32 if a.dtype == np.float32 else f64)


# ---- the kind ----


def test_every_pass_runs_in_the_default_environment() -> None:
    passes, wrong = 0, list[str]()
    for name, path in modules().items():
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "Pass)" in text else ():
            if isinstance(node, ast.ClassDef) and any("Pass" in ast.unparse(base) for base in node.bases):
                for method in node.body:
                    if isinstance(method, ast.FunctionDef) and method.name == "apply":
                        passes += 1
                        if "default_environment()" not in map(ast.unparse, method.decorator_list):
                            wrong.append(f"{name}.{node.name}")
    assert wrong == []
    assert passes > 25
