"""Correctly rounded functions of real numbers, for every float type: the same bits on every machine.

`functions` has a row for each function, with formulas for numbers of any arithmetic. `quick`, `wide` and `decimals` are
arithmetics, with 44, 100 and any number of bits; `tables` has their tables. `ladder` goes from one to the next
until a result is settled. Of NumPy's arithmetic only sums, products, quotients, square roots and roundings are used,
which IEEE 754 defines. Nothing of the interpreter is imported.

    function("exp")(float_format(f32), array)
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import cache

import numpy as np
from xdsl.dialects.builtin import f64

from xdsl_stablehlo.values.element_types import Array, FloatFormat, float_format

from .functions import FUNCTIONS
from .ladder import RoundedFunction, approximated, evaluate

__all__ = ["FAST", "FUNCTIONS", "RoundedFunction", "approximate", "function", "on_doubles"]


FAST: ContextVar[bool] = ContextVar("fast", default=False)
"""Whether this evaluation uses the functions of NumPy and the sums of BLAS, whose bits depend on the machine."""

_OF_NUMPY: dict[str, np.ufunc] = {
    **{name: getattr(np, name) for name in ("exp", "expm1", "log", "log1p", "cbrt", "power")},
    **{name: getattr(np, name) for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    **{
        f"a{name}": getattr(np, f"arc{name}")
        for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "tan2")
    },
}


@cache
def function(name: str) -> RoundedFunction:
    """The function of this name. It is called with a float format and arrays of floats."""
    function, fast = FUNCTIONS[name], _OF_NUMPY.get(name)

    def compute(target: FloatFormat, *operands: Array, out: Array | None = None) -> Array:
        if fast is not None and FAST.get():
            return target.from_f64(fast(*[operand.astype(np.float64) for operand in operands]))
        return evaluate(function, target, *operands, out=out)

    return compute


def on_doubles(name: str, *operands: Array) -> Array:
    """The function of arrays of float64."""
    return function(name)(float_format(f64), *map(np.asarray, operands))


def approximate(name: str, *operands: Array) -> Array:
    """The function of arrays of float64 to some 40 bits, for numbers that are not far beyond those of f32."""
    return approximated(FUNCTIONS[name], *operands)
