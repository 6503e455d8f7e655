"""Linear algebra (spec: cholesky, fft, triangular_solve)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import AnyTensorType, BoolAttr, ComplexType
from xdsl.ir import Attribute
from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def, traits_def
from xdsl.traits import NoMemoryEffect

from xdsl_stablehlo.ir.guards import is_complex_type
from xdsl_stablehlo.values.element_types import is_float32_or_64

from ...attributes import FftType, FftTypeAttr, Transpose, TransposeAttr
from ...definition import DenseI64ArrayAttr, HloBoolAttr, HloOp, ValueLike, Violation, ranked
from ...hlo_types import HLO_FpComplexOrQuantizedIntTensor, HLO_FpOrComplexTensor, ints
from ...shapes import (
    DYNAMIC,
    all_bounds_of,
    compatible_shapes,
    compatible_sizes,
    is_dynamic,
    is_static,
    tensor_with_bounds,
)
from ...syntax import FUNCTIONAL, SAME_TYPE
from ...traits import SpeculatableAsOpSays, TypesAgree, check_compatible_elements, dims_text
from ..movement.indexing import FALSE


def infer_cholesky(a: AnyTensorType) -> Sequence[Attribute]:
    """The type of `a`, whose last two dimensions are square."""
    shape = a.get_shape()
    if len(shape) < 2:
        raise Violation(f"argument 'a' must have rank >= 2, got shape {dims_text(shape)}.", "C2")
    if not compatible_sizes(*shape[-2:]):
        raise Violation(f"minor dimensions of 'a' must have equal size, got shape {dims_text(shape)}.", "C3")
    return (a,)


class CholeskyOp(HloOp, op="stablehlo.cholesky"):
    """The Cholesky factors of a batch of symmetric or Hermitian matrices."""

    a = operand_def(HLO_FpComplexOrQuantizedIntTensor)
    lower = opt_prop_def(HloBoolAttr, FALSE)
    result = result_def(HLO_FpComplexOrQuantizedIntTensor)
    traits = traits_def(TypesAgree(check_compatible_elements, "C1"), NoMemoryEffect())
    assembly_format = f"$a (`,` `lower` `=` $lower^)? {SAME_TYPE}"

    def __init__(
        self, a: ValueLike, lower: bool | BoolAttr | None = None, result_type: Attribute | None = None
    ):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return infer_cholesky(ranked(self.a))


def infer_fft(operand: AnyTensorType, fft_type: FftType, fft_length: Sequence[int]) -> Sequence[Attribute]:
    """Complex elements, real ones for IRFFT; real transforms change the last size."""
    rank = len(fft_length)
    if not 1 <= rank <= 3:
        raise Violation(f"rank must be between 1 and 3, but got {rank}.", "C3")
    element_type = _fft_element_type(operand, fft_type)
    if operand.get_num_dims() < rank:
        raise Violation(
            f"operand rank must not be less than fft rank of {rank} for operand of type '{operand}'.", "C1"
        )
    sizes, bounds = list(operand.get_shape()), list(all_bounds_of(operand))
    if fft_type in (FftType.RFFT, FftType.IRFFT):
        check = _check_rfft if fft_type is FftType.RFFT else _check_irfft
        check(operand.get_shape(), fft_length)
        bounds[-1] = DYNAMIC
    if fft_type is FftType.RFFT and fft_length[-1] != 0:
        sizes[-1] = fft_length[-1] // 2 + 1
    if fft_type is FftType.IRFFT:
        sizes[-1] = fft_length[-1]
    return (tensor_with_bounds(sizes, element_type, bounds),)


def _fft_element_type(operand: AnyTensorType, fft_type: FftType) -> Attribute:
    t = operand.element_type
    if fft_type is FftType.RFFT:
        if not is_float32_or_64(t):
            raise Violation(f"RFFT requires f32 or f64 input type, but is given '{t}'.", "C2")
        return ComplexType.new([t])
    if not is_complex_type(t):
        raise Violation(f"FFT/IFFT/IRFFT take a complex tensor as input, but is given '{operand}'.", "C2")
    return t.element_type if fft_type is FftType.IRFFT else t


def _check_rfft(shape: Sequence[int], fft_length: Sequence[int]) -> None:
    if not all(map(compatible_sizes, shape[-len(fft_length) :], fft_length)):
        raise Violation(
            "RFFT requires innermost dimensions to be compatible with fft_length. Got: "
            f"{dims_text(shape)} but wanted {dims_text(fft_length)}.",
            "C4",
        )


def _check_irfft(shape: Sequence[int], fft_length: Sequence[int]) -> None:
    for size, length in zip(shape[-len(fft_length) : -1], fft_length):
        if not compatible_sizes(size, length):
            # MLIR writes a size that is not known as the smallest 64-bit integer
            sizes = [-(1 << 63) if is_dynamic(size) else size for size in shape]
            raise Violation(
                "IRFFT requires non-final dimensions to be compatible with fft_length. Got: "
                f"{', '.join(map(str, sizes))} but wanted {dims_text(fft_length)}, and {size} != {length}.",
                "C5",
            )
    last, length = shape[-1], fft_length[-1]
    is_empty = compatible_sizes(last, 0) and length == 0
    if not is_empty and not compatible_sizes(last, length // 2 + 1):
        raise Violation(
            "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: "
            f"{last} but fft_length is {dims_text(fft_length)}.",
            "C5",
        )


class FftOp(HloOp, op="stablehlo.fft"):
    """The Fourier transform over the last dimensions, forward or inverse, complex or real."""

    operand = operand_def(HLO_FpOrComplexTensor)
    fft_type = prop_def(FftTypeAttr)
    fft_length = prop_def(DenseI64ArrayAttr)
    result = result_def(HLO_FpOrComplexTensor)
    traits = traits_def(SpeculatableAsOpSays(), NoMemoryEffect())
    assembly_format = f"$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length {FUNCTIONAL}"

    def __init__(
        self,
        operand: ValueLike,
        fft_type: FftType | FftTypeAttr,
        fft_length: Sequence[int],
        result_type: Attribute | None = None,
    ):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        return infer_fft(ranked(self.operand), self.fft_type.data, ints(self.fft_length))

    def speculatable(self) -> bool:
        shape, result = ranked(self.operand).get_shape(), ranked(self.result).get_shape()
        is_real = self.fft_type.data in (FftType.RFFT, FftType.IRFFT)
        if is_real and not is_static(shape[len(shape) - len(self.fft_length) :]):
            return False
        return not any(is_dynamic(known) and not is_dynamic(size) for known, size in zip(shape, result))


def infer_triangular_solve(
    a: AnyTensorType, b: AnyTensorType, left_side: bool, transpose_a: Transpose
) -> Sequence[Attribute]:
    """The type of `b`; `a` is square, and agrees with `b` in the batch and in the shared dimension."""
    shape, b_shape = a.get_shape(), b.get_shape()
    if len(shape) < 2:
        raise Violation(f"operand 'a' must have rank >= 2, but got '{a}'", "C2")
    if not compatible_sizes(*shape[-2:]):
        raise Violation(f"two minor dimensions of operand 'a' must be compatible, but got '{a}'", "C3")
    if len(shape) != len(b_shape):
        raise Violation(f"operands must have equal rank, but got '{a}' and '{b}'", "C2")
    if not compatible_sizes(shape[-1], b_shape[-2 if left_side else -1]):
        raise Violation(
            f"shared dimension of operands 'a' and 'b' must be compatible, but got '{a}' and '{b}'", "C3"
        )
    if not compatible_shapes(shape[:-2], b_shape[:-2]):
        raise Violation(f"batch dimensions of the operands must be compatible, but got '{a}' and '{b}'", "C3")
    if transpose_a is Transpose.TRANSPOSE_INVALID:
        raise Violation("Invalid transpose option value for triangular solve", "I6")
    return (b,)


class TriangularSolveOp(HloOp, op="stablehlo.triangular_solve"):
    """The solutions of a batch of systems of linear equations with triangular matrices `a`."""

    a = operand_def(HLO_FpOrComplexTensor)
    b = operand_def(HLO_FpOrComplexTensor)
    left_side = prop_def(HloBoolAttr)
    lower = prop_def(HloBoolAttr)
    unit_diagonal = prop_def(HloBoolAttr)
    transpose_a = prop_def(TransposeAttr)
    result = result_def(HLO_FpOrComplexTensor)
    traits = traits_def(TypesAgree(check_compatible_elements, "C1"), SpeculatableAsOpSays(), NoMemoryEffect())

    def __init__(
        self,
        a: ValueLike,
        b: ValueLike,
        left_side: bool | BoolAttr,
        lower: bool | BoolAttr,
        unit_diagonal: bool | BoolAttr,
        transpose_a: Transpose | TransposeAttr,
        result_type: Attribute | None = None,
    ):
        self.init_fields(vars())

    def infer(self) -> Sequence[Attribute]:
        left_side = bool(self.left_side.value.data)
        return infer_triangular_solve(ranked(self.a), ranked(self.b), left_side, self.transpose_a.data)

    def speculatable(self) -> bool:
        shapes = ranked(self.a).get_shape(), ranked(self.b).get_shape()
        return not self.unit_diagonal.value.data and all(map(is_static, shapes))
