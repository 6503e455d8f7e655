"""Arrays from files that nobody vouches for."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

from tests.helpers.programs import parse
from xdsl_stablehlo.folding.fold.bind import BindingError, bind_arguments
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.tools.command_line.reading import ToolError
from xdsl_stablehlo.tools.interpret import load_arguments
from xdsl_stablehlo.values import arrays as values_arrays
from xdsl_stablehlo.values.arrays import ArrayFileError, new_header, stored_arrays
from xdsl_stablehlo.values.element_types import Array


def npy(array: Array) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def archive(path: Path, *members: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members:
            file.writestr(name, data)
    return path


def test_every_layout_gives_the_same_values(tmp_path: Path):
    values = np.arange(6).reshape(2, 3)
    layouts = {
        "big": values.astype(">i4"),
        "fortran": np.asfortranarray(values.astype("<i8")),
        "none": np.zeros((0, 3), ">c8"),
        "scalar": np.array(2.5, ">f2"),
        "truth": np.array(True),
    }
    members = [(f"{name}.npy", npy(array)) for name, array in layouts.items()]
    stored = stored_arrays(archive(tmp_path / "a.npz", *members))
    assert list(stored) == list(layouts)
    for name, array in layouts.items():
        read = np.asarray(stored[name])
        assert read.dtype.isnative
        assert (stored[name].shape, stored[name].dtype) == (read.shape, read.dtype)
        np.testing.assert_array_equal(read, array)


def test_any_byte_but_0_is_true(tmp_path: Path):
    data = npy(np.array([True, True, False])).replace(b"\1\1\0", b"\2\1\0")
    read = np.asarray(stored_arrays(archive(tmp_path / "a.npz", ("a.npy", data)))["a"])
    assert read.view(np.uint8).tolist() == [1, 1, 0]


ONE = npy(np.arange(4, dtype="i4"))
HEADER = b"\x93NUMPY\1\0"


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ([("a.npy", npy(np.zeros(2, "i4,f4")))], "'a' holds structures, not numbers"),
        ([("a.txt", b"text")], "'a.txt' is no .npy file"),
        ([("a.npy", b"")], "'a' has no header of an array"),
        ([("a.npy", HEADER + b"\xff\x7f" + b"(" * 0x7FFF)], "'a' has no header of an array"),
        ([("a.npy", ONE.replace(b"(4,)", b"(-1,)"[:4] + b")"))], "'a' has"),
        ([("a.npy", ONE.replace(b"'<i4'", b"'|O8'"))], "'a' holds objects, not numbers"),
    ],
)
def test_what_is_no_array_is_one_line(tmp_path: Path, members: list[tuple[str, bytes]], message: str):
    with pytest.raises(ArrayFileError, match=message) as raised:
        stored_arrays(archive(tmp_path / "a.npz", *members))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "it is empty"),
        (ONE, "a single array"),
        (b"text", "it is no .npz file"),
        (b"PK\3\4" + bytes(30), "it is no .npz file"),
    ],
)
def test_files_of_another_kind(tmp_path: Path, data: bytes, message: str):
    (tmp_path / "a.npz").write_bytes(data)
    with pytest.raises(ArrayFileError, match=message):
        stored_arrays(tmp_path / "a.npz")


def test_a_name_that_comes_twice(tmp_path: Path):
    with pytest.warns(UserWarning, match="Duplicate name"):
        path = archive(tmp_path / "a.npz", ("a.npy", ONE), ("a.npy", ONE))
    with pytest.raises(ArrayFileError, match=r"'a.npy' is twice in it"):
        stored_arrays(path)


@pytest.mark.parametrize("data", [ONE[:-1], ONE + b"\0", ONE.replace(b"(4,)", b"(9,)")])
def test_more_or_fewer_elements_than_the_header_says(tmp_path: Path, data: bytes):
    stored = stored_arrays(archive(tmp_path / "a.npz", ("a.npy", data)))
    with pytest.raises(ArrayFileError, match="cannot read 'a' from"):
        np.asarray(stored["a"])


def test_damage(tmp_path: Path):
    np.savez(tmp_path / "a.npz", a=np.arange(100))
    data = bytearray((tmp_path / "a.npz").read_bytes())
    data[500] ^= 1
    (tmp_path / "a.npz").write_bytes(data)
    with pytest.raises(ArrayFileError, match="Bad CRC-32"):
        np.asarray(stored_arrays(tmp_path / "a.npz")["a"])


@pytest.mark.parametrize("stored", ["u2", "V2"])
def test_elements_that_numpy_lacks_are_bound_by_their_bits(tmp_path: Path, stored: str):
    np.savez(tmp_path / "a.npz", a=np.array([0x3FC0, 0x4000], "u2").view(stored))
    module = parse("func.func @main(%a: tensor<2xbf16>) -> tensor<2xbf16> { return %a : tensor<2xbf16> }")
    bind_arguments(module, stored_arrays(tmp_path / "a.npz"))
    (result,) = eval_module(module)
    assert np.asarray(result, np.float32).tolist() == [1.5, 2.0]
    with pytest.raises(BindingError, match="the value is uint16"):
        bind_arguments(parse("func.func @main(%a: tensor<2xbf16>) { return }"), {"a": np.array([1, 2], "u2")})


def safetensors(path: Path, header: object, data: bytes = b"") -> Path:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)
    return path


def test_safetensors(tmp_path: Path):
    bits = np.array([[0x3FC0, 0x4000]], "<u2").tobytes()
    header = {
        "__metadata__": {"format": "pt"},
        "a": {"dtype": "BF16", "shape": [1, 2], "data_offsets": [0, 4]},
        "b": {"dtype": "BOOL", "shape": [3], "data_offsets": [4, 7]},
        "c": {"dtype": "I64", "shape": [], "data_offsets": [7, 15]},
        "d": {"dtype": "F8_E4M3", "shape": [0, 9], "data_offsets": [15, 15]},
        "e": {"dtype": "C64", "shape": [1], "data_offsets": [15, 23]},
    }
    data = bits + b"\0\1\2" + (-5).to_bytes(8, "little", signed=True) + np.complex64(1 - 2j).tobytes()
    stored = stored_arrays(safetensors(tmp_path / "a.safetensors", header, data))
    assert {name: (str(array.dtype), array.shape) for name, array in stored.items()} == {
        "a": ("bfloat16", (1, 2)),
        "b": ("bool", (3,)),
        "c": ("int64", ()),
        "d": ("float8_e4m3fn", (0, 9)),
        "e": ("complex64", (1,)),
    }
    read = {name: np.asarray(array) for name, array in stored.items()}
    assert read["a"].tolist() == [[1.5, 2.0]]
    assert read["b"].view(np.uint8).tolist() == [0, 1, 1]
    assert read["c"].tolist() == -5
    assert read["e"].tolist() == [1 - 2j]


F32 = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (b"{", "Expecting property name"),
        (b"{" * 100_000, "a.safetensors: "),
        ({"a": 1}, "'a' has no type, shape and place"),
        ({"a": {**F32, "dtype": "F4"}}, "'a' has elements of type F4, which cannot be read"),
        ({"a": {**F32, "shape": [-2]}}, "'a' has a size that is none"),
        ({"a": {**F32, "shape": [True, 2]}}, "'a' has a size that is none"),
        ({"a": {**F32, "shape": [3]}}, "'a' has a place that does not fit"),
        ({"a": {**F32, "data_offsets": [4, 12]}}, "'a' has a place that does not fit"),
        ({"a": {**F32, "data_offsets": [-8, 0]}}, "'a' has a place that does not fit"),
        (b'{"a": 1, "a": 1}', "a name is twice in it"),
    ],
)
def test_damaged_safetensors_are_one_line(tmp_path: Path, header: object, message: str):
    path = safetensors(tmp_path / "a.safetensors", header, bytes(8))
    with pytest.raises(ArrayFileError, match=message) as raised:
        stored_arrays(path)
    assert "\n" not in str(raised.value)


def test_safetensors_that_are_cut_off(tmp_path: Path):
    path = safetensors(tmp_path / "a.safetensors", {"a": F32}, bytes(8))
    stored = stored_arrays(path)["a"]
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    with pytest.raises(ArrayFileError, match=r"cannot read 'a' from .*: the file is too short"):
        np.asarray(stored)
    path.write_bytes(data[:20])
    with pytest.raises(ArrayFileError, match=r"its header has .* bytes, and the file 20"):
        stored_arrays(path)


def test_what_does_not_fit_is_not_read(tmp_path: Path):
    """A header of 4 TB, and no elements behind it."""
    header = npy(np.zeros(0, "f4")).replace(b"(0,), }" + b" " * 14, b"(1000000000000,), }  ")
    path = archive(tmp_path / "a.npz", ("a.npy", header))
    assert stored_arrays(path)["a"].shape == (10**12,)
    module = parse("func.func @main(%a: tensor<2xf32>) { return }")
    with pytest.raises(BindingError, match=r"the value has shape \[1000000000000\]"):
        bind_arguments(module, stored_arrays(path))
    (function,) = (op for op in module.ops if isinstance(op, FuncOp))
    with pytest.raises(ToolError, match=r"float32\[1000000000000\] does not hold the elements"):
        load_arguments(str(path), function)


@pytest.mark.parametrize("numbers", [range(2, 9), range(11, -1, -2), [7, 0, 0, 11, 1, 10], [3], range(0)])
@pytest.mark.parametrize("dtype", ["float32", "bool", "int64"])
@pytest.mark.parametrize("shape", [(12, 5000), (12,), (12, 3, 2), (12, 0)])
def test_rows_are_those_of_the_whole(
    tmp_path: Path,
    numbers: range | list[int],
    dtype: str,
    shape: tuple[int, ...],
    monkeypatch: pytest.MonkeyPatch,
):
    """Rows that lie close to each other are read together, but never more than some bytes."""
    monkeypatch.setattr(values_arrays, "AT_ONCE", 100_000)
    array: Array = np.random.default_rng(0).integers(0, 2, shape).astype(dtype)
    header, _ = new_header({"a": (array.dtype, shape)}, {})
    path = tmp_path / "a.safetensors"
    path.write_bytes(header + array.tobytes())
    wanted = numbers if isinstance(numbers, range) else np.array(numbers)
    in_archive = stored_arrays(archive(tmp_path / "a.npz", ("a.npy", npy(array))))["a"]
    for stored in (stored_arrays(path)["a"], in_archive):
        found = stored.rows(wanted)
        assert (found.dtype, found.shape) == (dtype, (len(wanted), *shape[1:]))
        np.testing.assert_array_equal(found, array[np.asarray(wanted, np.int64)])


def test_rows_of_an_array_larger_than_memory(tmp_path: Path):
    """A sparse file of 1 TiB."""
    header, _ = new_header({"a": (np.dtype(np.int32), (1 << 28, 1 << 10))}, {})
    path = tmp_path / "a.safetensors"
    with open(path, "wb") as file:
        file.write(header)
        for row in (0, 1, 1 << 27, (1 << 28) - 1):
            file.seek(len(header) + (row << 12))
            file.write(np.full(1 << 10, row, np.int32).tobytes())
    numbers = np.array([(1 << 28) - 1, 1, 1 << 27, 5, 0, 1])
    stored = stored_arrays(path)["a"]
    assert stored.rows(numbers)[:, 7].tolist() == [(1 << 28) - 1, 1, 1 << 27, 0, 0, 1]
    with open(path, "r+b") as file:
        file.truncate(len(header) + (1 << 38))
    with pytest.raises(ArrayFileError, match=r"cannot read 'a' from .*: the file is too short"):
        stored.rows(numbers)
    with pytest.raises(ArrayFileError, match="the file is too short"):
        stored.rows(range(1 << 27, (1 << 27) + 3))
