"""ragged_dot: what it rejects, infers and prints."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.helpers.oracle import reprinted, verifies
from tests.helpers.programs import parse
from xdsl_stablehlo import print_module

from .cases import check_rejected, generic

LHS, RHS, SIZES, OUT = "tensor<19x17x5xf32>", "tensor<3x19x5x7xf32>", "tensor<3xi64>", "tensor<19x17x7xf32>"
KEPT = {"lb": "0", "rb": "1", "lc": "2", "rc": "2", "ragged": "1", "group": "0"}


def ragged(inputs: Sequence[str] = (LHS, RHS, SIZES), output: str = OUT, **changes: str) -> str:
    """A ragged_dot whose ragged dimension is kept, with some dimension numbers changed."""
    numbers = KEPT | changes
    attribute = (
        "ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [{lb}], "
        "rhs_batching_dimensions = [{rb}], lhs_contracting_dimensions = [{lc}], rhs_contracting_dimensions = [{rc}], "
        "lhs_ragged_dimensions = [{ragged}], rhs_group_dimensions = [{group}]>"
    ).format(**numbers)
    return generic("ragged_dot", inputs, [output], attribute)


NO_GROUPS = {"rb": "0", "rc": "1", "group": ""}
CONTRACTED = {**NO_GROUPS, "ragged": "2"}
PLAIN = "tensor<19x5x7xf32>"


@pytest.mark.parametrize(
    "text",
    [
        ragged(),
        ragged([LHS, RHS, "tensor<19x3xi64>"]),
        ragged([LHS, PLAIN, SIZES], "tensor<3x19x17x7xf32>", **CONTRACTED),
        ragged([LHS, PLAIN, SIZES], OUT, **{**NO_GROUPS, "ragged": "0"}),
    ],
)
def test_ragged_dot_in_its_three_modes(text: str):
    assert verifies(text) is None
    assert print_module(parse(text)).strip() == reprinted(text).strip().replace("%arg", "%a").replace(
        "%0", "%r0"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ragged(rc="3"), "contracting dimension sizes must match"),
        (ragged(ragged="0, 1"), "There must be exactly one ragged dimension in the lhs"),
        (ragged(ragged="3"), "Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, 3). got: 3."),
        (ragged(group="4"), "Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, 4). got: 4."),
        (
            ragged(group="1"),
            "has duplicated dimension from rhs_group_dimensions and rhs_batching_dimensions: 1",
        ),
        (
            ragged(group="2"),
            "has duplicated dimension from rhs_group_dimensions and rhs_contracting_dimensions: 2",
        ),
        (
            ragged(group=""),
            "There must be exactly one group dimension in the rhs when the lhs ragged dimension is",
        ),
        (ragged(ragged="2"), "There must be zero group dimensions in the rhs when the ragged dimension is"),
        (ragged([LHS, RHS, "tensor<2xi64>"]), "rhs group dimension is expected to have size=2, got 3"),
        (ragged([LHS, RHS, "tensor<1x1x3xi64>"]), "expected group_sizes to have rank 2, got 3"),
        (
            ragged([LHS, RHS, "tensor<11x3xi64>"]),
            "group_sizes is expected to have shape [19, 3], got [11, 3]",
        ),
        (
            ragged(output="tensor<19x7x17xf32>"),
            "inferred shape '[19, 17, 7]' is incompatible with return type",
        ),
    ],
)
def test_ragged_dot_rejected(text: str, message: str):
    check_rejected(text, message)
