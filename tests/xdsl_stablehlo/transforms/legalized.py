"""One op on an array, written in other ops by the passes, and evaluated."""

from __future__ import annotations

import numpy as np

from tests.helpers.oracle import Array, dtype_named
from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.transforms.chlo.legalize import ChloLegalizeToStablehloPass
from xdsl_stablehlo.transforms.elementary import StablehloComplexMathExpanderPass


def evaluated(op: str, element_type: str, *operands: Array) -> Array:
    """What the op computes of the operands, all of one type, when it is written in other ops."""
    arrays = [operand.astype(dtype_named(element_type)) for operand in operands]
    t = f"tensor<{'x'.join([*map(str, arrays[0].shape), element_type])}>"
    names = [f"%x{i}" for i in range(len(arrays))]
    module = parse(f"""
func.func @main({", ".join(f"{name}: {t}" for name in names)}) -> {t} {{
  %r = "{op}"({", ".join(names)}) : ({", ".join([t] * len(arrays))}) -> {t}
  return %r : {t}
}}""")
    ChloLegalizeToStablehloPass().apply(context(), module)
    StablehloComplexMathExpanderPass().apply(context(), module)
    assert "chlo." not in print_module(module)
    return np.asarray(eval_module(module, arrays)[0])


def spread(rng: np.random.Generator, count: int, part: type[np.floating]) -> Array:
    """Numbers of all sizes, many of them near 1, with some of the ends of the type."""
    limits = np.finfo(part)
    exponents = rng.integers(limits.minexp - limits.nmant, limits.maxexp, count)
    near = 1 + rng.normal(size=count) * 10.0 ** rng.uniform(-15, 0, count)
    numbers = np.choose(
        rng.integers(0, 3, count),
        [np.ldexp(rng.uniform(0.5, 1, count), exponents), near, rng.uniform(-4, 4, count)],
    )
    ends = np.array([0.0, 1.0, limits.max, limits.tiny, limits.smallest_subnormal], np.float64)
    numbers = np.where(rng.random(count) < 0.1, rng.choice(ends, count), numbers)
    return (numbers * rng.choice([-1, 1], count)).astype(part)
