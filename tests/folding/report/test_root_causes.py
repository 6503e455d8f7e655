"""What ops that stay wait for in the end, and what would fold if that were known."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.counting import calls_of
from tests.helpers.programs import named, parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.folding import FoldOptions, RootCause, fold_module, root_causes

PROGRAMS = named(__file__)

LAYER = PROGRAMS["layer"]


def causes_of(text: str, **limits: int) -> tuple[ModuleOp, dict[str, RootCause]]:
    module = parse(text)
    report = fold_module(module)
    before = print_module(module)
    causes = root_causes(report, None, **limits)
    assert causes == report.causes
    assert print_module(module) == before
    return module, {cause.what: cause for cause in causes}


def counts(cause: RootCause) -> tuple[int, int, int | None]:
    return cause.waiting, cause.alone, cause.would_fold


def test_arguments_are_at_the_bottom_and_binding_them_is_tried() -> None:
    _, causes = causes_of(LAYER)
    weight, x = causes["%w = params['w'] of @main"], causes["%x of @main"]
    assert counts(weight) == (3, 2, 2)
    assert counts(x) == (1, 0, 0)
    assert str(weight) == (
        "3 ops wait for %w = params['w'] of @main (net.py:7:3); binding it would fold 2 of them"
    )
    assert str(x).endswith("; binding it would fold nothing")
    assert [str(link) for link in weight.chain][1:] == [
        "stablehlo.sine (net.py:8:3)",
        *[str(link) for link in weight.chain if link.what == "stablehlo.add"],
        "%w = params['w'] of @main (net.py:7:3)",
    ]


def test_calls_regions_and_loops_are_looked_through() -> None:
    _, causes = causes_of(PROGRAMS["calls regions and loops are looked through"])
    # Of the loop, its three ops and the call with its op, the latter two have nothing to do with %x.
    assert causes["%n of @main"].waiting == 6
    assert causes["%n of @main"].alone == 2
    assert causes["%x of @main"].waiting == 4


def test_ops_with_effects_or_without_a_result_are_causes() -> None:
    _, causes = causes_of(PROGRAMS["ops with effects or without a result are causes"])
    noise, divide = causes["stablehlo.custom_call @noise"], causes["stablehlo.divide"]
    assert (noise.kind, counts(noise)) == ("side-effects", (1, 1, 1))
    assert (divide.kind, counts(divide)) == ("undefined", (1, 1, 1))
    assert str(noise) == (
        "1 op waits for stablehlo.custom_call @noise, which has side effects (f.py:1:2);"
        " a known result would fold it"
    )


def test_nothing_waits_for_what_is_known_and_too_large() -> None:
    module = parse(PROGRAMS["nothing waits for what is known and too large"])
    options = FoldOptions(fold_op_element_limit=100)
    causes = root_causes(fold_module(module, options), options)
    assert {(cause.kind, cause.waiting) for cause in causes} == {("argument", 1), ("element-limit", 0)}


@pytest.mark.parametrize("element", ["i1", "i2", "ui8", "bf16", "f8E8M0FNU", "complex<f32>", "f4E2M1FN"])
def test_every_kind_of_argument_is_tried(element: str) -> None:
    _, causes = causes_of(f"""
func.func @main(%x: tensor<3x{element}>, %y: tensor<2xf32>) -> tensor<3x1x{element}> {{
  %r = stablehlo.reshape %x : (tensor<3x{element}>) -> tensor<3x1x{element}>
  return %r : tensor<3x1x{element}>
}}
""")
    assert counts(causes["%x of @main"]) == (1, 1, 1)
    assert counts(causes["%y of @main"]) == (0, 0, None)


@pytest.mark.parametrize(("work_budget", "would_fold"), [(0, None), (1, None), (1 << 30, 2)])
def test_without_work_nothing_is_tried_and_everything_is_found(
    work_budget: int, would_fold: int | None
) -> None:
    _, causes = causes_of(LAYER, work_budget=work_budget)
    weight = causes["%w = params['w'] of @main"]
    assert counts(weight) == (3, 2, would_fold)
    assert str(weight).startswith("3 ops wait for %w = params['w'] of @main (net.py:7:3)")


def chain_program(arguments: int, layers: int) -> ModuleOp:
    """As many ops as `layers` says, each reading the one before and an argument."""
    names = [f"{{jax.arg_info = \"params['layer{i}']['w']\"}}" for i in range(arguments)]
    given = ", ".join([f"%w{i}: tensor<8xf32> {name}" for i, name in enumerate(names)])
    ops = [f"  %v{i + 1} = stablehlo.add %v{i}, %w{i % arguments} : tensor<8xf32>" for i in range(layers)]
    body = "\n".join(ops).replace("%v0,", "%w0,")
    last = f"  return %v{layers} : tensor<8xf32>"
    return parse(f"func.func @main({given}) -> tensor<8xf32> {{\n{body}\n{last}\n}}")


def test_work_grows_with_the_program() -> None:
    """A program of four times the ops takes about four times the calls."""

    def calls_at(layers: int) -> int:
        report = fold_module(chain_program(50, layers))
        calls = calls_of(lambda: root_causes(report, work_budget=0))
        assert report.causes[0].waiting == layers
        return calls

    assert calls_at(4000) < 5 * calls_at(1000)
