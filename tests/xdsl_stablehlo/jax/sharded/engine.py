"""Programs for four devices, run by XLA on four.

`python -m tests.xdsl_stablehlo.jax.sharded.engine shardy` is a process of its own.
"""

from __future__ import annotations

import sys
from typing import Any, cast

import numpy as np
from jax.sharding import NamedSharding, PartitionSpec as P

from xdsl_stablehlo.interpreter import Program
from xdsl_stablehlo.jax import from_jax

from ..functions import export, jax, jnp


def main(partitioner: str) -> None:
    """Raise where XLA on four devices gives something else than the interpreter."""
    jax.config.update("jax_use_shardy_partitioner", partitioner == "shardy")
    assert len(jax.devices()) == 4
    mesh = jax.make_mesh((2, 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)

    def placed(*spec: Any) -> Any:
        return NamedSharding(mesh, cast(Any, P)(*spec))

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


if __name__ == "__main__":
    main(sys.argv[1])
