"""Bytes that are no artifact: an error that says where, in bounded time and memory, and nothing else."""

from __future__ import annotations

import random
import re
from contextlib import suppress

import pytest
from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FunctionType,
    FusedLoc,
    LocationAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
    TensorType,
    TupleType,
    UnknownLoc,
    UnrankedTensorType,
    f32,
)
from xdsl.ir import Attribute

from tests.helpers.counting import peak_of
from tests.helpers.oracle import OracleError, reprinted
from tests.helpers.programs import context, parse
from tests.helpers.tiers import one_of
from tests.helpers.upstream.artifacts import cpp_read, cpp_version, known_good
from xdsl_stablehlo.bytecode.format import MAGIC, Output, Section, encode_varint, open_file
from xdsl_stablehlo.text.locations import unverified
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    BytecodeError,
    LegalizationError,
    read_portable_artifact,
    serialize_portable_artifact,
)

SMALL = serialize_portable_artifact(
    parse("func.func @f(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }")
)


def refused(data: bytes) -> BytecodeError:
    with pytest.raises(BytecodeError) as caught:
        read_portable_artifact(data, context())
    return caught.value


def test_every_truncation_is_refused_within_the_file():
    for size in range(len(SMALL)):
        assert 0 <= refused(SMALL[:size]).offset <= size


def mutated(data: bytes, chance: random.Random) -> bytes:
    """`data` with one kind of damage: bits flipped, a huge number put in, a piece copied over another, bytes added."""
    damaged = bytearray(data)
    at = chance.randrange(len(damaged))
    kind = chance.randrange(4)
    if kind == 0:
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
    elif kind == 1:
        damaged[at : at + 1] = encode_varint(chance.choice([1 << 20, 1 << 31, 1 << 60, 1 << 63]))
    elif kind == 2:
        start, size = chance.randrange(len(damaged)), chance.randrange(1, 40)
        damaged[at : at + size] = damaged[start : start + size]
    else:
        damaged[at:at] = chance.randbytes(chance.randint(1, 8))
    return bytes(damaged)


@pytest.mark.parametrize("version", one_of(4, ["0.9.0", "0.12.0", "0.14.0", "1.20.0"]))
def test_damaged_artifacts_are_read_or_refused(version: str):
    chance, outside = random.Random(version), False
    for _ in range(60):
        data = mutated(known_good()[version], chance)
        try:
            read_portable_artifact(data, context())
        except BytecodeError as error:
            outside = outside or not 0 <= error.offset <= len(data) or len(str(error)) > 600
        except LegalizationError:
            pass
    assert not outside


def sections(*parts: tuple[Section, bytes]) -> bytes:
    """A file of bytecode version 6 with these sections."""
    output = Output()
    output.bytes(MAGIC + encode_varint(6) + b"StableHLO_v1.17.0\0")
    for section, content in parts:
        inner = Output()
        inner.bytes(content)
        output.section(section, inner)
    return output.getvalue()


def with_attributes(offsets: bytes, data: bytes, ir: bytes = bytes.fromhex("05 01 00 01")) -> bytes:
    """A file of the dialects builtin and vhlo, with one op name and these attributes."""
    return sections(
        (Section.DIALECTS, bytes.fromhex("05 01 05 03 01 03 0b")),
        (Section.ATTRIBUTE_OFFSETS, offsets),
        (Section.ATTRIBUTES, data),
        (Section.IR, ir),
        (Section.RESOURCE_OFFSETS, b"\x01"),
        (Section.RESOURCES, b""),
        (Section.STRINGS, bytes.fromhex("07 0f 0b 11") + b"builtin\0vhlo\0module\0"),
        (Section.PROPERTIES, b"\x01"),
    )


@pytest.mark.parametrize(
    "impossible",
    [
        TensorType(f32, [2, -5]),
        TensorType(TensorType(f32, [2]), [2]),
        TensorType(TupleType((f32,)), [2]),
        TensorType(FunctionType.from_lists([], []), [2]),
        UnrankedTensorType(TensorType(f32, [2])),
    ],
)
def test_tensors_that_there_are_not(impossible: Attribute):
    module = parse("func.func private @f(tensor<f32>)")
    (func,) = module.ops
    func.properties["function_type"] = FunctionType.from_lists([impossible], [])
    data = serialize_portable_artifact(module)
    with pytest.raises((LegalizationError, BytecodeError), match=r"invalid tensor|size of -5"):
        read_portable_artifact(data, context())
    with pytest.raises(OracleError, match="invalid tensor"):
        reprinted(cpp_read(serialize_portable_artifact(module, cpp_version())))
    # The types of attributes of the module stay builtin types.
    module = parse("module attributes {a.b = f32} {}")
    module.attributes["a.b"] = impossible
    assert re.search(r"invalid tensor|size of -5", str(refused(serialize_portable_artifact(module))))


def test_resources_without_their_offsets():
    parts = open_file(SMALL).sections
    del parts[Section.RESOURCE_OFFSETS]
    data = sections(*((section, bytes(content.data)) for section, content in parts.items()))
    assert "no resource_offsets section" in str(refused(data))


def test_an_attribute_that_contains_itself():
    array_of_itself = bytes.fromhex("01 03 01")
    offsets = bytes.fromhex("03 01 01 03 0f")
    assert "contains itself" in str(refused(with_attributes(offsets, array_of_itself)))


def test_attributes_nested_without_end_do_not_exhaust_the_stack():
    depth = 100_000
    offsets, data = Output(), Output()
    for number in (depth, 0, 0, depth):
        offsets.varint(number)
    for number in range(1, depth + 1):
        entry = encode_varint(0) + encode_varint(1) + encode_varint(min(number, depth - 1))
        offsets.flagged(len(entry), True)
        data.bytes(entry)
    assert "nested more than" in str(refused(with_attributes(offsets.getvalue(), data.getvalue())))


@pytest.mark.parametrize("width", [0, (1 << 24) - 1, 1 << 24, 1 << 60])
def test_integers_are_no_wider_than_in_text(width: int):
    """C++ reads widths from 0 to 2^24 - 1; a number of a wider one would take gigabytes here."""
    attribute, integer = encode_varint(6) + encode_varint(0), encode_varint(0) + encode_varint(width << 2)
    offsets = Output()
    for number in (1, 1):
        offsets.varint(number)
    for entry in (attribute, integer):
        offsets.varint(0)
        offsets.varint(1)
        offsets.flagged(len(entry), True)
    message = str(refused(with_attributes(offsets.getvalue(), attribute + integer)))
    assert ("no integer type" in message) == (width >= 1 << 24)


def test_arrays_that_double_are_refused_before_they_are_a_billion():
    levels = 40
    offsets, data = Output(), Output()
    for number in (levels + 1, 0, 0, levels + 1):
        offsets.varint(number)
    for number in range(1, levels + 1):
        entry = encode_varint(0) + encode_varint(2) + 2 * encode_varint(number)
        offsets.flagged(len(entry), True)
        data.bytes(entry)
    offsets.flagged(1, True)
    data.bytes(encode_varint(15))  # a location, which ends the chain
    assert "stand for too many attributes" in str(
        refused(with_attributes(offsets.getvalue(), data.getvalue()))
    )


def test_regions_nested_without_end_do_not_exhaust_the_stack():
    ir = bytes.fromhex("05")
    for _ in range(5000):
        ir += bytes.fromhex("01 10 01 05 03 01 05")  # an op with one region, one block, no values, one op
    offsets, unknown_location = bytes.fromhex("03 01 01 03 07"), bytes.fromhex("1f")
    assert "nested more than" in str(refused(with_attributes(offsets, unknown_location, ir)))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "neither MLIR bytecode"),
        (b"\x7fELF" + bytes(100), "neither MLIR bytecode"),
        (MAGIC + encode_varint(7) + b"x\0", "bytecode version 7 is newer than 6"),
        (MAGIC + encode_varint(6) + b"x\0\x13\x01", "unknown section 19"),
        (MAGIC + encode_varint(6) + b"x\0", "no strings section"),
        (sections((Section.STRINGS, b"\x01"), (Section.STRINGS, b"\x01")), "a second strings section"),
        (sections((Section.STRINGS, b"\x03\x03a")), "a string does not end"),
        (sections((Section.STRINGS, b"\xff")), "127 strings declared where 0 bytes remain"),
        (with_attributes(b"\x01\x01", b""), "attribute 0 of 0"),
        (with_attributes(b"\x03\x01\x07\x03\x03", b"\x01"), "dialect 3 of 2"),
    ],
)
def test_what_is_said_of_a_malformed_file(data: bytes, message: str):
    assert message in str(refused(data))


def test_a_forged_count_costs_no_memory():
    """Every byte of the IR as the largest count."""

    def read_all() -> None:
        for at in range(len(SMALL)):
            data = SMALL[:at] + encode_varint((1 << 63) - 1) + SMALL[at + 1 :]
            with suppress(BytecodeError, LegalizationError):
                read_portable_artifact(data, context())

    assert peak_of(read_all) < 4_000_000


def test_the_op_of_a_version_that_does_not_exist_is_named():
    data = SMALL.replace(b"return_v1\0", b"return_v9\0")
    message = "unregistered operation 'vhlo.return_v9' found in dialect ('vhlo') that does not allow unknown operations"
    assert message in str(refused(data))


NOT_A_LOCATION = StringAttr("a")


@pytest.mark.parametrize(
    "location",
    [
        unverified(FusedLoc, ArrayAttr([NOT_A_LOCATION]), NoneAttr()),
        unverified(FusedLoc, ArrayAttr([NOT_A_LOCATION]), NOT_A_LOCATION),
        unverified(CallSiteLoc, NOT_A_LOCATION, UnknownLoc()),
        unverified(CallSiteLoc, UnknownLoc(), NOT_A_LOCATION),
        unverified(NameLoc, NOT_A_LOCATION, NOT_A_LOCATION),
    ],
)
def test_locations_are_made_of_locations(location: LocationAttr):
    module = parse("func.func @f(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }")
    module.location = location
    data = serialize_portable_artifact(module)
    assert "a location expected where 'string' stands" in str(refused(data))
    with pytest.raises(Exception, match="deserialize"):
        cpp_read(data)
