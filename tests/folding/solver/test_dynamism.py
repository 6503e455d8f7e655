"""Programs with sizes that are only known when their shape arithmetic is folded."""

from __future__ import annotations

import pytest

from tests.folding.support import fold, main, values

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
