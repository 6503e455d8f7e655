"""Programs with sizes that are only known when their shape arithmetic is folded."""

from __future__ import annotations

import pytest

from tests.folding.support import fold, keep, main, values


@pytest.mark.parametrize(
    ("body", "static"),
    [
        (
            """
            %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
            %d = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
            """,
            "stablehlo.reshape",
        ),
        (
            """
            %s = stablehlo.constant dense<[4, 2, 3]> : tensor<3xi64>
            %d = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] :
                (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
            """,
            "stablehlo.broadcast_in_dim",
        ),
        (
            """
            %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
            %h = stablehlo.constant dense<0> : tensor<2xi64>
            %z = stablehlo.constant dense<0.0> : tensor<f32>
            %d = stablehlo.dynamic_pad %x, %z, %l, %h, %h :
                (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
            """,
            "stablehlo.pad",
        ),
        (
            """
            %b = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
            %e = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
            %t = stablehlo.constant dense<1> : tensor<2xi64>
            %d = stablehlo.real_dynamic_slice %x, %b, %e, %t :
                (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
            """,
            "stablehlo.slice",
        ),
    ],
)
def test_dynamic_op_with_known_sizes_becomes_static(body: str, static: str) -> None:
    text = main(
        body
        + """
        %n = stablehlo.get_dimension_size %d, dim = 0 : (TYPE) -> tensor<i32>
        %m = stablehlo.get_dimension_size %d, dim = 1 : (TYPE) -> tensor<i32>
        %u = stablehlo.add %d, %d : TYPE
        %o = stablehlo.constant dense<1> : tensor<1xi64>
        %k = stablehlo.get_dimension_size %u, dim = 0 : (TYPE) -> tensor<i32>
        %r = stablehlo.multiply %n, %m : tensor<i32>
        """.replace("TYPE", body.split("->")[1].strip()),
        "(tensor<i32>, tensor<i32>)",
        "%x: tensor<2x3xf32>",
        "%r, %k",
    ).replace("return %r, %k : (tensor<i32>, tensor<i32>)", "return %r, %k : tensor<i32>, tensor<i32>")
    folded = fold(text)
    assert static in folded.ops()
    assert not [name for name in folded.ops() if "dynamic" in name]


def test_a_user_that_needs_the_dynamic_type_keeps_the_op() -> None:
    text = main(
        """
        %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
        %r = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
        """,
        "tensor<?x?xf32>",
        "%x: tensor<2x3xf32>",
    )
    assert "stablehlo.dynamic_reshape" in fold(text).ops()


def test_a_constant_of_unknown_size_gets_its_size_where_users_take_it() -> None:
    text = main(
        """
        %s = stablehlo.constant dense<[3]> : tensor<1xi64>
        %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
        %d = stablehlo.add %i, %x : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
        %r = stablehlo.add %d, %d : tensor<3xf32>
        """,
        "tensor<3xf32>",
        "%x: tensor<3xf32>",
    )
    folded = fold(text)
    assert "dense<[0.000000e+00, 1.000000e+00, 2.000000e+00]> : tensor<3xf32>" in folded.text


def test_shape_arithmetic_folds() -> None:
    text = main(
        """
        %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<4x?xf32>) -> tensor<i32>
        %w = stablehlo.convert %n : (tensor<i32>) -> tensor<i64>
        %v = stablehlo.reshape %w : (tensor<i64>) -> tensor<1xi64>
        %i = stablehlo.dynamic_iota %v, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
        %z = stablehlo.constant dense<0> : tensor<i32>
        %r = stablehlo.reduce(%i init: %z) applies stablehlo.add across dimensions = [0] :
            (tensor<?xi32>, tensor<i32>) -> tensor<i32>
        """,
        "tensor<i32>",
        "%x: tensor<4x?xf32>",
    )
    assert values(fold(text).constants()[0]) == 6


def test_a_size_that_does_not_fit_is_not_made_a_constant() -> None:
    text = main(
        "%r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2147483648x0xf32>) -> tensor<i32>",
        "tensor<i32>",
        "%x: tensor<2147483648x0xf32>",
    )
    assert "stablehlo.get_dimension_size" in fold(text, check=False).ops()


DYNAMIC = {
    "reshape": (
        ("%s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>",),
        "stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>)",
    ),
    "broadcast": (
        ("%s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>",),
        "stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>)",
    ),
    "pad": (
        (
            "%l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>",
            "%h = stablehlo.constant dense<[0, 1]> : tensor<2xi64>",
            "%i = stablehlo.constant dense<[1, 1]> : tensor<2xi64>",
        ),
        "stablehlo.dynamic_pad %x, %z, %l, %h, %i : "
        "(tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)",
    ),
    "slice": (
        (
            "%l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>",
            "%h = stablehlo.constant dense<[2, 3]> : tensor<2xi64>",
            "%i = stablehlo.constant dense<[1, 2]> : tensor<2xi64>",
        ),
        "stablehlo.real_dynamic_slice %x, %l, %h, %i : "
        "(tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)",
    ),
}


def dynamic(name: str, unknown: int | None) -> str:
    """A dynamic op whose sizes are constants, but for one of its operands."""
    constants, op = DYNAMIC[name]
    arguments, lines = ["%x: tensor<2x3xf32>"], ["%z = stablehlo.constant dense<0.0> : tensor<f32>"]
    for number, line in enumerate(constants):
        if number == unknown:
            arguments.append(f"{line.split(' ')[0]}: tensor<2xi64>")
        else:
            lines.append(line)
    lines.append(f"%d = {op} -> tensor<?x?xf32>")
    lines.append("%r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>")
    return main(
        "\n".join([*lines, "%u = stablehlo.negate %d : tensor<?x?xf32>"]), "tensor<i32>", ", ".join(arguments)
    )


SIZES = {"reshape": 3, "broadcast": 2, "pad": 1 + 2 + 1, "slice": 1}


@pytest.mark.parametrize(
    ("name", "unknown"),
    [(name, i) for name, (constants, _) in DYNAMIC.items() for i in range(len(constants))],
)
def test_one_size_that_is_not_known_keeps_the_op(name: str, unknown: int) -> None:
    folded = fold(dynamic(name, unknown), check=False)
    assert "stablehlo.get_dimension_size" in folded.ops()
    assert values(fold(dynamic(name, None)).constants()[0]) == SIZES[name]


@pytest.mark.parametrize("limit", ["[3, 3]", "[0, 3]"])
def test_sizes_that_do_not_fit_are_left_to_whoever_runs_it(limit: str) -> None:
    """A slice beyond the operand, or one that ends before it begins, is undefined."""
    folded = fold(dynamic("slice", None).replace("dense<[2, 3]>", f"dense<{limit}>"), check=False)
    assert "stablehlo.real_dynamic_slice" in folded.ops()


def test_an_operand_of_unknown_size_keeps_the_op() -> None:
    text = dynamic("pad", None).replace("2x3", "?x3")
    assert "stablehlo.dynamic_pad" in fold(text, check=False).ops()


def test_a_hook_keeps_dynamic_ops() -> None:
    folded = fold(dynamic("pad", None), should_fold=keep("dynamic_pad"))
    assert "stablehlo.dynamic_pad" in folded.ops()


def test_the_static_op_has_location_and_attributes_of_the_dynamic_one() -> None:
    text = main(
        """
        %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
        %d = "stablehlo.dynamic_reshape"(%x, %s) {keep = 1 : i32} : (tensor<2x3xf32>, tensor<2xi64>)
          -> tensor<?x?xf32> loc("model.py":4:2)
        %r = stablehlo.add %d, %y : (tensor<?x?xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
        """,
        "tensor<3x2xf32>",
        "%x: tensor<2x3xf32>, %y: tensor<3x2xf32>",
    )
    op = fold(text).op("stablehlo.reshape")
    assert str(op.location) == 'loc("model.py":4:2)'
    assert str(op.attributes["keep"]) == "1 : i32"
    assert str(op.results[0].type) == "tensor<3x2xf32>"


def test_a_static_result_type_needs_no_user_that_minds() -> None:
    text = main(
        """
        %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
        %r = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
        """,
        "tensor<3x2xf32>",
        "%x: tensor<2x3xf32>",
    )
    assert fold(text).ops() == ["stablehlo.reshape"]


@pytest.mark.parametrize(("size", "known"), [(2147483647, True), (2147483648, False)])
def test_sizes_are_i32(size: int, known: bool) -> None:
    kind = f"tensor<{size}x0xf32>"
    text = main(
        f"%r = stablehlo.get_dimension_size %x, dim = 0 : ({kind}) -> tensor<i32>",
        "tensor<i32>",
        f"%x: {kind}",
    )
    folded = fold(text, check=False)
    assert (folded.ops() == ["stablehlo.constant"]) is known
    if known:
        assert values(folded.constants()[0]) == size


def test_a_hook_keeps_the_question_for_a_size() -> None:
    text = main(
        "%r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<3xf32>) -> tensor<i32>",
        "tensor<i32>",
        "%x: tensor<3xf32>",
    )
    assert fold(text).ops() == ["stablehlo.constant"]
    assert fold(text, should_fold=keep("get_dimension_size")).ops() == ["stablehlo.get_dimension_size"]


@pytest.mark.parametrize(("size", "dim", "goes"), [(2, 0, True), (1, 0, False), (3, 1, True), (2, 1, False)])
def test_setting_a_size(size: int, dim: int, goes: bool) -> None:
    text = main(
        f"%s = stablehlo.constant dense<{size}> : tensor<i32>\n"
        f"%r = stablehlo.set_dimension_size %x, %s, dim = {dim} : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>",
        "tensor<2x3xf32>",
        "%x: tensor<2x3xf32>",
    )
    assert (fold(text, check=False).ops() == []) is goes
    unknown = main(
        "%r = stablehlo.set_dimension_size %x, %s, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>",
        "tensor<2x3xf32>",
        "%x: tensor<2x3xf32>, %s: tensor<i32>",
    )
    assert fold(unknown, check=False).ops() == ["stablehlo.set_dimension_size"]


def test_a_constant_of_which_less_is_set_has_the_size_that_is_set() -> None:
    text = main(
        """
        %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
        %s = stablehlo.constant dense<2> : tensor<i32>
        %d = stablehlo.set_dimension_size %x, %s, dim = 0 :
            (tensor<3xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<3>>
        %z = stablehlo.constant dense<0> : tensor<i32>
        %r = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [0] :
            (tensor<?xi32, #stablehlo.bounds<3>>, tensor<i32>) -> tensor<i32>
        """,
        "tensor<i32>",
    )
    assert values(fold(text).constants()[0]) == 3
