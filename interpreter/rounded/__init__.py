"""Correctly rounded functions of real numbers, for every float type: the same bits on every machine.

`functions` has a row for each function, with formulas for numbers of any arithmetic. `quick`, `wide` and `decimals` are
arithmetics, with 44, 100 and any number of bits; `tables` is what they look up. `ladder` goes from one to the next
until a result is settled. Of NumPy's arithmetic only sums, products, quotients, square roots and roundings are used,
which IEEE 754 defines. Nothing of the interpreter is imported.

    function("exp")(float_format(f32), array)
"""

from __future__ import annotations

from functools import cache

import numpy as np
from xdsl.dialects.builtin import f64

from xdsl_stablehlo.values.element_types import Array, float_format

from .functions import FUNCTIONS
from .ladder import RoundedFunction, evaluate

__all__ = ["FUNCTIONS", "RoundedFunction", "function", "on_doubles"]


@cache
def function(name: str) -> RoundedFunction:
    """The function of this name of arrays of floats, which a format goes before."""
    function = FUNCTIONS[name]
    return lambda target, *operands: evaluate(function, target, *operands)


def on_doubles(name: str, *operands: Array) -> Array:
    """The function of arrays of float64."""
    return evaluate(FUNCTIONS[name], float_format(f64), *map(np.asarray, operands))
