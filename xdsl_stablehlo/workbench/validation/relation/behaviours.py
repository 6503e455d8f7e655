"""What an op may do besides giving the one value that the specification fixes.

An op may leave its results open (to the implementation, or undefined), round as an implementation likes, give random
numbers, never end, fail, or have effects outside of the program. All provers ask the functions here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xdsl.ir import Operation
from xdsl.traits import ConditionallySpeculatable

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.chlo import RaggedDotOp
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import holds_quantized
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static
from xdsl_stablehlo.folding.solver.trip_count import always_ends
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.interpreter.kernels.table import Entry, Kernel, entry_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import may_mention_symbols, symbols_in

from . import fillers, schedules
from .implementations import Implementation
from .rounding import accuracy_is_open

OPEN: Mapping[type[Operation], Sequence[fillers.OpenKernel]] = {
    op: [*schedules.SCHEDULED.get(op, ()), *fillers.UNDEFINED.get(op, ())]
    for op in (*schedules.SCHEDULED, *fillers.UNDEFINED)
}
"""What the specification leaves open of each op, besides accuracy."""


def leaves_open(op: Operation) -> bool:
    """Whether the specification may leave a result of `op` open, including its accuracy."""
    entry = entry_of(op)
    if entry is None:
        return False
    return accuracy_is_open(op, entry) or with_choices(Implementation(), op, entry, _nothing) is not _nothing


def _nothing(*_: Value, **__: Value) -> Value:
    """A kernel that is never run."""
    return ()


def with_choices(implementation: Implementation, op: Operation, entry: Entry, kernel: Kernel) -> Kernel:
    """The kernel that an implementation decides, except for accuracy; the kernel itself if nothing is open."""
    for decide in OPEN.get(type(op), ()):
        kernel = decide(implementation, op, kernel)
    if (entry.undefined is not None or entry.undefined_result is not None) and (
        type(op) not in (*fillers.DIVISIONS, hlo.RngBitGeneratorOp)
    ):
        kernel = fillers.open_as_stated(implementation, op, kernel, entry)
    if not entry.storage and any(holds_quantized(t) for t in op.result_types):
        kernel = fillers.open_quantized(implementation, op, kernel, entry)
    if fillers.has_own_exceptions(op, entry):
        kernel = fillers.open_exceptions(implementation, op, kernel)
    return kernel


def acts(op: Operation) -> bool:
    """Whether running `op` has effects that the results of the function do not show."""
    entry = entry_of(op)
    return (
        entry is not None
        and entry.effects
        and not isinstance(op, hlo.AfterAllOp | hlo.CreateTokenOp | hlo.RngOp)
    )


def may_not_end(op: Operation) -> bool:
    """Whether `op` itself, without its regions, is a loop that may not end."""
    return isinstance(op, hlo.WhileOp) and not always_ends(op)


def may_fail(op: Operation) -> bool:
    """Whether sizes known only at run time may not agree, which makes the evaluation undefined."""
    if isinstance(op, RaggedDotOp):
        return True
    trait = None if op.regions else op.get_trait(ConditionallySpeculatable)
    if trait is not None:
        return not trait.is_speculatable(op)
    types = (value.type for value in (*op.operands, *op.results))
    return any(is_tensor_type(t) and not is_static(t.get_shape()) for t in types)


def named_by(op: Operation) -> Iterator[str]:
    """The symbols of the functions that `op` calls, and of everything that its attributes mention."""
    yield from callees(op)
    for attribute in (*op.properties.values(), *op.attributes.values()):
        if may_mention_symbols(type(attribute)):
            yield from symbols_in(attribute)
