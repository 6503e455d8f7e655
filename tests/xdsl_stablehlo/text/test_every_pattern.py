"""Every bit pattern of the small element types, and a random lot of the large ones, through text and through C++.

C++ gets the bits as a hexadecimal string and prints decimals; ours must print the same characters, and must read the
bits back from them. Constants have at most 100 elements, above which C++ prints strings again.
"""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import AnyTensorType, ModuleOp

from tests.helpers.oracle import reprinted
from tests.helpers.tiers import one_of
from xdsl_stablehlo import parse_module, print_module, register_dialects
from xdsl_stablehlo.dialects.stablehlo.constant import ConstantOp
from xdsl_stablehlo.values.elements import array_of, attribute_of, buffer_of

EIGHT_BITS = (
    "f8E3M4",
    "f8E4M3",
    "f8E4M3B11FNUZ",
    "f8E4M3FN",
    "f8E4M3FNUZ",
    "f8E5M2",
    "f8E5M2FNUZ",
    "f8E8M0FNU",
    "i8",
    "ui8",
)
SUB_BYTE = {"i1": 1, "i2": 2, "i4": 4, "ui2": 2, "ui4": 4, "f4E2M1FN": 4, "f6E2M3FN": 6, "f6E3M2FN": 6}
SIXTEEN_BITS = ("bf16", "f16", "i16", "ui16")
SAMPLED = {
    "f32": np.uint32,
    "f64": np.uint64,
    "i32": np.uint32,
    "i64": np.uint64,
    "ui32": np.uint32,
    "ui64": np.uint64,
}
SAMPLES = 70_000
PER_CONSTANT = 97


def _sample(dtype: type[np.unsignedinteger]) -> np.ndarray:
    """Random patterns: half of them uniform, half of them decimals and numbers close to them, and the corners."""
    random = np.random.default_rng(7)
    width = np.dtype(dtype).itemsize * 8
    uniform = random.integers(0, 2**width, SAMPLES // 2, dtype, endpoint=False)
    exponents = random.integers(-30, 30, SAMPLES // 4)
    decimals = np.array(
        [float(f"{m}e{e}") for m, e in zip(random.integers(-9999, 9999, len(exponents)), exponents)]
    )
    near = decimals.astype(f"f{width // 8}").view(dtype)
    ones = np.arange(64, dtype=dtype)
    return np.concatenate([uniform, near, near + random.integers(0, 2, len(near), dtype), ones, ~ones])


def _program(buffers: list[bytes], size: int, element_type: str) -> str:
    lines = "\n".join(
        f'stablehlo.constant dense<"0x{b.hex()}"> : tensor<{len(b) // size}x{element_type}>' for b in buffers
    )
    return f"module {{\n{lines}\n}}"


def _buffers(patterns: np.ndarray) -> list[bytes]:
    step = PER_CONSTANT * patterns.itemsize
    data = patterns.tobytes()
    return [data[at : at + step] for at in range(0, len(data), step)]


def _parse(text: str) -> ModuleOp:
    ctx = Context()
    register_dialects(ctx)
    return parse_module(text, ctx)


def _constants(module: ModuleOp) -> list[ConstantOp]:
    return [op for op in module.body.block.ops if isinstance(op, ConstantOp)]


def _check(patterns: np.ndarray, element_type: str) -> None:
    buffers = _buffers(patterns)
    text = _program(buffers, patterns.itemsize, element_type)
    theirs = reprinted(text)
    module = _parse(text)
    assert print_module(module).rstrip() == theirs.rstrip()
    again = _constants(_parse(theirs))
    assert len(again) == len(buffers)
    for ours, op, buffer in zip(again, _constants(module), buffers, strict=True):
        assert ours.value == op.value
        array, tensor_type = array_of(ours.value), cast("AnyTensorType", ours.output.type)
        assert buffer_of(array, tensor_type.element_type) == buffer
        assert attribute_of(array, tensor_type) == ours.value


@pytest.mark.parametrize("element_type", EIGHT_BITS)
def test_eight_bits(element_type: str):
    _check(np.arange(256, dtype=np.uint8), element_type)


@pytest.mark.parametrize("element_type", SUB_BYTE)
def test_sub_byte(element_type: str):
    _check(np.arange(1 << SUB_BYTE[element_type], dtype=np.uint8), element_type)


@pytest.mark.parametrize("element_type", one_of(2, SIXTEEN_BITS))
def test_sixteen_bits(element_type: str):
    _check(np.arange(1 << 16, dtype=np.uint16), element_type)


@pytest.mark.parametrize("element_type", one_of(3, SAMPLED))
def test_a_sample(element_type: str):
    _check(_sample(SAMPLED[element_type]), element_type)
