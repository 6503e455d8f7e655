"""Linear algebra (spec: cholesky, fft, triangular_solve)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl import irdl
from xdsl.dialects.builtin import ComplexType
from xdsl.ir import Attribute
from xdsl.traits import NoMemoryEffect

from xdsl_stablehlo.ir.guards import is_complex_type
from xdsl_stablehlo.values.element_types import is_float32_or_64

from ....base import fields
from ... import hlo_types as kinds, shapes
from ...attributes import FftType, FftTypeAttr, Transpose, TransposeAttr
from ...checks import check_compatible_elements, dims_text
from ...definition import HloOp, Violation, ranked
from ...hlo_types import ints
from ...syntax import FUNCTIONAL, SAME_TYPE
from ...traits import ComputesOnReals, SpeculatableAsOpSays, TypesAgree, pure_if


class CholeskyOp(HloOp, op="stablehlo.cholesky"):
    """The Cholesky factors of a batch of symmetric or Hermitian matrices."""

    a: fields.OneOperand = fields.operand_def(kinds.HLO_FpComplexOrQuantizedIntTensor)
    lower: fields.DefaultBoolField = fields.opt_prop_def(kinds.HloBoolAttr, kinds.FALSE, default=None)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_FpComplexOrQuantizedIntTensor, alias="result_type", default=None
    )
    traits = irdl.traits_def(TypesAgree(check_compatible_elements, "C1"), NoMemoryEffect(), ComputesOnReals())
    assembly_format = f"$a (`,` `lower` `=` $lower^)? {SAME_TYPE}"

    def infer(self) -> Sequence[Attribute]:
        shape = ranked(self.a).get_shape()
        if len(shape) < 2:
            raise Violation(f"argument 'a' must have rank >= 2, got shape {dims_text(shape)}.", "C2")
        if not shapes.compatible_sizes(*shape[-2:]):
            raise Violation(
                f"minor dimensions of 'a' must have equal size, got shape {dims_text(shape)}.", "C3"
            )
        return (self.a.type,)


def _check_fft_length(shape: Sequence[int], fft_type: FftType, length: Sequence[int]) -> None:
    """C4 and C5: the last sizes of a real transform's operand are those of `length`, the half of the last for IRFFT."""
    if fft_type is FftType.RFFT:
        if not all(map(shapes.compatible_sizes, shape[-len(length) :], length)):
            raise Violation(
                "RFFT requires innermost dimensions to be compatible with fft_length. Got: "
                f"{dims_text(shape)} but wanted {dims_text(length)}.",
                "C4",
            )
        return
    for size, expected in zip(shape[-len(length) : -1], length):
        if not shapes.compatible_sizes(size, expected):
            # MLIR writes a size that is not known as the smallest 64-bit integer
            sizes = [-(1 << 63) if shapes.is_dynamic(size) else size for size in shape]
            raise Violation(
                "IRFFT requires non-final dimensions to be compatible with fft_length. Got: "
                f"{', '.join(map(str, sizes))} but wanted {dims_text(length)}, and {size} != {expected}.",
                "C5",
            )
    last = shape[-1]
    is_empty = shapes.compatible_sizes(last, 0) and length[-1] == 0
    if not is_empty and not shapes.compatible_sizes(last, length[-1] // 2 + 1):
        raise Violation(
            "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: "
            f"{last} but fft_length is {dims_text(length)}.",
            "C5",
        )


class FftOp(HloOp, op="stablehlo.fft"):
    """The Fourier transform over the last dimensions, forward or inverse, complex or real."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrComplexTensor)
    fft_type: fields.PropertyField[FftTypeAttr, FftType] = fields.prop_def(FftTypeAttr)
    fft_length: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_FpOrComplexTensor, alias="result_type", default=None
    )
    traits = pure_if(SpeculatableAsOpSays())
    assembly_format = f"$operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length {FUNCTIONAL}"

    def infer(self) -> Sequence[Attribute]:
        operand, fft_type, length = ranked(self.operand), self.fft_type.data, ints(self.fft_length)
        if not 1 <= len(length) <= 3:
            raise Violation(f"rank must be between 1 and 3, but got {len(length)}.", "C3")
        element = operand.element_type
        if fft_type is FftType.RFFT and not is_float32_or_64(element):
            raise Violation(f"RFFT requires f32 or f64 input type, but is given '{element}'.", "C2")
        if fft_type is not FftType.RFFT and not is_complex_type(element):
            raise Violation(f"FFT/IFFT/IRFFT take a complex tensor as input, but is given '{operand}'.", "C2")
        if operand.get_num_dims() < len(length):
            raise Violation(
                f"operand rank must not be less than fft rank of {len(length)} for operand of type '{operand}'.",
                "C1",
            )
        if fft_type not in (FftType.RFFT, FftType.IRFFT):
            return (operand,)
        _check_fft_length(operand.get_shape(), fft_type, length)
        sizes, bounds = list(operand.get_shape()), (*shapes.all_bounds_of(operand)[:-1], shapes.DYNAMIC)
        if fft_type is FftType.IRFFT:
            sizes[-1] = length[-1]
            return (shapes.tensor_with_bounds(sizes, shapes.real_type(operand).element_type, bounds),)
        if length[-1] != 0:
            sizes[-1] = length[-1] // 2 + 1
        return (shapes.tensor_with_bounds(sizes, ComplexType.new([element]), bounds),)

    def speculatable(self) -> bool:
        shape, result = ranked(self.operand).get_shape(), ranked(self.result).get_shape()
        is_real = self.fft_type.data in (FftType.RFFT, FftType.IRFFT)
        if is_real and not shapes.is_static(shape[len(shape) - len(self.fft_length) :]):
            return False
        return not any(
            shapes.is_dynamic(known) and not shapes.is_dynamic(size) for known, size in zip(shape, result)
        )


class TriangularSolveOp(HloOp, op="stablehlo.triangular_solve"):
    """The solutions of a batch of systems of linear equations with triangular matrices `a`."""

    a: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrComplexTensor)
    b: fields.OneOperand = fields.operand_def(kinds.HLO_FpOrComplexTensor)
    left_side: fields.BoolField = fields.prop_def(kinds.HloBoolAttr)
    lower: fields.BoolField = fields.prop_def(kinds.HloBoolAttr)
    unit_diagonal: fields.BoolField = fields.prop_def(kinds.HloBoolAttr)
    transpose_a: fields.PropertyField[TransposeAttr, Transpose] = fields.prop_def(TransposeAttr)
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_FpOrComplexTensor, alias="result_type", default=None
    )
    traits = pure_if(SpeculatableAsOpSays(), TypesAgree(check_compatible_elements, "C1"), ComputesOnReals())

    def infer(self) -> Sequence[Attribute]:
        a, b = ranked(self.a), ranked(self.b)
        shape, b_shape = a.get_shape(), b.get_shape()
        if len(shape) < 2:
            raise Violation(f"operand 'a' must have rank >= 2, but got '{a}'", "C2")
        if not shapes.compatible_sizes(*shape[-2:]):
            raise Violation(f"two minor dimensions of operand 'a' must be compatible, but got '{a}'", "C3")
        if len(shape) != len(b_shape):
            raise Violation(f"operands must have equal rank, but got '{a}' and '{b}'", "C2")
        if not shapes.compatible_sizes(shape[-1], b_shape[-2 if self.left_side.value.data else -1]):
            raise Violation(
                f"shared dimension of operands 'a' and 'b' must be compatible, but got '{a}' and '{b}'", "C3"
            )
        if not shapes.compatible_shapes(shape[:-2], b_shape[:-2]):
            raise Violation(
                f"batch dimensions of the operands must be compatible, but got '{a}' and '{b}'", "C3"
            )
        if self.transpose_a.data is Transpose.TRANSPOSE_INVALID:
            raise Violation("Invalid transpose option value for triangular solve", "I6")
        return (b,)

    def speculatable(self) -> bool:
        both_static = shapes.is_static(ranked(self.a).get_shape()) and shapes.is_static(
            ranked(self.b).get_shape()
        )
        return not self.unit_diagonal.value.data and both_static
