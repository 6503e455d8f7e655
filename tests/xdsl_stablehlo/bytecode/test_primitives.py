"""Variable-length integers and the cursor that reads them; expected bytes follow from the format's definition."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from xdsl_stablehlo.bytecode.format import (
    BytecodeError,
    Cursor,
    Output,
    decode,
    encode,
    encode_varint,
    signed,
    unzigzag,
    zigzag,
)


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (0, "01"),
        (1, "03"),
        (127, "ff"),
        (128, "0202"),
        (16383, "feff"),
        (16384, "040002"),
        ((1 << 56) - 1, "80ffffffffffffff"),
        (1 << 56, "000000000000000001"),
        ((1 << 64) - 1, "00ffffffffffffffff"),
    ],
)
def test_varint_takes_the_fewest_bytes(value: int, data: str):
    assert encode_varint(value).hex() == data
    assert Cursor(bytes.fromhex(data)).varint() == value


@given(st.integers(0, (1 << 64) - 1))
def test_varint_reads_what_it_writes(value: int):
    cursor = Cursor(encode_varint(value))
    assert cursor.varint() == value
    assert not cursor.remaining


@pytest.mark.parametrize(
    ("value", "coded"),
    [(0, 0), (-1, 1), (1, 2), (-2, 3), (-(1 << 63), (1 << 64) - 1), ((1 << 63) - 1, (1 << 64) - 2)],
)
def test_zigzag(value: int, coded: int):
    assert zigzag(value) == coded
    assert unzigzag(coded) == value


def test_signed_reads_the_low_bits():
    assert [signed(value, 4) for value in (7, 8, 15, 16)] == [7, -8, -1, 0]


@pytest.mark.parametrize("data", ["", "02", "00ffff", "0401"])
def test_a_varint_that_is_cut_off_says_where(data: str):
    with pytest.raises(BytecodeError, match=r"at offset 10\d?\b") as caught:
        Cursor(bytes.fromhex(data), 100).varint()
    assert caught.value.offset >= 100


def test_a_forged_count_is_refused_before_anything_is_made():
    with pytest.raises(BytecodeError, match="1099511627776 items declared where 0 bytes remain"):
        Cursor(encode_varint(1 << 40)).count("items")


def test_a_c_string_may_be_long():
    text = "x" * 10_000
    cursor = Cursor(text.encode() + b"\0\x03")
    assert cursor.cstring() == text
    assert cursor.varint() == 1


def test_a_c_string_without_an_end():
    with pytest.raises(BytecodeError, match="string without an end"):
        Cursor(b"abc").cstring()


def test_strings_that_are_not_utf8_survive():
    assert encode(decode(b"\xff\xfeab")) == b"\xff\xfeab"


def test_large_pieces_are_joined_once_and_in_order():
    large = memoryview(bytes(range(256)) * 512)
    output = Output()
    output.varint(5)
    output.bytes(large)
    output.varint(6)
    assert len(output) == len(large) + 2
    assert output.pieces()[1] is large
    assert output.getvalue() == b"\x0b" + bytes(large) + b"\x0d"
