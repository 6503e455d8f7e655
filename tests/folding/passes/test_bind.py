"""Arguments bound to constants: which argument a key names, what fits it, and what is left of the function."""

from __future__ import annotations

import re
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from tests.helpers.programs import named, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding import BindingError, bind_arguments
from xdsl_stablehlo.folding.fold.bind import argument_names
from xdsl_stablehlo.interpreter import Tensor, eval_module

PROGRAMS = named(__file__)

I32 = "tensor<i32>"

THREE = PROGRAMS["three"]


def main_of(module: ModuleOp) -> FuncOp:
    (func,) = [op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"]
    return func


def bound(text: str, values: dict[str, Any], *arguments: Any, entry: str = "main") -> list[Any]:
    """What the function gives for the arguments that are left once others are bound."""
    module = parse(text)
    bind_arguments(module, values, entry)
    verify_module(module)
    return [np.asarray(result.array).tolist() for result in eval_module(module, arguments, entry=entry)]


def test_names_of_arguments() -> None:
    assert argument_names(main_of(parse(THREE))) == [("first", "a"), ("p['w']", "b"), ("c",)]
    plain = parse(f"func.func @main(%0: {I32}) {{ return }}")
    assert argument_names(main_of(plain)) == [()]


@pytest.mark.parametrize(
    ("values", "rest", "expected"),
    [
        ({"0": 10}, (1, 2), [10, 1, 2]),
        ({"first": 10}, (1, 2), [10, 1, 2]),
        ({"a": 10}, (1, 2), [10, 1, 2]),
        ({"p['w']": 10}, (1, 2), [1, 10, 2]),
        ({"b": 10}, (1, 2), [1, 10, 2]),
        ({"2": 10}, (1, 2), [1, 2, 10]),
        ({"2": 30, "0": 10}, (1,), [10, 1, 30]),
        ({"c": 30, "b": 20, "a": 10}, (), [10, 20, 30]),
        ({}, (1, 2, 3), [1, 2, 3]),
    ],
)
def test_which_argument_a_key_names(
    values: dict[str, int], rest: tuple[int, ...], expected: list[int]
) -> None:
    assert bound(THREE, values, *[np.int32(value) for value in rest]) == expected


def test_a_number_is_a_position_and_no_name() -> None:
    text = THREE.replace("p['w']", "0").replace("%a", "%arg16").replace('loc("first")', "")
    assert bound(text, {"0": 10}, np.int32(1), np.int32(2)) == [10, 1, 2]
    with pytest.raises(BindingError, match=r"^@main has no argument 'arg16'; nearest: c, 0$"):
        bound(text, {"arg16": 10})


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("params['embeddings']['LayerNorm']['bias']", ["params/embeddings/LayerNorm/bias"]),
        (
            "params['embeddings']['LayerNorm']['bias']",
            ["embeddings/LayerNorm/bias", "embeddings.LayerNorm.bias", "embeddings/LayerNorm/bias:0"],
        ),
        ("model['layers'][0].weight", ["layers.0.weight", "model.layers.0.weight", "layers/0/weight"]),
        ("state_dict['layers.0.weight']", ["layers.0.weight", "layers/0/weight"]),
    ],
)
def test_paths_as_others_write_them(name: str, keys: list[str]) -> None:
    text = THREE.replace("p['w']", name)
    for key in [*keys, name]:
        assert bound(text, {key: 10}, 1, 2) == [1, 10, 2]


def test_a_path_that_several_arguments_have() -> None:
    text = THREE.replace("p['w']", "p['w']['x']").replace("first", "q['w']['x']")
    assert bound(text, {"q/w/x": 10}, 1, 2) == [10, 1, 2]
    with pytest.raises(BindingError, match=r"^'w/x' names arguments 0, 1 of @main$"):
        bound(text, {"w/x": 10})


@pytest.mark.parametrize(("count", "listed"), [(3, "0, 1, 2"), (4, "0, 1, 2, ...")])
def test_a_name_that_many_arguments_have(count: int, listed: str) -> None:
    arguments = ", ".join([f'%a{i}: {I32} loc("first")' for i in range(count)])
    with pytest.raises(BindingError, match=f"^'first' names arguments {re.escape(listed)} of @main$"):
        bound(f"func.func @main({arguments}) {{ return }}", {"first": 1})


def test_names_behind_a_function_that_only_calls() -> None:
    text = PROGRAMS["names behind a function that only calls"]
    assert bound(text, {"p/w": 10}) == [10]


@pytest.mark.parametrize(
    ("text", "values", "message"),
    [
        (THREE, {"3": 1}, "^@main has 3 arguments, none of them at position 3$"),
        (THREE, {"p/v": 1}, r"^@main has no argument 'p/v'; nearest: p\['w'\], first, c$"),
        (THREE, {"-1": 1}, "has no argument '-1'"),
        (THREE.replace("p['w']", "first"), {"first": 1}, "^'first' names arguments 0, 1 of @main$"),
        (THREE, {"0": 1, "a": 1}, "^argument 0 of @main is bound twice, the second time as 'a'$"),
        ("func.func @main() { return }", {"x": 1}, "^@main has no argument 'x'; it has none$"),
        (f"func.func private @main({I32})", {"0": 1}, "^the module has no function @main with a body$"),
        ("func.func @other() { return }", {}, "^the module has no function @main with a body$"),
        (
            "func.func @main(%t: tuple<tensor<i32>>) { return }",
            {"t": 1},
            r"^argument 't' is of type 'tuple<tensor<i32>>', which no constant can hold$",
        ),
        (
            THREE + f"func.func @o(%x: {I32}) {{ %0:3 = func.call @main(%x, %x, %x) : ({I32}, {I32}, {I32}) "
            f"-> ({I32}, {I32}, {I32})\nreturn }}",
            {"0": 1},
            "^@main is called inside the module, so its arguments cannot be bound$",
        ),
        (
            THREE
            + f"func.func @o(%x: {I32}) {{ stablehlo.custom_call @t(%x) {{called_computations = [@main]}} "
            f": ({I32}) -> ()\nreturn }}",
            {"0": 1},
            "^@main is called inside the module, so its arguments cannot be bound$",
        ),
        (THREE, {"0": np.int64(1)}, "^argument '0' is of type 'tensor<i32>', and the value is int64$"),
        (THREE, {"0": np.zeros(1, np.int32)}, r"^argument '0' .* has shape \[1\]$"),
        (THREE, {"0": np.zeros((), "V4")}, "and the value is"),
    ],
)
def test_what_cannot_be_bound(text: str, values: dict[str, Any], message: str) -> None:
    module = parse(text)
    before = print_module(module)
    with pytest.raises(BindingError, match=message):
        bind_arguments(module, values)
    assert print_module(module) == before


def test_attributes_and_locations_of_arguments() -> None:
    module = parse(THREE)
    bind_arguments(module, {"0": 10})
    func = main_of(module)
    assert func.arg_attrs is not None
    assert [sorted(attributes.data) for attributes in func.arg_attrs.data] == [["jax.arg_info"], ["x.k"]]
    assert len(func.function_type.inputs) == 2
    (constant,) = [op for op in module.walk() if op.name == "stablehlo.constant"]
    assert str(constant.location) == 'loc("first")'
    assert constant.results[0].name_hint == "a"


def test_constants_are_made_in_the_order_of_arguments() -> None:
    module = parse(THREE)
    bind_arguments(module, {"c": 30, "a": 10, "b": 20})
    text = print_module(module)
    assert text.index("dense<10>") < text.index("dense<20>") < text.index("dense<30>")


def test_tensors_and_arrays_of_the_same_elements() -> None:
    kind = "tensor<2xbf16>"
    text = f"func.func @main(%a: {kind}) -> {kind} {{ return %a : {kind} }}"
    array = np.array([1.5, -2.0], ml_dtypes.bfloat16)
    bits = array.view(np.uint16)
    tensor = Tensor.of([1.5, -2.0], main_of(parse(text)).function_type.inputs.data[0])
    values = [array, bits.view("V2"), tensor]
    for value in values:
        assert bound(text, {"a": value}) == [[1.5, -2.0]]
    with pytest.raises(BindingError, match="uint16"):
        bound(text, {"a": bits})


def test_another_entry() -> None:
    text = THREE.replace("@main", "@entry")
    assert bound(text, {"a": 1, "b": 2, "c": 3}, entry="entry") == [1, 2, 3]
