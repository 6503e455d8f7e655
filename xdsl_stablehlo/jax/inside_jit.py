"""Folding inside of `jax.jit`: what JAX is about to compile is looked at, and what is worth it is folded here.

The method of JAX that compiles a lowered program is replaced, once for the process, by one that does the same outside
of `folding()`. Large constants use JAX's own road for arrays that a program takes without its caller's knowledge
(`const_args`), which its fast path in C++ knows as well.
"""

from __future__ import annotations

import copy
import time
import warnings
from collections.abc import Sequence
from contextlib import ContextDecorator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, cast
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np
from jax._src import core as _private_core
from jax._src.interpreters import pxla as _private_pxla
from jax._src.named_sharding import UNSPECIFIED as _private_unspecified

from xdsl_stablehlo.folding import FoldOptions, FoldReport
from xdsl_stablehlo.values.element_types import Array

from .conversion import as_jax
from .exchange import fold_cones

_pxla, _core, _UNSPECIFIED = (
    cast(Any, _private_pxla),
    cast(Any, _private_core),
    cast(Any, _private_unspecified),
)

NO_LIMIT = 1 << 62


@dataclass(frozen=True)
class FoldedProgram:
    """One program of which something was folded."""

    name: str
    """`jit_step`, as JAX calls it."""
    ops: int
    """Ops that left it."""
    seconds: float
    """What looking at it and folding took."""
    xla_seconds: float
    """What XLA would have taken to fold the same, as estimated."""
    call_seconds: float
    """What each call would have taken for what XLA does not fold, as estimated."""
    embedded_bytes: int
    """Bytes of the constants that are part of the program."""
    passed_bytes: int
    """Bytes of the constants that are passed to it at each call."""
    folds: tuple[FoldReport, ...] = field(repr=False)
    """What was folded, in full: for `@main`, and for what each device runs apart."""

    def __str__(self) -> str:
        saved = [f"{self.xla_seconds:.3g} s of XLA's folding"] * (self.xla_seconds > 0)
        saved += [f"{self.call_seconds * 1000:.3g} ms of each call"] * (self.call_seconds > 0)
        return (
            f"{self.name}: {self.ops} ops folded in {self.seconds:.2g} s, in the place of about {' and '.join(saved)}; "
            f"{_size(self.embedded_bytes)} in the program, {_size(self.passed_bytes)} passed to it"
        )


@dataclass
class JitReport:
    """What `folding()` did."""

    looked_at: int = 0
    """Programs that JAX compiled meanwhile."""
    look_seconds: float = 0
    """What looking at those took in which nothing was folded."""
    folded: list[FoldedProgram] = field(default_factory=list[FoldedProgram])
    failures: list[str] = field(default_factory=list[str])
    """Programs that were compiled as they are because something here failed, and why."""

    def __str__(self) -> str:
        programs = f"{len(self.folded)} of {self.looked_at} programs folded in part"
        seconds = sum([program.seconds for program in self.folded])
        xla, call = (
            sum([program.xla_seconds for program in self.folded]),
            sum([p.call_seconds for p in self.folded]),
        )
        first = (
            f"{programs}: {seconds:.2g} s here, in the place of about {xla:.3g} s of XLA's constant folding "
            f"and {call * 1000:.3g} ms of each call; looking at the others took {self.look_seconds:.2g} s"
        )
        return "\n".join([first, *map(str, self.folded), *self.failures])


def _size(count: int) -> str:
    return f"{count} B" if count < 1024 else f"{count / 1024:.1f} KiB"


def _without_limits_of_size(options: FoldOptions) -> FoldOptions:
    """Large constants are passed to the program: their size is limited only where the caller says so."""
    lifted = {
        name: NO_LIMIT
        for name in ("fold_op_element_limit", "growth_budget")
        if getattr(options, name) == getattr(FoldOptions, name)
    }
    return replace(options, **lifted)


class folding(ContextDecorator):
    """Inside of this, what only constants decide in a program that JAX compiles is folded here, if XLA would take long.

    XLA folds constants one op at a time while it compiles ("Constant folding an instruction is taking > 1s"). It leaves
    others, such as FFTs and inverses of matrices, to every call. A program in which nothing of that is to be won is
    compiled as it is. Results are those of the program within the rounding of its types. Large constants are passed to
    it at each call. Programs that were compiled inside stay so afterwards. This holds for all threads of the process.

    `options` limit the folding; `report` tells of it. Whatever fails here costs a warning, and never the compilation.

    Examples:
        >>> import jax
        >>> import jax.numpy as jnp
        >>> import numpy as np
        >>> table = np.linspace(1, 0, 20_000, dtype=np.float32)
        >>> with folding() as fold:
        ...     smallest = jax.jit(lambda i: jnp.sort(table)[i])(0)
        >>> float(smallest), fold.report.folded[0].name
        (0.0, 'jit__lambda')
    """

    def __init__(self, options: FoldOptions | None = None, report: JitReport | None = None):
        self.options = _without_limits_of_size(options or FoldOptions())
        self.report = JitReport() if report is None else report
        self._exchanged: WeakKeyDictionary[Any, _Passed | None] = WeakKeyDictionary()

    def __enter__(self) -> folding:
        _install()
        _ACTIVE.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _ACTIVE.remove(self)

    def passed(self, computation: Any) -> _Passed | None:
        """What is to be compiled in the place of a lowered program; None for the program itself."""
        module = computation._hlo
        if module not in self._exchanged:
            self._exchanged[module] = self._exchange(computation)
        return self._exchanged[module]

    def _exchange(self, computation: Any) -> _Passed | None:
        started = time.perf_counter()
        name = computation._name
        try:
            tokens = len(computation.compile_args["ordered_effects"])
            exchanged = fold_cones(computation._hlo, tokens, computation.const_args, self.options)
            made = (
                None
                if exchanged is None
                else _Passed(exchanged.module, list(map(_shared, exchanged.arguments)))
            )
        except Exception as error:
            self.failed(name, error)
            return None
        seconds = time.perf_counter() - started
        self.report.looked_at += 1
        if exchanged is None:
            self.report.look_seconds += seconds
        else:
            self.report.folded.append(
                FoldedProgram(
                    name,
                    exchanged.left,
                    seconds,
                    exchanged.fold / 1e9,
                    exchanged.call / 1e9,
                    exchanged.embedded_bytes,
                    exchanged.passed_bytes,
                    tuple(exchanged.reports),
                )
            )
        return made

    def failed(self, name: str, error: Exception) -> None:
        """Note, and warn, that a program is compiled as it is because of an exception."""
        reason = next(iter(str(error).splitlines()), "")
        message = f"'{name}' is compiled without folding: {type(error).__name__}: {reason}"
        self.report.failures.append(message)
        warnings.warn(message, RuntimeWarning, stacklevel=2)


_ACTIVE: list[folding] = []
"""The one that was entered last is asked."""


class _Passed:
    """A module, and what it takes in front of its arguments."""

    def __init__(self, module: Any, arrays: Sequence[Any]):
        self.module = module
        self.arrays = arrays


_SHARED: WeakValueDictionary[tuple[bytes, str, tuple[int, ...]], Any] = WeakValueDictionary()


def _shared(array: Array) -> Any:
    """The array as JAX's: one for all programs that take the same."""
    key = sha256(np.ascontiguousarray(array).data).digest(), str(array.dtype), array.shape
    found = _SHARED.get(key)
    if found is None:
        aval = _core.ShapedArray(array.shape, array.dtype)
        found = _SHARED[key] = as_jax(array, aval)
    return found


# ---- where JAX compiles ----

_PLAIN = "_const_args_as_lowered"
_compile_as_is: Any = _pxla.MeshComputation.compile


def _install() -> None:
    """Replace the method that compiles lowered programs."""
    _pxla.MeshComputation.compile = _compile


def _compile(self: Any, compiler_options: Any = None, *, device_assignment: Any = None) -> Any:
    """Compile a lowered program, `self`: what `MeshComputation.compile` does, or that with constants folded."""
    cached = compiler_options is None and device_assignment is None
    if cached and self._executable is not None:
        return self._executable
    self.const_args = self.__dict__.pop(_PLAIN, self.const_args)
    active = _ACTIVE[-1] if _ACTIVE else None
    passed = None if active is None else active.passed(self)
    if active is not None and passed is not None:
        try:
            executable = _compile_as_is(
                _with(self, passed), compiler_options, device_assignment=device_assignment
            )
        except Exception as error:
            # If the program itself is wrong, this raises JAX's own exception.
            executable = _compile_as_is(self, compiler_options, device_assignment=device_assignment)
            active.failed(self._name, error)
            return executable
        else:
            self.__dict__[_PLAIN] = self.const_args
            self.const_args = [*passed.arrays, *self.const_args]
            if cached:
                self._executable = executable
            return executable
    return _compile_as_is(self, compiler_options, device_assignment=device_assignment)


def _with(computation: Any, passed: _Passed) -> Any:
    """The lowered program that takes arrays in front of its arguments."""
    arrays, args = passed.arrays, computation.compile_args
    avals = [_core.typeof(array) for array in arrays]
    count, info, mut = len(arrays), args["all_args_info"], args["mut"]
    names = info.debug_info.arg_names
    made = copy.copy(computation)
    made._hlo, made._executable = passed.module, None
    made.compile_args = {
        **args,
        "global_in_avals": [*avals, *args["global_in_avals"]],
        "in_shardings": (*[_UNSPECIFIED] * count, *args["in_shardings"]),
        "in_layouts": (*[None] * count, *args["in_layouts"]),
        "kept_var_idx": {*range(count), *[index + count for index in args["kept_var_idx"]]},
        "mut": mut and mut._replace(out_mut=[i if i is None else i + count for i in mut.out_mut]),
        "all_args_info": info._replace(
            in_avals=[*avals, *info.in_avals],
            debug_info=info.debug_info._replace(arg_names=names and (("",) * count + names)),
        ),
    }
    return made
