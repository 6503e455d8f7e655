"""What a Python prompt and a notebook show of results: little, however large they are."""

from __future__ import annotations

from types import ModuleType
from typing import Any, cast

import jax as _jax
import numpy as np
import pytest

from tests.helpers.programs import parse
from xdsl_stablehlo import folding as folding_package, interpreter
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import Program, Tensor
from xdsl_stablehlo.ir.printable import LONGEST_MESSAGE, Readable
from xdsl_stablehlo.jax import fold, folding
from xdsl_stablehlo.splitting import split

jax: Any = cast(Any, _jax)
SIZE = 100_000
MODULE = f"""
func.func @main(%w: tensor<{SIZE}xf32>, %x: tensor<{SIZE}xf32>) -> tensor<{SIZE}xf32> {{
  %i = stablehlo.iota dim = 0 : tensor<{SIZE}xf32>
  %a = stablehlo.add %i, %i : tensor<{SIZE}xf32>
  %s = stablehlo.sine %w : tensor<{SIZE}xf32>
  %b = stablehlo.multiply %s, %x : tensor<{SIZE}xf32>
  %c = stablehlo.subtract %a, %b : tensor<{SIZE}xf32>
  return %c : tensor<{SIZE}xf32>
}}"""


def large(x: Any) -> Any:
    return x * jax.numpy.cumsum(jax.numpy.arange(float(SIZE)))


def shown(what: str) -> Any:
    match what:
        case "folded":
            return fold(large, jax.numpy.ones(SIZE))
        case "report":
            return fold_module(parse(MODULE))
        case "jit":
            with folding() as done:
                jax.jit(large)(jax.numpy.ones(SIZE))
            return done.report
        case "program":
            return Program.of(parse(MODULE))
        case "split":
            return split(parse(MODULE), ["0"])
        case _:
            return Tensor.of(np.arange(SIZE))


@pytest.mark.parametrize(
    ("what", "begins"),
    [
        ("folded", "<Folded: folded "),
        ("report", "<FoldReport: folded "),
        ("jit", "<JitReport: "),
        ("program", f"<Program: @main(tensor<{SIZE}xf32>, tensor<{SIZE}xf32>) -> (tensor<{SIZE}xf32>)>"),
        ("split", "<Split: "),
        ("tensor", "Tensor([    0,     1,     2, ..., 99997, 99998, 99999] : tensor<100000xi64>)"),
    ],
)
def test_large_results_are_short(what: str, begins: str) -> None:
    value = shown(what)
    assert repr(value).startswith(begins)
    assert len(repr(value).splitlines()) == 1
    assert len(repr(value)) < 300
    html = value._repr_html_()
    assert html.startswith("<pre>")
    assert len(html) < 5_000
    assert "<Fold" not in html


def test_text_of_programs_is_no_markup() -> None:
    class Title(Readable):
        def __str__(self) -> str:
            return f"a < b & c\n{'x' * 9_000}"

    title: Any = Title()
    assert title._repr_html_().startswith("<pre>a &lt; b &amp; c\n")
    assert repr(title) == "<Title: a < b & c>"

    class Long(Readable):
        def __str__(self) -> str:
            return "x" * 9_000

    assert len(repr(Long())) < LONGEST_MESSAGE + 100


@pytest.mark.parametrize("package", [folding_package, interpreter], ids=lambda package: package.__name__)
def test_prompts_complete_what_a_package_offers(package: ModuleType) -> None:
    assert dir(package) == sorted(package.__all__)
