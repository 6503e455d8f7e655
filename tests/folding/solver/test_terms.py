"""Terms: what rules make is looked at the moment it is made, and folding twice changes nothing."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from tests.folding.support import main, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.folding import ConstantAnalysis, fold_module
from xdsl_stablehlo.folding.terms import terms

CHAIN = main(
    "%c = stablehlo.constant dense<3> : tensor<4xi32>\n%0 = stablehlo.add %x, %c : tensor<4xi32>\n"
    + "\n".join(f"%{i + 1} = stablehlo.add %{i}, %c : tensor<4xi32>" for i in range(9))
    + "\n%r = stablehlo.negate %9 : tensor<4xi32>",
    "tensor<4xi32>",
    "%x: tensor<4xi32>",
)


def readers(module: ModuleOp) -> list[list[Operation]]:
    return [[use.operation for use in result.uses] for op in module.walk() for result in op.results]


def test_looking_at_a_program_does_not_touch_it() -> None:
    module = parse(CHAIN)
    before, text = readers(module), print_module(module)
    analysis = ConstantAnalysis(module)
    last = [op for op in module.walk() if op.name == "stablehlo.negate"]
    assert analysis.value(last[0].results[0]) is None
    assert (readers(module), print_module(module)) == (before, text)


def test_the_bound_of_rules_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "TERM_LIMIT", 0)
    module = parse(CHAIN)
    report = fold_module(module)
    assert print_module(module) == print_module(parse(CHAIN))
    assert report.bounded > 0
    assert "rules stopped at their bound" in report.to_text()
    assert report.to_dict()["bounded"] == report.bounded
