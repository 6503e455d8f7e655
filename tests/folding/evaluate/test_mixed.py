"""Programs of StableHLO among ops of xDSL's own dialects: scalars that are constant, and all of it run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.interpreter import Interpreter
from xdsl.interpreters import register_implementations as register_those_of_xdsl

from tests.folding.support import fold
from tests.helpers.programs import named
from xdsl_stablehlo import parse_module
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.interpreter import EvaluationError, register_implementations
from xdsl_stablehlo.ir.versions import number_of_scalar
from xdsl_stablehlo.tools.programs import new_context

PROGRAMS = named(__file__)


@pytest.mark.parametrize(
    ("element", "numbers", "wanted"),
    [
        ("f32", ("5.000000e-01", "2.000000e+00"), [0.5, 2.0]),
        ("i32", ("-3", "4"), [-3, 4]),
        ("i1", ("true", "false"), [True, False]),
        ("bf16", ("1.500000e+00", "0.000000e+00"), [1.5, 0.0]),
    ],
)
def test_scalar_constants_become_tensors(element: str, numbers: tuple[str, str], wanted: list[float]) -> None:
    spelled = ["" if element == "i1" else f" : {element}"] * 2
    folded = fold(
        f"""func.func @main() -> tensor<2x{element}> {{
  %a = arith.constant {numbers[0]}{spelled[0]}
  %b = arith.constant {numbers[1]}{spelled[1]}
  %t = tensor.from_elements %b, %a : tensor<2x{element}>
  %r = stablehlo.reverse %t, dims = [0] : tensor<2x{element}>
  return %r : tensor<2x{element}>
}}""",
        check=False,
    )
    assert [op.name for op in folded.module.walk()][2:] == ["stablehlo.constant", "func.return"]
    (constant,) = folded.report.constants
    assert constant.op == "stablehlo.reverse"
    assert np.asarray(wanted).size == 2
    assert all(str(int(value)) in folded.text for value in wanted if element == "i32")


@pytest.mark.parametrize(
    ("kept", "left"),
    [
        ("tensor.from_elements", ["tensor.from_elements", "stablehlo.reverse", "tensor.extract"]),
        ("tensor.extract", ["stablehlo.constant", "tensor.extract"]),
    ],
)
def test_a_hook_keeps_ops_of_other_dialects(kept: str, left: Sequence[str]) -> None:
    module = parse_module(PROGRAMS["a hook keeps ops of other dialects"], new_context())
    fold_module(module, options=FoldOptions(should_fold=lambda op: False if op.name == kept else None))
    ours = [op.name for op in module.walk() if op.name.startswith(("stablehlo.", "tensor."))]
    assert ours == left


MIXED = PROGRAMS["mixed"]


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize(
    "registered",
    [(register_those_of_xdsl, register_implementations), (register_implementations, register_those_of_xdsl)],
    ids=["ours_last", "ours_first"],
)
def test_our_ops_run_beside_those_of_xdsl(
    folded: bool, registered: Sequence[Callable[[Interpreter, Context], None]]
) -> None:
    ctx = new_context()
    module = parse_module(MIXED, ctx)
    if folded:
        assert fold_module(module).folded
    interpreter = Interpreter(module)
    for register in registered:
        register(interpreter, ctx)
    result, twice = interpreter.call_op("main", ([1.0, 2.0, 3.0, 4.0], 2))
    assert np.asarray(result).tolist() == [3.0, 5.0, 7.0, 9.0]
    assert number_of_scalar(twice) == 14.0
    with pytest.raises(EvaluationError, match=r"'tensor.extract' op index \[4\] is not in the index space"):
        interpreter.call_op("main", ([1.0, 2.0, 3.0, 4.0], 4))


SCALARS = PROGRAMS["scalars"]


def test_ours_and_xdsls_ops_pass_scalars_to_each_other() -> None:
    """xDSL 0.75 has attributes for them, earlier versions have Python's numbers."""
    ctx = new_context()
    interpreter = Interpreter(parse_module(SCALARS, ctx))
    register_implementations(interpreter, ctx)
    register_those_of_xdsl(interpreter, ctx)
    given = [number_of_scalar(result) for result in interpreter.call_op("main", (40,))]
    assert [given[0], given[1] % 256, bool(given[2])] == [8.0, 120, False]


def test_what_is_registered_twice_behind_ours_is_refused() -> None:
    ctx = new_context()
    interpreter = Interpreter(parse_module(MIXED, ctx))
    register_implementations(interpreter, ctx)
    register_those_of_xdsl(interpreter, ctx)
    with pytest.raises(ValueError, match="already registered"):
        register_those_of_xdsl(interpreter, ctx)
