"""The compiled stage: `elementary.c`, which settles nearly all results of some functions of f32 and f64, and adds.

The library is there if there was a compiler when the package was installed. Results are the same without it. With
`XDSL_STABLEHLO_COMPILED=0` in the environment it is not loaded; `any` and `avx2` restrict it to the instructions of any
processor, and to those of AVX2.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from xdsl_stablehlo.values.element_types import Array, FloatFormat
from xdsl_stablehlo.values.storage import varying_of, varying_part

from . import tables
from .tables import TwoFold

SWITCH = "XDSL_STABLEHLO_COMPILED"
LIBRARY = Path(__file__).with_name("elementary.dll" if os.name == "nt" else "elementary.so")

_TYPES = {53: "double", 24: "float"}
_OF_CHAR = {"f": "float", "d": "double"}
BY_ROWS = (np.add, np.subtract, np.multiply, np.divide)

_WORTH, WORTH_BY_ROWS = 1 << 12, 1 << 15
"""NumPy is as fast in adding fewer elements, and fewer that are in rows."""


@cache
def shared_object() -> ctypes.CDLL | None:
    """The library, with the widest instructions that this processor has; None without one."""
    switch = os.environ.get(SWITCH, "")
    if switch == "0" or not LIBRARY.exists():
        return None
    try:
        loaded = ctypes.CDLL(str(LIBRARY))
        loaded.use_instructions({"any": 0, "avx2": 1}.get(switch, 2))
    except (OSError, AttributeError):  # for another processor, or from an older checkout
        return None
    return loaded


def _with_entries(constants: tuple[float, ...], entries: TwoFold) -> Array:
    return np.concatenate([constants, np.stack(entries, axis=1).reshape(-1)])


@cache
def _exponential() -> Array:
    step = tables.exp_step()
    return _with_entries((*step, 1.0 / (step[0] + step[1])), tables.exponentials())


@cache
def _logarithm() -> Array:
    return _with_entries(tables.log2()[:2], tables.logarithms())


@cache
def _turn() -> Array:
    step = tables.turn_step()
    return _with_entries((*step, 1.0 / (step[0] + step[1])), tables.turns()[0])


_TABLES: dict[str, tuple[Callable[[], Array], ...]] = {
    **dict.fromkeys(("exp", "expm1", "tanh"), (_exponential,)),
    **dict.fromkeys(("log", "log1p"), (_logarithm,)),
    **dict.fromkeys(("sin", "cos", "tan"), (_turn,)),
    "power": (_logarithm, _exponential),
}

COMPILED = frozenset(_TABLES)
"""The names of the functions."""


def tables_of(name: str) -> list[Array]:
    """The tables of a function: one or two."""
    return [table() for table in _TABLES[name]]


@cache
def _routine(library: ctypes.CDLL, name: str, arguments: str) -> Callable[..., int]:
    """A function that takes pointers and numbers, `p` and `n`, and returns a number."""
    routine = library[name]
    routine.argtypes = [ctypes.c_void_p if each == "p" else ctypes.c_int64 for each in arguments]
    routine.restype = ctypes.c_int64
    return routine


def attempted(name: str, target: FloatFormat, operands: list[Array], result: Array) -> Array | None:
    """Write the function of contiguous operands into `result`, and return the places that are left open.

    None, and nothing is written, where that function is not compiled.
    """
    loaded, kind = shared_object(), _TYPES.get(target.precision)
    if loaded is None or kind is None or name not in _TABLES:
        return None
    arrays = [operands[0], operands[-1], result]
    open_ = np.empty(result.size, np.int64)
    given = tables_of(name)
    pointers = [array.ctypes.data for array in (*arrays, open_, given[0], given[-1])]
    count = _routine(loaded, f"{name}_{kind}", "pppnppp")(*pointers[:3], result.size, *pointers[3:])
    return open_[:count]


def trees(combine: object, rows: Array) -> Array | None:
    """Sums or products along the first dimension, in the order of `sums`; None where they are not compiled."""
    loaded, kind = shared_object(), _OF_CHAR.get(rows.dtype.char)
    if loaded is None or kind is None or rows.size < _WORTH or combine not in (np.add, np.multiply):
        return None
    assert isinstance(combine, np.ufunc)
    count, result = len(rows), np.empty(rows.shape[1:], rows.dtype)
    if rows.transpose(*range(1, rows.ndim), 0).flags.c_contiguous:
        of, sizes = "rows", (result.size, count)
    elif rows.flags.c_contiguous:
        of, sizes = "columns", (count, result.size)
    else:
        return None
    routine = _routine(loaded, f"{combine.__name__}_of_{of}_{kind}", "ppnn")
    routine(rows.ctypes.data, result.ctypes.data, *sizes)
    return result[()]


def by_rows(compute: np.ufunc, lhs: Array, rhs: Array, out: Array | None) -> Array | None:
    """`add`, `subtract`, `multiply` or `divide` of rows, along the last dimension, and one row or a number for each.
    All NaNs are one. None where it is not compiled: NumPy takes as long to begin a row as for a thousand elements.
    """
    loaded, kind = shared_object(), _OF_CHAR.get(lhs.dtype.char)
    if loaded is None or kind is None or lhs.size < WORTH_BY_ROWS or lhs.shape != rhs.shape:
        return None
    steps = _steps_by_rows(lhs) + _steps_by_rows(rhs)
    result = np.empty(lhs.shape, lhs.dtype) if out is None else out
    if len(steps) < 4 or not any(steps[1::2]) or not result.flags.c_contiguous:
        return None
    pointers, count = [each.ctypes.data for each in (lhs, rhs, result)], lhs.shape[-1]
    routine = _routine(loaded, f"{compute.__name__}_by_rows_{kind}", "pppnnnnnn")
    routine(*pointers, result.size // count, count, *steps)
    return result


def _steps_by_rows(array: Array) -> tuple[int, ...]:
    """Steps in memory, in elements, from one row to the next and from one element to the next; empty if these vary."""
    part, step = varying_part(array), varying_of(array)[-1]
    in_row = array.shape[-1] if step else 1
    if not part.flags.c_contiguous or part.size not in (in_row, array.size // array.shape[-1] * in_row):
        return ()
    return in_row * (part.size > in_row), step
