"""What an op may do besides giving the one value that the specification fixes: the one list that all provers ask.

An op may leave its results open (to the implementation, or altogether), be rounded as an implementation likes, give
random numbers, never end, fail, or do something outside of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from xdsl.ir import Operation
from xdsl.traits import ConditionallySpeculatable

from xdsl_stablehlo.dialects.chlo import BroadcastDivOp, BroadcastRemOp, RaggedDotOp
from xdsl_stablehlo.dialects.stablehlo import (
    AfterAllOp,
    CholeskyOp,
    ConvertOp,
    CreateTokenOp,
    DivOp,
    FftOp,
    GatherOp,
    ReduceOp,
    ReduceWindowOp,
    RemOp,
    RngBitGeneratorOp,
    RngOp,
    ScatterOp,
    SelectAndScatterOp,
    SortOp,
    TriangularSolveOp,
    UniformQuantizeOp,
    WhileOp,
)
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

OpenKernel: TypeAlias = Callable[[Implementation, Any, Any], Kernel]

OPEN: Mapping[type[Operation], Sequence[OpenKernel]] = {
    BroadcastDivOp: (fillers.open_division,),
    BroadcastRemOp: (fillers.open_division,),
    CholeskyOp: (fillers.open_cholesky,),
    ConvertOp: (fillers.open_conversion,),
    DivOp: (fillers.open_division,),
    FftOp: (fillers.open_transform,),
    GatherOp: (fillers.open_gather,),
    ReduceOp: (schedules.open_reduce,),
    ReduceWindowOp: (schedules.open_reduce_window,),
    RemOp: (fillers.open_division,),
    RngBitGeneratorOp: (fillers.open_bits,),
    RngOp: (fillers.open_rng,),
    ScatterOp: (schedules.open_scatter, fillers.open_promise),
    SelectAndScatterOp: (schedules.open_select_and_scatter,),
    SortOp: (schedules.open_sort,),
    TriangularSolveOp: (fillers.open_triangular_solve,),
    UniformQuantizeOp: (fillers.open_quantization,),
}
"""What of each op the specification leaves open, accuracy aside."""

_DIVISIONS = (DivOp, RemOp, BroadcastDivOp, BroadcastRemOp)


def leaves_open(op: Operation) -> bool:
    """Whether the specification may leave a result of `op` open, its accuracy included."""
    entry = entry_of(op)
    if entry is None:
        return False
    return accuracy_is_open(op, entry) or with_choices(Implementation(), op, entry, _nothing) is not _nothing


def _nothing(*_: Value, **__: Value) -> Value:
    """A kernel that is never run."""
    return ()


def with_choices(implementation: Implementation, op: Operation, entry: Entry, kernel: Kernel) -> Kernel:
    """The kernel with what is open decided by an implementation, accuracy aside; itself where nothing is."""
    for decide in OPEN.get(type(op), ()):
        kernel = decide(implementation, op, kernel)
    if (entry.undefined is not None or entry.undefined_result is not None) and (
        type(op) not in _DIVISIONS and type(op) is not RngBitGeneratorOp
    ):
        kernel = fillers.open_as_stated(implementation, op, kernel, entry)
    if not entry.storage and any(holds_quantized(t) for t in op.result_types):
        kernel = fillers.open_quantized(implementation, op, kernel, entry)
    if fillers.has_own_exceptions(op, entry):
        kernel = fillers.open_exceptions(implementation, op, kernel)
    return kernel


def acts(op: Operation) -> bool:
    """Whether running `op` does something that the results of the function do not show."""
    entry = entry_of(op)
    return entry is not None and entry.effects and not isinstance(op, AfterAllOp | CreateTokenOp | RngOp)


def may_not_end(op: Operation) -> bool:
    """Whether `op`, what is inside of it not counted, is a loop of which it is not known that it ends."""
    return isinstance(op, WhileOp) and not always_ends(op)


def may_fail(op: Operation) -> bool:
    """Whether sizes that are only known at run time may not agree: then the evaluation is undefined."""
    if isinstance(op, RaggedDotOp):
        return True
    trait = None if op.regions else op.get_trait(ConditionallySpeculatable)
    if trait is not None:
        return not trait.is_speculatable(op)
    types = (value.type for value in (*op.operands, *op.results))
    return any(is_tensor_type(t) and not is_static(t.get_shape()) for t in types)


def named_by(op: Operation) -> Iterator[str]:
    """The names of the functions, and of whatever else has a name, that `op` runs or its attributes speak of."""
    yield from callees(op)
    for attribute in (*op.properties.values(), *op.attributes.values()):
        if may_mention_symbols(type(attribute)):
            yield from symbols_in(attribute)
