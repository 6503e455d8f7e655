"""What is known although not every operand is: selections, splats, updates, neighbours."""

from __future__ import annotations

import pytest
from xdsl.ir import Operation

from tests.folding.support import fold, keep, main, values

V2, V4 = "tensor<2xi32>", "tensor<4xi32>"


@pytest.mark.parametrize(
    ("predicate", "result"),
    [
        ("dense<true>", "%x"),
        ("dense<false>", "%y"),
        ("dense<[true, false]>", None),
        ("dense<[true, true]>", "%x"),
    ],
)
def test_selections_of_one_side(predicate: str, result: str | None) -> None:
    kind = "tensor<2xi1>"
    text = main(
        f"%p = stablehlo.constant {predicate} : {kind}\n%r = stablehlo.select %p, %x, %y : {kind}, {V2}",
        V2,
        f"%x: {V2}, %y: {V2}",
    )
    folded = fold(text)
    if result is None:
        assert folded.ops() == ["stablehlo.constant", "stablehlo.select"]
    else:
        assert folded.ops() == []
        assert f"return {result} :" in folded.text
    assert fold(text, should_fold=keep("select")).ops() == ["stablehlo.constant", "stablehlo.select"]


def test_a_selected_constant_is_known() -> None:
    text = main(
        f"%p = stablehlo.constant dense<true> : tensor<i1>\n%c = stablehlo.constant dense<[4, 5]> : {V2}\n"
        f"%s = stablehlo.select %p, %c, %y : tensor<i1>, {V2}\n%r = stablehlo.add %s, %s : {V2}",
        V2,
        f"%y: {V2}",
    )
    assert values(fold(text).constants()[0]) == [8, 10]


def test_a_selected_side_of_another_type_stays() -> None:
    text = main(
        "%p = stablehlo.constant dense<true> : tensor<i1>\n"
        "%r = stablehlo.select %p, %x, %y : (tensor<i1>, tensor<?xi32>, tensor<2xi32>) -> tensor<2xi32>",
        V2,
        f"%x: tensor<?xi32>, %y: {V2}",
    )
    assert "stablehlo.select" in fold(text, check=False).ops()


@pytest.mark.parametrize("op", ["dynamic_slice", "gather"])
@pytest.mark.parametrize("splat", [True, False])
def test_parts_of_splats(op: str, splat: bool) -> None:
    body = {
        "dynamic_slice": "%r = stablehlo.dynamic_slice %c, %s, sizes = [2] : "
        "(tensor<4xi32>, tensor<i32>) -> tensor<2xi32>",
        "gather": '%r = "stablehlo.gather"(%c, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], '
        "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> "
        ": (tensor<4xi32>, tensor<2x1xi32>) -> tensor<2xi32>",
    }[op]
    elements = "7" if splat else "[7, 7, 7, 8]"
    text = main(
        f"%c = stablehlo.constant dense<{elements}> : {V4}\n{body}",
        V2,
        "%s: tensor<i32>, %i: tensor<2x1xi32>",
    )
    folded = fold(text)
    if splat:
        assert values(folded.constants()[0]) == [7, 7]
        assert f"stablehlo.{op}" in fold(text, should_fold=keep(op)).ops()
    else:
        assert f"stablehlo.{op}" in folded.ops()


def concatenation(*operands: str) -> str:
    names = [f"%c{i}" if value != "x" else "%x" for i, value in enumerate(operands)]
    lines = [
        f"%c{i} = stablehlo.constant dense<{value}> : {V2}"
        for i, value in enumerate(operands)
        if value != "x"
    ]
    result = f"tensor<{2 * len(operands)}xi32>"
    types = ", ".join([V2] * len(operands))
    lines.append(f"%r = stablehlo.concatenate {', '.join(names)}, dim = 0 : ({types}) -> {result}")
    return main("\n".join(lines), result, f"%x: {V2}")


@pytest.mark.parametrize(
    ("operands", "left"),
    [
        (("1", "1", "x"), 2),
        (("x", "1", "1"), 2),
        (("1", "x", "1"), 3),
        (("1", "2", "x"), 2),
        (("1", "1", "1", "x", "2", "2", "1"), 3),
        (("x", "x"), 2),
        (("x", "[1, 2]", "[1, 2]"), 2),
    ],
)
def test_neighbours_of_one_element_are_concatenated_on_their_own(
    operands: tuple[str, ...], left: int
) -> None:
    folded = fold(concatenation(*operands))
    assert len(folded.op("stablehlo.concatenate").operands) == left
    kept = fold(concatenation(*operands), should_fold=keep("concatenate"))
    assert len(kept.op("stablehlo.concatenate").operands) == len(operands)


def test_merged_neighbours_have_the_location_of_the_whole() -> None:
    text = concatenation("1", "1", "x").replace(
        "-> tensor<6xi32>\n", '-> tensor<6xi32> loc("model.py":2:1)\n', 2
    )
    folded = fold(text.replace('-> tensor<6xi32> loc("model.py":2:1)', "-> tensor<6xi32>", 0))
    assert len(folded.op("stablehlo.concatenate").operands) == 2
    merged = folded.op("stablehlo.concatenate").operands[0].owner
    assert isinstance(merged, Operation)
    assert str(merged.location) == str(folded.op("stablehlo.concatenate").location)


def scatter(inputs: str, updates: str, unique: bool) -> str:
    constants = "".join(
        [
            f"%{name} = stablehlo.constant dense<{value}> : {kind}\n"
            for name, value, kind in (("z", inputs, V4), ("u", updates, V2))
            if value != "x"
        ]
    )
    arguments = ["%i: tensor<2x1xi32>"]
    arguments += [f"%{n}: {k}" for n, v, k in (("z", inputs, V4), ("u", updates, V2)) if v == "x"]
    return main(
        f"""
        {constants}
        %r = "stablehlo.scatter"(%z, %i, %u) <{{
          scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
            scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
          unique_indices = {str(unique).lower()}
        }}> ({{
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          %c = stablehlo.negate %a : tensor<i32>
          %d = stablehlo.negate %b : tensor<i32>
          %e = stablehlo.subtract %c, %d : tensor<i32>
          stablehlo.return %e : tensor<i32>
        }}) : ({V4}, tensor<2x1xi32>, {V2}) -> {V4}
        """,
        V4,
        ", ".join(arguments),
    )


@pytest.mark.parametrize(
    ("inputs", "updates", "unique", "negated"),
    [
        ("3", "2", True, 0),
        ("3", "2", False, 1),
        ("3", "x", True, 1),
        ("x", "2", True, 1),
        ("x", "x", True, 2),
        ("[1, 2, 3, 4]", "2", True, 1),
        ("3", "[1, 2]", True, 1),
    ],
)
def test_elements_of_splats_in_updates(inputs: str, updates: str, unique: bool, negated: int) -> None:
    folded = fold(scatter(inputs, updates, unique), check=False, simplify=False)
    assert folded.ops().count("stablehlo.negate") == negated


def test_elements_of_a_tuple_that_is_given() -> None:
    text = main(
        "%0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xi32>, tensor<2xi32>>) -> tensor<2xi32>\n"
        "%s = stablehlo.tuple %0, %0 : tuple<tensor<2xi32>, tensor<2xi32>>\n"
        "%r = stablehlo.get_tuple_element %s[1] : (tuple<tensor<2xi32>, tensor<2xi32>>) -> tensor<2xi32>",
        V2,
        "%t: tuple<tensor<2xi32>, tensor<2xi32>>",
    )
    assert fold(text, check=False).ops() == ["stablehlo.get_tuple_element"]


def test_a_scatter_whose_update_turns_out_to_keep_the_old_element_goes() -> None:
    """Only when the body is folded is it known to give its first argument: x and true is x."""
    text = main(
        """
        %i = stablehlo.constant dense<0> : tensor<1xi64>
        %u = stablehlo.constant dense<true> : tensor<1xi1>
        %r = "stablehlo.scatter"(%x, %i, %u) <{
          scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>
        }> ({
        ^bb0(%a: tensor<i1>, %b: tensor<i1>):
          %c = stablehlo.and %a, %b : tensor<i1>
          stablehlo.return %c : tensor<i1>
        }) : (tensor<4xi1>, tensor<1xi64>, tensor<1xi1>) -> tensor<4xi1>
        """,
        "tensor<4xi1>",
        "%x: tensor<4xi1>",
    )
    assert fold(text).ops() == []
