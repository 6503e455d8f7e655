"""Exports with symbolic shapes get the types that JAX gives them where it calls them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pytest

from tests.helpers.oracle import reprinted
from tests.helpers.programs import context, parse
from tests.helpers.upstream.refined import assert_types_as_cpp, with_arguments
from xdsl_stablehlo import print_module
from xdsl_stablehlo.transforms.functions import InlinePass

jax: Any = importlib.import_module("jax")
jnp: Any = importlib.import_module("jax.numpy")
export: Any = importlib.import_module("jax.export")
X: TypeAlias = Any


class Export(NamedTuple):
    """The symbolic shapes of arguments, and what they are when the function is called."""

    function: Callable[..., Any]
    symbolic: str
    shapes: list[tuple[int, ...]]


def attention(q: X, k: X) -> X:
    return jax.nn.softmax(q @ k.T) @ k


def branch(x: X) -> X:
    return jax.lax.cond(x.sum() > 0, lambda: x * 2, lambda: -x)


def convolution(x: X, w: X) -> X:
    return jax.lax.conv_general_dilated(x, w, (1, 1), "SAME")


def gather(x: X, i: X) -> X:
    return x[i]


def halves(x: X) -> X:
    return x[: x.shape[0] // 2].sum(axis=0), jnp.arange(x.shape[0] * 2)


def loop(x: X) -> X:
    def added(i: X, total: X) -> X:
        return total + x[i]

    return jax.lax.fori_loop(0, x.shape[0], added, jnp.zeros(x.shape[1:]))


def normalized(x: X) -> X:
    return jax.nn.softmax(x, axis=-1) - x.mean(axis=0, keepdims=True)


def stacked(x: X) -> X:
    return jnp.concatenate([x, x.T.reshape(x.shape)]).reshape(-1)


EXPORTS = (
    Export(attention, "b, n; m, n", [(2, 4), (3, 4)]),
    Export(branch, "b, n", [(3, 2)]),
    Export(convolution, "b, 3, h, h; 4, 3, 3, 3", [(2, 3, 6, 6), (4, 3, 3, 3)]),
    Export(gather, "b, n; m", [(5, 2), (3,)]),
    Export(halves, "2*b, n", [(6, 3)]),
    Export(loop, "b, n", [(4, 2)]),
    Export(normalized, "b, n", [(3, 5)]),
    Export(stacked, "b, n", [(2, 3)]),
)


def exported(example: Export) -> str:
    """The program for the shapes that the function is called with, in one function: JAX's are called for several."""
    scope, kinds = (
        export.SymbolicScope(),
        ["int32" if len(shape) == 1 else "float32" for shape in example.shapes],
    )
    arguments = [
        jax.ShapeDtypeStruct(export.symbolic_shape(each, scope=scope), np.dtype(kind))
        for each, kind in zip(example.symbolic.split(";"), kinds)
    ]
    text = reprinted(export.export(jax.jit(example.function))(*arguments).mlir_module())
    spelled = {"int32": "i32", "float32": "f32"}
    types = [
        f"tensor<{'x'.join(map(str, shape))}x{spelled[kind]}>" for shape, kind in zip(example.shapes, kinds)
    ]
    module = parse(with_arguments(text, types))
    InlinePass().apply(context(), module)
    return print_module(module)


@pytest.mark.parametrize("example", EXPORTS, ids=lambda example: example.function.__name__)
def test_types_of_symbolic_exports(example: Export):
    assert_types_as_cpp(exported(example))
