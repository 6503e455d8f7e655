"""StableHLO's attributes, with the text that upstream's printer gives them: enums first, then structs.

Lists of dimensions are `array<i64>` attributes, single dimensions i64 attributes: `ints(..)` reads both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import copysign
from typing import Any, ClassVar, TypeVar, cast

from xdsl.dialects import builtin
from xdsl.ir import Attribute, ParametrizedAttribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

from xdsl_stablehlo.ir.guards import is_array_attr
from xdsl_stablehlo.ir.versions import EnumAttribute, VerificationContext

from ...text.literals import parse_float
from .hlo_types import (
    Described,
    TypeExtensionsAttr as TypeExtensionsAttr,
    TypeExtensionsLongForm as TypeExtensionsLongForm,
    i64_array,
    int_of,
    ints,
)
from .meshes import (
    AxisRefAttr as AxisRefAttr,
    MeshAttr as MeshAttr,
    MeshAxisAttr as MeshAxisAttr,
    ReplicaGroupMeshAxesAttr as ReplicaGroupMeshAxesAttr,
    SubAxisInfoAttr as SubAxisInfoAttr,
)
from .syntax import SparseStruct, Struct, UnorderedStruct, field_parsers, i64_attr


class Precision(StrEnum):
    """The precision to which an operand of a dot or convolution is used."""

    DEFAULT = "DEFAULT"
    HIGH = "HIGH"
    HIGHEST = "HIGHEST"


class ResultAccuracyMode(StrEnum):
    """The accuracy that a transcendental function must have."""

    DEFAULT = "DEFAULT"
    HIGHEST = "HIGHEST"
    TOLERANCE = "TOLERANCE"


class FftType(StrEnum):
    """The kind of a discrete Fourier transform, forward or inverse, complex or real."""

    FFT = "FFT"
    IFFT = "IFFT"
    RFFT = "RFFT"
    IRFFT = "IRFFT"


class ComparisonDirection(StrEnum):
    """The relation that a comparison asks for."""

    EQ = "EQ"
    NE = "NE"
    GE = "GE"
    GT = "GT"
    LE = "LE"
    LT = "LT"

    @property
    def mirrored(self) -> ComparisonDirection:
        """The comparison that says the same of operands that have changed places."""
        return ComparisonDirection(self.translate(_MIRRORED))

    @property
    def negated(self) -> ComparisonDirection:
        """The comparison of integers that holds where this one does not."""
        return ComparisonDirection(_NEGATED[self])


_MIRRORED = str.maketrans("GL", "LG")
_NEGATED = {"EQ": "NE", "NE": "EQ", "LT": "GE", "GE": "LT", "GT": "LE", "LE": "GT"}


class ComparisonType(StrEnum):
    """The order by which elements are compared; TOTALORDER is IEEE 754's totalOrder."""

    NOTYPE = "NOTYPE"
    FLOAT = "FLOAT"
    TOTALORDER = "TOTALORDER"
    SIGNED = "SIGNED"
    UNSIGNED = "UNSIGNED"


class Transpose(StrEnum):
    """The transposition that `triangular_solve` applies to `a`."""

    TRANSPOSE_INVALID = "TRANSPOSE_INVALID"
    NO_TRANSPOSE = "NO_TRANSPOSE"
    TRANSPOSE = "TRANSPOSE"
    ADJOINT = "ADJOINT"


class RngDistribution(StrEnum):
    """The distribution that `rng` draws from."""

    UNIFORM = "UNIFORM"
    NORMAL = "NORMAL"


class RngAlgorithm(StrEnum):
    """The generator that `rng_bit_generator` runs."""

    DEFAULT = "DEFAULT"
    THREE_FRY = "THREE_FRY"
    PHILOX = "PHILOX"


def numbers_of(kind: type[StrEnum]) -> dict[str, int]:
    """The cases of an enum with their numbers in bytecode: from 0 on in order, those of `RngDistribution` from 1 on."""
    return {case.value: number for number, case in enumerate(kind, start=int(kind is RngDistribution))}


class EnumText:
    """The text of an enum attribute, with upstream's words where the case is unknown; `attr` is its name."""

    enum_type: ClassVar[type[StrEnum]]
    name: ClassVar[str]

    def __init_subclass__(cls, attr: str = ""):
        super().__init_subclass__()
        if attr:
            cls.name = attr
            irdl_attr_definition(cast("type[Attribute]", cls))

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Any:
        start = parser.pos
        value = parser.parse_optional_identifier_or_str_literal()
        if value is None:
            parser.raise_error("expected valid keyword or string")
        if value not in cls.enum_type.__members__:
            names = ", ".join(cls.enum_type.__members__)
            kind = f"::mlir::stablehlo::{cls.enum_type.__name__}"
            parser.raise_error(f"expected {kind} to be one of: {names}", start, parser.pos)
        return cls.enum_type(value)


class SpacedEnum(EnumText, SpacedOpaqueSyntaxAttribute):
    """An enum attribute that is printed as `#stablehlo<precision HIGHEST>`."""


# fmt: off
class PrecisionAttr(SpacedEnum, EnumAttribute[Precision], attr="stablehlo.precision"):
    """`#stablehlo<precision HIGHEST>`"""
class FftTypeAttr(SpacedEnum, EnumAttribute[FftType], attr="stablehlo.fft_type"):
    """`#stablehlo<fft_type RFFT>`"""
class ComparisonDirectionAttr(SpacedEnum, EnumAttribute[ComparisonDirection], attr="stablehlo.comparison_direction"):
    """`#stablehlo<comparison_direction LT>`"""
class ComparisonTypeAttr(SpacedEnum, EnumAttribute[ComparisonType], attr="stablehlo.comparison_type"):
    """`#stablehlo<comparison_type TOTALORDER>`"""
class TransposeAttr(SpacedEnum, EnumAttribute[Transpose], attr="stablehlo.transpose"):
    """`#stablehlo<transpose ADJOINT>`"""
class RngDistributionAttr(SpacedEnum, EnumAttribute[RngDistribution], attr="stablehlo.rng_distribution"):
    """`#stablehlo<rng_distribution NORMAL>`"""
class RngAlgorithmAttr(SpacedEnum, EnumAttribute[RngAlgorithm], attr="stablehlo.rng_algorithm"):
    """`#stablehlo<rng_algorithm PHILOX>`"""
# fmt: on


@irdl_attr_definition
class ResultAccuracyModeAttr(EnumText, EnumAttribute[ResultAccuracyMode]):
    """`#stablehlo.result_accuracy_mode<TOLERANCE>`"""

    name = "stablehlo.result_accuracy_mode"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Any:
        with parser.in_angle_brackets():
            return super().parse_parameter(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.data.value)


@dataclass(frozen=True)
class ArrayOf(Described):
    """An array of attributes of one class."""

    base: type[Attribute]

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not is_array_attr(attr) or not all(isinstance(element, self.base) for element in attr):
            raise VerifyException(f"must be {self.description}, but got {attr}")

    def make(self, values: Sequence[object]) -> Attribute:
        """An array of the attributes of `values`, each of which the class takes."""
        make = cast("Callable[[object], Attribute]", self.base)
        return builtin.ArrayAttr([make(value) for value in values])


PrecisionConfigAttr = ArrayOf("Precision Config attribute", PrecisionAttr)


@irdl_attr_definition
class DotDimensionNumbersAttr(SparseStruct):
    """`#stablehlo.dot<lhs_contracting_dimensions = [1], ..>`: what `dot_general` batches and contracts."""

    name = "stablehlo.dot"
    lhs_batching_dimensions: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    rhs_batching_dimensions: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    lhs_contracting_dimensions: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    rhs_contracting_dimensions: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)


@irdl_attr_definition
class GatherDimensionNumbersAttr(SparseStruct):
    """`#stablehlo.gather<offset_dims = [1], ..>`"""

    name = "stablehlo.gather"
    offset_dims: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    collapsed_slice_dims: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    operand_batching_dims: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    start_indices_batching_dims: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    start_index_map: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    index_vector_dim: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)


@irdl_attr_definition
class ScatterDimensionNumbersAttr(SparseStruct):
    """`#stablehlo.scatter<update_window_dims = [1], ..>`"""

    name = "stablehlo.scatter"
    update_window_dims: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    inserted_window_dims: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    input_batching_dims: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    scatter_indices_batching_dims: builtin.DenseArrayBase[builtin.IntegerType] = param_def(
        converter=i64_array
    )
    scatter_dims_to_operand_dims: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    index_vector_dim: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)


@irdl_attr_definition
class ConvDimensionNumbersAttr(ParametrizedAttribute):
    """`#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`: a letter for batch and features, a number for the
    spatial dimensions, in the order in which the tensor has them."""

    name = "stablehlo.conv"
    input_batch_dimension: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    input_feature_dimension: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    input_spatial_dimensions: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    kernel_input_feature_dimension: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    kernel_output_feature_dimension: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    kernel_spatial_dimensions: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    output_batch_dimension: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    output_feature_dimension: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    output_spatial_dimensions: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            if not parser.parse_optional_keyword("raw"):
                return parse_convolution_dimensions(parser)
            # `raw input_batch_dimension = 0, ..`: for dimensions that the short form cannot say
            fields = field_parsers(cls, parser)
            found: dict[str, Attribute] = {
                name: i64_array(()) if "spatial" in name else i64_attr(0) for name in fields
            }
            while name := next((name for name in fields if parser.parse_optional_keyword(name)), None):
                parser.parse_punctuation("=")
                found[name] = fields[name]()
                if not parser.parse_optional_punctuation(","):
                    break
            return [*found.values()]

    def print_parameters(self, printer: Printer) -> None:
        text = self.text()
        if "?" in text:
            names = [name for name, _ in self.get_irdl_definition().parameters]
            values = [
                str([*ints(value)] if "spatial" in name else int_of(value))
                for name, value in zip(names, self.parameters)
            ]
            text = f"raw {', '.join(map(' = '.join, zip(names, values)))}"
        with printer.in_angle_brackets():
            printer.print_string(text)

    def text(self) -> str:
        """`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`, with `?` where the positions do not fit together."""
        p = self.parameters
        inputs, kernel, outputs = ((int_of(p[i]), int_of(p[i + 1]), ints(p[i + 2])) for i in (0, 3, 6))
        return f"{format_dims('bf', inputs)}x{format_dims('io', kernel)}->{format_dims('bf', outputs)}"


@irdl_attr_definition
class ChannelHandleAttr(UnorderedStruct):
    """`#stablehlo.channel_handle<handle = 1, type = 0>`"""

    name = "stablehlo.channel_handle"
    handle: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    type: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)


@irdl_attr_definition
class OutputOperandAliasAttr(Struct):
    """`#stablehlo.output_operand_alias<..>`: which operand of a custom call an output is allowed to overwrite."""

    name = "stablehlo.output_operand_alias"
    output_tuple_indices: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)
    operand_index: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    operand_tuple_indices: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)


@irdl_attr_definition
class DotAlgorithmAttr(Struct):
    """`#stablehlo.dot_algorithm<..>`: how a dot is to be computed (spec: dot_general)."""

    name = "stablehlo.dot_algorithm"
    lhs_precision_type: Attribute = param_def()
    rhs_precision_type: Attribute = param_def()
    accumulation_type: Attribute = param_def()
    lhs_component_count: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    rhs_component_count: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    num_primitive_operations: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    allow_imprecise_accumulation: builtin.BoolAttr = param_def(
        converter=lambda flag: builtin.BoolAttr.from_bool(flag) if isinstance(flag, bool) else flag
    )

    def verify(self) -> None:
        if self.lhs_component_count.value.data < 1:
            raise VerifyException("lhs component count must be positive (C22)")
        if self.rhs_component_count.value.data < 1:
            raise VerifyException("rhs component count must be positive (C23)")
        if self.num_primitive_operations.value.data < 1:
            raise VerifyException("num primitive operations must be positive (C24)")
        if not self._is_known():
            raise VerifyException(
                "dot algorithm not known to be supported on any hardware: "
                f"{{lhs:'{self.lhs_precision_type}', rhs:'{self.rhs_precision_type}', "
                f"accum:'{self.accumulation_type}', lhs_components:{self.lhs_component_count.value.data}, "
                f"rhs_components:{self.rhs_component_count.value.data}, "
                f"primitive_ops:{self.num_primitive_operations.value.data}, "
                f"imprecise:{int(bool(self.allow_imprecise_accumulation.value.data))}}}"
            )

    def _is_known(self) -> bool:
        """Whether some hardware has the algorithm."""
        if (self.lhs_component_count.value.data, self.rhs_component_count.value.data) != (1, 1):
            return False
        operations, accumulation = self.num_primitive_operations.value.data, self.accumulation_type.name
        lhs, rhs = self.lhs_precision_type.name, self.rhs_precision_type.name
        if lhs in DOT_F8_TYPES and rhs in DOT_F8_TYPES and accumulation == "f32" and operations == 1:
            return True
        if self.allow_imprecise_accumulation.value.data or lhs != rhs:
            return False
        return operations in DOT_ALGORITHMS.get((lhs, accumulation), ())


DOT_F8_TYPES = ("f8E3M4", "f8E4M3", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2FNUZ")

DOT_ALGORITHMS: Mapping[tuple[str, str], tuple[int, ...]] = {
    ("f16", "f16"): (1,),
    ("f16", "f32"): (1,),
    ("bf16", "bf16"): (1,),
    ("bf16", "f32"): (1, 3, 6, 9),
    ("tf32", "f32"): (1, 3),
    ("f32", "f32"): (1,),
    ("f64", "f64"): (1,),
}
"""Operand and accumulation types of the algorithms that some hardware has, and their primitive operations."""


A = TypeVar("A")


def _f64(value: float | builtin.FloatAttr[builtin.Float64Type]) -> builtin.FloatAttr[builtin.Float64Type]:
    return value if isinstance(value, builtin.FloatAttr) else builtin.FloatAttr(value, builtin.f64)


@irdl_attr_definition
class ResultAccuracyAttr(ParametrizedAttribute):
    """`#stablehlo.result_accuracy<..>`: the accuracy that a transcendental function must have."""

    name = "stablehlo.result_accuracy"
    atol: builtin.FloatAttr[builtin.Float64Type] = param_def(converter=_f64)
    rtol: builtin.FloatAttr[builtin.Float64Type] = param_def(converter=_f64)
    ulps: builtin.IntegerAttr[builtin.IntegerType] = param_def(converter=i64_attr)
    mode: ResultAccuracyModeAttr = param_def(
        converter=lambda m: ResultAccuracyModeAttr(ResultAccuracyMode(m)) if isinstance(m, str) else m
    )

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        def field(name: str, parse: Callable[[AttrParser], A], default: A) -> A:
            if not parser.parse_optional_keyword(name):
                return default
            parser.parse_punctuation("=")
            value = parse(parser)
            parser.parse_punctuation(",")
            return value

        with parser.in_angle_brackets():
            atol, rtol = field("atol", parse_float, _f64(0.0)), field("rtol", parse_float, _f64(0.0))
            ulps = field("ulps", lambda parser: parser.parse_integer(allow_boolean=False), 0)
            parser.parse_keyword("mode")
            parser.parse_punctuation("=")
            return atol, rtol, i64_attr(ulps), parser.parse_attribute()

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            for name, tolerance in (("atol", self.atol), ("rtol", self.rtol)):
                if tolerance.value.data != 0:
                    printer.print_string(f"{name} = ")
                    printer.print_float(tolerance.value.data, builtin.f64)
                    printer.print_string(", ")
            if self.ulps.value.data != 0:
                printer.print_string(f"ulps = {self.ulps.value.data}, ")
            printer.print_string("mode = ")
            printer.print_attribute(self.mode)

    def verify(self) -> None:
        tolerances = (self.atol.value.data, self.rtol.value.data, self.ulps.value.data)
        if any(copysign(1.0, tolerance) < 0 for tolerance in tolerances):  # -0.0 is negative
            raise VerifyException("Negative tolerance")
        if self.mode.data is not ResultAccuracyMode.TOLERANCE and any(tolerances):
            raise VerifyException(
                f"Invalid tolerances for ResultAccuracyAttr with mode {self.mode.data}, must be all zero."
            )


DEFAULT_RESULT_ACCURACY = ResultAccuracyAttr(0.0, 0.0, 0, ResultAccuracyMode.DEFAULT)


MAX_MISSING = 10
"""The number of missing spatial dimensions that an error lists."""

Dims = tuple[int, int, Sequence[int]]
"""The positions of the two lettered dimensions and of the spatial ones."""


def format_dims(letters: str, dims: Dims) -> str:
    """`[b, 0, 1, f]` for the letters `bf`; `?` where the positions do not fit together."""
    first, second, spatial = dims
    names = ["?"] * (2 + len(spatial))
    for name, position in zip((*letters, *map(str, range(len(spatial)))), (first, second, *spatial)):
        if 0 <= position < len(names):
            names[position] = name
    return f"[{', '.join(names)}]"


def parse_convolution_dimensions(parser: AttrParser) -> Sequence[Attribute]:
    """The parameters of `ConvDimensionNumbersAttr`, in order."""
    inputs = _parse_dims(parser, "bf")
    parser.parse_characters("x")
    kernel = _parse_dims(parser, "io")
    parser.parse_punctuation("->")
    return [*inputs, *kernel, *_parse_dims(parser, "bf")]


def _parse_dims(parser: AttrParser, letters: str) -> Sequence[Attribute]:
    parser.parse_punctuation("[")
    expected = list(letters)
    positions: dict[str | int, int] = {}
    while True:
        name = _parse_dim(parser, expected, positions)
        positions[name] = len(positions)
        if not parser.parse_optional_punctuation(","):
            break
    if expected:
        parser.raise_error(f"Expected dimensions {', '.join(expected)} not specified")
    parser.parse_punctuation("]")
    spatial = [name for name in positions if isinstance(name, int)]
    gaps = (str(dim) for dim in range(max(spatial, default=-1)) if dim not in positions)
    missing = list(islice(gaps, MAX_MISSING))
    if missing:
        parser.raise_error(f"Expected spatial dimensions {', '.join(missing)} not specified")
    return [
        *(builtin.IntegerAttr(positions[letter], builtin.i64) for letter in letters),
        i64_array(positions[dim] for dim in range(len(spatial))),
    ]


def _parse_dim(parser: AttrParser, expected: list[str], positions: dict[str | int, int]) -> str | int:
    """One entry of the list. A letter is taken from `expected`."""
    start = parser.pos
    number = parser.parse_optional_integer(allow_boolean=False)
    if number is not None:
        if number < 0:
            parser.raise_error(f"Unexpected dimension {number}", start, parser.pos)
        if number in positions:
            parser.raise_error(f"Duplicate entries for spatial dimension {number}", start, parser.pos)
        return number
    letter = parser.parse_identifier()
    if len(letter) != 1 or not expected:
        parser.raise_error(f"Unexpected keyword {letter}", start, parser.pos)
    if letter not in expected:
        parser.raise_error(
            f"Unexpected dimension {letter}, expecting {', '.join(expected)}", start, parser.pos
        )
    expected.remove(letter)
    return letter
