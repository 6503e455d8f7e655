"""Programs on four devices: folded and called there, and run by XLA as an engine.

`python -m tests.xdsl_stablehlo.jax.sharded.interpreted shardy` is a process of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from jax.sharding import NamedSharding, PartitionSpec as P

from xdsl_stablehlo.folding.terms import reasons as failures
from xdsl_stablehlo.interpreter import Program
from xdsl_stablehlo.jax import evaluate, fold, from_jax, interpreting

from ..functions import LAYER, X, dense, export, jax, jnp
from ..test_fold import assert_close


def main(partitioner: str) -> None:
    """Raise where a folded program gives something else than the program, or has its constant part still."""
    jax.config.update("jax_use_shardy_partitioner", partitioner == "shardy")
    assert len(jax.devices()) == 4
    mesh = jax.make_mesh((2, 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)

    def placed(*spec: Any) -> Any:
        return NamedSharding(mesh, cast(Any, P)(*spec))

    def layer(params: Any, x: Any) -> Any:
        w = jax.lax.with_sharding_constraint(params["w"] * jnp.cos(jnp.arange(8.0)), placed(None, "model"))
        return dense({"w": w, "b": params["b"]}, x)

    shardings = ({"w": placed(None, "model"), "b": placed("model")}, placed("data", None))
    jitted = jax.jit(layer, in_shardings=shardings, out_shardings=placed("data", "model"))
    params, x = jax.device_put(LAYER, shardings[0]), jax.device_put(X, shardings[1])
    expected = jitted(params, x)

    bound = fold(jitted, x, bind=(params,))
    assert_close(evaluate(bound.exported, x), expected)
    if partitioner == "shardy":  # JAX 0.10 cannot call sharded exports where Shardy is switched off
        _check_calls(fold(jitted, params, x).exported, (params, x), expected)
        _check_calls(bound.exported, (x,), expected)
    assert list(bound.report.explained()) == []
    assert "cosine" not in bound.exported.mlir_module()

    assert_close(evaluate(jitted, params, x), expected)
    with interpreting():
        assert_close(jitted(params, x), expected)
    if partitioner == "shardy":
        _check_manual(mesh, x)
    np.testing.assert_array_equal(np.asarray(jitted(params, x)), np.asarray(expected))
    _check_engine(placed)


def _check_engine(placed: Callable[..., Any]) -> None:
    """Check that XLA on four devices gives what the interpreter gives."""

    def layer(w: Any, x: Any) -> Any:
        y = jax.lax.with_sharding_constraint(x @ w, placed("data", "model"))
        return jnp.tanh(y), y.sum(0)

    jitted = jax.jit(layer, in_shardings=(placed(None, "model"), placed("data", None)))
    rng = np.random.default_rng(0)
    w, x = [rng.random(shape, np.float32) for shape in ((8, 6), (4, 8))]
    for program in (jitted.lower(w, x), export.export(jitted)(w, x)):
        module = from_jax(program)
        ours, theirs = Program.of(module)(w, x), Program.of(module, engine="xla")(w, x)
        for one, other in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(np.asarray(other), np.asarray(one), rtol=1e-5)


def _check_manual(mesh: Any, x: Any) -> None:
    """What each device computes of its part, and where the parts meet."""

    def part(block: Any) -> Any:
        return jax.lax.psum(block * jnp.exp(jnp.arange(8.0)), "data")

    mapped = jax.jit(jax.shard_map(part, mesh=mesh, in_specs=P("data"), out_specs=P()))
    expected = mapped(x)
    assert_close(evaluate(mapped, x), expected)
    assert_close(jax.jit(fold(mapped, x).call)(x), expected)
    with interpreting():
        assert_close(mapped(x), expected)


def _check_calls(exported: Any, args: tuple[Any, ...], expected: Any) -> None:
    loaded = export.deserialize(exported.serialize())
    assert loaded.nr_devices == 4
    for program in (exported, loaded):
        called = jax.jit(program.call)(*args)
        assert_close(called, expected)
        assert called.sharding.is_equivalent_to(expected.sharding, 2)


if __name__ == "__main__":
    failures.RAISES = True
    main(sys.argv[1])
