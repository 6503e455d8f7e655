"""Sizes that only the arguments tell are held to the specification's constraints: NumPy's rules are wider."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.programs import evaluate, function, parse
from xdsl_stablehlo.dialects.stablehlo import MapOp
from xdsl_stablehlo.interpreter import EvaluationError, eval_module
from xdsl_stablehlo.interpreter.kernels.support.values import detached_copy

D, P, M, F = "tensor<?xi32>", "tensor<?xi1>", "tensor<?x?xi32>", "tensor<?xf32>"
BOTH = "^bb0(%x: tensor<i32>, %y: tensor<i32>):"

WRONG = {
    "add": (f"%r = stablehlo.add %a0, %a1 : {D}", [D, D], D, [(3,), (1,)], "C1"),
    "compare": (f"%r = stablehlo.compare EQ, %a0, %a1 : ({D}, {D}) -> {P}", [D, D], P, [(3,), (1,)], "C2"),
    "select": (
        f"%r = stablehlo.select %a0, %a1, %a2 : tensor<i1>, {D}",
        ["tensor<i1>", D, D],
        D,
        [(), (3,), (2,)],
        "C2",
    ),
    "clamp": (f"%r = stablehlo.clamp %a0, %a1, %a1 : {D}", [D, D], D, [(1,), (3,)], "C1"),
    "slice": (f"%r = stablehlo.slice %a0 [0:2] : ({D}) -> {D}", [D], D, [(1,)], "C3"),
    "map": (
        f'%r = "stablehlo.map"(%a0, %a1) <{{dimensions = array<i64: 0>}}> ({{ {BOTH} '
        f"stablehlo.return %x : tensor<i32> }}) : ({D}, {D}) -> {D}",
        [D, D],
        D,
        [(3,), (1,)],
        "C1",
    ),
    "dot_general": (
        f"%r = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [1] x [1] "
        f": ({M}, {M}) -> {D}",
        [M, M],
        D,
        [(2, 3), (2, 1)],
        "C10",
    ),
    "fft": (
        f"%r = stablehlo.fft %a0, type = RFFT, length = [9] : ({F}) -> tensor<?xcomplex<f32>>",
        [F],
        "tensor<?xcomplex<f32>>",
        [(2,)],
        "C4",
    ),
}


def zeros(value_type: str, shape: tuple[int, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]:
    """An argument of a type."""
    dtype = np.float32 if "f32" in value_type else bool if "i1>" in value_type else np.int32
    return np.zeros(shape, dtype)


@pytest.mark.parametrize("name", WRONG)
def test_constraints_hold_at_run_time(name: str) -> None:
    body, takes, gives, shapes, label = WRONG[name]
    program = function(body, takes, [gives], ["%r"])
    with pytest.raises(EvaluationError) as caught:
        evaluate(program, *map(zeros, takes, shapes))
    said = ", ".join(str(list(shape)) for shape in shapes)
    assert f"({label}), for operands of the shapes {said}" in str(caught.value)


def test_a_copy_of_an_op_uses_no_value_of_the_program() -> None:
    """Otherwise the folder would find values used that nobody reads, and threads would write to what others read."""
    body = f"""%s = stablehlo.constant dense<2> : tensor<i32>
    %r = "stablehlo.map"(%a0) <{{dimensions = array<i64: 0>}}> ({{ ^bb0(%x: tensor<i32>):
      %t = stablehlo.add %x, %s : tensor<i32> stablehlo.return %t : tensor<i32> }}) : ({D}) -> {D}"""
    module = parse(function(body, [D], [D], ["%r"]))
    op = next(op for op in module.walk() if isinstance(op, MapOp))
    uses = [len(list(value.uses)) for each in module.walk() for value in each.results]
    copy = detached_copy(op, op.operand_types, op.result_types)
    assert [len(list(value.uses)) for each in module.walk() for value in each.results] == uses
    copy.verify_()
    (given,) = eval_module(module, [np.array([1, 2], np.int32)])
    assert given.array.tolist() == [3, 4]


def test_other_sizes_in_each_run() -> None:
    """What held once need not hold again: sizes are asked each time."""
    program = function(WRONG["add"][0], [D, D], [D], ["%r"])
    for shapes in ([(3,), (3,)], [(1,), (1,)], [(0,), (0,)]):
        (given,) = evaluate(program, *map(zeros, [D, D], shapes))
        assert given.shape == shapes[0]
    loop = f"""%z = stablehlo.constant dense<0> : tensor<i32>
    %w:2 = stablehlo.while(%i = %z, %s = %a0) : tensor<i32>, {D} cond {{ %n = stablehlo.constant dense<2> : tensor<i32>
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }}
    do {{ %o = stablehlo.constant dense<1> : tensor<i32> %j = stablehlo.add %i, %o : tensor<i32>
      %t = stablehlo.add %s, %a1 : {D} %c = stablehlo.concatenate %t, %t, dim = 0 : ({D}, {D}) -> {D}
      stablehlo.return %j, %c : tensor<i32>, {D} }}"""
    with pytest.raises(EvaluationError, match=r"\(C1\), for operands of the shapes \[6\], \[3\]"):
        evaluate(function(loop, [D, D], [D], ["%w#1"]), zeros(D, (3,)), zeros(D, (3,)))
