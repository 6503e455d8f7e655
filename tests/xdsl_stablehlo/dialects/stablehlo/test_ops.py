"""Ops as Python has them: builders, traits, effects. `ops/*/cases` has what the text of an op shows."""

from __future__ import annotations

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    StringAttr,
    TensorType,
    UnitAttr,
    bf16,
    f32,
    i8,
    i32,
)
from xdsl.ir import Block, Region
from xdsl.traits import Commutative, ConstantLike, Pure, is_side_effect_free

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.xdsl_stablehlo.dialects.cases import UNKNOWN, tensor, value
from xdsl_stablehlo.dialects import check, chlo, interpreter
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedType
from xdsl_stablehlo.dialects.stablehlo import ChannelHandleAttr, FutureType, HloOp, TokenType

VECTOR = tensor(f32, 2)


def test_commutative_ops():
    names = ("add", "and", "maximum", "minimum", "multiply", "or", "xor")
    commutative = {op.name for op in hlo.StableHLO.operations if op.has_trait(Commutative)}
    assert commutative == {f"stablehlo.{name}" for name in names}
    commutative = {op.name for op in chlo.Chlo.operations if op.has_trait(Commutative)}
    assert commutative == {*(f"chlo.broadcast_{name}" for name in names), "chlo.mulhi"}


def test_all_ops_of_chlo_but_a_scan_are_pure():
    assert len(list(chlo.Chlo.operations)) == 51
    assert {op.name for op in chlo.Chlo.operations if not op.has_trait(Pure)} == {"chlo.scan"}


def test_constant_of_chlo_is_constant_like():
    op = chlo.ConstantOp(DenseIntOrFPElementsAttr.from_list(TensorType(i32, [2]), [1, 2]))
    op.verify()
    assert op.has_trait(ConstantLike)
    assert op.fold() == (op.value,)


def test_effects_of_a_custom_call():
    assert is_side_effect_free(hlo.CustomCallOp([], "f", []))
    assert not is_side_effect_free(hlo.CustomCallOp([], "f", [], has_side_effect=True))
    assert is_side_effect_free(hlo.AddOp(value(tensor(f32, UNKNOWN)), value(VECTOR)))


def test_transfers_give_a_token_and_have_effects():
    token, operand = value(TokenType()), value(VECTOR)
    ops = [
        hlo.SendOp([operand], token, ChannelHandleAttr(1, 2), is_host_transfer=True),
        hlo.RecvOp(token, ChannelHandleAttr(1, 1), [VECTOR, TokenType()], source_target_pairs=[[0, 1]]),
        hlo.InfeedOp(token, [VECTOR, TokenType()], infeed_config="x"),
        hlo.OutfeedOp([operand], token),
    ]
    for op in ops:
        op.verify()
        assert op.result_types[-1] == TokenType()
        assert not is_side_effect_free(op)


def test_async_ops_pass_a_future():
    block = Block(arg_types=[VECTOR])
    permute = hlo.CollectivePermuteOp(block.args[0], [[0, 1]])
    block.add_ops([permute, hlo.ReturnOp([permute])])
    start = hlo.AsyncStartOp([value(VECTOR)], Region(block))
    done = hlo.AsyncDoneOp(start)
    start.verify()
    done.verify()
    assert isinstance(start.result.type, FutureType)
    assert str(start.result.type) == "!stablehlo.future<tensor<2xf32>>"
    assert done.result.type == VECTOR


def test_elements_of_quantize_are_not_inferred():
    op = hlo.UniformQuantizeOp(value(tensor(bf16, 2)), tensor(UniformQuantizedType(i8, bf16, 0.5), 2))
    op.verify()
    assert op.infer() is None
    assert str(op.infer_components()[0]) == "tensor<2xindex>"


def test_composite_is_built_with_its_properties():
    op = hlo.CompositeOp([], "my.op", "f", [tensor(f32)], {"x": UnitAttr()}, 3)
    assert op.composite_name == StringAttr("my.op")
    assert op.properties["name"] == op.composite_name
    assert (op.version.value.data, dict(op.composite_attributes.data)) == (3, {"x": UnitAttr()})


def test_ops_of_check_and_interpreter_are_built():
    operand = value(VECTOR)
    elements = DenseIntOrFPElementsAttr.from_list(TensorType(f32, [2]), [1.0, 2.0])
    ops: list[HloOp] = [
        check.ExpectEqOp(operand, operand),
        check.ExpectEqConstOp(operand, elements),
        check.ExpectAlmostEqOp(operand, operand, 1e-2),
        check.ExpectAlmostEqConstOp(operand, elements),
        check.ExpectCloseOp(operand, operand, 3, 1),
        check.ExpectSerializedEqOp(operand, "probe"),
        interpreter.PrintOp(operand),
        interpreter.ProbeOp(operand, "probe"),
    ]
    for op in ops:
        op.verify()
    grid = interpreter.RunParallelOp([], [["f", "g"]], [], infeed=["q"])
    assert str(grid.programs) == "[[@f, @g]]"
