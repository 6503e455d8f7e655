"""The rows: what is computed, as a StableHLO program with constant operands and as NumPy does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from xdsl_stablehlo.values.element_types import Array

Data = tuple[Array, ...]
_RNG = np.random.default_rng(7)
_MLIR_NAMES = {"float32": "f32", "bfloat16": "bf16", "int32": "i32", "float64": "f64", "int64": "i64"}


@dataclass(frozen=True)
class Work:
    """One row at one size. `body` is the program after the constants `%0`, `%1`, .., and returns `%r`."""

    name: str
    size: int
    data: Data
    body: str
    result: str
    numpy: Callable[..., Any]
    """The floor: what one would write by hand, called with `data`."""

    @property
    def label(self) -> str:
        return (
            f"{self.name} {self.size:g}"
            if self.size < 1000
            else f"{self.name} {self.size:.0e}".replace("e+0", "e")
        )

    def program(self) -> str:
        """The text of the program, operands as hexadecimal constants."""
        lines = [
            f'  %{i} = stablehlo.constant dense<"0x{a.tobytes().hex().upper()}"> : {type_of(a)}'
            if a.size > 1
            else f"  %{i} = stablehlo.constant dense<{a.item()}> : {type_of(a)}"
            for i, a in enumerate(self.data)
        ]
        constants = "\n".join(lines)
        return f"func.func @main() -> {self.result} {{\n{constants}\n{self.body}\n  return %r : {self.result}\n}}\n"


def type_of(array: Array) -> str:
    """The tensor type of `array`."""
    sizes = "".join(f"{n}x" for n in array.shape)
    return f"tensor<{sizes}{_MLIR_NAMES[array.dtype.name]}>"


def _normal(*shape: int) -> Array:
    return _RNG.normal(size=shape).astype(np.float32)


def add(n: int) -> Work:
    t = f"tensor<{n}xf32>"
    return Work("add", n, (_normal(n), _normal(n)), f"  %r = stablehlo.add %0, %1 : {t}", t, np.add)


def cosine(n: int) -> Work:
    """The floor is float64 rounded once, which is what the C++ interpreter computes to the bit."""
    t = f"tensor<{n}xf32>"

    def floor(x: Array) -> Array:
        return np.cos(x, dtype=np.float64).astype(np.float32)

    return Work("cosine", n, (_normal(n),), f"  %r = stablehlo.cosine %0 : {t}", t, floor)


def dot(n: int) -> Work:
    t = f"tensor<{n}x{n}xf32>"
    body = f"  %r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : ({t}, {t}) -> {t}"
    return Work("dot", n, (_normal(n, n), _normal(n, n)), body, t, np.matmul)


def reduce(n: int) -> Work:
    t = f"tensor<{n}xf32>"
    body = (
        "  %r = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [0] : "
        f"({t}, tensor<f32>) -> tensor<f32>"
    )

    def floor(x: Array, _: Array) -> Array:
        return np.sum(x)

    return Work("reduce add", n, (_normal(n), np.zeros((), np.float32)), body, "tensor<f32>", floor)


def transpose(n: int) -> Work:
    side = round(n**0.5)
    t = f"tensor<{side}x{side}xf32>"
    body = f"  %r = stablehlo.transpose %0, dims = [1, 0] : ({t}) -> {t}"

    def floor(x: Array) -> Array:
        return np.ascontiguousarray(x.T)

    return Work("transpose", n, (_normal(side, side),), body, t, floor)


def convert(n: int) -> Work:
    result = f"tensor<{n}xbf16>"
    body = f"  %r = stablehlo.convert %0 : (tensor<{n}xf32>) -> {result}"

    def floor(x: Array) -> Array:
        return x.astype(ml_dtypes.bfloat16)

    return Work("convert f32 to bf16", n, (_normal(n),), body, result, floor)


def sort(n: int) -> Work:
    t = f"tensor<{n}xf32>"
    body = f"""  %r = "stablehlo.sort"(%0) <{{dimension = 0 : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }}) : ({t}) -> {t}"""

    def floor(x: Array) -> Array:
        return np.sort(x, kind="stable")

    return Work("sort", n, (_normal(n),), body, t, floor)


def while_loop(n: int) -> Work:
    data = (
        np.zeros((), np.int32),
        np.zeros((), np.float32),
        np.array(0.1, np.float32),
        np.array(n, np.int32),
    )
    body = """  %one = stablehlo.constant dense<1> : tensor<i32>
  %count, %r = stablehlo.while(%i = %0, %x = %1) : tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %2 : tensor<f32>
    stablehlo.return %j, %y : tensor<i32>, tensor<f32>
  }"""

    def floor(i: Array, x: Array, step: Array, stop: Array) -> Array:
        while i < stop:
            i, x = i + 1, x + step
        return x

    return Work("while", n, data, body, "tensor<f32>", floor)


def gather(n: int) -> Work:
    rows, width = n, 4
    indices = _RNG.integers(0, rows, (n, 1)).astype(np.int32)
    t = f"tensor<{n}x{width}xf32>"
    body = f"""  %r = "stablehlo.gather"(%0, %1) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false,
    slice_sizes = array<i64: 1, {width}>}}> : ({t}, tensor<{n}x1xi32>) -> {t}"""

    def floor(x: Array, i: Array) -> Array:
        return np.take(x, i[:, 0], axis=0)

    return Work("gather", n, (_normal(rows, width), indices), body, t, floor)


def scatter(n: int) -> Work:
    indices = _RNG.integers(0, n, (n, 1)).astype(np.int32)
    t = f"tensor<{n}xf32>"
    body = f"""  %r = "stablehlo.scatter"(%0, %1, %2) <{{scatter_dimension_numbers = #stablehlo.scatter<
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    indices_are_sorted = false, unique_indices = false}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }}) : ({t}, tensor<{n}x1xi32>, {t}) -> {t}"""

    def floor(x: Array, i: Array, updates: Array) -> Array:
        x = x.copy()
        np.add.at(x, i[:, 0], updates)
        return x

    return Work("scatter add", n, (_normal(n), indices, _normal(n)), body, t, floor)


ROWS: tuple[tuple[Callable[[int], Work], tuple[int, ...]], ...] = (
    (add, (1_000, 100_000, 1_000_000)),
    (cosine, (100_000,)),
    (dot, (64, 128, 256)),
    (reduce, (100_000, 1_000_000)),
    (transpose, (1_000_000,)),
    (convert, (1_000_000,)),
    (sort, (1_000, 100_000)),
    (while_loop, (10_000,)),
    (gather, (1_000, 100_000)),
    (scatter, (1_000, 100_000)),
)
"""Every row with its sizes."""
