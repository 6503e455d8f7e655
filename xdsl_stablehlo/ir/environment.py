"""The floating-point environment of a thread: rounding direction, flushed subnormals, and traps.

A library may change it at any time, and one that was built with `-ffast-math` does so when it is imported. IEEE 754
fixes the bits of sums, products and conversions in the default environment only, and Python's `float(text)` and `==`
depend on it as well. Whatever reads, prints or computes numbers runs inside of `default_environment()`.
"""

from __future__ import annotations

import ctypes
import math
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ContextDecorator
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from types import ModuleType
from typing import NamedTuple

from .printable import UserError

_ONE, _HALF, _ZERO = 1.0, 0.5, 0.0
_BELOW_LAST_DIGIT, _LEAST_NORMAL = math.ldexp(1.0, -60), math.ldexp(1.0, -1022)


class EnvironmentRefusal(RuntimeError, UserError):
    """The floating-point environment of this thread is not the default one, and cannot be set: one line."""


def is_default() -> bool:
    """Whether arithmetic of this thread is as IEEE 754 has it by default: to nearest, with subnormals, without traps.

    The arithmetic itself is asked: that is the same on every machine, and takes less time than asking the C library.
    """
    return (
        not c_library().trapping()
        and _LEAST_NORMAL * _HALF != _ZERO
        and _ONE + _BELOW_LAST_DIGIT == _ONE
        and _ONE - _BELOW_LAST_DIGIT == _ONE
    )


class default_environment(ContextDecorator):
    """Runs in the default environment, and leaves that of the thread as it was found.

    Threads that are started inside have the default one, too. Raises `EnvironmentRefusal` where the environment is
    another one, and the C library cannot set it.
    """

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: ctypes.Array[ctypes.c_char] | None = None

    def _recreate_cm(self) -> default_environment:
        return default_environment()

    def __enter__(self) -> None:
        if not is_default():
            self._found = c_library().exchange()

    def __exit__(self, *_: object) -> None:
        if self._found is not None:
            c_library().put_back(self._found)


_ENOUGH = 256
"""Bytes for an environment (`fenv_t`): 8 to 48 in the C libraries that there are."""

_ALL_ONES = {"x86_64", "aarch64", "riscv64", "loongarch64"}
"""Machines whose C libraries on Linux, glibc and musl, spell `FE_DFL_ENV` as the pointer -1."""


class CLibrary(NamedTuple):
    """The functions of C's `fenv.h`."""

    trapping: Callable[[], int]
    """Which exceptions end the process; 0 for none, and where the library has no such thing."""
    get: Callable[[object], int]
    set: Callable[[object], int]
    default: ctypes.c_void_p | None
    """`FE_DFL_ENV`; None where it is not known."""

    def exchange(self) -> ctypes.Array[ctypes.c_char]:
        """Set the default environment, and return the one before."""
        if self.default is not None:
            found = ctypes.create_string_buffer(_ENOUGH)
            if self.get(found) == 0 and self.set(self.default) == 0:
                if is_default():
                    return found
                self.set(found)
        raise EnvironmentRefusal(
            f"the floating-point environment of this thread {_difference()}, and cannot be set on this machine"
        )

    def put_back(self, found: ctypes.Array[ctypes.c_char]) -> None:
        self.set(found)


def _missing(_: object) -> int:
    """The answer of a function that is not there: it fails."""
    return -1


@cache
def c_library() -> CLibrary:
    """`fenv.h` of this process, as far as it is there."""
    try:
        library = ctypes.PyDLL(None)  # its functions are too short to let other threads run
        get, put = library.fegetenv, library.fesetenv
    except (OSError, TypeError, AttributeError):  # TypeError: on Windows
        return CLibrary(int, _missing, _missing, None)
    trapping = library.fegetexcept if hasattr(library, "fegetexcept") else int
    return CLibrary(trapping, get, put, _default_of(library))


def _default_of(library: ctypes.CDLL) -> ctypes.c_void_p | None:
    """`FE_DFL_ENV`: the address of a variable on macOS, BSD and PowerPC, and -1 elsewhere."""
    for name in ("_FE_DFL_ENV", "__fe_dfl_env"):
        try:
            return ctypes.c_void_p(ctypes.addressof(ctypes.c_char.in_dll(library, name)))
        except ValueError:
            pass
    if sys.platform == "linux" and os.uname().machine in _ALL_ONES:
        return ctypes.c_void_p(-1)
    return None


def _difference() -> str:
    """The difference from the default environment, for a message."""
    if c_library().trapping():
        return "traps exceptions"
    if _LEAST_NORMAL * _HALF == _ZERO:
        return "flushes subnormal numbers to zero"
    return "does not round to nearest"


# Constants and tables are computed when modules are imported, and literals when they are compiled.


class _Loader(SourceFileLoader):
    """Compiles and runs a module in the default environment."""

    def exec_module(self, module: ModuleType) -> None:
        with default_environment():
            super().exec_module(module)


class _Finder(MetaPathFinder):
    """Finds the modules of a package for `_Loader` while the environment is not the default one."""

    def __init__(self, package: str):
        self._within = f"{package}."

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(self._within) or is_default():
            return None
        found = PathFinder.find_spec(fullname, path, target)
        if found is None or found.origin is None or type(found.loader) is not SourceFileLoader:
            return None
        return spec_from_file_location(
            fullname,
            found.origin,
            loader=_Loader(fullname, found.origin),
            submodule_search_locations=found.submodule_search_locations,
        )


def import_in_default_environment(package: str) -> None:
    """Let all modules of a package that are imported from now on be run in the default environment."""
    sys.meta_path.insert(0, _Finder(package))
