"""Programs as text, run by this project and by the oracle, and arrays compared bit by bit or in ULPs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_stablehlo import parse_module, register_dialects, verify_module
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static
from xdsl_stablehlo.ir.guards import is_tensor_type

from ..golden.files import SEPARATOR
from .oracle import Array, dtype_named, oracle, verifies


@cache
def context() -> Context:
    """A context with every dialect of the project."""
    ctx = Context()
    register_dialects(ctx)
    return ctx


def parse(text: str) -> ModuleOp:
    """The verified module of `text`."""
    module = parse_module(text, context())
    verify_module(module)
    return module


def named(file: str) -> dict[str, str]:
    """The programs of `cases/programs/NAME.mlir` beside a module `test_NAME.py` or `NAME.py`, by their names."""
    module = Path(file)
    path = module.parent / "cases" / "programs" / f"{module.stem.removeprefix('test_')}.mlir"
    _, *sections = path.read_text().split(f"\n{SEPARATOR}\n// ")
    return {
        name: program.removesuffix("\n") for name, _, program in (each.partition("\n") for each in sections)
    }


def has_dynamic_results(module: ModuleOp) -> bool:
    """Whether an op has results for which the C++ interpreter ends its process: their sizes are known in a run only."""
    results = [result.type for op in module.walk() for result in op.results]
    return any(is_tensor_type(each) and not is_static(each.get_shape()) for each in results)


def assert_verdict_as_cpp(text: str) -> str:
    """Both accept `text`, or both refuse it; gives our message, empty where we accept."""
    ours = ""
    try:
        parse(text)
    except (ParseError, VerifyException) as error:
        ours = str(error)
    assert bool(ours) is (verifies(text) is not None), ours
    return ours


def function(
    body: str, inputs: Sequence[str] = (), outputs: Sequence[str] = (), returns: Sequence[str] = ()
) -> str:
    """`@main` around `body`: arguments `%a0`, `%a1`, ... of the `inputs` types; it returns `%r0`, `%r1`, ...
    of the `outputs` types, or the values named in `returns`."""
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(inputs))
    values = ", ".join(returns or [f"%r{i}" for i in range(len(outputs))])
    ending = f"return {values} : {', '.join(outputs)}" if outputs else "return"
    return f"func.func @main({arguments}) -> ({', '.join(outputs)}) {{\n  {body}\n  {ending}\n}}\n"


def evaluate(text: str, *args: Any) -> tuple[Array, ...]:
    """What `main` of the program returns, evaluated by this project."""
    from xdsl_stablehlo.interpreter import eval_module

    return tuple([np.asarray(result.array) for result in eval_module(parse(text), args)])


def assert_as_oracle(text: str, *args: Any, ulps: int = 0, isolated: bool = False) -> tuple[Array, ...]:
    """Evaluate the program here and in C++, require equal results (floats within `ulps`), and give them."""
    ours = evaluate(text, *args)
    theirs = oracle(text, *args, isolated=isolated)
    assert len(ours) == len(theirs)
    for our, their in zip(ours, theirs):
        assert_same(our, their, ulps)
    return ours


def assert_same(actual: Array, expected: Array, ulps: int = 0) -> None:
    """Require the same dtype, shape and elements. NaN equals NaN, -0.0 differs from 0.0 unless `ulps` > 0."""
    assert actual.dtype == expected.dtype, f"{actual.dtype} is not {expected.dtype}"
    assert actual.shape == expected.shape, f"{actual.shape} is not {expected.shape}"
    distance = ulp_distance(actual, expected)
    worst = float(distance.max(initial=0))
    if worst > ulps:
        at = tuple(map(int, np.argwhere(distance == distance.max())[0]))
        raise AssertionError(f"{actual[at]} is {worst} ULP from {expected[at]} at {at}")


def ulp_distance(actual: Array, expected: Array) -> Array:
    """How many representable values lie between, per element; 0 or 1 for integers."""
    if actual.dtype.kind == "c":
        return np.maximum(
            ulp_distance(_part(actual, 0), _part(expected, 0)),
            ulp_distance(_part(actual, 1), _part(expected, 1)),
        )
    if actual.dtype.kind in "biu" or np.dtype(actual.dtype).name.startswith(("int", "uint")):
        return np.asarray(actual != expected, dtype=np.int64)
    nan_a, nan_b = np.isnan(actual.astype(np.float64)), np.isnan(expected.astype(np.float64))
    apart = np.abs(_ordered(actual).astype(object) - _ordered(expected).astype(object))
    distance = np.asarray(apart, np.float64)
    return np.where(nan_a | nan_b, np.where(nan_a & nan_b, 0.0, np.inf), distance)


def _part(array: Array, part: int) -> Array:
    return cast(Array, np.imag(array) if part else np.real(array))


def _ordered(array: Array) -> Array:
    """Integers in the order of the floats, -0.0 one below 0.0."""
    size = array.dtype.itemsize
    bits = np.ascontiguousarray(array).view(f"i{size}").astype(np.int64).reshape(array.shape)
    return np.where(bits < 0, -(bits & ((1 << (8 * size - 1)) - 1)) - 1, bits)


def tensor_type(shape: Iterable[int], element_type: str) -> str:
    """`tensor<2x3xf32>` for a shape and the spelling of an element type."""
    return f"tensor<{''.join([f'{n}x' for n in shape])}{element_type}>"


def type_of(array: Array, element_type: str) -> str:
    """The type of an array whose elements are spelled so."""
    return tensor_type(array.shape, element_type)


def sample(element_type: str, shape: tuple[int, ...], seed: int = 0) -> Array:
    """Small elements of a type, zeros and repeats among them: sums and products stay in range."""
    rng = np.random.default_rng(seed)
    dtype = dtype_named(element_type)
    if dtype == np.bool_:
        return rng.integers(0, 2, shape).astype(dtype)
    if dtype.kind == "c":
        return (rng.integers(-8, 9, shape) / 4 + 1j * rng.integers(-8, 9, shape) / 4).astype(dtype)
    if element_type[0] == "u":
        return rng.integers(0, 4, shape).astype(np.int64).astype(dtype)
    if element_type[0] == "i":
        low = -2 if element_type == "i2" else -5
        return rng.integers(low, -low, shape).astype(dtype)
    return (rng.integers(-8, 9, shape) / 4).astype(np.float64).astype(dtype)


COUNTING_LOOP = function(
    """%one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.constant dense<10000> : tensor<i32>
    %r0 = stablehlo.while(%i = %a0) : tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j : tensor<i32>
    }""",
    ["tensor<i32>"],
    ["tensor<i32>"],
)
"""Counts from the argument to ten thousand, one at a time."""


def listed(values: Iterable[object]) -> str:
    """`1, 2, 3`."""
    return ", ".join(map(str, values))


def i64s(values: Sequence[int]) -> str:
    """An `array<i64: ..>`; an empty one has no colon."""
    return f"array<i64: {listed(values)}>" if values else "array<i64>"


def combining(op: str, element: str) -> str:
    """A region that combines two scalars."""
    return f"""({{
  ^bb0(%x: tensor<{element}>, %y: tensor<{element}>):
    %z = stablehlo.{op} %x, %y : tensor<{element}>
    stablehlo.return %z : tensor<{element}>
  }})"""
