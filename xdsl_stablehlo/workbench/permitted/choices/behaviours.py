"""The behaviours of an op besides giving the one value that the specification fixes.

An op may leave its results open (to the implementation, or undefined), round as an implementation likes, give random
numbers, never end, fail, or have effects outside of the program. All provers ask the functions here.

An implementation may put any filler where a result is undefined. A row of `UNDEFINED` says where that is; filler number
0 is the result of the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from xdsl.ir import Operation
from xdsl.traits import ConditionallySpeculatable

from xdsl_stablehlo.dialects import chlo, stablehlo as hlo
from xdsl_stablehlo.dialects.chlo import RaggedDotOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import holds_quantized
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of, is_static, real_type
from xdsl_stablehlo.folding.facts.trip_count import CountingLoop
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic import elementwise
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, Exactness, Kernel, entry_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value, as_array
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import mentioned_by
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array

from . import schedules
from .implementations import ArraysKernel, Implementation, Open, OpenKernel, Undefined, filling
from .rounding import accuracy_is_open, transformed_size

_ERRORS = (
    "Unless explicitly called out, all these errors result in implementation-defined behavior; spec: Errors"
)
DIVISION = Open("integer division by zero, or of the least integer by -1", _ERRORS)
OUT_OF_RANGE = Open(
    "conversion of a float to integers that do not hold it",
    "If the truncated value cannot be represented in the destination type, the behavior is TBD; spec: convert",
)
RANDOM = Open(
    "random numbers",
    "The exact way how random numbers are generated is implementation-defined; spec: rng, rng_bit_generator",
)
TRIANGLE = Open(
    "the other triangle of a Cholesky decomposition",
    "The output values in the opposite triangle [...] are implementation-defined; spec: cholesky",
)
UNIT_DIAGONAL = Open(
    "a diagonal that is not 1 in spite of unit_diagonal",
    "the implementation can assume that the diagonal elements of a are equal to 1, otherwise the behavior is "
    "undefined; spec: triangular_solve",
)
EXCEPTION = Open(
    "exceptions of complex arithmetic and special functions",
    "Exceptions for nonstandard operations (e.g. complex arithmetic and certain transcendental functions) are "
    "implementation-defined; spec: Floating-point exceptions",
)
FILLERS = 4
"""The number of fillers that are tried, without number 0."""


def divides_integers(op: Operation) -> bool:
    """Whether an op is a division of integers, which is not defined for zero."""
    return type(op) in DIVISIONS and formats.is_int(element_type_of(op.operands[0].type))


def undefined_quotients(lhs: Array, rhs: Array) -> Array:
    """Where integers have no quotient."""
    known = formats.format_of_dtype(lhs.dtype)
    where = rhs == rhs.dtype.type(0)
    if isinstance(known, formats.IntegerFormat) and known.signed:
        where = where | ((rhs == rhs.dtype.type(-1)) & (lhs == lhs.dtype.type(known.least)))
    return where


def _division(_: Operation, __: Array, lhs: Array, rhs: Array) -> Undefined:
    return undefined_quotients(lhs, rhs), (lhs, rhs)


def _makes_integers(op: Operation) -> bool:
    target = formats.format_of(element_type_of(op.results[0].type))
    is_integer = isinstance(target, formats.IntegerFormat) and target.width > 1
    return is_integer and formats.is_float(element_type_of(op.operands[0].type))


def _out_of_range(_: Operation, given: Array, operand: Array) -> Undefined:
    """Conversions of floats to integers that cannot represent them."""
    floats = operand.astype(np.float64)
    target = formats.format_of_dtype(given.dtype)
    assert isinstance(target, formats.IntegerFormat)
    whole = np.trunc(floats)
    undefined = ~((whole >= float(target.least)) & (whole < float(target.most + 1)))
    # Arithmetic may give any NaN, and all NaNs are converted alike.
    return undefined, (np.where(np.isnan(floats), np.nan, floats),)


def _quantization(op: hlo.UniformQuantizeOp, given: Array, operand: Array) -> Undefined:
    """Floats that the storage type cannot represent after rounding."""
    source, target = map(elementwise.quantization_of, (op.operand.type, op.result.type))
    if target is None:
        return np.zeros(given.shape, np.bool_), ()
    floats = operand if source is None else elementwise.dequantize(operand, source)
    return _out_of_range(op, given, elementwise.quotients_of(floats, target))


def open_quantized(implementation: Implementation, op: Operation, kernel: Kernel, entry: Entry) -> Kernel:
    """Quantized results that the storage type cannot represent after rounding.

    The last step of quantizing is a conversion (spec: quantize), which is open as any other.
    """
    expressed = elementwise.expressed_kernel(op, entry.make)
    targets = list(map(elementwise.quantization_of, op.result_types))

    def filled(given: Value, floats: Value, target: elementwise.QuantizationParameters | None) -> Array:
        if target is None:
            return as_array(given)
        of = elementwise.quotients_of(as_array(floats), target)
        where, decisive = _out_of_range(op, as_array(given), of)
        return implementation.filled(OUT_OF_RANGE, hlo.ConvertOp.name, as_array(given), where, *decisive)

    def run(*operands: Value, **options: object) -> Value:
        given, floats = kernel(*operands, **options), expressed(*operands, **options)
        if isinstance(given, tuple) and isinstance(floats, tuple):
            return tuple([filled(*each) for each in zip(given, floats, targets, strict=True)])
        return filled(given, floats, targets[0])

    return run


def has_own_exceptions(op: Operation, entry: Entry) -> bool:
    """Whether IEEE 754 does not define `op` for infinities, NaN and overflow."""
    if chlo.Chlo.is_op(op, op.name):
        return entry.is_function(op)
    values = (*op.operands, *op.results)
    is_complex_op = any(formats.is_complex(element_type_of(value.type)) for value in values)
    return is_complex_op and (isinstance(op, hlo.MulOp) or entry.exactness_of(op) is not Exactness.EXACT)


def _exceptions(_: Operation, given: Array, *operands: Value) -> Undefined:
    """Complex arithmetic and special functions whose operand or result is not finite."""
    alike = [x for x in operands if isinstance(x, np.ndarray) and x.shape == given.shape]
    wrong = [~np.isfinite(x) for x in (given, *alike) if not formats.holds_integers(x.dtype)]
    return np.logical_or.reduce(wrong), alike


open_exceptions = filling(EXCEPTION, _exceptions)


def _transform(op: hlo.FftOp, given: Array, operand: Array) -> Undefined:
    """Transforms whose sums may overflow, or whose operands are not finite."""
    known = formats.format_of(element_type_of(real_type(ranked(op.operand))))
    largest = known.largest if isinstance(known, formats.FloatFormat) else 0
    return np.broadcast_to(~(transformed_size(op, operand) <= largest), given.shape), ()


def _other_triangle(op: hlo.CholeskyOp, given: Array, a: Array) -> Undefined:
    ones = np.ones(given.shape, np.bool_)
    return np.triu(ones, 1) if op.lower.value.data else np.tril(ones, -1), (a,)


def _unit_diagonal(_: Operation, given: Array, a: Array, b: Array) -> Undefined:
    wrong = (np.diagonal(a, axis1=-2, axis2=-1) != 1).any()
    return np.full(given.shape, wrong), (b,)


def _promises_unit_diagonal(op: hlo.TriangularSolveOp) -> bool:
    return bool(op.unit_diagonal.value.data)


def _open_rng(implementation: Implementation, _: Operation, kernel: Kernel) -> Kernel:
    """`rng`: the seed of the run decides its numbers."""

    def run(*operands: Value) -> Value:
        implementation.meet(RANDOM)
        return kernel(*operands)

    return run


def _open_bits(implementation: Implementation, op: Operation, kernel: ArraysKernel) -> Kernel:
    """`rng_bit_generator`: the filler decides which bits a state gives."""

    def run(state: Array) -> Value:
        implementation.meet(RANDOM)
        given = kernel(state)
        if not implementation.filler:
            return given
        return tuple([implementation.fillers(op.name, x.shape, x.dtype, _places(x), x) for x in given])

    return run


def _places(array: Array) -> Array:
    places: Array = np.arange(array.size)
    return places.reshape(array.shape)


DIVISIONS = (hlo.DivOp, hlo.RemOp, chlo.BroadcastDivOp, chlo.BroadcastRemOp)

UNDEFINED: Mapping[type[Operation], Sequence[OpenKernel]] = {
    **dict.fromkeys(DIVISIONS, (filling(DIVISION, _division, divides_integers),)),
    hlo.CholeskyOp: (filling(TRIANGLE, _other_triangle),),
    hlo.ConvertOp: (filling(OUT_OF_RANGE, _out_of_range, _makes_integers),),
    hlo.FftOp: (filling(EXCEPTION, _transform),),
    hlo.RngBitGeneratorOp: (_open_bits,),
    hlo.RngOp: (_open_rng,),
    hlo.TriangularSolveOp: (filling(UNIT_DIAGONAL, _unit_diagonal, _promises_unit_diagonal),),
    hlo.UniformQuantizeOp: (filling(OUT_OF_RANGE, _quantization, name=hlo.ConvertOp.name),),
}
"""The undefined results of each op."""


def open_as_stated(implementation: Implementation, op: Operation, kernel: Kernel, entry: Entry) -> Kernel:
    """Any op whose evaluation the table of kernels calls undefined."""
    count = len(op.operands)

    def run(*values: Value, **options: object) -> Value:
        why = None if entry.undefined is None else entry.undefined(op, *values[:count])
        given = kernel(*values, **options)
        if why is None and entry.undefined_result is not None:
            why = entry.undefined_result(given)
        if why is None:
            return given
        implementation.meet(Open(f"'{op.name}': {why}", _ERRORS))
        return filled(given)

    def filled(given: Value) -> Value:
        if isinstance(given, tuple):
            return tuple(map(filled, given))
        if not implementation.filler or not isinstance(given, np.ndarray):
            return given
        return implementation.fillers(op.name, given.shape, given.dtype, _places(given))

    return run


OPEN: Mapping[type[Operation], Sequence[OpenKernel]] = {
    op: [*schedules.SCHEDULED.get(op, ()), *UNDEFINED.get(op, ())]
    for op in (*schedules.SCHEDULED, *UNDEFINED)
}
"""The choices that the specification leaves open for each op, besides accuracy."""


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
        type(op) not in (*DIVISIONS, hlo.RngBitGeneratorOp)
    ):
        kernel = open_as_stated(implementation, op, kernel, entry)
    if not entry.storage and any(holds_quantized(t) for t in op.result_types):
        kernel = open_quantized(implementation, op, kernel, entry)
    if has_own_exceptions(op, entry):
        kernel = open_exceptions(implementation, op, kernel)
    return kernel


def acts(op: Operation) -> bool:
    """Whether running `op` has effects that the results of the function do not show."""
    entry = entry_of(op)
    is_visible = not isinstance(op, hlo.AfterAllOp | hlo.CreateTokenOp | hlo.RngOp)
    return is_visible and entry is not None and entry.effects


def may_not_end(op: Operation) -> bool:
    """Whether `op` itself, without its regions, is a loop that may not end."""
    return isinstance(op, hlo.WhileOp) and not CountingLoop(op).always_ends()


NOT_PURE = hlo.DotOp, hlo.DynamicSliceOp, hlo.DynamicUpdateSliceOp, hlo.EinsumOp, hlo.TorchIndexSelectOp
"""Ops that upstream declares pure, although their sizes, too, have to agree."""


def may_fail(op: Operation) -> bool:
    """Whether sizes known only at run time may not agree, which makes the evaluation undefined."""
    if type(op) is RaggedDotOp:
        return True
    is_asked = not op.regions and type(op) not in NOT_PURE
    trait = op.get_trait(ConditionallySpeculatable) if is_asked else None
    if trait is not None:
        return not trait.is_speculatable(op)
    types = (value.type for value in (*op.operands, *op.results))
    return any(is_tensor_type(t) and not is_static(t.get_shape()) for t in types)


def named_by(op: Operation) -> Iterator[str]:
    """The symbols of the functions that `op` calls, and of everything that its attributes mention."""
    yield from callees(op)
    yield from mentioned_by(op)
