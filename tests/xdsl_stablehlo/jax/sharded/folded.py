"""Constants of programs for four devices, folded inside of `jax.jit`.

`python -m tests.xdsl_stablehlo.jax.sharded.folded shardy` is a process of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import numpy as np
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

from xdsl_stablehlo.folding.terms import reasons as failures
from xdsl_stablehlo.jax import folding
from xdsl_stablehlo.jax.private import VERSION

from ..functions import binary, jax, jnp, unary

SIZE = 20_000
W = np.random.default_rng(0).random(SIZE, dtype=np.float32)
S = np.sort(W)
X = np.arange(SIZE, dtype=np.float32)


def is_right(function: Callable[..., Any], argument: Any, expected: Any) -> None:
    with folding() as fold:
        result = jax.block_until_ready(function(argument))
    np.testing.assert_allclose(cast(Any, np.asarray(result)), expected, rtol=1e-6)
    assert fold.report.failures == []
    assert len(fold.report.folded) == 1


def fresh() -> Callable[[Any], Any]:
    return unary(lambda x: jnp.sort(W) * x)


def main(partitioner: str) -> None:
    failures.RAISES = True
    jax.config.update("jax_use_shardy_partitioner", partitioner == "shardy")
    mesh = jax.make_mesh((4,), ("d",), axis_types=(AxisType.Auto,))
    whole, split = NamedSharding(mesh, P()), NamedSharding(mesh, P("d"))
    is_right(jax.jit(fresh()), jax.device_put(X, split), S * X)
    is_right(jax.jit(fresh()), jax.device_put(X, jax.devices()[2]), S * X)
    is_right(jax.jit(fresh(), in_shardings=split, out_shardings=whole), X, S * X)
    if partitioner != "shardy":
        return
    mapped = partial(jax.shard_map, mesh=mesh, out_specs=P("d"))
    inside = mapped(unary(lambda x: x + jnp.sort(W)[: SIZE // 4]), in_specs=P("d"))
    is_right(jax.jit(inside), X, X + np.tile(S[: SIZE // 4], 4))
    outside = mapped(binary(lambda x, y: x + y), in_specs=(P("d"), P("d")))
    is_right(jax.jit(unary(lambda x: outside(x, jnp.sort(W)))), X, X + S)
    if VERSION >= (0, 8):  # before, `pmap` was not `jit` and compiled for itself
        is_right(jax.pmap(fresh()), np.stack([X] * 4), np.stack([S * X] * 4))
    explicit = jax.make_mesh((4,), ("d",), axis_types=(AxisType.Explicit,))
    with jax.set_mesh(explicit):
        is_right(jax.jit(fresh()), jax.device_put(X, P("d")), S * X)


if __name__ == "__main__":
    main(sys.argv[1])
