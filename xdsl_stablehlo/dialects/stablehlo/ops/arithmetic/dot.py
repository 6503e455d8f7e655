"""Products of matrices: dot_general, and the deprecated dot, einsum and unary_einsum (spec: dot_general)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import KW_ONLY
from typing import Self, TypeAlias

from xdsl import irdl
from xdsl.dialects.builtin import AnyTensorType, ArrayAttr, FunctionType, StringAttr
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from xdsl_stablehlo.ir.guards import is_array_attr

from ....base import fields
from ....base.quant import UniformQuantizedType
from ... import hlo_types as kinds, shapes
from ...attributes import (
    DotAlgorithmAttr,
    DotDimensionNumbersAttr,
    Precision,
    PrecisionAttr,
    PrecisionConfigAttr,
)
from ...checks import any_quantized, check_contraction, check_distinct, per_axis
from ...definition import UNDECIDED, HloOp, Violation, ranked, ranked_types
from ...hlo_types import ints, ranked_type
from ...syntax import FUNCTIONAL
from ...traits import ComputesOnReals, SpeculatableAsOpSays, pure_if

PrecisionsField: TypeAlias = "fields.OptionalField[ArrayAttr[PrecisionAttr], Sequence[Precision]]"


def check_precision_config(config: Attribute | None, label: str) -> None:
    """At most one precision for each operand."""
    if is_array_attr(config) and len(config) > 2:
        raise Violation(
            f"expects precision config to be empty or have <= 2 elements, got {len(config)}", label
        )


def parse_precision_config(parser: Parser) -> ArrayAttr[PrecisionAttr]:
    """`precision = [DEFAULT, HIGHEST]`"""
    parser.parse_keyword("precision")
    parser.parse_punctuation("=")
    values = parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: PrecisionAttr(PrecisionAttr.parse_parameter(parser))
    )
    return ArrayAttr(values)


def check_dot_dimensions(
    lhs: AnyTensorType,
    rhs: AnyTensorType,
    batching: tuple[Sequence[int], Sequence[int]],
    contracting: tuple[Sequence[int], Sequence[int]],
) -> None:
    """The batched and the contracted dimensions of two operands fit together: C1 to C10 of dot_general."""
    if len(batching[0]) != len(batching[1]):
        raise Violation("lhs and rhs should have the same number of batching dimensions", "C1")
    if len(contracting[0]) != len(contracting[1]):
        raise Violation("lhs and rhs should have the same number of contracting dimensions", "C2")
    for side, label in ((0, "C3"), (1, "C4")):
        prefix = ("lhs", "rhs")[side]
        names = (f"{prefix}_batching_dimensions", f"{prefix}_contracting_dimensions")
        check_distinct(batching[side], contracting[side], *names, label)
    for rank, dims, name, label in (
        (lhs.get_num_dims(), batching[0], "lhs_batching_dimensions", "C5"),
        (lhs.get_num_dims(), contracting[0], "lhs_contracting_dimensions", "C6"),
        (rhs.get_num_dims(), batching[1], "rhs_batching_dimensions", "C7"),
        (rhs.get_num_dims(), contracting[1], "rhs_contracting_dimensions", "C8"),
    ):
        for dim in dims:
            if not 0 <= dim < rank:
                raise Violation(f"{name} value: {dim} is out of range: [0, {rank})", label)
    lhs_shape, rhs_shape = lhs.get_shape(), rhs.get_shape()
    for pairs, name, label in ((batching, "batching", "C9"), (contracting, "contracting", "C10")):
        if not all(shapes.compatible_sizes(lhs_shape[i], rhs_shape[j]) for i, j in zip(*pairs)):
            raise Violation(f"{name} dimension sizes must match for lhs/rhs", label)


def joined(parts: Sequence[AnyTensorType]) -> AnyTensorType:
    """The dimensions of all `parts`, one after the other, of undecided elements."""
    shape = [size for part in parts for size in part.get_shape()]
    return shapes.tensor_with_bounds(
        shape, UNDECIDED, [bound for part in parts for bound in shapes.all_bounds_of(part)]
    )


def check_inferred_shape(inferred: AnyTensorType, declared: AnyTensorType, label: str) -> None:
    """Check the shape of a result whose element type is a choice."""
    if not shapes.compatible_shapes(inferred.get_shape(), declared.get_shape()):
        raise Violation(
            f"inferred shape '{shapes.shape_text(inferred.get_shape())}' is incompatible with return type of operation "
            f"'{declared}'",
            label,
        )


class ProductOp(HloOp, ABC):
    """A product of matrices: `%lhs, %rhs, choices {..} : function type`."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_TensorOrPerAxisQuantizedTensor)
    _: KW_ONLY
    precision_config: PrecisionsField = fields.opt_prop_def(
        PrecisionConfigAttr, alias="precision", default=None
    )
    result: fields.InferredResult = fields.result_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensor, alias="result_type", default=None
    )

    @classmethod
    def parse_choices(cls, parser: Parser) -> dict[str, Attribute]:
        """Parse the properties, from the comma in front of them."""
        has_precision = parser.parse_optional_punctuation(",")
        return {"precision_config": parse_precision_config(parser)} if has_precision else {}

    def print_choices(self, printer: Printer) -> None:
        """Print the properties, from the comma in front of them."""
        if self.precision_config is not None:
            precisions = ", ".join(precision.data for precision in self.precision_config)
            printer.print_string(f", precision = [{precisions}]")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        at = parser.pos
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        properties = cls.parse_choices(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = parser.parse_type()
        if not isinstance(types, FunctionType) or len(types.outputs.data) != 1:
            parser.raise_error("expected function type with one result", at)
        return cls.create(
            operands=parser.resolve_operands([lhs, rhs], types.inputs.data, at),
            properties=properties,
            attributes=attributes,
            result_types=types.outputs.data,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        self.print_choices(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_operation_type(self)


Dims: TypeAlias = tuple[int, ...]


def _parse_dims_pair(parser: Parser) -> tuple[list[int], list[int]]:
    """`= [0, 1] x [1, 0]`"""
    parser.parse_punctuation("=")
    lhs = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
    parser.parse_characters("x")
    return lhs, parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)


class DotGeneralOp(ProductOp, op="stablehlo.dot_general"):
    """Batched products: sums over the contracting dimensions of `lhs` and `rhs`."""

    dot_dimension_numbers: DotDimensionNumbersAttr = fields.prop_def(DotDimensionNumbersAttr)
    _: KW_ONLY
    algorithm: DotAlgorithmAttr | None = fields.opt_prop_def(DotAlgorithmAttr, default=None)
    traits = pure_if(SpeculatableAsOpSays(), ComputesOnReals())

    @property
    def dimensions(self) -> tuple[tuple[Dims, Dims], tuple[Dims, Dims]]:
        """The batching dimensions of `lhs` and `rhs`, and the contracting ones."""
        lhs_batching, rhs_batching, lhs, rhs = map(ints, self.dot_dimension_numbers.parameters)
        return (lhs_batching, rhs_batching), (lhs, rhs)

    def infer_components(self) -> Sequence[AnyTensorType]:
        """Batching dimensions, then those of `lhs` and of `rhs` that are not contracted."""
        lhs, rhs, (batching, contracting) = ranked(self.lhs), ranked(self.rhs), self.dimensions
        check_dot_dimensions(lhs, rhs, batching, contracting)
        batch = shapes.most_specific_type(
            [shapes.select_dimensions(t, dims) for t, dims in zip((lhs, rhs), batching)]
        )
        parts = [ranked_type(batch)]
        for side, batched, contracted in zip((lhs, rhs), batching, contracting):
            kept = [i for i in range(side.get_num_dims()) if i not in (*batched, *contracted)]
            parts.append(shapes.select_dimensions(side, kept))
        return (joined(parts),)

    def check(self) -> None:
        check_precision_config(self.precision_config, "C11")
        lhs, rhs, result = ranked(self.lhs), ranked(self.rhs), ranked(self.result)
        check_inferred_shape(self.infer_components()[0], result, "C12")
        precisions = self.precision_config or ()
        if self.algorithm is not None and any(p.data is not Precision.DEFAULT for p in precisions):
            raise Violation("must specify DEFAULT precision config when algorithm is set.", "C21")
        if not any_quantized(lhs, rhs, result):
            return
        element, axis = rhs.element_type, per_axis(rhs)
        if isinstance(element, UniformQuantizedType) and any(element.zero_points):
            raise Violation("Zero point of rhs should be 0", "C15")
        if axis is not None:
            if any(axis.zero_points):
                raise Violation("Zero points of rhs should be 0", "C15")
            if axis.axis in self.dimensions[1][1]:
                raise Violation(
                    "Quantization dimension of rhs should not be in the contracting dimension of rhs", "C16"
                )
        check_contraction(lhs, rhs, result, 14)

    def speculatable(self) -> bool:
        batching, contracting = self.dimensions
        result = iter(ranked(self.result).get_shape()[len(batching[0]) :])
        for side, batched, contracted in zip(ranked_types(self.operands), batching, contracting):
            paired = (*batched, *contracted)
            for i, size in enumerate(side.get_shape()):
                if shapes.is_dynamic(size) and (i in paired or not shapes.is_dynamic(next(result))):
                    return False
                if not shapes.is_dynamic(size) and i not in paired:
                    next(result)
        return True

    @classmethod
    def parse_choices(cls, parser: Parser) -> dict[str, Attribute]:
        parser.parse_punctuation(",")
        batching: tuple[list[int], list[int]] = ([], [])
        if parser.parse_optional_keyword("batching_dims"):
            batching = _parse_dims_pair(parser)
            parser.parse_punctuation(",")
        parser.parse_keyword("contracting_dims")
        contracting = _parse_dims_pair(parser)
        found: dict[str, Attribute] = {
            "dot_dimension_numbers": DotDimensionNumbersAttr(*batching, *contracting)
        }
        more = parser.parse_optional_punctuation(",")
        if more and not parser.parse_optional_keyword("algorithm"):
            found["precision_config"] = parse_precision_config(parser)
            more = parser.parse_optional_punctuation(",")
            if more:
                parser.parse_keyword("algorithm")
        if more:
            parser.parse_punctuation("=")
            found["algorithm"] = DotAlgorithmAttr.new(DotAlgorithmAttr.parse_parameters(parser))
        return found

    def print_choices(self, printer: Printer) -> None:
        for name, (lhs, rhs) in zip(("batching_dims", "contracting_dims"), self.dimensions):
            if name == "contracting_dims" or lhs or rhs:
                printer.print_string(f", {name} = {[*lhs]} x {[*rhs]}")
        super().print_choices(printer)
        if self.algorithm is not None:
            printer.print_string(", algorithm = ")
            self.algorithm.print_parameters(printer)


class DotOp(ProductOp, op="stablehlo.dot"):
    """The product of two matrices or vectors: `dot_general` with the last dimension of `lhs` and the first of `rhs`."""

    traits = irdl.traits_def(Pure(), ComputesOnReals())

    def infer_components(self) -> Sequence[AnyTensorType]:
        lhs, rhs = ranked(self.lhs), ranked(self.rhs)
        ranks = (lhs.get_num_dims(), rhs.get_num_dims())
        if not set(ranks) <= {1, 2} or not shapes.compatible_sizes(lhs.get_shape()[-1], rhs.get_shape()[0]):
            raise Violation("expected both lhs/rhs ranks to be either 1 or 2")
        return (
            joined(
                [
                    shapes.select_dimensions(lhs, range(ranks[0] - 1)),
                    shapes.select_dimensions(rhs, range(1, ranks[1])),
                ]
            ),
        )

    def check(self) -> None:
        check_precision_config(self.precision_config, "")
        check_inferred_shape(self.infer_components()[0], ranked(self.result), "")


class EinsumOp(HloOp, op="stablehlo.einsum"):
    """Products and sums as Einstein's convention says them, `ab,bc->ac` (deprecated)."""

    lhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    rhs: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    einsum_config: fields.TextField = fields.prop_def(StringAttr)
    result: fields.StatedResult = fields.result_def(kinds.HLO_Tensor, alias="result_type")
    traits = irdl.traits_def(Pure())
    assembly_format = f"$lhs `,` $rhs `,` `config` `=` $einsum_config {FUNCTIONAL}"


class UnaryEinsumOp(HloOp, op="stablehlo.unary_einsum"):
    """Sums and transpositions as Einstein's convention says them, `ab->a` (deprecated)."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    einsum_config: fields.TextField = fields.prop_def(StringAttr)
    result: fields.StatedResult = fields.result_def(kinds.HLO_Tensor, alias="result_type")
    traits = irdl.traits_def(Pure())
    assembly_format = f"$operand `,` `config` `=` $einsum_config {FUNCTIONAL}"
