"""Branches, loops and calls: what is known across them, and what becomes of them."""

from __future__ import annotations

import pytest

from tests.folding.support import fold, main, values
from tests.helpers.programs import parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding import FoldOptions, fold_module

SCALAR = "tensor<i32>"


def branch(value: int) -> str:
    return f"{{\n%c = stablehlo.constant dense<{value}> : {SCALAR}\nstablehlo.return %c : {SCALAR}\n}}"


def test_if_with_known_predicate_leaves_its_branch() -> None:
    text = main(
        f"""
        %p = stablehlo.constant dense<true> : tensor<i1>
        %r = "stablehlo.if"(%p) ({{
          %0 = stablehlo.add %x, %x : {SCALAR}
          stablehlo.return %0 : {SCALAR}
        }}, {branch(1)}) : (tensor<i1>) -> {SCALAR}
        """,
        SCALAR,
        f"%x: {SCALAR}",
    )
    assert fold(text).ops() == ["stablehlo.add"]


def test_the_body_of_async_start_stays_one_collective() -> None:
    """An empty tensor is known whatever gives it, but a constant may not stand there."""
    text = main(
        """
        %future = "stablehlo.async_start"(%x) ({
        ^bb0(%operand: tensor<2xf32>):
          %gathered = "stablehlo.all_gather"(%operand) <{all_gather_dim = 0 : i64,
            replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<0xf32>
          stablehlo.return %gathered : tensor<0xf32>
        }) : (tensor<2xf32>) -> !stablehlo.future<tensor<0xf32>>
        %r = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<0xf32>>) -> tensor<0xf32>
        """,
        "tensor<0xf32>",
        "%x: tensor<2xf32>",
    )
    module = parse(text)
    fold_module(module)
    verify_module(module)


def test_nested_branches_go_together() -> None:
    text = main(
        f"""
        %p = stablehlo.constant dense<true> : tensor<i1>
        %i = stablehlo.constant dense<0> : {SCALAR}
        %r = "stablehlo.if"(%p) ({{
          %0 = "stablehlo.case"(%i) ({{
            %1 = stablehlo.multiply %x, %x : {SCALAR}
            stablehlo.return %1 : {SCALAR}
          }}) : ({SCALAR}) -> {SCALAR}
          stablehlo.return %0 : {SCALAR}
        }}, {branch(1)}) : (tensor<i1>) -> {SCALAR}
        """,
        SCALAR,
        f"%x: {SCALAR}",
    )
    assert fold(text).ops() == ["stablehlo.multiply"]


def test_branches_that_agree_decide_without_the_predicate() -> None:
    text = main(
        f"""
        %r0 = "stablehlo.if"(%p) ({branch(7)}, {branch(7)}) : (tensor<i1>) -> {SCALAR}
        %r = stablehlo.add %r0, %r0 : {SCALAR}
        """,
        SCALAR,
        "%p: tensor<i1>",
    )
    folded = fold(text)
    assert values(folded.constants()[0]) == 14
    assert folded.ops() == ["stablehlo.constant"]


def test_branches_that_differ_in_the_sign_of_zero_do_not_agree() -> None:
    zero = "{\n%c = stablehlo.constant dense<SIGN0.0> : tensor<f32>\nstablehlo.return %c : tensor<f32>\n}"
    text = main(
        f'%r = "stablehlo.if"(%p) ({zero.replace("SIGN", "")}, {zero.replace("SIGN", "-")}) : '
        "(tensor<i1>) -> tensor<f32>",
        "tensor<f32>",
        "%p: tensor<i1>",
    )
    assert "stablehlo.if" in fold(text).ops()


@pytest.mark.parametrize(("index", "expected"), [(0, 10), (1, 20), (2, 20), (-1, 20)])
def test_case_out_of_range_takes_the_last_branch(index: int, expected: int) -> None:
    text = main(
        f"""
        %i = stablehlo.constant dense<{index}> : {SCALAR}
        %r = "stablehlo.case"(%i) ({branch(10)}, {branch(20)}) : ({SCALAR}) -> {SCALAR}
        """,
        SCALAR,
    )
    assert values(fold(text).constants()[0]) == expected


def loop(body: str, arguments: str = "", initial: str = "%zero, %k", limit: str = "%ten") -> str:
    return main(
        f"""
        %zero = stablehlo.constant dense<0> : {SCALAR}
        %k = stablehlo.constant dense<3> : {SCALAR}
        %ten = stablehlo.constant dense<10> : {SCALAR}
        %i:2 = "stablehlo.while"({initial}) ({{
        ^bb0(%a: {SCALAR}, %b: {SCALAR}):
          %t = stablehlo.compare LT, %a, {limit} : ({SCALAR}, {SCALAR}) -> tensor<i1>
          stablehlo.return %t : tensor<i1>
        }}, {{
        ^bb0(%a: {SCALAR}, %b: {SCALAR}):
          {body}
        }}) : ({SCALAR}, {SCALAR}) -> ({SCALAR}, {SCALAR})
        """,
        SCALAR,
        arguments,
        "%i#1",
    )


def test_loop_with_known_state_runs() -> None:
    text = loop(f"%n = stablehlo.add %a, %b : {SCALAR}\nstablehlo.return %n, %n : {SCALAR}, {SCALAR}")
    # 0, 3, 6, 12: the second value doubles along.
    assert values(fold(text).constants()[0]) == 12


def test_carried_value_that_never_changes_is_known_inside_and_after() -> None:
    text = loop(
        f"""
        %two = stablehlo.constant dense<2> : {SCALAR}
        %s = stablehlo.multiply %b, %two : {SCALAR}
        %n = stablehlo.add %a, %s : {SCALAR}
        stablehlo.return %n, %b : {SCALAR}, {SCALAR}
        """,
        f"%x: {SCALAR}",
        "%x, %k",
    )
    folded = fold(text)
    assert values(folded.constants()[0]) == 3
    assert "stablehlo.multiply" not in folded.ops()


def test_value_that_changes_after_the_first_iteration_is_not_taken_for_constant() -> None:
    text = loop(
        f"""
        %n = stablehlo.add %a, %a : {SCALAR}
        %m = stablehlo.minimum %b, %a : {SCALAR}
        stablehlo.return %n, %m : {SCALAR}, {SCALAR}
        """,
        f"%x: {SCALAR}",
        "%x, %k",
    )
    assert "stablehlo.while" in fold(text).ops()


def test_loop_that_is_never_entered_goes() -> None:
    text = loop(
        f"%n = stablehlo.add %a, %b : {SCALAR}\nstablehlo.return %n, %n : {SCALAR}, {SCALAR}",
        f"%x: {SCALAR}",
        "%ten, %x",
    )
    folded = fold(text)
    assert folded.ops() == []


def test_loop_with_an_effect_stays_whole() -> None:
    text = loop(
        f"""
        check.expect_eq %b, %b : {SCALAR}
        %n = stablehlo.add %a, %b : {SCALAR}
        stablehlo.return %n, %b : {SCALAR}, {SCALAR}
        """
    )
    folded = fold(text)
    assert values(folded.constants()[0]) == 3
    assert "check.expect_eq" in folded.ops()
    assert folded.reasons()["stablehlo.while"] == "side-effects"


def test_division_by_zero_inside_a_loop_keeps_the_loop() -> None:
    text = loop(
        f"""
        %d = stablehlo.divide %k, %a : {SCALAR}
        %n = stablehlo.add %a, %b : {SCALAR}
        stablehlo.return %n, %d : {SCALAR}, {SCALAR}
        """
    )
    folded = fold(text, check=False)
    assert folded.reasons() == {"stablehlo.while": "undefined"}


def test_select_with_a_uniform_predicate_is_one_side() -> None:
    text = main(
        """
        %p = stablehlo.constant dense<false> : tensor<2xi1>
        %r = stablehlo.select %p, %x, %y : tensor<2xi1>, tensor<2xf32>
        """,
        "tensor<2xf32>",
        "%x: tensor<2xf32>, %y: tensor<2xf32>",
    )
    assert fold(text).ops() == []


def test_sizes_are_known_without_the_tensor() -> None:
    text = main(
        """
        %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x3xf32>) -> tensor<i32>
        %1 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
        %r = stablehlo.multiply %0, %1 : tensor<i32>
        """,
        "tensor<i32>",
        "%x: tensor<?x3xf32>",
    )
    assert fold(text).ops() == ["stablehlo.constant", "stablehlo.get_dimension_size", "stablehlo.multiply"]


def test_elements_of_tuples_are_found() -> None:
    text = main(
        """
        %c = stablehlo.constant dense<1.0> : tensor<f32>
        %t = stablehlo.tuple %c, %x : tuple<tensor<f32>, tensor<f32>>
        %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
        %1 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
        %2 = stablehlo.add %0, %0 : tensor<f32>
        %r = stablehlo.add %1, %2 : tensor<f32>
        """,
        "tensor<f32>",
        "%x: tensor<f32>",
    )
    assert fold(text).ops() == ["stablehlo.constant", "stablehlo.add"]


def test_tensors_without_elements_are_constants() -> None:
    text = main("%r = stablehlo.add %x, %x : tensor<0x3xf32>", "tensor<0x3xf32>", "%x: tensor<0x3xf32>")
    assert fold(text).constants()[0].shape == (0, 3)


SCALE = """
func.func private @scale(%x: tensor<2xf32>, %k: tensor<f32>) -> tensor<2xf32> {
  %b = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %r = stablehlo.multiply %x, %b : tensor<2xf32>
  return %r : tensor<2xf32>
}
"""


def test_call_with_known_arguments_goes_with_its_callee() -> None:
    text = SCALE + main(
        """
        %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
        %k = stablehlo.constant dense<3.0> : tensor<f32>
        %r = func.call @scale(%x, %k) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
        """,
        "tensor<2xf32>",
    )
    folded = fold(text)
    assert values(folded.constants()[0]) == [3.0, 6.0]
    assert folded.report.functions_removed == ["scale"]


def test_constant_that_all_callers_pass_moves_into_the_callee() -> None:
    call = "func.call @scale({}, %k) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>"
    text = SCALE + main(
        f"""
        %k = stablehlo.constant dense<3.0> : tensor<f32>
        %0 = {call.format("%x")}
        %r = {call.format("%0")}
        """,
        "tensor<2xf32>",
        "%x: tensor<2xf32>",
    )
    folded = fold(text)
    assert folded.ops("main") == ["func.call", "func.call"]
    assert folded.ops("scale") == ["stablehlo.constant", "stablehlo.multiply"]


def test_callers_that_disagree_get_copies() -> None:
    call = "func.call @scale({}) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>"
    text = SCALE + main(
        f"""
        %k = stablehlo.constant dense<3.0> : tensor<f32>
        %l = stablehlo.constant dense<4.0> : tensor<f32>
        %0 = {call.format("%x, %k")}
        %r = {call.format("%0, %l")}
        """,
        "tensor<2xf32>",
        "%x: tensor<2xf32>, %m: tensor<f32>",
    )
    folded = fold(text)
    assert folded.report.functions_cloned == ["scale_0", "scale_1"]
    assert folded.report.functions_removed == ["scale"]
    assert folded.ops("scale_0") == ["stablehlo.constant", "stablehlo.multiply"]
    head, body = text.split("func.func @main")
    body = body.replace("%r", "%1").replace("return %1", f"%r = {call.format('%1, %m')}\nreturn %r")
    assert fold(f"{head}func.func @main{body}").report.functions_cloned == []  # it would stay beside them
    assert fold(text, specialize_calls=False).report.functions_cloned == []
    assert fold(text, growth_budget=0).report.functions_cloned == []


def test_public_functions_and_those_mentioned_elsewhere_keep_their_arguments() -> None:
    text = SCALE.replace("private", "public") + main(
        """
        %k = stablehlo.constant dense<3.0> : tensor<f32>
        %r = func.call @scale(%x, %k) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
        """,
        "tensor<2xf32>",
        "%x: tensor<2xf32>",
    )
    assert fold(text).ops("scale") == ["stablehlo.broadcast_in_dim", "stablehlo.multiply"]


def test_recursion_is_left_alone() -> None:
    text = """
    func.func private @f(%x: tensor<i32>) -> tensor<i32> {
      %0 = func.call @f(%x) : (tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    }
    """ + main(
        "%c = stablehlo.constant dense<3> : tensor<i32>\n%r = func.call @f(%c) : (tensor<i32>) -> tensor<i32>",
        "tensor<i32>",
    )
    folded = fold(text, check=False)
    assert folded.reasons() == {"func.call": "failed"}


def test_composite_folds_as_a_whole() -> None:
    text = """
    func.func private @double(%x: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.add %x, %x : tensor<f32>
      return %0 : tensor<f32>
    }
    """ + main(
        """
        %c = stablehlo.constant dense<1.5> : tensor<f32>
        %r = stablehlo.composite "my.double" %c {decomposition = @double} : (tensor<f32>) -> tensor<f32>
        """,
        "tensor<f32>",
    )
    assert values(fold(text).constants()[0]) == 3.0


def test_regions_of_ops_that_stay_are_folded_inside() -> None:
    text = main(
        """
        %z = stablehlo.constant dense<0.0> : tensor<f32>
        %r = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
        reducer(%a: tensor<f32>, %b: tensor<f32>) {
          %h = stablehlo.constant dense<0.5> : tensor<f32>
          %q = stablehlo.multiply %h, %h : tensor<f32>
          %s = stablehlo.multiply %b, %q : tensor<f32>
          %t = stablehlo.add %a, %s : tensor<f32>
          stablehlo.return %t : tensor<f32>
        }
        """,
        "tensor<f32>",
        "%x: tensor<3xf32>",
    )
    folded = fold(text)
    assert folded.ops().count("stablehlo.multiply") == 1
    assert "dense<2.500000e-01>" in folded.text


def test_any_part_of_a_splat_is_a_splat() -> None:
    text = main(
        """
        %c = stablehlo.constant dense<256> : tensor<6x2xi32>
        %r = stablehlo.dynamic_slice %c, %i, %j, sizes = [2, 1] :
            (tensor<6x2xi32>, tensor<i32>, tensor<i32>) -> tensor<2x1xi32>
        """,
        "tensor<2x1xi32>",
        "%i: tensor<i32>, %j: tensor<i32>",
    )
    assert values(fold(text).constants()[0]) == [[256], [256]]


def test_setting_a_static_size_to_itself_goes() -> None:
    text = main(
        """
        %c = stablehlo.constant dense<4> : tensor<i32>
        %r = stablehlo.set_dimension_size %x, %c, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
        """,
        "tensor<4xf32>",
        "%x: tensor<4xf32>",
    )
    assert fold(text).ops() == []


def test_neighbouring_equal_splats_are_concatenated_once() -> None:
    text = main(
        """
        %a = stablehlo.constant dense<1.0> : tensor<2xf32>
        %b = stablehlo.constant dense<1.0> : tensor<3xf32>
        %c = stablehlo.constant dense<2.0> : tensor<30xf32>
        %r = stablehlo.concatenate %a, %b, %x, %c, %b, dim = 0 :
            (tensor<2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<30xf32>, tensor<3xf32>) -> tensor<39xf32>
        """,
        "tensor<39xf32>",
        "%x: tensor<1xf32>",
    )
    folded = fold(text)
    assert len(folded.op("stablehlo.concatenate").operands) == 4
    assert "dense<1.000000e+00> : tensor<5xf32>" in folded.text


@pytest.mark.parametrize(
    ("left", "right", "same"), [("0.0", "-0.0", False), ("0x7FC00000", "0x7FC00000", True)]
)
def test_neighbouring_splats_are_the_same_where_their_bits_are(left: str, right: str, same: bool) -> None:
    text = main(
        f"""
        %a = stablehlo.constant dense<{left}> : tensor<20xf32>
        %b = stablehlo.constant dense<{right}> : tensor<20xf32>
        %r = stablehlo.concatenate %a, %b, %x, dim = 0 :
            (tensor<20xf32>, tensor<20xf32>, tensor<1xf32>) -> tensor<41xf32>
        """,
        "tensor<41xf32>",
        "%x: tensor<1xf32>",
    )
    assert len(fold(text).op("stablehlo.concatenate").operands) == (2 if same else 3)


def scatter(body: str, unique: bool) -> str:
    return main(
        f"""
        %z = stablehlo.constant dense<3> : tensor<4xi32>
        %u = stablehlo.constant dense<2> : tensor<2xi32>
        %r = "stablehlo.scatter"(%z, %i, %u) <{{
          scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
            scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
          unique_indices = {str(unique).lower()}
        }}> ({{
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          {body}
        }}) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
        """,
        "tensor<4xi32>",
        "%i: tensor<2x1xi32>",
    )


def test_elements_of_splats_are_known_inside_a_scatter() -> None:
    body = "%c = stablehlo.multiply %a, %b : tensor<i32>\nstablehlo.return %c : tensor<i32>"
    # Evaluated twice on the same index, an update would see what the first one left.
    assert "stablehlo.multiply" not in fold(scatter(body, unique=True), check=False).ops()
    assert "stablehlo.multiply" in fold(scatter(body, unique=False)).ops()


def test_a_scatter_that_overwrites_keeps_its_form() -> None:
    folded = fold(scatter("stablehlo.return %b : tensor<i32>", unique=False))
    assert len(list(folded.op("stablehlo.scatter").regions[0].block.ops)) == 1


@pytest.mark.parametrize(
    "effect", ["", '"stablehlo.custom_call"() {call_target_name = "x", has_side_effect = true} : () -> ()']
)
@pytest.mark.parametrize("predicate", ["%true", "%p"])
def test_regions_may_be_nested_hundreds_of_levels_deep(predicate: str, effect: str) -> None:
    depth = 400
    opened = [f'%r{i} = "stablehlo.if"({predicate}) ({{' for i in range(depth)]
    closed = "}, { stablehlo.return %x : tensor<i32> }) : (tensor<i1>) -> tensor<i32>"
    returned = [f"{closed}\nstablehlo.return %r{i} : tensor<i32>" for i in reversed(range(1, depth))]
    program = f"""
func.func @main(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {{
  %true = stablehlo.constant dense<true> : tensor<i1>
  %c = stablehlo.constant dense<21> : tensor<i32>
  {" ".join(opened)}
  %v = stablehlo.add %c, %c : tensor<i32>
  {effect}
  stablehlo.return %v : tensor<i32>
  {" ".join(returned)}
  {closed}
  return %r0 : tensor<i32>
}}"""
    for simplify in (False, True):
        report = fold_module(parse(program), options=FoldOptions(simplify=simplify))
        assert report.folded["stablehlo.add"].count == 1
        # The constant, what has effects, each `if`. Inside of the first one the branches of the others are known.
        left = 0 if predicate == "%true" else 1 if simplify else depth
        assert report.ops_after == 1 + bool(effect) + left


LOOP_BEHIND_A_DECISION = """
func.func @main(%x: tensor<i32>, %n: tensor<i32>, %y: tensor<i8>) -> (tensor<i32>, tensor<i8>) {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %nine = "stablehlo.if"(%false) ({
    %a = stablehlo.constant dense<4> : tensor<i8>
    stablehlo.return %a : tensor<i8>
  }, {
    %b = stablehlo.constant dense<9> : tensor<i8>
    stablehlo.return %b : tensor<i8>
  }) : (tensor<i1>) -> tensor<i8>
  %p = stablehlo.compare LT, %x, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r:2 = "stablehlo.if"(%p) ({
    %init = stablehlo.constant dense<100> : tensor<i8>
    %loop:2 = stablehlo.while(%i = %zero, %v = %init) : tensor<i32>, tensor<i8>
    cond {
      %q = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %nine : tensor<i32>, tensor<i8>
    }
    stablehlo.return %loop#0, %loop#1 : tensor<i32>, tensor<i8>
  }, {
    stablehlo.return %x, %y : tensor<i32>, tensor<i8>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<i8>)
  return %r#0, %r#1 : tensor<i32>, tensor<i8>
}
"""


@pytest.mark.parametrize("number", range(2))
def test_a_loop_reads_what_was_put_in_the_place_of_what_it_read(number: int) -> None:
    """The branch that always runs goes in the place of its op before the loop is evaluated."""
    options = (FoldOptions(), FoldOptions(simplify=False))[number]
    module = parse(LOOP_BEHIND_A_DECISION)
    report = fold_module(module, options)
    assert [kept.reason for kept in report.kept if kept.code == "failed"] == []
    text = print_module(module)
    assert "stablehlo.while" not in text
    assert "dense<3> : tensor<i32>" in text
    assert "dense<9> : tensor<i8>" in text
