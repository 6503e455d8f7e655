"""One evaluation of a loop: iterations are counted against the limits, and loops over scalars become Python code.

On NumPy's scalars that is many times faster, with the same bits as on arrays. A loop whose condition and body are
elementwise ops on scalars becomes one Python function:

    def loop(limit, v0, v1, c2):
        for count in range(limit):
            w3 = v0 < k0
            if not w3:
                return count, [v0, v1]
            w4 = v0 + k1
            w5 = v1 + c2
            [v0, v1] = [w4, w5]
        return limit, [v0, v1]

An operator stands for a kernel where NumPy and ml_dtypes give the same bits for scalars and arrays. Any other kernel is
called with arrays of rank 0.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple, TypeAlias, cast

import numpy as np

from ..interface.errors import FAILURES, LimitExceeded, located
from ..interface.limits import LOOK_AT_CLOCK, Limits
from ..kernels.support.table import Kernel
from ..kernels.support.values import Value
from ..numerics.arithmetic import select_elements
from ..numerics.nans import one_nan
from .executor import VACANT, Body, Observed, Step
from .meter import SCALAR_KERNEL, SCALAR_OPERATOR, SCALAR_RUN
from .nans import OneNaN


class Loop:
    """The condition and the body of a loop as its kernel calls them, with the state as a list that is emptied."""

    scalar_after: ClassVar[int] = 32
    """The iterations after which a loop over scalars is written as Python code."""

    def __init__(self, limits: Limits, cond: Body, body: Body, scalar_after: int | None = None):
        """`scalar_after` is used in place of the class's; 0: never."""
        self._limits = limits
        self._cond, self._body = cond, body
        self._left = limits.iterations
        limited = (limits.work, limits.seconds, limits.steps) != (None, None, None)
        self._is_idle = limited and not (cond.price.steps or body.price.steps)
        """The loop has no ops: each iteration counts as one, or limits would never end it."""
        self._until_scalar = self.scalar_after if scalar_after is None else scalar_after

    def cond(self, state: list[Value]) -> bool:
        """Whether the loop continues from `state`. Raises `LimitExceeded` if the limits do not allow it."""
        again = bool(self._cond(*state)[0])
        if self._is_idle:
            self._limits.spend(1, 1)
        if self._left is not None:
            if self._left == 0 and again:
                raise LimitExceeded(
                    f"takes more than the {self._limits.iterations} iterations that are allowed", "iterations"
                )
            self._left -= 1
        return again

    def body(self, state: list[Value]) -> list[Value]:
        """The state after one iteration, or after all remaining iterations of a loop over scalars."""
        state = list(self._body.run(state))
        self._until_scalar -= 1
        return state if self._until_scalar else self._run_scalars(state)

    def _run_scalars(self, state: list[Value]) -> list[Value]:
        """The state after as many iterations as the limits allow, on scalars; `state` where that is impossible."""
        loop = self._body.once(scalar_loop, self._cond)
        if loop is None:
            return state
        run, work, steps = loop
        work, steps = max(1, work), max(1, steps)
        captured = list(map(to_scalar, (*self._cond.captured, *self._body.captured)))
        values = list(map(to_scalar, state))
        while True:
            allowed = self._allowed(work, steps)
            count, values = run(allowed, *values, *captured)
            self.count(count, work, steps)
            if count < allowed or not allowed:
                return values

    def count(self, iterations: int, work: int, steps: int) -> None:
        """Count iterations that ran on scalars, each of this work and these steps."""
        if self._left is not None:
            self._left -= iterations
        self._limits.spend(iterations * work, iterations * steps)

    def _allowed(self, work: int, steps: int) -> int:
        """The iterations, each of this work and these steps, that may run before limits are checked again."""
        limits = self._limits
        allowed = sys.maxsize if self._left is None else self._left
        if limits.work is not None:
            allowed = min(allowed, (limits.work - limits.spent) // work)
        if limits.steps is not None:
            allowed = min(allowed, (limits.steps - limits.taken) // max(1, steps))
        if limits.seconds is not None:
            allowed = min(allowed, LOOK_AT_CLOCK // work + 1)
        return max(0, allowed)


# Loops over scalars as Python code.


ScalarRun: TypeAlias = Callable[..., "tuple[int, list[Value]]"]
"""From a limit, the state and captured values to the number of iterations that ran and the state after them."""

_OPERATORS: dict[Kernel, str] = {
    np.add: "{} + {}",
    np.subtract: "{} - {}",
    np.multiply: "{} * {}",
    np.divide: "{} / {}",
    np.negative: "-{}",
    np.bitwise_and: "{} & {}",
    np.bitwise_or: "{} | {}",
    np.bitwise_xor: "{} ^ {}",
    np.invert: "~{}",
    np.logical_and: "{} & {}",
    np.logical_or: "{} | {}",
    np.logical_xor: "{} ^ {}",
    np.logical_not: "~{}",
    np.equal: "{} == {}",
    np.not_equal: "{} != {}",
    np.greater_equal: "{} >= {}",
    np.greater: "{} > {}",
    np.less_equal: "{} <= {}",
    np.less: "{} < {}",
    select_elements: "{1} if {0} else {2}",
}
"""The kernels that are an operator of Python between NumPy's scalars."""


class ScalarLoop(NamedTuple):
    """A loop over scalars as one function, and the charge for one iteration."""

    run: ScalarRun
    work: int
    steps: int


def scalar_loop(body: Body, cond: Body) -> ScalarLoop | None:
    """The loop as a function on scalars; None if its condition or body is not elementwise on scalars."""
    if not (cond.elementwise and body.elementwise and all(s.single for s in (*cond.steps, *body.steps))):
        return None
    writer = _Writer()
    state = [f"v{i}" for i in range(len(body.block.args))]
    outer = [f"c{i}" for i in range(len(cond.captures) + len(body.captures))]
    test, (again,) = writer.block(cond, [*state, *outer[: len(cond.captures)]])
    work, following = writer.block(body, [*state, *outer[len(cond.captures) :]])
    lines = [
        f"def loop({', '.join(['limit', *state, *outer])}):",
        " for count in range(limit):",
        *[f"  {line}" for line in test],
        f"  if not {again}:",
        f"   return count, [{', '.join(state)}]",
        *[f"  {line}" for line in work],
        f"  [{', '.join(state)}] = [{', '.join(following)}]",
        f" return limit, [{', '.join(state)}]",
    ]
    exec("\n".join(lines), writer.names)
    return ScalarLoop(writer.names["loop"], writer.work, len(cond.steps) + len(body.steps))


class _Writer:
    """Writes blocks as lines of Python that refer to constants and kernels by `names`."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.written = 0
        self.work = SCALAR_RUN

    def block(self, body: Body, arguments: Sequence[str]) -> tuple[list[str], list[str]]:
        """The lines that compute a block of `arguments` and captured values, and what it returns."""
        slots = ["" if value is VACANT else self._name("k", to_scalar(value)) for value in body.template]
        slots[: len(arguments)] = arguments
        lines: list[str] = []
        for step in body.steps:
            (output,) = step.outputs
            lines.append(f"w{self.written} = {self._expression(step, [slots[i] for i in step.inputs])}")
            slots[output] = f"w{self.written}"
            self.written += 1
        return lines, [slots[i] for i in body.returns]

    def _expression(self, step: Step, operands: Sequence[str]) -> str:
        kernel = step.kernel.kernel if isinstance(step.kernel, Observed) else step.kernel
        computed = kernel.kernel if isinstance(kernel, OneNaN) else kernel
        operator = _OPERATORS.get(computed)
        self.work += SCALAR_OPERATOR if operator is not None else SCALAR_KERNEL
        if operator is not None:
            value = operator.format(*operands)
            if computed is kernel:
                return value
            return f"n if (n := {value}) == n else {self._name('f', _one_nan_of_scalar)}(n)"
        return f"{self._name('f', _on_scalars(step))}({', '.join(operands)})"

    def _name(self, prefix: str, value: object) -> str:
        name = f"{prefix}{len(self.names)}"
        self.names[name] = value
        return name


def _on_scalars(step: Step) -> Kernel:
    """The kernel of `step` from scalars to a scalar, its errors at its op."""

    def run(*operands: Value) -> Value:
        try:
            return to_scalar(step.kernel(*[np.asarray(operand) for operand in operands]))
        except FAILURES as error:
            raise (failed := located(error, step.op)) from failed.__cause__

    return run


def _one_nan_of_scalar(value: Value) -> Value:
    return to_scalar(one_nan(np.asarray(value)))


def to_scalar(value: Value) -> Value:
    return cast(Value, value[()]) if isinstance(value, np.ndarray) else value
