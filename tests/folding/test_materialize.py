"""How values become the bytes of constants."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from tests.helpers.oracle import verifies
from tests.helpers.programs import parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.folding.materialize import TILED_BYTES, row_major


@pytest.mark.parametrize("order", [(1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0)])
def test_tiled_copies_move_every_element(order: tuple[int, ...]) -> None:
    size = (31, 70, 300)
    array = np.arange(np.prod(size)).reshape(size).astype(np.int32).transpose(order)
    assert array.nbytes > TILED_BYTES
    assert row_major(array).tobytes() == array.tobytes()


def test_reversed_and_small_floats_are_copied_alike() -> None:
    array = np.arange(600 * 500).reshape(600, 500).astype(ml_dtypes.bfloat16)[::-1, ::-2].T
    assert row_major(array).tobytes() == array.tobytes()


def test_a_call_that_returns_a_constant_tuple_becomes_constants() -> None:
    t = "tuple<tensor<2xi32>, tensor<2xf32>>"
    module = parse(f"""
    func.func @main() -> {t} {{
      %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
      %t = call @f(%a) : (tensor<2xi32>) -> {t}
      return %t : {t}
    }}
    func.func private @f(%a: tensor<2xi32>) -> {t} {{
      %b = stablehlo.constant dense<2.0> : tensor<2xf32>
      %c = stablehlo.add %a, %a : tensor<2xi32>
      %t = stablehlo.tuple %c, %b : {t}
      return %t : {t}
    }}""")
    report = fold_module(module)
    assert [(made.op, made.bytes) for made in report.constants] == [("func.call", 8), ("func.call", 8)]
    text = print_module(module)
    assert "dense<[2, 4]>" in text
    assert "dense<2.000000e+00>" in text
    assert "call" not in text


ELEMENTS = (
    *(
        "index",
        "i1",
        "i2",
        "i3",
        "i8",
        "si8",
        "ui4",
        "i64",
        "i128",
        "f4E2M1FN",
        "f8E8M0FNU",
        "bf16",
        "tf32",
        "f32",
    ),
    *("f128", "complex<f32>", "complex<i32>", "vector<2xf32>", "!stablehlo.token"),
    *("!quant.uniform<i8:f32, 1.0>", "!quant.uniform<i8:f32:0, {1.0}>"),
)


@pytest.mark.parametrize("element", ELEMENTS)
@pytest.mark.parametrize("sizes", ["0x", "", "1x", "0x1x", "0x9223372036854775807x", "1x" * 70])
def test_only_what_a_constant_may_be_becomes_one(element: str, sizes: str) -> None:
    t = f"tensor<{sizes}{element}>"
    text = (
        f"func.func private @g({t}) -> {t}\n"
        f"func.func @main(%x: {t}) -> ({t}, {t}, tuple<{t}>) {{\n"
        f"  %0 = call @g(%x) : ({t}) -> {t}\n"
        f'  %1 = "builtin.unrealized_conversion_cast"(%0) : ({t}) -> tuple<{t}>\n'
        f"  return %x, %0, %1 : {t}, {t}, tuple<{t}>\n}}\n"
    )
    module = parse(text)
    fold_module(module)
    verify_module(module)
    may = sizes.startswith("0x") and "9" not in sizes and is_constant_type(t)
    assert ("stablehlo.constant" in print_module(module)) is may


def is_constant_type(t: str) -> bool:
    """Whether C++ knows a constant of the type, without elements. It was not built with quantized types."""
    if "!quant" in t:
        return ":0," not in t
    text = (
        f'func.func @f() {{ %0 = "stablehlo.constant"() <{{value = dense<> : {t}}}> : () -> {t}\n return }}'
    )
    return verifies(text) is None
