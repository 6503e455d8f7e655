"""StableHLO itself as bytecode, as `stablehlo-opt --emit-bytecode` and the C++ library write it."""

from __future__ import annotations

import pytest

from tests.helpers.programs import context, parse
from tests.helpers.upstream.artifacts import cpp_read, cpp_write, known_good, program_of
from xdsl_stablehlo import print_module
from xdsl_stablehlo.bytecode.reader import as_module, read_bytecode
from xdsl_stablehlo.bytecode.writer import write_bytecode
from xdsl_stablehlo.dialects.stablehlo import FutureType, StableHLO, TokenType
from xdsl_stablehlo.dialects.stablehlo.hlo_types import TypeExtensionsLongForm
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    CODECS,
    BytecodeError,
    read_portable_artifact,
    serialize_portable_artifact,
)


@pytest.mark.parametrize("version", ["0.9.0", "1.8.0", "1.17.0"])
def test_what_cpp_writes_is_read(version: str):
    """From the same artifact, by C++ and then as StableHLO bytecode, or directly."""
    module = as_module(read_bytecode(cpp_read(known_good()[version]), context(), CODECS))
    assert print_module(module) == print_module(read_portable_artifact(known_good()[version], context()))


def test_what_is_written_is_read_by_cpp():
    ours = write_bytecode(read_portable_artifact(known_good()["0.9.0"], context()), CODECS)
    assert cpp_write(ours, "1.17.0") == cpp_write(cpp_read(known_good()["0.9.0"]), "1.17.0")


def test_every_op_survives():
    module = parse(program_of("1.20.0"))
    again = as_module(read_bytecode(write_bytecode(module, CODECS), context(), CODECS))
    assert serialize_portable_artifact(again) == serialize_portable_artifact(module)


@pytest.mark.parametrize(
    "kind",
    [
        *("uniform<i3:f32, 0.5:1>", "uniform<u3:f32, 0.5>", "uniform<i8<-127:127>:bf16, 0.25:-3>"),
        "uniform<i4:f16:1, {0.5, 2.0:1}>",
        "uniform<i8:f32:{0:1, 1:2}, {{0.5, 2.0:1}, {1.0, 4.0}}>",
    ],
)
def test_quantized_types_survive(kind: str):
    """Storage of any width, also what VHLO cannot say."""
    tensor = f"tensor<2x4x!quant.{kind}>"
    module = parse(f"func.func @f(%arg0: {tensor}) -> {tensor} {{ return %arg0 : {tensor} }}")
    again = as_module(read_bytecode(write_bytecode(module, CODECS), context(), CODECS))
    assert print_module(again) == print_module(module)


def test_every_attribute_has_an_encoding():
    assert {*StableHLO.attributes} - {TypeExtensionsLongForm, TokenType, FutureType} == set(
        CODECS["stablehlo"].attributes.writers
    )


def test_an_unknown_value_of_an_enumeration_is_refused():
    data = write_bytecode(
        parse(
            "func.func @f(%a: tensor<5xcomplex<f32>>) { %0 = stablehlo.fft %a, type = IRFFT, length = [8] : "
            "(tensor<5xcomplex<f32>>) -> tensor<8xf32> return }"
        ),
        CODECS,
    )
    enum = bytes.fromhex("0d07")  # code 6, value 3
    assert data.count(enum) == 1
    with pytest.raises(BytecodeError, match=r"9 is not a value of 'stablehlo.fft_type'"):
        read_bytecode(data.replace(enum, bytes.fromhex("0d13")), context(), CODECS)
