"""Arrays from untrusted `.npz` and `.safetensors` files.

Shapes and dtypes are known, and can be refused, before elements are read.
"""

from __future__ import annotations

import os
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import IO, Any

import numpy as np

from .element_types import Array, is_native
from .safetensors import is_safetensors, read_elements, read_entries

_NPY, _MAX_HEADER = b"\x93NUMPY", 10_000


class ArrayFileError(ValueError):
    """A file that holds no arrays, or an array that cannot be read: one line."""


@dataclass(frozen=True)
class StoredArray:
    """An array in a file. Only `np.asarray` reads its elements."""

    path: str
    name: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    """With the byte order of this machine, whatever that of the file."""
    read: Callable[[], Array]
    """Reads the elements; what it raises is about the file."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """The elements. Raises `ArrayFileError` where they are fewer or more than the header says, or damaged."""
        try:
            array = self.read()
        except MemoryError:
            raise
        except Exception as error:  # whatever zipfile, zlib and NumPy say to damage
            raise ArrayFileError(
                f"cannot read '{self.name}' from {self.path}: {_first_line(error)}"
            ) from None
        array = np.ascontiguousarray(array.astype(self.dtype, copy=False)).reshape(self.shape)
        if array.dtype == np.bool_:  # any byte but 0 is true
            array = np.not_equal(array.view(np.uint8), 0)
        return array if dtype is None else array.astype(dtype, copy=False)


def stored_arrays(path: str | os.PathLike[str]) -> dict[str, StoredArray]:
    """The arrays of a `.npz` or `.safetensors` file by name, in its order; nothing but their headers is read.

    Raises `ArrayFileError` for what is no such file, holds anything else, or arrays of structures or objects.
    """
    where = os.fspath(path)
    try:
        with open(where, "rb") as file:
            other = is_safetensors(file.read(9))
        return _in_safetensors(where) if other else _in_archive(where)
    except OSError as error:
        raise ArrayFileError(f"cannot read arrays from {where}: {error.strerror or error}") from None
    except zipfile.BadZipFile:
        raise ArrayFileError(f"cannot read arrays from {where}: {_instead(where)}") from None
    except Exception as error:  # zipfile has many ways to say that a file is damaged
        raise ArrayFileError(f"cannot read arrays from {where}: {_first_line(error)}") from None


def _in_safetensors(path: str) -> dict[str, StoredArray]:
    return {
        name: StoredArray(path, name, entry.shape, entry.dtype, partial(read_elements, path, entry))
        for name, entry in read_entries(path).items()
    }


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


def _header(stream: IO[bytes], name: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
    try:
        version = np.lib.format.read_magic(stream)
        read = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }.get(version)
        if read is None:  # 3.0 is for names of fields
            raise ValueError(f"version {version[0]}.{version[1]}")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            shape, _, dtype = read(stream, max_header_size=_MAX_HEADER)
    except Exception as error:  # the header is a Python literal, which fails in many ways
        raise ArrayFileError(f"'{name}' has no header of an array ({_first_line(error)})") from None
    if dtype.hasobject or dtype.names is not None or dtype.subdtype is not None:
        raise ArrayFileError(f"'{name}' holds {'objects' if dtype.hasobject else 'structures'}, not numbers")
    if any(size < 0 for size in shape):
        raise ArrayFileError(f"'{name}' has a negative size")
    return shape, dtype.newbyteorder("=")


def _instead(path: str) -> str:
    """What a file is that is no archive."""
    with open(path, "rb") as file:
        start = file.read(len(_NPY))
    if not start:
        return "it is empty"
    return "it is a single array (.npy), and a .npz is needed" if start == _NPY else "it is no .npz file"


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), "") or type(error).__name__


def as_stored(dtype: np.dtype[Any], declared: np.dtype[Any]) -> bool:
    """Whether elements of `dtype` are the bits of `declared` ones: how `.npz` files hold types that NumPy lacks."""
    return (
        not is_native(declared)
        and dtype.kind in "uiV"
        and dtype.names is None
        and dtype.subdtype is None
        and dtype.itemsize == declared.itemsize
    )
