"""Kernels that users register: what they get, what they give, and what they say of themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.folding.support import fold, main, values
from tests.helpers.oracle import Array
from tests.helpers.programs import evaluate, parse
from xdsl_stablehlo.dialects.stablehlo import CustomCallOp
from xdsl_stablehlo.interpreter import EvaluationError, register_custom_call
from xdsl_stablehlo.interpreter.kernels.custom_calls import registry
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness, entry_of


@pytest.fixture(autouse=True)
def nothing_stays_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "REGISTERED", {})


def call(attributes: str = "", kind: str = "tensor<2xf32>") -> str:
    return main(
        f"%c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
        f"%r = stablehlo.custom_call @mine(%c) {attributes} : (tensor<2xf32>) -> {kind}",
        kind,
    )


CONFIG = """{eps = 0.5 : f32, n = 3 : i64, on = true, name = "x", many = [1, 2], dense = dense<[1, 2]> : tensor<2xi32>,
  array = array<i64: 7, 8>, inner = {a = 1 : i32}}"""


@pytest.mark.parametrize(
    "attributes",
    [f"{{backend_config = {CONFIG}, api_version = 4 : i32}}", f"{{mhlo.backend_config = {CONFIG}}}"],
    ids=["typed FFI", "as JAX wrote it"],
)
def test_attributes_arrive_as_values_of_python(attributes: str) -> None:
    seen: dict[str, Any] = {}

    def mine(x: Array, **given: Any) -> Array:
        seen.update(given)
        return x + np.float32(given["eps"])

    register_custom_call("mine", mine)
    assert evaluate(call(attributes))[0].tolist() == [1.5, 2.5]
    assert seen.pop("dense").tolist() == [1, 2]
    assert seen == {
        "eps": 0.5,
        "n": 3,
        "on": True,
        "name": "x",
        "many": (1, 2),
        "array": (7, 8),
        "inner": {"a": 1},
    }
    assert seen["on"] is True


def test_a_string_arrives_under_its_name_and_the_call_on_request() -> None:
    def mine(op: CustomCallOp, x: Array, backend_config: str) -> Array:
        return x * np.float32(len(backend_config)) + np.float32(len(op.results))

    register_custom_call("mine", mine, with_op=True)
    assert evaluate(call('{backend_config = "abc"}'))[0].tolist() == [4.0, 7.0]


def test_registered_kernels_come_before_known_ones() -> None:
    register_custom_call("Sharding", np.negative)
    assert evaluate(call().replace("@mine", "@Sharding"))[0].tolist() == [-1.0, -2.0]


def twice(x: Array) -> Array:
    return x + x


def test_a_folded_call_is_gone() -> None:
    register_custom_call("mine", twice)
    folded = fold(call(), check=False)
    assert folded.ops() == ["stablehlo.constant"]
    assert values(folded.constants()[0]) == [2.0, 4.0]
    assert folded.reasons() == {}


def test_a_fold_may_have_kernels_of_its_own() -> None:
    register_custom_call("mine", np.negative)
    folded = fold(call(), check=False, custom_calls={"mine": twice})
    assert values(folded.constants()[0]) == [2.0, 4.0]
    assert folded.ops() == ["stablehlo.constant"]


@pytest.mark.parametrize("declared", ["by the kernel", "by the call"])
def test_a_call_with_effects_stays(declared: str) -> None:
    register_custom_call("mine", twice, effects=declared == "by the kernel")
    text = call("{has_side_effect = true}" if declared == "by the call" else "")
    folded = fold(text, check=False)
    assert "stablehlo.custom_call" in folded.ops()
    assert folded.reasons() == {"stablehlo.custom_call": "side-effects"}
    assert evaluate(text)[0].tolist() == [2.0, 4.0]


@pytest.mark.parametrize(("exactness", "folds"), [("exact", True), ("rounded", True), ("libm", False)])
def test_exactness_decides_whether_a_call_folds(exactness: str, folds: bool) -> None:
    register_custom_call("mine", twice, exactness=exactness)
    folded = fold(call(), check=False, exactness=Exactness.ROUNDED)
    assert (folded.ops() == ["stablehlo.constant"]) is folds


def test_a_call_without_readers_goes() -> None:
    register_custom_call("mine", twice)
    text = main(
        "%0 = stablehlo.custom_call @mine(%x) : (tensor<f32>) -> tensor<f32>",
        "tensor<f32>",
        "%x: tensor<f32>",
        "%x",
    )
    assert fold(text, check=False).ops() == []


def test_an_unknown_call_says_how_to_register_a_kernel() -> None:
    with pytest.raises(EvaluationError) as failed:
        evaluate(call())
    message = str(failed.value)
    assert "calls @mine, for which no evaluator is registered" in message
    assert 'xdsl_stablehlo.interpreter.register_custom_call("mine", kernel)' in message


def test_what_a_kernel_gives_must_be_of_the_declared_type() -> None:
    register_custom_call("mine", np.sum)
    with pytest.raises(EvaluationError):
        evaluate(call())


def test_a_target_is_known_by_its_kernel_whoever_registered_it() -> None:
    def known(target: str) -> bool:
        (op,) = [op for op in parse(call().replace("@mine", target)).walk() if isinstance(op, CustomCallOp)]
        return entry_of(op) is not None and registry.is_known(op)

    assert known("@cu_lu_pivots_to_permutation")
    assert not known("@mine")
    register_custom_call("mine", np.negative)
    assert known("@mine")
