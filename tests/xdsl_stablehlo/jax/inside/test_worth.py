"""What is worth folding inside of `jax.jit`, cone by cone; and that a second process finds it in JAX's cache."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from xdsl_stablehlo.folding import FoldOptions
from xdsl_stablehlo.jax import cones, exchange, folding, private
from xdsl_stablehlo.jax.cones import Look, Work
from xdsl_stablehlo.jax.exchange import Exchanged, exchanged
from xdsl_stablehlo.jax.private import LoweredProgram, Store
from xdsl_stablehlo.values.element_types import Array

from ..functions import binary, jax, jnp, lax, unary

NUMBERS = np.random.default_rng(0).random((1 << 17), dtype=np.float32)
TABLE = NUMBERS[: 1 << 14]
MATRIX = NUMBERS[: 1 << 16].reshape(256, 256)


def lowered(function: Callable[[Any], Any]) -> LoweredProgram:
    return LoweredProgram.of(jax.jit(function).lower(1.0)._lowering)


def work_in(function: Callable[[Any], Any]) -> Work:
    """What is estimated for the heavy ops of a program."""
    return Look(lowered(function).module).run().heavy_work


def times_sorted(table: Array) -> Callable[[Any], Any]:
    return lambda x: jnp.sort(table) * x


def by_body(x: Any) -> Any:
    """A maximum of rows: XLA runs the reducer for each element."""
    return jnp.asarray(MATRIX).max(1) * x


def in_a_branch(x: Any) -> Any:
    table = jnp.asarray(TABLE)
    return lax.cond(table[0] < 2, unary(jnp.sort), unary(jnp.negative), table) * x


def in_a_loop(x: Any) -> Any:
    return lax.fori_loop(0, 1000, binary(lambda _, t: t @ jnp.asarray(MATRIX)), jnp.asarray(MATRIX)) * x


def sums(x: Any) -> Any:
    return jnp.asarray(NUMBERS).sum() * x


def product(x: Any) -> Any:
    return (jnp.asarray(MATRIX) @ jnp.asarray(MATRIX)) * x


def transform(x: Any) -> Any:
    return jnp.abs(jnp.fft.fft(NUMBERS)) * x


# Measured with JAX 0.12: milliseconds that XLA folds for, in the programs in which it folds for long.
LONG = {"a reducer that is not a sum": (by_body, 130), "a sort": (times_sorted(TABLE), 3300)}


@pytest.mark.parametrize("name", LONG)
def test_estimates_of_xla_are_within_four_times_of_what_was_measured(name: str) -> None:
    function, measured = LONG[name]
    assert measured / 4 < work_in(function).fold / 1e6 < measured * 4


@pytest.mark.parametrize("function", [sums, product, transform])
def test_what_xla_does_in_a_moment_is_left_to_it(function: Callable[[Any], Any]) -> None:
    assert exchanged(lowered(function), FoldOptions()) is None


def test_what_takes_xla_no_time_hides_nothing() -> None:
    """A sort of constants that were reshaped, and put into other ones, is folded as well."""

    def moved(x: Any) -> Any:
        square = jnp.asarray(TABLE).reshape(128, 128).at[0, 0].set(NUMBERS[0])
        return jnp.sort(square.reshape(-1)) * x

    assert work_in(moved).fold / 1e6 > LONG["a sort"][1] / 4


def test_square_roots_take_no_longer_here_than_sums() -> None:
    by_name = {
        name: cones.is_function(f"stablehlo.{name}")
        for name in ("sqrt", "add", "exponential", "power", "abs")
    }
    assert by_name == {"sqrt": False, "add": False, "exponential": True, "power": True, "abs": False}


def test_iterations_of_a_loop_are_counted() -> None:
    once, often = [Look(lowered(function).module).run().works.values() for function in (product, in_a_loop)]
    assert max([work.here for work in often]) > 100 * max([work.here for work in once])


def test_one_cone_is_taken_and_another_left() -> None:
    found = exchanged(lowered(lambda x: jnp.sort(TABLE)[3] * jnp.fft.fft(NUMBERS) * x), FoldOptions())
    assert found is not None
    main = str(found.module).partition("private")[0]
    assert "fft" in main
    assert "@sort" not in main


def test_a_sort_in_a_branch_is_worth_it() -> None:
    found = exchanged(lowered(in_a_branch), FoldOptions())
    assert found is not None
    assert "stablehlo.case" not in str(found.module)


def test_the_first_fold_of_a_process_has_to_save_more(monkeypatch: pytest.MonkeyPatch) -> None:
    program = lowered(by_body)
    assert exchanged(program, FoldOptions()) is not None
    monkeypatch.setattr(cones, "IMPORTED", set[str]())
    assert exchanged(program, FoldOptions()) is not None
    monkeypatch.setattr(cones, "IMPORTED", set[str]())
    monkeypatch.setattr(cones, "START", 1e9)
    assert exchanged(program, FoldOptions()) is None


# ---- JAX's persistent cache ----


@dataclass
class Kept:
    """A cache in memory."""

    entries: dict[str, bytes] = field(default_factory=dict[str, bytes])

    def get(self, key: str) -> bytes | None:
        return self.entries.get(key)

    def put(self, key: str, value: bytes) -> None:
        self.entries[key] = value


def sorted_of_two_types(x: Any) -> Any:
    return jnp.sort(jnp.asarray(TABLE).astype(jnp.bfloat16)) * x, jnp.sort(TABLE) * x


def test_a_second_process_folds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept()
    program = lowered(sorted_of_two_types)._replace(store=Store(kept, 0))
    first = exchanged(program, FoldOptions())
    monkeypatch.setattr(exchange, "fold_cones", None)
    monkeypatch.setattr(cones, "IMPORTED", set[str]())
    second = exchanged(program, FoldOptions())
    assert first is not None
    assert second is not None
    assert str(first.module) == str(second.module)
    assert [(a.dtype, a.shape, a.tobytes()) for a in first.arguments] == [
        (a.dtype, a.shape, a.tobytes()) for a in second.arguments
    ]
    assert (first.work, first.left, first.passed_bytes) == (second.work, second.left, second.passed_bytes)
    assert first.embedded_bytes == second.embedded_bytes
    assert len(kept.entries) == 1


def test_another_program_or_other_options_are_folded_anew() -> None:
    kept = Kept()
    for table in (TABLE, TABLE + 1):
        exchanged(lowered(times_sorted(table))._replace(store=Store(kept, 0)), FoldOptions())
    program = lowered(times_sorted(TABLE))._replace(store=Store(kept, 0))
    exchanged(program, FoldOptions(work_budget=1 << 40))
    assert len(kept.entries) == 3
    exchanged(program, FoldOptions(should_fold=lambda _: True))
    assert len(kept.entries) == 3


def test_what_jax_would_not_keep_is_not_kept() -> None:
    kept = Kept()
    exchanged(lowered(times_sorted(TABLE))._replace(store=Store(kept, 100)), FoldOptions())
    assert kept.entries == {}


def test_the_cache_of_jax_itself(tmp_path: Path) -> None:
    names = {"jax_compilation_cache_dir": str(tmp_path), "jax_persistent_cache_min_compile_time_secs": 0}
    before = {name: getattr(jax.config, name) for name in names}
    hooks: Any = private
    try:
        for name, value in names.items():
            jax.config.update(name, value)
        hooks._cache.reset_cache()
        with folding() as fold:
            result = jax.jit(times_sorted(TABLE))(2.0)
        assert fold.report.failures == []
        np.testing.assert_array_equal(result, np.sort(TABLE) * np.float32(2))
        assert len([path for path in tmp_path.iterdir() if path.name.startswith("xdsl_stablehlo-")]) == 1
        jax.clear_caches()
        with folding() as again:
            jax.jit(times_sorted(TABLE))(2.0)
        assert again.report.failures == []
    finally:
        for name, value in before.items():
            jax.config.update(name, value)
        hooks._cache.reset_cache()


class Broken(Kept):
    """A cache on a disk that is full."""

    def put(self, key: str, value: bytes) -> None:
        raise OSError(28, "No space left on device")

    def get(self, key: str) -> bytes | None:
        raise OSError(5, "Input/output error")


def test_a_cache_that_fails_is_none() -> None:
    store = Store(Broken(), 0)
    store.put("a", b"b")
    assert store.get("a") is None
    program = lowered(times_sorted(TABLE))._replace(store=store)
    assert isinstance(exchanged(program, FoldOptions()), Exchanged)
