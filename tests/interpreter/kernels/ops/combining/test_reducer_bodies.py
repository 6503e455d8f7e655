"""Bodies that combine two values: which are known, how many elements are taken in order, and how exact sums are."""

from __future__ import annotations

import math
from itertools import accumulate

import numpy as np
import pytest
from xdsl.ir import Block

from tests.helpers.oracle import dtype_named
from tests.helpers.programs import assert_as_oracle, evaluate, function, parse
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import is_replacement, known_reducer
from xdsl_stablehlo.values.element_types import Array


def body_of(lines: str, kind: str = "i32", count: int = 2) -> Block:
    """The block of a function of scalars `%x0`, `%x1`, .. that is `lines`."""
    arguments = ", ".join([f"%x{i}: tensor<{kind}>" for i in range(count)])
    returned = lines.rpartition("return ")[2].split(":")[0].count(",") + 1
    results = ", ".join([f"tensor<{kind}>"] * returned)
    module = parse(f"func.func @main({arguments}) -> ({results}) {{\n{lines} : {results}\n}}")
    (func,) = module.ops
    return func.regions[0].block


@pytest.mark.parametrize("op", ["add", "multiply", "minimum", "maximum", "and", "or", "xor"])
@pytest.mark.parametrize("order", ["%x0, %x1", "%x1, %x0"])
def test_bodies_of_one_op_are_known(op: str, order: str) -> None:
    found = known_reducer(body_of(f"%r = stablehlo.{op} {order} : tensor<i32>\nreturn %r"))
    assert found is not None
    name, element_type = found
    assert name.rstrip("_") == op
    assert str(element_type) == "i32"


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        ("%r = stablehlo.subtract %x0, %x1 : tensor<i32>\nreturn %r", 2),
        ("%r = stablehlo.add %x0, %x0 : tensor<i32>\nreturn %r", 2),
        ("%r = stablehlo.add %x0, %x1 : tensor<i32>\nreturn %x0", 2),
        ("%r = stablehlo.add %x0, %x1 : tensor<i32>\nreturn %r, %r", 2),
        ("%s = stablehlo.negate %x0 : tensor<i32>\n%r = stablehlo.add %s, %x1 : tensor<i32>\nreturn %r", 2),
        ("%r = stablehlo.add %x0, %x1 : tensor<i32>\nreturn %r", 4),
        ("return %x1", 2),
    ],
)
def test_other_bodies_are_not_known(lines: str, count: int) -> None:
    assert known_reducer(body_of(lines, count=count)) is None


def test_bodies_of_quantized_elements_are_not_known() -> None:
    """Their arithmetic is not that of the storage integers."""
    kind = "!quant.uniform<i8:f32, 0.5>"
    assert known_reducer(body_of(f"%r = stablehlo.add %x0, %x1 : tensor<{kind}>\nreturn %r", kind)) is None


@pytest.mark.parametrize(
    ("lines", "count", "replaces"),
    [
        ("return %x1", 2, True),
        ("return %x0", 2, False),
        ("return %x2, %x3", 4, True),
        ("return %x1, %x3", 4, False),
        ("return %x3, %x2", 4, False),
        ("%r = stablehlo.add %x0, %x1 : tensor<i32>\nreturn %x1", 2, False),
    ],
)
def test_bodies_that_give_the_new_values(lines: str, count: int, replaces: bool) -> None:
    assert is_replacement(body_of(lines, count=count)) is replaces


def reduce(op: str, shape: tuple[int, ...], dimensions: list[int], kind: str) -> str:
    kept = [size for axis, size in enumerate(shape) if axis not in dimensions]
    source, init = [f"tensor<{'x'.join(map(str, [*sizes, kind]))}>" for sizes in (shape, ())]
    result = f"tensor<{'x'.join(map(str, [*kept, kind]))}>"
    body = (
        f"%r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.{op} across dimensions = {dimensions} "
        f": ({source}, {init}) -> {result}"
    )
    return function(body, [source, init], [result])


def cancelling(size: int, seed: int = 0) -> Array:
    """Floats of very different sizes, whose sum depends on the order."""
    generator = np.random.default_rng(seed)
    values = generator.normal(size=size) * 2.0 ** generator.integers(-12, 12, size)
    return values.astype(np.float32)


@pytest.mark.parametrize("size", [2, 31, 32])
@pytest.mark.parametrize("seed", range(3))
def test_up_to_32_elements_are_added_in_order(size: int, seed: int) -> None:
    values = cancelling(size, seed)
    (found,) = assert_as_oracle(reduce("add", (size,), [0], "f32"), values, np.float32(0.5))
    one_by_one = list(accumulate(values, initial=np.float32(0.5)))[-1]
    assert found == one_by_one


@pytest.mark.parametrize("size", [33, 64, 1000])
def test_more_elements_are_added_as_exactly_as_the_type_allows(size: int) -> None:
    values = cancelling(size)
    (found,) = evaluate(reduce("add", (size,), [0], "f32"), values, np.float32(0))
    exact = math.fsum(values.astype(np.float64).tolist())
    scale = math.fsum(np.abs(values.astype(np.float64)).tolist())
    assert abs(float(found) - exact) <= scale * 2.0**-22


@pytest.mark.parametrize(
    ("shape", "axes", "order"),
    [
        ((3, 200), [1], None),
        ((3, 4, 50), [1, 2], None),
        ((200, 3), [0], None),
        ((32 * 6, 3), [0], None),
        ((32 * 6 + 5, 3), [0], None),
        ((50, 4, 3), [0, 1], None),
        ((3, 200, 2), [1], None),
        ((200, 3), [1], (1, 0)),
        ((3, 70_000), [1], None),
        ((2, 3, 65_536), [2], None),
        ((140_000,), [0], None),
    ],
)
def test_sums_of_f32_along_any_axes(
    shape: tuple[int, ...], axes: list[int], order: tuple[int, ...] | None
) -> None:
    """Integers that float32 holds, as all their sums: whatever the order is, the sum is exact."""
    values = (np.arange(math.prod(shape)) % 97 - 48).astype(np.float32).reshape(shape)
    transposed = values if order is None else values.transpose(order)
    body_axes = axes if order is None else [order.index(axis) for axis in axes]
    (found,) = evaluate(
        reduce("add", transposed.shape, body_axes, "f32"), transposed.astype(np.float32), np.float32(7)
    )
    expected = values.astype(np.int64).sum(tuple(axes)) + 7
    assert found.dtype == np.float32
    assert found.astype(np.int64).tolist() == expected.tolist()


@pytest.mark.parametrize("kind", ["bf16", "f16", "f8E4M3FN", "f64", "complex<f32>", "complex<f64>"])
@pytest.mark.parametrize("op", ["add", "multiply"])
def test_sums_and_products_in_every_type_of_floats(kind: str, op: str) -> None:
    """40 elements, of which sums and products are numbers of all these types."""
    dtype = dtype_named(kind)
    values = np.where(np.arange(40) % 20 == 7, 2, 0 if op == "add" else 1).astype(dtype)
    (found,) = evaluate(reduce(op, (40,), [0], kind), values, np.asarray(1).astype(dtype))
    assert found.dtype == dtype
    assert complex(found) == (5 if op == "add" else 4)


@pytest.mark.parametrize("size", [33, 34, 35, 36, 63, 64, 65, 66, 67])
def test_bodies_that_depend_on_the_order_see_neighbours_from_left_to_right(size: int) -> None:
    """`x * 10 + y` is not associative, but taking the left one of two, or the right one, is."""
    for op, place in (("%x", 0), ("%y", size - 1)):
        body = f"""%r0 = stablehlo.reduce(%a0 init: %a1) across dimensions = [0]
          : (tensor<{size}xi32>, tensor<i32>) -> tensor<i32>
          reducer(%x: tensor<i32>, %y: tensor<i32>) {{
            %z = stablehlo.add {op}, {op} : tensor<i32>
            %h = stablehlo.constant dense<2> : tensor<i32>
            %s = stablehlo.divide %z, %h : tensor<i32>
            stablehlo.return %s : tensor<i32>
          }}"""
        values = np.arange(100, 100 + size, dtype=np.int32)
        (found,) = evaluate(
            function(body, [f"tensor<{size}xi32>", "tensor<i32>"], ["tensor<i32>"]), values, np.int32(5)
        )
        assert int(found) == (5 if place == 0 else 100 + place)


@pytest.mark.parametrize("window", [31, 32, 33, 40, 64, 65])
@pytest.mark.parametrize(("stride", "dilation"), [(1, 1), (3, 1), (1, 2), (2, 3)])
def test_long_windows_see_all_their_elements(window: int, stride: int, dilation: int) -> None:
    size = (window - 1) * dilation + 10
    count = (size - (window - 1) * dilation - 1) // stride + 1
    body = (
        f'%r0 = "stablehlo.reduce_window"(%a0, %a1) <{{window_dimensions = array<i64: {window}>, '
        f"window_strides = array<i64: {stride}>, window_dilations = array<i64: {dilation}>}}> ({{ "
        "^bb0(%x: tensor<i32>, %y: tensor<i32>): %z = stablehlo.add %x, %y : tensor<i32> "
        f"stablehlo.return %z : tensor<i32> }}) : (tensor<{size}xi32>, tensor<i32>) -> tensor<{count}xi32>"
    )
    values = np.random.default_rng(window).integers(-1000, 1000, size).astype(np.int32)
    program = function(body, [f"tensor<{size}xi32>", "tensor<i32>"], [f"tensor<{count}xi32>"])
    (found,) = evaluate(program, values, np.int32(3))
    expected = [3 + sum(int(values[i * stride + k * dilation]) for k in range(window)) for i in range(count)]
    assert found.tolist() == expected
