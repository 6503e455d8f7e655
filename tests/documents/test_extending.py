"""Doors for what users add: the page about it runs, and what is wrong is said."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import f32
from xdsl.utils.exceptions import VerifyException

from tests.helpers.programs import parse
from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.interpreter import EvaluationError, Exactness, Tensor, eval_module, register_kernel
from xdsl_stablehlo.interpreter.kernels.support.table import KERNELS

PAGE = Path(__file__).parents[2] / "docs" / "extending.md"

ADD = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.add %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}"""


def test_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    try:
        assert names["before"] == names["after"] == Tensor.of([1, 3.5, 6], f32)
        assert names["report"].folded["mine.scale"].count == 1
        assert "mine.scale" not in str(names["module"])
        assert np.array_equal(np.asarray(Tensor.from_attr(names["constant"].value)), [[0, 1, 2], [3, 4, 5]])
        assert "float32 (3,) 3 2.0 3.0 [2. 3. 4.]" in capsys.readouterr().out
        for exactness, folds in (("libm", False), ("exact", True)):
            register_kernel(names["ScaleOp"], names["scale"], exactness=Exactness(exactness))
            module = parse_module(SCALED, names["ctx"])
            assert ("mine" in str(module)) is True
            fold_module(module, FoldOptions(exactness="rounded"))
            assert ("mine" not in str(module)) is folds
    finally:
        KERNELS.pop(names["ScaleOp"])


SCALED = """func.func @main() -> tensor<3xf32> {
  %i = stablehlo.iota dim = 0 : tensor<3xf32>
  %s = "mine.scale"(%i) <{factor = 2.5 : f32}> : (tensor<3xf32>) -> tensor<3xf32>
  return %s : tensor<3xf32>
}"""


def test_a_tensor_is_read_like_an_array() -> None:
    tensor, scalar = Tensor.of([[1, 2], [3, 4]], f32), Tensor.of(7, f32)
    assert (tensor.dtype, len(tensor), tensor[1, 0], tensor[:, 1].tolist()) == (np.float32, 2, 3, [2, 4])
    assert [row.tolist() for row in tensor] == [[1, 2], [3, 4]]
    assert (float(scalar), int(scalar), bool(scalar), scalar.numpy().shape) == (7.0, 7, True, ())
    with pytest.raises(ValueError, match="read-only"):
        tensor.numpy()[0] = 1
    with pytest.raises(TypeError):
        float(tensor)


@pytest.mark.parametrize("given", [np.ones(2, np.float32), Tensor.of([1, 2], f32), 3])
def test_arguments_are_a_sequence(given: Any) -> None:
    with pytest.raises(
        EvaluationError, match=r"^give a sequence of arguments, one for each parameter: \[x\]"
    ):
        eval_module(parse(ADD), given)


def test_arrays_of_another_type_get_a_hint() -> None:
    with pytest.raises(EvaluationError, match=r"; x.astype\('float32'\) converts it, and a list takes"):
        eval_module(parse(ADD), [np.array([1.0, 2.0])])
    with pytest.raises(EvaluationError) as caught:
        eval_module(parse(ADD), [np.array([1.0, 2.0, 3.0])])
    assert "astype" not in str(caught.value)


def test_programs_are_verified_where_they_are_parsed() -> None:
    ctx = Context()
    register_dialects(ctx)
    wrong = ADD.replace("add %x, %x : tensor<2xf32>", "reverse %x, dims = [0, 0] : tensor<2xf32>")
    parse_module(wrong, ctx)
    with pytest.raises(VerifyException, match="dimensions should be unique"):
        parse_module(wrong, ctx, verify=True)


def test_folding_what_is_not_valid_says_so() -> None:
    module = parse(
        """func.func @main() -> tensor<2xf32> {
  %x = stablehlo.iota dim = 0 : tensor<2xf32>
  %r = stablehlo.add %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}"""
    )
    (add,) = [op for op in module.walk() if op.name == "stablehlo.iota"]
    add.properties.clear()
    with pytest.raises(VerifyException, match=r"'stablehlo.iota' op requires attribute 'iota_dimension'"):
        fold_module(module)


def test_a_tensor_of_another_type_is_no_argument() -> None:
    """Also where rounding would make it one: `--args` said so, and was taken at another word."""
    with pytest.raises(EvaluationError, match=r"float64\[2\] does not hold the elements of 'tensor<2xf32>'$"):
        eval_module(parse(ADD), [Tensor.of(np.array([0.1, 0.2]))])
