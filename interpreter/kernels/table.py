"""One evaluator per op: how the op class, its kernel and what the folder wants to know of it are put together.

A *kernel* computes: arrays in, arrays out, with everything that the op's properties say already bound to it.
It gives one value for an op class that defines exactly one result, a tuple otherwise. `evaluator` makes a kernel
known for an op class and returns the xDSL implementation function, so that one line in a family's
`InterpreterFunctions` class is all there is to an op:

    pad = evaluator(PadOp, lambda op: partial(eval_pad, edge_padding_low=ints(op.edge_padding_low), ...))

Ops with regions name them; each region arrives at the kernel as a keyword of that name, a callable `Body`
(a tuple of them for a variadic region):

    while_ = evaluator(WhileOp, lambda op: eval_while, regions=("cond", "body"))

Ops that run functions of the module by name list those names in `callees`; the functions arrive as a keyword of that
name, a tuple of callables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from typing_extensions import TypeVar
from xdsl.interpreter import Interpreter, InterpreterFunctions, OpImpl, OpImplResult, PythonValues
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation, ResultDef

from ...elements import Array

if TYPE_CHECKING:
    from ..execution.adapter import Host

Value: TypeAlias = Any
"""What an SSA value holds while a program runs: an `Array` for a tensor (storage integers for a quantized one),
a `Token`, or a tuple of values."""

Kernel: TypeAlias = Callable[..., Value]

OpT = TypeVar("OpT", bound=Operation)


class Exactness(Enum):
    """How far an op's result is fixed by the specification."""

    EXACT = "exact"
    """Integers, data movement, and what IEEE 754 defines: every implementation gives these bits."""
    ROUNDED = "rounded"
    """The order of a sum is free."""
    LIBM = "libm"
    """A transcendental: its accuracy is implementation-defined."""


@dataclass(frozen=True)
class Evaluator:
    """What is known of the evaluation of one op class."""

    prepare: Callable[[Any], Kernel]
    """From an op to its kernel."""
    regions: tuple[str, ...] = ()
    """Names of the region fields, which are the kernel's keywords too."""
    exactness: Exactness | Callable[[Any], Exactness] = Exactness.EXACT
    elementwise: bool = False
    """The kernel works alike on arrays of any common shape, so it can run for many elements at once."""
    effects: bool = False
    """Running it does something besides giving results: it is never folded."""
    undefined: Callable[..., str | None] | None = None
    """`undefined(op, *operands)` says why the specification leaves this evaluation undefined or
    implementation-defined, or gives None. Such an op evaluates, but is not folded."""
    work: Callable[[Any], int] | None = None
    """Elementary operations that evaluating the op takes; None where the number of result elements says it."""
    callees: Callable[[Any], Sequence[str]] | None = None
    """From an op to the names of the functions that it runs."""
    storage: bool = False
    """Quantized operands are taken as the storage integers that they are, because the op only moves them."""
    in_place: bool = False
    """The kernel takes `owned`: whether its first operand belongs to nobody else, so that it may be the result."""
    single: bool = True
    """The kernel gives a value rather than a tuple of values."""


EVALUATORS: dict[type[Operation], Evaluator] = {}
"""The evaluator of each op class. Filled by `evaluator` when the families are imported."""


def evaluator(
    op_class: type[OpT],
    prepare: Callable[[OpT], Kernel],
    *,
    regions: Sequence[str] = (),
    exactness: Exactness | Callable[[OpT], Exactness] = Exactness.EXACT,
    elementwise: bool = False,
    effects: bool = False,
    undefined: Callable[..., str | None] | None = None,
    work: Callable[[OpT], int] | None = None,
    callees: Callable[[OpT], Sequence[str]] | None = None,
    storage: bool = False,
    in_place: bool = False,
) -> OpImpl[InterpreterFunctions, OpT]:
    """Make the kernel of `op_class` known, and return the implementation function for xDSL's interpreter."""
    EVALUATORS[op_class] = Evaluator(
        prepare,
        tuple(regions),
        exactness,
        elementwise,
        effects,
        undefined,
        work,
        callees,
        storage or bool(regions),
        in_place,
        _has_one_result(op_class),
    )

    def implementation(
        functions: InterpreterFunctions, interpreter: Interpreter, op: OpT, args: PythonValues
    ) -> OpImplResult:
        return OpImplResult(_host_of()(interpreter).run(op, args), None)

    # What `xdsl.interpreter.impl` would set; it refuses terminators and wraps the call once more.
    setattr(implementation, "__impl_op_type", op_class)
    return implementation


@cache
def _host_of() -> Callable[[Interpreter], Host]:
    # Hosts know evaluators, so that evaluators only learn of hosts when one runs.
    from ..execution.adapter import Host

    return Host.of


def _has_one_result(op_class: type[Operation]) -> bool:
    results = cast("type[IRDLOperation]", op_class).get_irdl_definition().results
    return len(results) == 1 and type(results[0][1]) is ResultDef


__all__ = ["EVALUATORS", "Array", "Evaluator", "Exactness", "Kernel", "Value", "evaluator"]
