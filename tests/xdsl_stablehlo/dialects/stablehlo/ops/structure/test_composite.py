"""composite: what it rejects, how it is built and printed."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import StringAttr, UnitAttr, f32

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.helpers.programs import function, parse
from tests.xdsl_stablehlo.dialects.cases import check_printed, tensor
from xdsl_stablehlo import print_module

F32, F64, TOKEN = "tensor<2xf32>", "tensor<2xf64>", "!stablehlo.token"
DECOMPOSITION = f"func.func private @f(%a: {F32}) -> {F32} {{ return %a : {F32} }}\n"


def test_composite_is_built_with_its_properties():
    op = hlo.CompositeOp([], "my.op", "f", [tensor(f32)], {"x": UnitAttr()}, 3)
    assert op.composite_name == StringAttr("my.op")
    assert op.properties["name"] == op.composite_name
    assert (op.version.value.data, dict(op.composite_attributes.data)) == (3, {"x": UnitAttr()})


PRINTED = [
    DECOMPOSITION
    + function(
        '%r0 = stablehlo.composite "my.op" %a0 {composite_attributes = {x = 1 : i64}, decomposition = @f} '
        f": ({F32}) -> {F32}",
        [F32],
        [F32],
    ),
]


def test_composite_with_regions():
    regions = "({\n    stablehlo.return\n  }, {\n    stablehlo.return\n  })"
    text = DECOMPOSITION + function(
        f'%r0 = stablehlo.composite "my.op" %a0 {regions} {{decomposition = @f}} : ({F32}) -> {F32}',
        [F32],
        [F32],
    )
    printed = print_module(parse(text))
    assert "%a0 ({" in printed
    assert "}, {" in printed
    assert print_module(parse(print_module(parse(text), generic=True))) == printed


@pytest.mark.parametrize("text", PRINTED)
def test_prints_as_cpp(text: str):
    check_printed(text)
