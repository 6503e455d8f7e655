"""What the specification leaves open altogether: anything may stand there, such as an implementation's filler.

Each function makes the kernel that decides as an `Implementation` says; its number 0 is the kernel as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.ir import Operation

from xdsl_stablehlo.dialects.chlo import Chlo
from xdsl_stablehlo.dialects.stablehlo import (
    CholeskyOp,
    ConvertOp,
    FftOp,
    GatherOp,
    MulOp,
    RngOp,
    ScatterOp,
    TriangularSolveOp,
    UniformQuantizeOp,
)
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import GatherDims, ScatterDims
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of, real_type
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.elementwise import (
    QuantizationParameters,
    dequantize,
    expressed_kernel,
    quantization_of,
    quotients_of,
)
from xdsl_stablehlo.interpreter.kernels.support.positions import index_vectors
from xdsl_stablehlo.interpreter.kernels.support.values import Value, as_array, as_arrays
from xdsl_stablehlo.interpreter.kernels.table import ArrayKernel, Entry, Exactness, Kernel
from xdsl_stablehlo.values.element_types import (
    Array,
    FloatFormat,
    IntegerFormat,
    format_of,
    format_of_dtype,
    holds_integers,
    is_complex,
    is_float,
    is_int,
)

from .implementations import ArraysKernel, Implementation, Open
from .rounding import transformed_size

F64 = np.ndarray[Any, np.dtype[np.float64]]

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
NOT_SORTED = Open(
    "indices that are not sorted in spite of indices_are_sorted",
    "the implementation can assume that [they] are sorted [...], otherwise the behavior is undefined; "
    "spec: gather, scatter",
)

FILLERS = 4
"""How many fillers are tried, number 0 not counted."""


def open_division(implementation: Implementation, op: Operation, kernel: ArrayKernel) -> ArrayKernel:
    """`divide` and `remainder`, of integers."""
    element_type = element_type_of(op.operands[0].type)
    if not is_int(element_type):
        return kernel
    known = format_of(element_type)
    least = known.least if isinstance(known, IntegerFormat) and known.signed else 0

    def run(lhs: Array, rhs: Array, **options: Any) -> Array:
        given = kernel(lhs, rhs, **options)
        undefined = rhs == rhs.dtype.type(0)
        if least:
            undefined = undefined | ((rhs == rhs.dtype.type(-1)) & (lhs == lhs.dtype.type(least)))
        return _filled(implementation, DIVISION, op.name, given, undefined, lhs, rhs)

    return run


def open_conversion(implementation: Implementation, op: Operation, kernel: ArrayKernel) -> ArrayKernel:
    """`convert` from floats to integers."""
    target = format_of(element_type_of(op.results[0].type))
    is_open = is_float(element_type_of(op.operands[0].type)) and isinstance(target, IntegerFormat)
    if not is_open or target.width == 1:
        return kernel

    def run(operand: Array, **options: Any) -> Array:
        return _converted(implementation, kernel(operand, **options), operand.astype(np.float64))

    return run


def open_quantization(
    implementation: Implementation, op: UniformQuantizeOp, kernel: ArrayKernel
) -> ArrayKernel:
    """`uniform_quantize` of what the storage type does not hold after rounding."""
    source, target = map(quantization_of, (op.operand.type, op.result.type))

    def run(operand: Array) -> Array:
        floats = operand if source is None else dequantize(operand, source)
        return _quantized(implementation, kernel(operand), floats, target)

    return run


def open_quantized(implementation: Implementation, op: Operation, kernel: Kernel, entry: Entry) -> Kernel:
    """Quantized results of floats that the storage type does not hold after rounding."""
    expressed = expressed_kernel(op, entry.make)
    targets = list(map(quantization_of, op.result_types))

    def run(*operands: Value, **options: Any) -> Value:
        given, floats = kernel(*operands, **options), expressed(*operands, **options)
        if isinstance(given, tuple) and isinstance(floats, tuple):
            each = zip(as_arrays(given), as_arrays(floats), targets, strict=True)
            return tuple([_quantized(implementation, x, of, target) for x, of, target in each])
        return _quantized(implementation, as_array(given), as_array(floats), targets[0])

    return run


def _quantized(
    implementation: Implementation, given: Array, floats: Array, target: QuantizationParameters | None
) -> Array:
    """A quantized result: the last step of quantizing is a conversion (spec: quantize), which is open as any other."""
    return given if target is None else _converted(implementation, given, quotients_of(floats, target))


def _converted(implementation: Implementation, given: Array, floats: F64) -> Array:
    """The integers that floats were converted to, with fillers where the type does not hold them."""
    target = format_of_dtype(given.dtype)
    assert isinstance(target, IntegerFormat)
    whole = np.trunc(floats)
    undefined = ~((whole >= float(target.least)) & (whole < float(target.most + 1)))
    # Arithmetic may give any NaN, and all of them are converted alike.
    operand = np.where(np.isnan(floats), np.nan, floats)
    return _filled(implementation, OUT_OF_RANGE, ConvertOp.name, given, undefined, operand)


def _filled(
    implementation: Implementation, choice: Open, name: str, given: Array, undefined: Array, *operands: Array
) -> Array:
    """What a kernel gave, with fillers where it is undefined."""
    if not undefined.any():
        return given
    implementation.meet(choice)
    if not implementation.filler:
        return given
    return np.where(undefined, implementation.fillers(name, given.shape, given.dtype, *operands), given)


def has_own_exceptions(op: Operation, entry: Entry) -> bool:
    """Whether IEEE 754 does not say what `op` gives for infinities, NaN and overflow."""
    if Chlo.is_op(op, op.name):
        return entry.exactness_of(op) is Exactness.LIBM
    values = (*op.operands, *op.results)
    is_complex_op = any(is_complex(element_type_of(value.type)) for value in values)
    return is_complex_op and (isinstance(op, MulOp) or entry.exactness_of(op) is not Exactness.EXACT)


def open_exceptions(implementation: Implementation, op: Operation, kernel: Kernel) -> Kernel:
    """Complex arithmetic and special functions: fillers where an operand or the result is not finite."""

    def run(*operands: Value, **options: Any) -> Value:
        given = kernel(*operands, **options)
        if not isinstance(given, np.ndarray):
            return given
        alike = [x for x in operands if isinstance(x, np.ndarray) and x.shape == given.shape]
        wrong = [~np.isfinite(x) for x in (given, *alike) if not holds_integers(x.dtype)]
        undefined = np.logical_or.reduce(wrong)
        return _filled(implementation, EXCEPTION, op.name, given, undefined, *alike)

    return run


def open_transform(implementation: Implementation, op: FftOp, kernel: ArrayKernel) -> ArrayKernel:
    """`fft` whose sums may overflow, those of what is not finite among them."""

    def run(operand: Array) -> Array:
        given = kernel(operand)
        known = format_of(element_type_of(real_type(ranked(op.operand))))
        largest = known.largest if isinstance(known, FloatFormat) else 0
        undefined = np.broadcast_to(~(transformed_size(op, operand) <= largest), given.shape)
        return _filled(implementation, EXCEPTION, op.name, given, undefined)

    return run


def open_cholesky(implementation: Implementation, op: CholeskyOp, kernel: ArrayKernel) -> ArrayKernel:
    """The other triangle of `cholesky`."""
    lower = bool(op.lower.value.data)

    def run(a: Array) -> Array:
        given = kernel(a)
        ones = np.ones(given.shape, np.bool_)
        other = np.triu(ones, 1) if lower else np.tril(ones, -1)
        return _filled(implementation, TRIANGLE, op.name, given, other, a)

    return run


def open_triangular_solve(
    implementation: Implementation, op: TriangularSolveOp, kernel: ArrayKernel
) -> ArrayKernel:
    """`triangular_solve` with a `unit_diagonal` that is none."""
    if not op.unit_diagonal.value.data:
        return kernel

    def run(a: Array, b: Array) -> Array:
        given = kernel(a, b)
        wrong = (np.diagonal(a, axis1=-2, axis2=-1) != 1).any()
        return _filled(implementation, UNIT_DIAGONAL, op.name, given, np.full(given.shape, wrong), b)

    return run


def open_rng(implementation: Implementation, op: RngOp, kernel: ArrayKernel) -> ArrayKernel:
    """`rng`, whose numbers the seed of the run decides."""

    def run(*operands: Array) -> Array:
        implementation.meet(RANDOM)
        return kernel(*operands)

    return run


def open_bits(implementation: Implementation, op: Operation, kernel: ArraysKernel) -> ArraysKernel:
    """`rng_bit_generator`: other bits for the same state."""

    def run(state: Array) -> tuple[Array, ...]:
        implementation.meet(RANDOM)
        given = kernel(state)
        if not implementation.filler:
            return given
        return tuple([implementation.fillers(op.name, x.shape, x.dtype, _places(x), x) for x in given])

    return run


def _places(array: Array) -> Array:
    places: Array = np.arange(array.size)
    return places.reshape(array.shape)


def open_gather(implementation: Implementation, op: GatherOp, kernel: ArrayKernel) -> ArrayKernel:
    """`gather` whose indices are not sorted as promised."""
    if not op.indices_are_sorted.value.data:
        return kernel
    dims, sizes = GatherDims.of(op.dimension_numbers), ints(op.slice_sizes)
    shape = ranked(op.operand).get_shape()
    most = [shape[axis] - sizes[axis] if shape[axis] >= 0 else None for axis in dims.start_index_map]

    def run(operand: Array, start_indices: Array, **options: Any) -> Array:
        given = kernel(operand, start_indices, **options)
        starts = index_vectors(start_indices, dims.index_vector_dim)[1]
        clamped = [np.clip(start, 0, bound) for start, bound in zip(starts, most, strict=True)]
        wrong = np.full(given.shape, not _ascend(clamped, dims.start_index_map))
        return _filled(implementation, NOT_SORTED, op.name, given, wrong)

    return run


def open_promise(implementation: Implementation, op: ScatterOp, kernel: ArraysKernel) -> ArraysKernel:
    """`scatter` whose indices are not sorted as promised."""
    if not op.indices_are_sorted.value.data:
        return kernel
    dims = ScatterDims.of(op.scatter_dimension_numbers)

    def run(*operands: Array, **options: Any) -> tuple[Array, ...]:
        starts = index_vectors(operands[len(operands) // 2], dims.index_vector_dim)[1]
        sorted_ = _ascend(starts, dims.scatter_dims_to_operand_dims)
        given = kernel(*operands, **options)
        return tuple(
            [_filled(implementation, NOT_SORTED, op.name, x, np.full(x.shape, not sorted_)) for x in given]
        )

    return run


def _ascend(starts: Sequence[Array], dimensions: Sequence[int]) -> bool:
    """Whether index vectors, whose components are for `dimensions`, ascend in lexicographic order."""
    order = sorted(range(len(starts)), key=dimensions.__getitem__)
    rows = [starts[i].reshape(-1) for i in order]
    vectors = list(zip(*[row.tolist() for row in rows]))
    return vectors == sorted(vectors)


def open_as_stated(implementation: Implementation, op: Operation, kernel: Kernel, entry: Entry) -> Kernel:
    """Any op, where the table of kernels says that its evaluation is undefined."""
    count = len(op.operands)

    def run(*values: Value, **options: Any) -> Value:
        why = None if entry.undefined is None else entry.undefined(op, *values[:count])
        given = kernel(*values, **options)
        if why is None and entry.undefined_result is not None:
            why = entry.undefined_result(given)
        if why is None:
            return given
        implementation.meet(Open(f"'{op.name}': {why}", _ERRORS))
        return _all_filled(implementation, op.name, given)

    return run


def _all_filled(implementation: Implementation, name: str, given: Value) -> Value:
    if isinstance(given, tuple):
        return tuple([_all_filled(implementation, name, value) for value in given])
    if not implementation.filler or not isinstance(given, np.ndarray):
        return given
    return implementation.fillers(name, given.shape, given.dtype, _places(given))
