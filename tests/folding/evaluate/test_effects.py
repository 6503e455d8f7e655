"""Effects and chance: what must stay, and where."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import UnregisteredOp, i32
from xdsl.dialects.func import FuncOp

from tests.folding.support import fold, main, values
from tests.helpers.programs import parse
from xdsl_stablehlo.folding.facts.effects import Effects


def test_rng_is_never_folded() -> None:
    text = main(
        """
        %a = stablehlo.constant dense<0.0> : tensor<f32>
        %b = stablehlo.constant dense<1.0> : tensor<f32>
        %s = stablehlo.constant dense<[4]> : tensor<1xi64>
        %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM :
            (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
        """,
        "tensor<4xf32>",
    )
    folded = fold(text, check=False)
    assert folded.reasons() == {"stablehlo.rng": "side-effects"}


def test_effects_of_custom_calls_and_callees_stay() -> None:
    text = """
    func.func private @log(%x: tensor<f32>) -> tensor<f32> {
      stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<f32>) -> ()
      return %x : tensor<f32>
    }
    func.func @main() -> tensor<f32> {
      %c = stablehlo.constant dense<2.0> : tensor<f32>
      %0 = func.call @log(%c) : (tensor<f32>) -> tensor<f32>
      %r = stablehlo.add %0, %0 : tensor<f32>
      return %r : tensor<f32>
    }
    """
    folded = fold(text, check=False)
    assert values(folded.constants()[0]) == 4.0
    assert "func.call" in folded.ops("main")
    assert "stablehlo.custom_call" in folded.ops("log")


def test_a_collective_is_not_moved_out_of_its_branch() -> None:
    text = """
    func.func @main(%p: tensor<i1>) -> tensor<2xf32> {
      %c = stablehlo.constant dense<1.0> : tensor<2xf32>
      %r = "stablehlo.if"(%p) ({
        %0 = "stablehlo.all_reduce"(%c) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) : (tensor<2xf32>) -> tensor<2xf32>
        stablehlo.return %0 : tensor<2xf32>
      }, {
        stablehlo.return %c : tensor<2xf32>
      }) : (tensor<i1>) -> tensor<2xf32>
      return %r : tensor<2xf32>
    }
    """
    folded = fold(text, check=False)
    branch = folded.op("stablehlo.all_reduce").parent_op()
    assert branch is not None
    assert branch.name == "stablehlo.if"


@pytest.mark.parametrize(("algorithm", "folds"), [("DEFAULT", False), ("THREE_FRY", True), ("PHILOX", True)])
def test_random_bits_fold_only_where_the_algorithm_is_named(algorithm: str, folds: bool) -> None:
    text = main(
        f"""
        %k = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
        %s, %r = stablehlo.rng_bit_generator %k, algorithm = {algorithm} :
            (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
        """,
        "tensor<4xui32>",
    )
    folded = fold(text)
    assert (folded.ops() == ["stablehlo.constant"]) is folds
    assert folded.reasons() == ({} if folds else {"stablehlo.rng_bit_generator": "undefined"})


def function(name: str, body: str, visibility: str = "private ") -> str:
    return f"func.func {visibility}@{name}(%x: tensor<i32>) -> tensor<i32> {{\n{body}\nreturn %x : tensor<i32>\n}}\n"


def call(name: str, result: str = "%0") -> str:
    return f"{result} = func.call @{name}(%x) : (tensor<i32>) -> tensor<i32>"


LOG = "stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<i32>) -> ()"
PURE = "%p = stablehlo.add %x, %x : tensor<i32>"

IF = """%p = stablehlo.constant dense<0> : tensor<i32>
  %q = stablehlo.compare LT, %x, %p : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %i = "stablehlo.if"(%q) ({ BODY
    stablehlo.return %x : tensor<i32>
  }, {
    stablehlo.return %p : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>"""

COMPOSITE = '%0 = stablehlo.composite "a.b" %x {decomposition = @g} : (tensor<i32>) -> tensor<i32>'
NESTED = IF.replace(
    "BODY",
    '%j = "stablehlo.if"(%q) ({ BODY\nstablehlo.return %x : tensor<i32> }, { stablehlo.return %p : tensor<i32> }) '
    ": (tensor<i1>) -> tensor<i32>",
)


@pytest.mark.parametrize(
    ("body", "more", "stays"),
    [
        (PURE, "", False),
        (LOG, "", True),
        (IF.replace("BODY", PURE.replace("%p", "%n")), "", False),
        (IF.replace("BODY", LOG), "", True),
        (NESTED.replace("BODY", PURE.replace("%p", "%n")), "", False),
        (NESTED.replace("BODY", LOG), "", True),
        (call("g"), function("g", PURE), False),
        (call("g"), function("g", LOG), True),
        (call("g"), function("g", call("h")) + function("h", PURE), False),
        (call("g"), function("g", call("h")) + function("h", LOG), True),
        (call("g"), function("g", call("h")) + function("h", call("g")), True),
        (call("g"), "func.func private @g(tensor<i32>) -> tensor<i32>", True),
        (call("g") + "\n" + call("h", "%1"), function("g", PURE) + function("h", LOG), True),
        (IF.replace("BODY", call("g")), function("g", PURE), False),
        (IF.replace("BODY", call("g")), function("g", LOG), True),
        (
            '%0 = stablehlo.composite "a.b" %x {decomposition = @g} : (tensor<i32>) -> tensor<i32>',
            function("g", PURE),
            False,
        ),
        (
            '%0 = stablehlo.composite "a.b" %x {decomposition = @g} : (tensor<i32>) -> tensor<i32>',
            function("g", LOG),
            True,
        ),
        ("%0 = stablehlo.custom_call @f(%x) : (tensor<i32>) -> tensor<i32>", "", True),
        ('%t = "stablehlo.create_token"() : () -> !stablehlo.token', "", True),
    ],
)
def test_unused_calls_stay_only_for_effects(body: str, more: str, stays: bool) -> None:
    """`main` calls a function and does not read what it gives."""
    text = function("f", body) + more + function("main", call("f", "%unused"), "")
    folded = fold(text, check=False)
    assert ("func.call" in folded.ops("main")) is stays
    assert ("f" in folded.report.functions_removed) is not stays


@pytest.mark.parametrize(
    ("body", "more", "stays"),
    [
        ("%0 = stablehlo.custom_call @f(%x) : (tensor<i32>) -> tensor<i32>", "", False),
        (
            "%0 = stablehlo.custom_call @f(%x) {has_side_effect = false} : (tensor<i32>) -> tensor<i32>",
            "",
            False,
        ),
        (
            "%0 = stablehlo.custom_call @f(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>",
            "",
            True,
        ),
        ("stablehlo.custom_call @f(%x) : (tensor<i32>) -> ()", "", True),
        (call("g"), "func.func private @g(tensor<i32>) -> tensor<i32>", False),
        (call("g"), function("g", LOG), True),
        ('%t = "stablehlo.create_token"() : () -> !stablehlo.token', "", True),
    ],
)
def test_undeclared_effects_may_be_assumed_away(body: str, more: str, stays: bool) -> None:
    text = function("f", body) + more + function("main", call("f", "%unused"), "")
    folded = fold(text, check=False, assume_no_undeclared_side_effects=True)
    assert ("func.call" in folded.ops("main")) is stays
    # Straight in the function it goes, or stays, in the same way.
    straight = fold(more + function("main", body, ""), check=False, assume_no_undeclared_side_effects=True)
    assert bool(straight.ops("main")) is stays


@pytest.mark.parametrize(
    ("results", "assumed", "removable"), [(1, True, True), (0, True, False), (1, False, False)]
)
def test_ops_of_unknown_dialects(results: int, assumed: bool, removable: bool) -> None:
    foreign = UnregisteredOp.with_name("foreign.op").create(result_types=[i32] * results)
    assert Effects({}, assumed).removable(foreign) is removable


def test_calls_of_functions_that_nobody_defines_stay() -> None:
    """A module that is not verified may call what is not there; so may a function of it."""
    module = parse("func.func private @f() func.func @main() { func.call @f() : () -> () return }")
    inner, main_function = module.body.block.ops
    assert isinstance(main_function, FuncOp)
    call = main_function.body.block.first_op
    assert call is not None
    assert not Effects({"main": main_function}, False).removable(call)
    assert isinstance(inner, FuncOp)
    assert not Effects({"main": main_function, "f": inner}, False).removable(call)


@pytest.mark.parametrize(
    ("called", "returned"),
    [
        ("func.call @f(%x)", "%x"),
        ("func.call @f(%c)", "%0"),
        ('stablehlo.composite "a.f" %x {decomposition = @f}', "%x"),
    ],
)
def test_a_call_goes_when_folding_takes_the_effects_of_its_callee(called: str, returned: str) -> None:
    """The callee has an effect in a branch that is never taken: its call is removed, or its value is known."""
    text = f"""
    func.func private @f(%x: tensor<f32>) -> tensor<f32> {{
      %p = stablehlo.constant dense<false> : tensor<i1>
      "stablehlo.if"(%p) ({{
        stablehlo.custom_call @log(%x) {{has_side_effect = true}} : (tensor<f32>) -> ()
        stablehlo.return
      }}, {{
        stablehlo.return
      }}) : (tensor<i1>) -> ()
      return %x : tensor<f32>
    }}
    func.func @main(%x: tensor<f32>) -> tensor<f32> {{
      %c = stablehlo.constant dense<2.0> : tensor<f32>
      %0 = {called} : (tensor<f32>) -> tensor<f32>
      return {returned} : tensor<f32>
    }}
    """
    folded = fold(text, check=False)
    assert {"func.call", "stablehlo.composite"}.isdisjoint(folded.ops())
