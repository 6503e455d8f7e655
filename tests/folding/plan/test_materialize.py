"""How values become the bytes of constants."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from xdsl.ir import Operation

from tests.folding.support import fold, keep
from tests.helpers.oracle import verifies
from tests.helpers.programs import named, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding import FoldOptions, fold_module, verify_fold
from xdsl_stablehlo.folding.terms.constants import row_major
from xdsl_stablehlo.folding.tuning import TILED_BYTES

PROGRAMS = named(__file__)


@pytest.mark.parametrize("order", [(1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0)])
def test_tiled_copies_move_every_element(order: tuple[int, ...]) -> None:
    size = (31, 70, 300)
    array = np.arange(np.prod(size)).reshape(size).astype(np.int32).transpose(order)
    assert array.nbytes > TILED_BYTES
    assert row_major(array).tobytes() == array.tobytes()


def test_reversed_and_small_floats_are_copied_alike() -> None:
    array = np.arange(600 * 500).reshape(600, 500).astype(ml_dtypes.bfloat16)[::-1, ::-2].T
    assert row_major(array).tobytes() == array.tobytes()


def test_a_call_that_returns_a_constant_tuple_becomes_constants() -> None:
    module = parse(PROGRAMS["a call that returns a constant tuple becomes constants"])
    report = fold_module(module)
    assert [(made.op, made.bytes) for made in report.constants] == [("func.call", 8), ("func.call", 4)]
    text = print_module(module)
    assert "dense<[2, 4]>" in text
    assert "dense<2.000000e+00>" in text
    assert "call" not in text


ELEMENTS = (
    *(
        "index",
        "i1",
        "i2",
        "i3",
        "i8",
        "si8",
        "ui4",
        "i64",
        "i128",
        "f4E2M1FN",
        "f8E8M0FNU",
        "bf16",
        "tf32",
        "f32",
    ),
    *("f128", "complex<f32>", "complex<i32>", "vector<2xf32>", "!stablehlo.token"),
    *("!quant.uniform<i8:f32, 1.0>", "!quant.uniform<i8:f32:0, {1.0}>"),
)


@pytest.mark.parametrize("element", ELEMENTS)
@pytest.mark.parametrize("sizes", ["0x", "", "1x", "0x1x", "0x9223372036854775807x", "1x" * 70])
def test_only_what_a_constant_may_be_becomes_one(element: str, sizes: str) -> None:
    t = f"tensor<{sizes}{element}>"
    text = (
        f"func.func private @g({t}) -> {t}\n"
        f"func.func @main(%x: {t}) -> ({t}, {t}, tuple<{t}>) {{\n"
        f"  %0 = call @g(%x) : ({t}) -> {t}\n"
        f'  %1 = "builtin.unrealized_conversion_cast"(%0) : ({t}) -> tuple<{t}>\n'
        f"  return %x, %0, %1 : {t}, {t}, tuple<{t}>\n}}\n"
    )
    module = parse(text)
    fold_module(module)
    verify_module(module)
    may = sizes.startswith("0x") and "9" not in sizes and is_constant_type(t)
    assert ("stablehlo.constant" in print_module(module)) is may


def is_constant_type(t: str) -> bool:
    """Whether C++ knows a constant of the type, without elements. It was not built with quantized types."""
    if "!quant" in t:
        return ":0," not in t
    text = (
        f'func.func @f() {{ %0 = "stablehlo.constant"() <{{value = dense<> : {t}}}> : () -> {t}\n return }}'
    )
    return verifies(text) is None


@pytest.mark.parametrize("count", [15, 16, 17, 40])
def test_ops_of_many_operands_read_constants_in_their_places(count: int) -> None:
    kind = "tensor<1xi32>"
    lines = [f"%c{i} = stablehlo.constant dense<{i % 3}> : {kind}" for i in range(count)]
    lines += [f"%n{i} = stablehlo.negate %c{i} : {kind}" for i in range(count)]
    operands = [f"%n{i}" for i in range(count)]
    operands[count // 2] = "%x"
    types = ", ".join([kind] * count)
    text = (
        f"func.func @main(%x: {kind}) -> tensor<{count}xi32> {{\n" + "\n".join(lines) + "\n"
        f"%r = stablehlo.concatenate {', '.join(operands)}, dim = 0 : ({types}) -> tensor<{count}xi32>\n"
        f"return %r : tensor<{count}xi32>\n}}"
    )
    module = parse(text)
    before = module.clone()
    fold_module(module, options=FoldOptions(should_fold=keep("concatenate")))
    verify_module(module)
    assert verify_fold(before, module) == []
    assert print_module(module).count("stablehlo.constant") == 3
    assert "stablehlo.negate" not in print_module(module)


def test_names_and_locations_of_what_a_constant_stands_for() -> None:
    module = parse(
        'func.func @main() -> tensor<i32> {\n%a = stablehlo.constant dense<1> : tensor<i32> loc("a.py":1:1)\n'
        '%sum = stablehlo.add %a, %a {mhlo.x = 1 : i32} : tensor<i32> loc("a.py":2:1)\n'
        "return %sum : tensor<i32>\n}"
    )
    fold_module(module)
    (constant,) = [op for op in module.walk() if op.name == "stablehlo.constant"]
    assert constant.results[0].name_hint == "sum"
    assert str(constant.location) == 'loc("a.py":2:1)'
    assert [str(value) for value in constant.attributes.values()] == ["1 : i32"]


@pytest.mark.parametrize("shape", [(300, 300), (257, 256), (256, 513), (1, 100_000)])
def test_large_transposed_arrays_are_in_row_major_order(shape: tuple[int, int]) -> None:
    array = np.arange(shape[0] * shape[1], dtype=np.int32).reshape(shape).T
    copied = row_major(array)
    assert copied.shape == array.shape
    assert copied.tobytes() == array.tobytes()
    if min(shape) > 1:
        assert copied.flags.c_contiguous


def test_what_needs_no_copy_is_given_as_it_is() -> None:
    in_order = np.zeros((400, 400), np.int32)
    small = np.zeros((10, 20), np.int32).T
    splat = np.broadcast_to(np.int32(1), (400, 400)).T
    for array in (in_order, small, splat):
        assert row_major(array) is array


def repeated(rows: int, add: str) -> str:
    """A sine of 16 KiB that is repeated `rows` times, and what is done with it."""
    t, row = f"tensor<{rows}x2x4096xf32>", "tensor<4096xf32>"
    return f"""
    func.func @main(%x: {t}) -> {t} {{
      %i = stablehlo.iota dim = 0 : {row}
      %row = stablehlo.sine %i : {row}
      %all = stablehlo.broadcast_in_dim %row, dims = [2] : ({row}) -> {t}
      %r = stablehlo.cosine %all {{my.mark = 1 : i32}} : {t}
      {add}
    }}""".replace("T!", t)


def cosines(op: Operation) -> bool | None:
    """A hook that wants all cosines as constants."""
    return True if op.name == "stablehlo.cosine" else None


ADDED = "%s = stablehlo.add %x, %r : T!\nreturn %s : T!"


@pytest.mark.parametrize(
    ("text", "options", "dense"),
    [
        (repeated(2, ADDED), {}, "tensor<4096xf32>"),
        (repeated(2, ADDED), {"fold_expansions": True}, "tensor<2x2x4096xf32>"),
        (repeated(2, ADDED), {"should_fold": cosines}, "tensor<2x2x4096xf32>"),
        # Nothing computes on what is returned: up to 128 KiB of it become a constant.
        (repeated(4, "return %r : T!"), {}, "tensor<4x2x4096xf32>"),
        (repeated(5, "return %r : T!"), {}, "tensor<4096xf32>"),
    ],
)
def test_large_constants_that_repeat_a_part_are_broadcasts_of_it(
    text: str, options: dict[str, Any], dense: str
) -> None:
    folded = fold(text, fold_op_element_limit=1 << 20, **options)
    (made,) = folded.report.constants
    assert str(made.type) == dense
    names = folded.ops()
    assert names.count("stablehlo.broadcast_in_dim") == (dense == "tensor<4096xf32>")
    assert not {"stablehlo.sine", "stablehlo.cosine"} & set(names)
    assert "my.mark = 1" in folded.text
