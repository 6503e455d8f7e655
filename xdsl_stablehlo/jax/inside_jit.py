"""Folding inside of `jax.jit`: programs that JAX is about to compile are analysed, and worthwhile constants are folded.

The method of JAX that compiles a lowered program is replaced, once for the process, by one that does the same outside
of `folding()`. Large constants are passed by JAX's own mechanism for hidden arguments (`const_args`), which its fast
path in C++ supports as well.
"""

from __future__ import annotations

import time
import warnings
from contextlib import ContextDecorator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from xdsl_stablehlo.folding import FoldOptions, FoldReport
from xdsl_stablehlo.folding.report.report import readable_bytes
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.printable import Readable, kind_and_first_line
from xdsl_stablehlo.values.element_types import Array

from .conversion import jax
from .exchange import exchanged
from .private import JaxChangedError, LoweredProgram, Passed, enable_x64, exchange_what_is_compiled
from .protocols import IrModule

NO_LIMIT = 1 << 62


@dataclass(frozen=True, repr=False)
class FoldedProgram(Readable):
    """One program of which something was folded."""

    name: str
    """`jit_step`, as JAX calls it."""
    ops: int
    """Ops that left it."""
    seconds: float
    """Seconds that analysis and folding took."""
    xla_seconds: float
    """Estimated seconds that XLA would have taken to fold the same ops."""
    call_seconds: float
    """Estimated seconds that each call would have taken for the ops that XLA does not fold."""
    embedded_bytes: int
    """Bytes of the constants that are part of the program."""
    passed_bytes: int
    """Bytes of the constants that are passed to it at each call."""
    folds: tuple[FoldReport, ...] = field(repr=False)
    """The full reports: for `@main`, and for each body that devices run separately."""

    def __str__(self) -> str:
        saved = [f"{self.xla_seconds:.3g} s of XLA's folding"] * (self.xla_seconds > 0)
        saved += [f"{self.call_seconds * 1000:.3g} ms of each call"] * (self.call_seconds > 0)
        return (
            f"{self.name}: {self.ops} ops folded in {self.seconds:.2g} s, in the place of about {' and '.join(saved)}; "
            f"{readable_bytes(self.embedded_bytes)} in the program, {readable_bytes(self.passed_bytes)} passed to it"
        )


@dataclass(repr=False)
class JitReport(Readable):
    """The report of `folding()`."""

    looked_at: int = 0
    """Programs that JAX compiled meanwhile."""
    look_seconds: float = 0
    """Seconds that the analysis of programs took in which nothing was folded."""
    folded: list[FoldedProgram] = field(default_factory=list[FoldedProgram])
    failures: list[str] = field(default_factory=list[str])
    """Programs that were compiled as they are because something here failed, and why."""

    def __str__(self) -> str:
        programs = f"{len(self.folded)} of {self.looked_at} programs folded in part"
        seconds = sum([program.seconds for program in self.folded])
        xla = sum([program.xla_seconds for program in self.folded])
        call = sum([program.call_seconds for program in self.folded])
        first = (
            f"{programs}: {seconds:.2g} s here, in the place of about {xla:.3g} s of XLA's constant folding "
            f"and {call * 1000:.3g} ms of each call; looking at the others took {self.look_seconds * 1000:.1f} ms"
        )
        return "\n".join([first, *map(str, self.folded), *self.failures])


def _without_limits_of_size(options: FoldOptions) -> FoldOptions:
    """Options without limits on the size of constants that the caller does not set: large ones become arguments."""
    if options.fold_op_element_limit == FoldOptions.fold_op_element_limit:
        options = replace(options, fold_op_element_limit=NO_LIMIT)
    if options.growth_budget == FoldOptions.growth_budget:
        options = replace(options, growth_budget=NO_LIMIT)
    return options


class folding(ContextDecorator):
    """Inside of this, the programs that JAX compiles are folded here first, where XLA would take long to fold them.

    XLA folds constants one op at a time while it compiles ("Constant folding an instruction is taking > 1s"). It leaves
    others, such as FFTs and inverses of matrices, to every call. A program in which folding saves nothing is compiled
    unchanged. Results are those of the program within the rounding of its types. Large constants are passed to it at
    each call. Programs that were compiled inside stay folded afterwards. This holds for all threads of the process.

    `options` limit the folding, and `report` collects what it did. If the folding of a program fails, there is a
    warning, and JAX compiles the program unchanged. If JAX is newer than this project, and has changed in what this
    needs, there is one warning for all programs.

    Examples:
        >>> import jax
        >>> import jax.numpy as jnp
        >>> import numpy as np
        >>> table = np.linspace(1, 0, 20_000, dtype=np.float32)
        >>> with folding() as fold:
        ...     smallest = jax.jit(lambda i: jnp.sort(table)[i])(0)
        >>> float(smallest), len(fold.report.folded)
        (0.0, 1)
    """

    def __init__(self, options: FoldOptions | None = None, report: JitReport | None = None):
        self.options = _without_limits_of_size(options or FoldOptions())
        self.report = JitReport() if report is None else report
        self._exchanged: WeakKeyDictionary[IrModule, Passed | None] = WeakKeyDictionary()

    def __enter__(self) -> folding:
        try:
            exchange_what_is_compiled(lambda: _ACTIVE[-1] if _ACTIVE else None)
        except JaxChangedError as error:
            self.failed("", error)
        _ACTIVE.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _ACTIVE.remove(self)

    def passed(self, program: LoweredProgram) -> Passed | None:
        """The program to compile in the place of a lowered program; None for the program itself."""
        module = program.module
        if module not in self._exchanged:
            self._exchanged[module] = self._exchange(program)
        return self._exchanged[module]

    def _exchange(self, program: LoweredProgram) -> Passed | None:
        started = time.perf_counter()
        try:
            with default_environment():
                found = exchanged(program, self.options)
            made = None if found is None else Passed(found.module, list(map(_shared, found.arguments)))
        except Exception as error:
            self.failed(program.name, error)
            return None
        seconds = time.perf_counter() - started
        self.report.looked_at += 1
        if found is None:
            self.report.look_seconds += seconds
            return None
        saved = found.work.fold / 1e9, found.work.call / 1e9
        sizes = found.embedded_bytes, found.passed_bytes
        self.report.folded.append(
            FoldedProgram(program.name, found.left, seconds, *saved, *sizes, tuple(found.reports))
        )
        return made

    def failed(self, name: str, error: Exception) -> None:
        """Note, and warn, that a program is compiled as it is because of an exception.

        If JAX has changed, this holds for all programs and is said once.
        """
        if isinstance(error, JaxChangedError):
            message = f"nothing is folded: {error}"
            if message not in self.report.failures:
                self.report.failures.append(message)
                warnings.warn(message, RuntimeWarning, stacklevel=3)
            return
        message = f"'{name}' is compiled without folding: {kind_and_first_line(error)}"
        self.report.failures.append(message)
        warnings.warn(message, RuntimeWarning, stacklevel=2)


_ACTIVE: list[folding] = []
"""The one that was entered last is asked."""


_SHARED: WeakValueDictionary[tuple[bytes, str, tuple[int, ...]], object] = WeakValueDictionary()


def _shared(array: Array) -> object:
    """The array as JAX's: one for all programs that take the same."""
    key = sha256(np.ascontiguousarray(array).data).digest(), str(array.dtype), array.shape
    found = _SHARED.get(key)
    if found is None:
        with enable_x64(True):
            found = _SHARED[key] = jax.device_put(array)  # `asarray` compiles a copy
    return found
