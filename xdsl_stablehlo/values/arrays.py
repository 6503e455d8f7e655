"""Arrays from untrusted `.npz` and `.safetensors` files, and the headers of new `.safetensors` files.

Shapes and dtypes are known, and can be refused, before elements are read.
"""

from __future__ import annotations

import json
import math
import os
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import BufferedReader
from typing import IO, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xdsl_stablehlo.ir.printable import UserError, first_line

from .element_types import FLOAT_TYPES, INTEGERS, Array, DType, dtype_of, is_native

SKIPPED = 1 << 13
"""Bytes between two rows that are read with them: a call takes as long as they do."""

AT_ONCE = 1 << 24
"""Bytes that are read at once where not all of them are needed."""

_NPY, _MAX_HEADER = b"\x93NUMPY", 10_000


class ArrayFileError(ValueError, UserError):
    """A file without arrays, or an array that cannot be read: one line."""


@dataclass(frozen=True)
class StoredArray:
    """An array in a file. Only `np.asarray` reads its elements."""

    path: str
    name: str
    shape: tuple[int, ...]
    dtype: DType
    """With the byte order of this machine, whatever that of the file."""
    read: Callable[[], Array]
    """Reads the elements; its exceptions are about the file."""
    offset: int | None = None
    """Where the elements lie in the file, one after the other; None where they have to be read as a whole."""

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Array:
        """The elements. Raises `ArrayFileError` where they are fewer or more than the header says, or damaged."""
        try:
            array = self.read()
        except MemoryError:
            raise
        except Exception as error:  # whatever zipfile, zlib and NumPy say to damage
            raise ArrayFileError(f"cannot read '{self.name}' from {self.path}: {first_line(error)}") from None
        array = self._native(array, self.shape)
        return array if dtype is None else array.astype(dtype, copy=False)

    def rows(self, numbers: range | Array, axis: int = 0) -> Array:
        """The elements that have these indices of dimension `axis`, in this order.

        Where `offset` is known, only they are read, and what lies between close ones.
        Raises `ArrayFileError` as `np.asarray` does.
        """
        outer, size = math.prod(self.shape[:axis]), math.prod(self.shape[axis + 1 :]) * self.dtype.itemsize
        if self.offset is None or not len(numbers) * outer * size:
            return np.take(np.asarray(self), np.asarray(numbers, np.int64), axis)
        begins = [i * self.shape[axis] * size for i in range(outer)]
        try:
            with open(self.path, "rb") as file:
                found = [self._rows(file, begin, numbers, size) for begin in begins]
        except (OSError, ArrayFileError) as error:
            raise ArrayFileError(f"cannot read '{self.name}' from {self.path}: {first_line(error)}") from None
        elements = (found[0] if outer == 1 else np.concatenate(found)).view(self.dtype.newbyteorder("<"))
        return self._native(elements, (*self.shape[:axis], len(numbers), *self.shape[axis + 1 :]))

    def _rows(self, file: BufferedReader, begin: int, numbers: range | Array, size: int) -> Array:
        """The bytes of rows of `size` bytes, of which the first one is at `begin`."""
        if isinstance(numbers, range) and numbers.step == 1:
            return self._bytes(file, begin + numbers.start * size, len(numbers) * size)
        found = np.empty((len(numbers), size), np.uint8)
        for places, rows in _close_rows(np.asarray(numbers, np.int64), size):
            first, last = int(rows[0]), int(rows[-1])
            read = self._bytes(file, begin + first * size, (last + 1 - first) * size)
            found[places] = read.reshape(-1, size)[rows - first]
        return found.reshape(-1)

    def _bytes(self, file: BufferedReader, begin: int, size: int) -> Array:
        """Some bytes of the elements."""
        file.seek((self.offset or 0) + begin)
        read = np.empty(size, np.uint8)
        if file.readinto(read.data) != size:  # `np.fromfile` takes twice as long
            raise ArrayFileError("the file is too short")
        return read

    def _native(self, array: Array, shape: tuple[int, ...]) -> Array:
        """Elements of a file as this machine has them."""
        array = np.ascontiguousarray(array.astype(self.dtype, copy=False)).reshape(shape)
        if array.dtype == np.bool_:  # any byte but 0 is true
            array = np.asarray(np.not_equal(array.view(np.uint8), 0))  # NumPy gives a scalar for no dimension
        return array


def _close_rows(numbers: Array, size: int) -> Iterator[tuple[Array, Array]]:
    """Where numbers of rows of `size` bytes stand, and they themselves in ascending order: those together that lie in
    a few bytes of a file."""
    places = np.argsort(numbers, kind="stable")
    rows = numbers[places]
    ends: list[int] = (np.flatnonzero((np.diff(rows) - 1) * size > SKIPPED) + 1).tolist()
    begin = 0
    for end in [*ends, len(rows)]:
        while begin < end:
            stop = begin + np.count_nonzero(rows[begin:end] < rows[begin] + max(1, AT_ONCE // size))
            yield places[begin:stop], rows[begin:stop]
            begin = stop


def stored_arrays(path: str | os.PathLike[str]) -> dict[str, StoredArray]:
    """The arrays of a `.npz` or `.safetensors` file by name, in its order; only their headers are read.

    A `.safetensors.index.json` stands for all files that it names.
    Raises `ArrayFileError` for a file of another kind, and for arrays of structures or objects.
    """
    where = os.fspath(path)
    try:
        if where.endswith(INDEX):
            return _in_shards(where)
        with open(where, "rb") as file:
            other = is_safetensors(file.read(9))
        if not other:
            return _in_archive(where)
        return {
            name: StoredArray(
                where, name, entry.shape, entry.dtype, partial(read_elements, where, entry), entry.offset
            )
            for name, entry in read_entries(where).items()
        }
    except OSError as error:
        raise ArrayFileError(f"cannot read arrays from {where}: {error.strerror or error}") from None
    except zipfile.BadZipFile:
        raise ArrayFileError(f"cannot read arrays from {where}: {_instead(where)}") from None
    except Exception as error:  # zipfile has many ways to say that a file is damaged
        raise ArrayFileError(f"cannot read arrays from {where}: {first_line(error)}") from None


def _in_shards(path: str) -> dict[str, StoredArray]:
    with open(path, encoding="utf-8") as file:
        places = _texts_in(json.load(file), "weight_map")
    if places is None:
        raise ArrayFileError("it has no weight_map")
    found: dict[str, StoredArray] = {}
    for shard in dict.fromkeys(places.values()):
        if os.path.basename(shard) != shard:
            raise ArrayFileError(f"'{shard}' is no name of a file beside it")
        found.update(stored_arrays(os.path.join(os.path.dirname(path), shard)))
    return found


def _in_archive(path: str) -> dict[str, StoredArray]:
    found: dict[str, StoredArray] = {}
    with zipfile.ZipFile(path) as archive:
        for member in archive.namelist():
            name = member.removesuffix(".npy")
            if name in found or name == member:
                what = "is twice in it" if name in found else "is no .npy file"
                raise ArrayFileError(f"'{member}' {what}")
            with archive.open(member) as stream:
                shape, dtype = _header(stream, name)
            found[name] = StoredArray(path, name, shape, dtype, partial(_read_member, path, member))
    return found


def _read_member(path: str, member: str) -> Array:
    with zipfile.ZipFile(path) as archive, archive.open(member) as stream:
        array = np.lib.format.read_array(stream, allow_pickle=False)
        if stream.read(1):
            raise ArrayFileError("it goes on behind its last element")
    return array


def _header(stream: IO[bytes], name: str) -> tuple[tuple[int, ...], DType]:
    try:
        version = np.lib.format.read_magic(stream)
        read = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}.get(
            version
        )
        if read is None:  # 3.0 is for names of fields
            raise ValueError(f"version {version[0]}.{version[1]}")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            shape, _, dtype = read(stream, max_header_size=_MAX_HEADER)
    except Exception as error:  # the header is a Python literal, which fails in many ways
        raise ArrayFileError(f"'{name}' has no header of an array ({first_line(error)})") from None
    if dtype.hasobject or dtype.names is not None or dtype.subdtype is not None:
        raise ArrayFileError(f"'{name}' holds {'objects' if dtype.hasobject else 'structures'}, not numbers")
    if any(size < 0 for size in shape):
        raise ArrayFileError(f"'{name}' has a negative size")
    return shape, dtype.newbyteorder("=")


def _instead(path: str) -> str:
    """The kind of a file that is no archive, in words."""
    with open(path, "rb") as file:
        start = file.read(len(_NPY))
    if not start:
        return "it is empty"
    return "it is a single array (.npy), and a .npz is needed" if start == _NPY else "it is no .npz file"


def as_stored(dtype: DType, declared: DType) -> bool:
    """Whether elements of `dtype` are the bits of `declared` ones: how `.npz` files hold types that NumPy lacks."""
    return (
        not is_native(declared)
        and dtype.kind in "uiV"
        and dtype.names is None
        and dtype.subdtype is None
        and dtype.itemsize == declared.itemsize
    )


# The `.safetensors` format: a length, a JSON header with the type, shape and place of each array, and the elements.
#
# https://github.com/huggingface/safetensors: the length is 8 bytes, little-endian; places count from the header's end.


_LENGTH_BYTES, _LONGEST_HEADER, _ALIGNMENT = 8, 100_000_000, 64
_FLOATS = {"F8_E4M3": "f8E4M3FN", "F8_E5M2": "f8E5M2", "F8_E8M0": "f8E8M0FNU", "BF16": "bf16"}
_DTYPES: dict[str, DType] = {
    "BOOL": np.dtype(np.bool_),
    "C64": np.dtype(np.complex64),
    **{f"{'UI'[signed]}{width}": row.dtype for (width, signed), row in INTEGERS.items() if width >= 8},
    **{f"F{width}": dtype_of(FLOAT_TYPES[f"f{width}"]) for width in (16, 32, 64)},
    **{name: dtype_of(FLOAT_TYPES[float_type]) for name, float_type in _FLOATS.items()},
}
"""NumPy's types by the format's names, without those of which several elements share a byte."""


INDEX = ".safetensors.index.json"
"""The end of the name of a file that lists in which files arrays are."""

_NAMES = {dtype: name for name, dtype in _DTYPES.items()}


class StoredPlace(NamedTuple):
    """An array in a file."""

    dtype: DType
    shape: tuple[int, ...]
    offset: int
    """From the beginning of the file, in bytes."""


def is_safetensors(start: bytes) -> bool:
    """Whether a file may be of this format, by its first 9 bytes."""
    return (
        start[_LENGTH_BYTES:] == b"{" and int.from_bytes(start[:_LENGTH_BYTES], "little") <= _LONGEST_HEADER
    )


def read_entries(path: str) -> dict[str, StoredPlace]:
    """The arrays of a file by name, in the order of its header, which alone is read. Raises `ValueError` in a line."""
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
        if length > min(_LONGEST_HEADER, size):
            raise ValueError(f"its header has {length} bytes, and the file {size}")
        text = file.read(length)
    header = json.loads(text, object_pairs_hook=_without_doubles)
    start = _LENGTH_BYTES + length
    return {name: _entry(name, said, start, size) for name, said in header.items() if name != "__metadata__"}


def read_metadata(path: str | os.PathLike[str]) -> dict[str, str]:
    """The metadata of a `.safetensors` file; empty for other files."""
    with open(path, "rb") as file:
        start = file.read(_LENGTH_BYTES + 1)
        if not is_safetensors(start):
            return {}
        text = start[_LENGTH_BYTES:] + file.read(int.from_bytes(start[:_LENGTH_BYTES], "little") - 1)
    return _texts_in(json.loads(text), "__metadata__") or {}


def _texts_in(header: Mapping[str, Mapping[str, object] | None], name: str) -> dict[str, str] | None:
    """The texts of an entry by their keys; None where there is no such entry."""
    entry = header.get(name)
    return {key: str(value) for key, value in entry.items()} if isinstance(entry, dict) else None


def new_header(
    arrays: Mapping[str, tuple[DType, Sequence[int]]], metadata: Mapping[str, str]
) -> tuple[bytes, dict[str, int]]:
    """The header of a new `.safetensors` file with arrays of these dtypes and shapes, and where each of them begins.

    Each array is aligned to its elements. Types that the format lacks are stored as unsigned integers of their size.
    Raises `ArrayFileError` where there are none.
    """
    said: dict[str, object] = {"__metadata__": {**metadata}} if metadata else {}
    begins: dict[str, int] = {}
    at = 0
    for name, (dtype, shape) in sorted(arrays.items(), key=lambda item: -item[1][0].itemsize):
        kind = _NAMES.get(dtype) or (f"U{8 * dtype.itemsize}" if not is_native(dtype) else "")
        if kind not in _DTYPES:
            raise ArrayFileError(f"a .safetensors file cannot hold '{name}', whose elements are {dtype}")
        size = math.prod(shape) * dtype.itemsize
        said[name] = {"dtype": kind, "shape": [*shape], "data_offsets": [at, at + size]}
        begins[name] = at
        at += size
    text = json.dumps(said, separators=(",", ":")).encode()
    text += b" " * (-(_LENGTH_BYTES + len(text)) % _ALIGNMENT)
    header = len(text).to_bytes(_LENGTH_BYTES, "little") + text
    return header, {name: len(header) + begin for name, begin in begins.items()}


def read_elements(path: str, entry: StoredPlace) -> Array:
    """The elements of an array. Raises `ValueError` where the file has become too short."""
    count = math.prod(entry.shape)
    array: Array = np.fromfile(path, entry.dtype.newbyteorder("<"), count, offset=entry.offset)
    if array.size != count:
        raise ValueError("the file is too short")
    return array.reshape(entry.shape)


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name is twice in it")
    return found


def _entry(name: str, said: Any, start: int, size: int) -> StoredPlace:
    match said:
        case {"dtype": str(kind), "shape": [*shape], "data_offsets": [int(begin), int(end)]}:
            pass
        case _:
            raise ValueError(f"'{name}' has no type, shape and place")
    if kind not in _DTYPES:
        raise ValueError(f"'{name}' has elements of type {kind}, which cannot be read")
    if not all(type(n) is int and n >= 0 for n in shape):
        raise ValueError(f"'{name}' has a size that is none")
    dtype = _DTYPES[kind]
    if not 0 <= begin <= end <= size - start or end - begin != math.prod(shape) * dtype.itemsize:
        raise ValueError(f"'{name}' has a place that does not fit its type, its shape, or the file")
    return StoredPlace(dtype, tuple(shape), start + begin)
