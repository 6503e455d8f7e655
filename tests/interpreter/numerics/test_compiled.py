"""The compiled functions have the bits of NumPy's, and everything works without them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from tests.campaigns.accuracy import bounds
from tests.campaigns.accuracy.compiled import different, drawn, main
from tests.helpers.element_types import FLOATS
from tests.helpers.exact import wrong
from tests.helpers.oracle import Array
from tests.helpers.tiers import sampled
from xdsl_stablehlo.interpreter.kernels.support.sums import neighbours_combined
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.interpreter.numerics.floats import ByRows
from xdsl_stablehlo.interpreter.numerics.nans import one_nan
from xdsl_stablehlo.interpreter.rounded import compiled, function
from xdsl_stablehlo.values.element_types import FloatFormat, float_format

NAMES = sorted(compiled.COMPILED)
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@pytest.fixture(autouse=True)
def _quietly() -> Iterator[None]:
    with quiet():
        yield


@pytest.fixture
def library() -> None:
    """Only where there is no compiler, or it is switched off, may there be nothing to compare: it is optional."""
    if compiled.shared_object() is None:
        assert os.environ.get(compiled.SWITCH) == "0" or not COMPILER, (
            "`pip install -e .` compiles elementary.c"
        )
        pytest.skip("elementary.c is not compiled")


def operands_of(name: str, target: FloatFormat, count: int) -> list[Array]:
    return [drawn(target, count, 90 + k) for k in range(1 + (name == "power"))]


@sampled("count", 20_000, 300_000)
@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["f64", "f32"])
def test_bits_are_those_of_numpy(kind: str, name: str, count: int) -> None:
    target = float_format(FLOATS[kind])
    open_, found = different(name, target, operands_of(name, target, count))
    assert found == []
    # Angles beyond 2**13 and powers of negative numbers are open, and little else.
    assert open_ < count * (0.55 if name in ("power", "tan") else 0.25 if name in ("sin", "cos") else 0.01)


@pytest.mark.usefixtures("library")
def test_the_campaign_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["f32", "exp", "--step", "100003"]) == 0
    # All NaNs are open: 167.
    printed = capsys.readouterr().out
    assert printed == "f32 exp: 42949 numbers, 174 left open, 0 with other bits\n"


@sampled("count", "20000", "400000")
@pytest.mark.usefixtures("library")
def test_errors_are_below_three_quarters_of_their_bounds(count: str) -> None:
    assert bounds.main(["--count", count]) == 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["f64", "f32"])
def test_results_without_the_library(kind: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    target = float_format(FLOATS[kind])
    operands = operands_of(name, target, 200)
    results = function(name)(target, *operands)
    monkeypatch.setattr(compiled, "shared_object", lambda: None)
    without = function(name)(target, *operands)
    assert without.tobytes() == results.tobytes()
    assert wrong(name, target, without, *operands) == []


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(("switch", "expected"), [("0", "None"), ("1", "CDLL"), ("", "CDLL")])
def test_the_switch(switch: str, expected: str) -> None:
    command = "from xdsl_stablehlo.interpreter.rounded import compiled; print(type(compiled.shared_object()).__name__)"
    found = subprocess.run(
        [sys.executable, "-c", command],
        env={**os.environ, compiled.SWITCH: switch},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == expected.replace("None", "NoneType")


@pytest.mark.parametrize("content", [None, b"for another processor"])
def test_a_library_that_cannot_be_loaded(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "elementary.so"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr(compiled, "LIBRARY", path)
    compiled.shared_object.cache_clear()
    try:
        assert compiled.shared_object() is None
        target = float_format(FLOATS["f64"])
        assert function("exp")(target, np.zeros(9)).tolist() == [1.0] * 9
    finally:
        compiled.shared_object.cache_clear()


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("combine", [np.add, np.multiply])
@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_trees_are_those_of_numpy(kind: str, combine: np.ufunc, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows and columns, of numbers of which each tree has another sum or product."""
    rng = np.random.default_rng(5)
    shapes = [(4096, 1), (5000, 1), (513, 300), (1023, 7), (33, 600), (1537, 5)]
    arrays = [rng.normal(1.0, 0.3, shape).astype(kind) for shape in shapes]
    rows = [*arrays, *[np.ascontiguousarray(array.T).T for array in arrays]]
    found = [compiled.trees(combine, each) for each in rows]
    monkeypatch.setattr(compiled, "shared_object", lambda: None)
    for each, result in zip(rows, found, strict=True):
        assert result is not None
        assert result.tobytes() == np.asarray(neighbours_combined(combine, each)).tobytes()
    assert compiled.trees(combine, rows[0]) is None


SPECIAL = (np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-310, 1e-40, 3e38)


@pytest.mark.parametrize("compute", compiled.BY_ROWS)
@pytest.mark.parametrize("kind", ["float32", "float64"])
@pytest.mark.parametrize(
    "shape", [(2513, 17), (9, 5, 900), (1, 70, 1, 640), (20_000, 2), (1, 40_000), (40_000, 1), (9, 9)]
)
def test_rows_are_those_of_numpy(shape: tuple[int, ...], kind: str, compute: np.ufunc) -> None:
    """Rows, with one row or with a number for each: new results, those in a given array, and those in place."""
    rng = np.random.default_rng(7)
    full = np.where(rng.random(shape) < 0.2, rng.choice(SPECIAL, shape), rng.normal(size=shape)).astype(kind)
    alike = [np.broadcast_to(part, shape) for part in (full[..., :1].copy(), full[(0,) * (len(shape) - 1)])]
    by_rows = ByRows(compute, one_nan=True)
    for lhs, rhs in permutations([full, *alike, full[::-1], full[..., ::-1]], 2):
        expected = one_nan(compute(lhs, rhs)).tobytes()
        target, copy = np.empty_like(full), full.copy()
        in_place = [copy if each is full else each for each in (lhs, rhs)]
        assert by_rows(lhs, rhs).tobytes() == expected
        assert one_nan(by_rows(lhs, rhs, out=target)).tobytes() == expected
        assert one_nan(by_rows(*in_place, out=copy)).tobytes() == expected


@pytest.mark.usefixtures("library")
def test_rows_are_compiled_where_they_are_alike() -> None:
    full = np.ones((1000, 64))
    column, row = [np.broadcast_to(part, full.shape) for part in (full[:, 0, None].copy(), full[0])]
    for pair in [(full, column), (column, full), (full, row), (row, full), (column, row)]:
        assert compiled.by_rows(np.subtract, *pair, None) is not None
        assert compiled.by_rows(np.subtract, *pair, np.empty((64, 1000)).T) is None
    for pair in [(column, column), (full.T, row.T), (full[:9], row[:9]), (full, full[0])]:
        assert compiled.by_rows(np.subtract, *pair, None) is None
