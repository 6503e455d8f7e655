"""The numbered constraints of the specification: how many each op has, which a test breaks, and why others are not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.golden.files import PRINT, REFUSED, Case, cases

CONSTRAINTS: dict[str, int] = {
    "abs": 2,
    "add": 7,
    "all_gather": 6,
    "all_reduce": 7,
    "all_to_all": 9,
    "and": 1,
    "async_done": 1,
    "async_start": 4,
    "atan2": 1,
    "batch_norm_grad": 5,
    "batch_norm_inference": 7,
    "batch_norm_training": 7,
    "bitcast_convert": 2,
    "broadcast_in_dim": 6,
    "case": 4,
    "cbrt": 1,
    "ceil": 1,
    "cholesky": 3,
    "clamp": 4,
    "collective_broadcast": 6,
    "collective_permute": 5,
    "collective_reduce": 4,
    "compare": 3,
    "complex": 3,
    "composite": 4,
    "concatenate": 6,
    "constant": 1,
    "convert": 1,
    "convolution": 34,
    "cosine": 1,
    "count_leading_zeros": 1,
    "divide": 1,
    "dot_general": 24,
    "dynamic_broadcast_in_dim": 10,
    "dynamic_conv": 34,
    "dynamic_gather": 14,
    "dynamic_iota": 2,
    "dynamic_pad": 4,
    "dynamic_reshape": 4,
    "dynamic_slice": 5,
    "dynamic_update_slice": 6,
    "exponential": 1,
    "exponential_minus_one": 1,
    "fft": 5,
    "floor": 1,
    "gather": 23,
    "get_dimension_size": 1,
    "get_tuple_element": 2,
    "if": 3,
    "imag": 2,
    "infeed": 3,
    "iota": 1,
    "is_finite": 1,
    "log": 1,
    "log_plus_one": 1,
    "logistic": 1,
    "map": 4,
    "maximum": 1,
    "minimum": 1,
    "multiply": 1,
    "negate": 1,
    "not": 1,
    "optimization_barrier": 1,
    "or": 1,
    "pad": 4,
    "popcnt": 1,
    "power": 1,
    "real": 2,
    "recv": 5,
    "reduce": 8,
    "reduce_precision": 3,
    "reduce_scatter": 9,
    "reduce_window": 16,
    "remainder": 1,
    "reshape": 3,
    "reverse": 3,
    "rng": 3,
    "rng_bit_generator": 2,
    "round_nearest_afz": 1,
    "round_nearest_even": 1,
    "rsqrt": 1,
    "scatter": 25,
    "select": 2,
    "select_and_scatter": 12,
    "send": 5,
    "shift_left": 1,
    "shift_right_arithmetic": 1,
    "shift_right_logical": 1,
    "sign": 1,
    "sine": 1,
    "slice": 5,
    "sort": 5,
    "sqrt": 1,
    "subtract": 1,
    "tan": 1,
    "tanh": 1,
    "transpose": 4,
    "triangular_solve": 4,
    "tuple": 1,
    "uniform_dequantize": 2,
    "uniform_quantize": 2,
    "while": 3,
    "xor": 1,
}
"""The highest label of each op that has constraints."""

AT_RUN_TIME = "it is about the number of processes, which is only known at run time"
NO_PER_AXIS = "the definition allows no per-axis quantized operands or results"

UNCHECKED: dict[str, str] = {
    "compare_c3": "programs in use leave compare_type out, or write one that does not fit",
    "scatter_c6": "promotion is allowed, which C23 checks",
    "all_gather_c3": AT_RUN_TIME,
    "all_reduce_c2": AT_RUN_TIME,
    "all_to_all_c6": AT_RUN_TIME,
    "collective_broadcast_c6": "the value of the root is only known at run time",
    "dot_general_c13": "upstream and XLA allow operands of different types: see deviations.md",
    "dynamic_conv_c25": "the padding is only known at run time; upstream leaves the result to it",
    "dynamic_conv_c26": "upstream leaves the result to run time",
    "dynamic_conv_c29": NO_PER_AXIS,
    "dynamic_conv_c30": NO_PER_AXIS,
    "dynamic_conv_c33": NO_PER_AXIS,
    "reduce_scatter_c1": AT_RUN_TIME,
    "reduce_scatter_c4": AT_RUN_TIME,
    "rng_bit_generator_c2": "upstream leaves the size of the state to the implementation",
}
"""Constraints that no verifier checks, and why."""


@dataclass(frozen=True)
class Rejected:
    """A program of a golden file that breaks one constraint."""

    name: str
    """It begins with the op and the label of the constraint: `pad_c2_high`."""
    op: str
    label: str
    """The label in the name, `C2`; empty for what has no number in the specification."""
    text: str
    message: str
    oracle_knows: bool
    """The oracle is asked: it is not too old to know the op, and the program needs nothing that it leaves out."""


def rejected() -> list[Rejected]:
    """The cases of all families, `cases/*_rejected.mlir`."""
    return [
        as_rejected(case)
        for path in sorted(Path(__file__).parent.glob("**/cases/*_rejected.mlir"))
        for case in cases(path)
    ]


def as_rejected(case: Case) -> Rejected:
    """A section of a golden file whose first line is the name of the case."""
    first, _, text = case.program.partition("\n")
    name = first.removeprefix("// ")
    op = max((op for op in re.findall(r"stablehlo\.(\w+)", text) if name.startswith(f"{op}_")), key=len)
    label = re.search(r"_([ci]\d+)(_|$)", name)
    message = REFUSED.search(text)
    assert message is not None, f"{case} is not rejected"
    return Rejected(
        name, op, label[1].upper() if label else "", REFUSED.sub("", text), message[1], bool(case.runs)
    )


def printed() -> list[str]:
    """The programs of the sections about printed forms, without those of CHLO."""
    paths = sorted(Path(__file__).parent.glob("stablehlo/**/cases/*.mlir"))
    found = [case for path in paths for case in cases(path)]
    return [case.program for case in found if any(run.head.startswith(PRINT) for run in case.runs)]


def labels_of(name: str, constraints: Sequence[str]) -> list[str]:
    """The labels of the op `name`, `C2`, among constraints written `name_c2`, in order."""
    numbers = [rest for c in constraints if (rest := c.removeprefix(f"{name}_c")) != c and rest.isdigit()]
    return [f"C{number}" for number in sorted(map(int, numbers))]


def checked() -> list[str]:
    """The constraints that a test breaks, `pad_c2`; C++ is asked about most of them, too."""
    return [*{f"{case.op}_{case.label.lower()}" for case in rejected() if case.label}]
