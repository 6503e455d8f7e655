"""Programs with sizes that are only known when their shape arithmetic is folded."""

from __future__ import annotations

import pytest

from .support import fold, main, values


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
