"""JAX's back-compatibility data: artifacts of many versions, with what went in and came out on the day of writing."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from jax._src.internal_test_util import export_back_compat_test_data as _data

from tests.helpers.oracle import Array
from tests.helpers.programs import context
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.transforms.vhlo.artifacts import read_portable_artifact

ARGUED = {
    "tpu_Sharding.data_2025_06_30.gspmd": "a program for two devices with the part for each of them not set apart",
    "tpu_stablehlo_dynamic_reduce_window.data_variadic_2023_06_17": "reduces by a subtraction: any order is right",
    "tpu_Eigh.data": "JAX itself skips it: eigenvalues of one matrix lie too near to each other",
}
"""What is not as it was then, and why."""


def _nested(value: Any, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The records inside of a value of dictionaries and lists."""
    kind = type(value).__name__
    if kind == "dict" and "testdata_version" in value:
        yield name, value
    elif kind in ("dict", "list", "tuple"):
        for key in value if kind == "dict" else range(len(value)):
            yield from _nested(value[key], f"{name}.{key}")


def recorded() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every record by its name: the file, the date, and the variant."""
    for module in pkgutil.iter_modules(_data.__path__):
        if not module.ispkg:
            members = vars(importlib.import_module(f"{_data.__name__}.{module.name}"))
            for key, value in members.items():
                if key.startswith("data"):
                    yield from _nested(value, f"{module.name}.{key}")


RECORDS = dict(recorded())


def near(actual: Array, expected: Array) -> None:
    """Within JAX's tolerances: 1e-3 and 1e-4 for 32-bit types, 1e-5 and 1e-12 for 64-bit ones."""
    wide = actual.dtype.name in ("float64", "complex128")
    scale = float(np.abs(expected).max(initial=0.0)) or 1.0
    rtol, atol = (1e-5, 1e-12) if wide else (1e-3, 1e-4)
    np.testing.assert_allclose(actual, expected, rtol=rtol, atol=atol * max(scale, 1.0))


def adjoint(matrix: Array) -> Array:
    return matrix.conj().swapaxes(-1, -2)


def square(dtype: Any, size: int) -> Array:
    return np.arange(size * size).reshape(size, size).astype(dtype)


def check_eigh(given: list[Array], then: list[Array], _: list[Array]) -> None:
    vectors, values = given
    size = vectors.shape[-1]
    triangle = np.tril(square(vectors.dtype, size) / 2 + square(vectors.dtype, size).T / 2)
    near((vectors * values) @ adjoint(vectors), triangle + adjoint(np.tril(triangle, -1)))
    near(adjoint(vectors) @ vectors, np.eye(size, dtype=vectors.dtype))
    near(values, then[1])


def check_eig(given: list[Array], then: list[Array], _: list[Array]) -> None:
    values, left, right = given
    a = square(values.dtype, 4)
    near(np.sort(np.real(values)), np.sort(np.real(then[0])))
    near(a @ right, right * values)
    near(adjoint(left) @ a, values[:, None] * adjoint(left))


def check_schur(given: list[Array], _: list[Array], inputs: list[Array]) -> None:
    form, vectors = given
    near(vectors @ form @ adjoint(vectors), inputs[0])


def check_svd(given: list[Array], then: list[Array], inputs: list[Array]) -> None:
    u, s, vt = given
    near((u * s[..., None, :]) @ vt, inputs[0])
    near(s, then[1])


CHECKS = {"eigh": check_eigh, "eig": check_eig, "schur": check_schur, "svd": check_svd}
"""What is unique only up to signs, and by what it is told: JAX's own tests do the same."""


@pytest.mark.parametrize("name", [name for name in RECORDS if name not in ARGUED])
def test_gives_what_it_gave_then(name: str) -> None:
    record = RECORDS[name]
    module = read_portable_artifact(record["mlir_module_serialized"], context())
    inputs = [np.asarray(each) for each in record["inputs"]]
    then = [np.asarray(each) for each in record["expected_outputs"]]
    given = [np.asarray(each.array) for each in eval_module(module, inputs)]
    assert [(x.dtype, x.shape) for x in given] == [(x.dtype, x.shape) for x in then]
    check = CHECKS.get(name.split("_")[1])
    if check is not None:
        check(given, then, inputs)
        return
    for ours, theirs in zip(given, then, strict=True):
        near(ours, theirs)


def test_what_is_argued_is_there() -> None:
    assert ARGUED.keys() <= RECORDS.keys()
