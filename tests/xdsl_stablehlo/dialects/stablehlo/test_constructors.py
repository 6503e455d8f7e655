"""Constructors of ops: their parameters are the op's fields, and plain values become the declared attributes."""

from __future__ import annotations

import re
from dataclasses import fields as dataclass_fields
from inspect import getsource, signature
from typing import Any, cast

import pytest
from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
    f32,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import VerifyException

import xdsl_stablehlo.dialects.stablehlo as hlo
from tests.xdsl_stablehlo.dialects.cases import adder, tensor, value
from xdsl_stablehlo.dialects import chlo
from xdsl_stablehlo.dialects.base.fields import ConstructedOp, fields_of
from xdsl_stablehlo.dialects.check import Check, ExpectCloseOp
from xdsl_stablehlo.dialects.interpreter import Interpreter, RunParallelOp
from xdsl_stablehlo.dialects.stablehlo import HloOp

OTHER_NAMES = {"stablehlo.rng_bit_generator": ("algorithm", "output_type", "output_state_type")}
"""Parameters of constructors that are written out, and that are no fields."""

OPS = [
    op for d in (hlo.StableHLO, chlo.Chlo, Check, Interpreter) for op in d.operations if issubclass(op, HloOp)
]
T = tensor(f32, 4, 2)
X = value(T)


@pytest.mark.parametrize("op", OPS, ids=lambda op: op.name)
def test_parameters_are_fields(op: type[HloOp]):
    """A parameter of any other name would be ignored."""
    definition = op.get_irdl_definition()
    known = {name.rstrip("_") for name, _ in (*definition.operands, *definition.regions)}
    known |= {*definition.properties, *fields_of(op).parameters, "result_type", "result_types"}
    assert all(name in known or name in OTHER_NAMES.get(op.name, ()) for name in signature(op).parameters)


def test_arguments_are_those_of_a_function():
    """Arguments that are missing, unknown, too many or given twice raise `TypeError`."""
    assert str(signature(hlo.ReverseOp)) == "(operand, dimensions, result_type=None)"
    assert str(signature(hlo.DotOp)) == "(lhs, rhs, *, precision=None, result_type=None)"
    wrong: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        ((X,), {}),
        ((X, [0], T, 1), {}),
        ((X, [0]), {"dimensions": [0]}),
        ((X, [0]), {"axis": 0}),
    ]
    for values, named in wrong:
        with pytest.raises(TypeError, match="argument"):
            hlo.ReverseOp(*values, **named)


def test_fields_of_xdsl_are_no_parameters():
    """Type checkers take the fields of the data class `Operation` for parameters, unless `ConstructedOp` hides them."""
    hidden = re.findall(r"^        (\w+): .* = _inherited\(\)$", getsource(ConstructedOp), re.MULTILINE)
    assert {field.name for field in dataclass_fields(Operation)} <= {*hidden}


def i64s(*numbers: int) -> Attribute:
    """`array<i64: ..>`"""
    return DenseArrayBase.from_list(i64, numbers)


CASES: list[tuple[HloOp, dict[str, Attribute]]] = [
    (hlo.IotaOp(1, T), {"iota_dimension": IntegerAttr(1, i64)}),
    (hlo.IotaOp(IntegerAttr(0, i64), T), {"iota_dimension": IntegerAttr(0, i64)}),
    (
        hlo.ReducePrecisionOp(X, 5, 2),
        {"exponent_bits": IntegerAttr(5, i32), "mantissa_bits": IntegerAttr(2, i32)},
    ),
    (hlo.ReverseOp(X, [1]), {"dimensions": i64s(1)}),
    (hlo.ReverseOp(X, ()), {"dimensions": i64s()}),
    (hlo.CholeskyOp(X, True, T), {"lower": BoolAttr.from_bool(True)}),
    (
        hlo.CompareOp(X, X, hlo.ComparisonDirection.LT),
        {"comparison_direction": hlo.ComparisonDirectionAttr(hlo.ComparisonDirection.LT)},
    ),
    (hlo.EinsumOp(X, X, "ab,ab->ab", T), {"einsum_config": StringAttr("ab,ab->ab")}),
    (
        hlo.CollectiveBroadcastOp([X, X], [[0, 1]], has_dynamic_root=True, result_types=[T]),
        {
            "replica_groups": hlo.AllGatherOp([X], 0, [[0, 1]], [T]).replica_groups,
            "has_dynamic_root": UnitAttr(),
        },
    ),
    (
        hlo.AllReduceOp([X], [[0]], adder(tensor(f32))),
        {"replica_groups": hlo.AllGatherOp([X], 0, [[0]], [T]).replica_groups},
    ),
    (
        hlo.DotOp(X, X, precision=[hlo.Precision.HIGH], result_type=T),
        {"precision_config": ArrayAttr([hlo.PrecisionAttr(hlo.Precision.HIGH)])},
    ),
    (
        hlo.CompositeOp([X], "a.b", "f", [T], {"k": StringAttr("v")}, 3),
        {
            "name": StringAttr("a.b"),
            "composite_attributes": DictionaryAttr({"k": StringAttr("v")}),
            "decomposition": SymbolRefAttr("f"),
            "version": IntegerAttr(3, i32),
        },
    ),
    (
        hlo.CustomCallOp([X], "t", [T], backend_config="c", called_computations=["f"]),
        {
            "call_target_name": StringAttr("t"),
            "backend_config": StringAttr("c"),
            "called_computations": ArrayAttr([SymbolRefAttr("f")]),
        },
    ),
    (
        RunParallelOp([], [["f", "g"]], []),
        {"programs": ArrayAttr([ArrayAttr([SymbolRefAttr("f"), SymbolRefAttr("g")])])},
    ),
]


@pytest.mark.parametrize(("op", "properties"), CASES, ids=lambda case: getattr(case, "name", ""))
def test_plain_values_become_the_declared_attributes(op: HloOp, properties: dict[str, Attribute]):
    assert {name: op.properties[name] for name in properties} == properties
    assert op.properties.keys() == properties.keys()


def test_flags_and_bits():
    pads, bits = [[0, 1], [1, 0]], [True, False]
    dims = hlo.ConvDimensionNumbersAttr(0, 1, [2, 3], 0, 1, [2, 3], 0, 1, [2, 3])
    x = value(tensor(f32, 1, 1, 4, 4))
    op = hlo.ConvolutionOp(x, x, dims, padding=pads, window_reversal=bits)
    assert op.window_reversal == DenseArrayBase.from_list(i1, [1, 0])
    assert op.padding is not None
    assert list(op.padding.iter_values()) == [0, 1, 1, 0]
    assert op.result.type == tensor(f32, 1, 1, 2, 2)
    assert ExpectCloseOp(X, X, 3).max_ulp_difference.value.data == 3


def test_a_refused_op_leaves_its_operands_and_regions():
    x = value(T)
    body = adder(tensor(f32))
    with pytest.raises(VerifyException, match="Out-of-bounds dimension 2"):
        hlo.ReduceOp([x], [value(tensor(f32))], [2], body)
    assert not x.uses
    assert body.parent is None
    assert hlo.ReduceOp([x], [value(tensor(f32))], [1], body).results[0].type == tensor(f32, 4)


def test_result_types_that_cannot_be_inferred():
    with pytest.raises(VerifyException, match="op needs its result types"):
        hlo.ReshapeOp(X, cast(Any, None))


def test_elements_that_are_a_choice_are_those_of_the_first_operand():
    lhs, rhs = value(tensor(f32, 2, 3)), value(TensorType(i32, [3, 4]))
    assert hlo.DotOp(lhs, rhs).result.type == tensor(f32, 2, 4)
