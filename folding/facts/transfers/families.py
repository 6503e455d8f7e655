"""All transfer functions."""

from __future__ import annotations

from ..transfer import TRANSFERS
from . import comparisons, conversions, floats, integers, movement, reductions

__all__ = [
    "TRANSFERS",
    "UNKNOWN",
    "comparisons",
    "conversions",
    "floats",
    "integers",
    "movement",
    "reductions",
]

_MEETING = "gets elements of processes that may run other functions"
_OUTSIDE = "gets its value from outside of the program"
_REGION = "is looked into where the value is asked for, not from the facts about operands alone"
_NO_ELEMENTS = "gives no tensor of integers or floats that says more than its type"
_ROUNDED = "solves or transforms: rounding leaves every kind of number possible"
_QUANTIZED = "its elements stand for other numbers"
_SHORTHAND = "stands for several ops, and is not written by any frontend"

UNKNOWN = {
    f"stablehlo.{name}": reason
    for reason, names in {
        _MEETING: "all_gather all_reduce all_to_all collective_broadcast collective_permute collective_reduce "
        "cross-replica-sum reduce_scatter recv send",
        _OUTSIDE: "custom_call infeed outfeed partition_id replica_id rng rng_bit_generator",
        _REGION: "async_done async_start case composite constant if return while",
        _NO_ELEMENTS: "after_all complex create_token get_tuple_element tuple",
        _ROUNDED: "batch_norm_grad batch_norm_inference batch_norm_training cholesky fft triangular_solve",
        _QUANTIZED: "uniform_dequantize uniform_quantize",
        _SHORTHAND: "einsum unary_einsum",
    }.items()
    for name in names.split()
}
"""The ops without a transfer function, each with the reason."""
