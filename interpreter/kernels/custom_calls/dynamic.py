"""Calls that JAX writes where sizes are known only when the program runs, for ops that need them beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.values.element_types import Array, bit_width, dtype_of

from ....dialects.stablehlo.attributes import RngAlgorithmAttr
from ..ops.arithmetic.random_numbers import eval_rng_bit_generator
from ..ops.combining.windows import eval_reduce_window
from ..support.regions import Callee
from ..support.values import sizes_of
from ..table import Cost, Exactness, Kernel
from .registry import called_functions, register_known

if TYPE_CHECKING:
    from ....dialects.stablehlo import CustomCallOp

SIZES = 5
"""How many operands of a reduce_window say sizes: window, strides, base and window dilations, padding."""


def eval_dynamic_reduce_window(*operands: Array, callees: tuple[Callee]) -> tuple[Array, ...]:
    """As `reduce_window`, of the inputs and initial values before the last five operands, which say the sizes."""
    window, strides, base, dilations, padding = operands[-SIZES:]
    return eval_reduce_window(
        *operands[:-SIZES],
        window_dimensions=sizes_of(window),
        window_strides=sizes_of(strides),
        base_dilations=sizes_of(base),
        window_dilations=sizes_of(dilations),
        padding=[(int(low), int(high)) for low, high in padding],
        body=callees[0].enter(),
    )


def _padded_elements(_: Any, operands: Sequence[Array]) -> int:
    base, padding = operands[-3], operands[-1]
    rows = zip(operands[0].shape, base, padding, strict=True)
    return prod([max(0, size * int(dilation) + int(np.sum(pair))) for size, dilation, pair in rows])


register_known(
    "stablehlo.dynamic_reduce_window",
    lambda _: eval_dynamic_reduce_window,
    cost=Cost(100_000, 100, max_elements=_padded_elements),
    exactness=Exactness.ROUNDED,
    callees=called_functions,
)


def _algorithm(op: CustomCallOp) -> str:
    algorithm = op.attributes.get("rng_algorithm")
    return algorithm.data.value if isinstance(algorithm, RngAlgorithmAttr) else "DEFAULT"


def _dynamic_rng_bit_generator(op: CustomCallOp) -> Kernel:
    element_type = ranked(op.results[1]).element_type

    def draw(state: Array, shape: Array) -> tuple[Array, ...]:
        return eval_rng_bit_generator(
            state,
            rng_algorithm=_algorithm(op),
            shape=sizes_of(shape),
            dtype=dtype_of(element_type),
            bits=bit_width(element_type),
        )

    return draw


def _chosen_by_implementation(op: CustomCallOp, *_: Array) -> str | None:
    is_default = _algorithm(op) == "DEFAULT"
    return "DEFAULT is an algorithm of the implementation's choice" if is_default else None


register_known(
    "stablehlo.dynamic_rng_bit_generator",
    _dynamic_rng_bit_generator,
    cost=Cost(150_000, 100, max_elements=lambda _, operands: prod(sizes_of(operands[1]))),
    undefined=_chosen_by_implementation,
)
