"""constant: what it rejects."""

from __future__ import annotations

import pytest
from xdsl.utils.exceptions import VerifyException

from tests.helpers.programs import parse
from tests.xdsl_stablehlo.dialects.cases import Case, check_rejected

REJECTED = [
    Case("constant_c1", "constant", [], ["tensor<3xi32>"], "value = dense<1> : tensor<2xi32>",
         "incompatible with return type(s) of operation"),
    Case("constant_c1_element", "constant", [], ["tensor<2xi64>"], "value = dense<1> : tensor<2xi32>",
         "incompatible with return type(s) of operation"),
]  # fmt: skip


@pytest.mark.parametrize("case", REJECTED, ids=lambda case: case.name)
def test_rejected(case: Case):
    check_rejected(case)


@pytest.mark.parametrize("text", ["dense<1> : tensor<index>", "dense<[1, 2]> : tensor<2xindex>"])
def test_indices_are_no_elements(text: str):
    with pytest.raises(VerifyException, match="result #0 must be statically shaped tensor of"):
        parse(f"func.func @main() {{\n  %c = stablehlo.constant {text}\n  return\n}}")
