"""StableHLO's enums and their attributes."""

from __future__ import annotations

from typing import Any, ClassVar

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.str_enum import StrEnum


class Precision(StrEnum):
    """How exact an operand of a dot or convolution is taken."""

    DEFAULT = "DEFAULT"
    HIGH = "HIGH"
    HIGHEST = "HIGHEST"


class ResultAccuracyMode(StrEnum):
    """Which accuracy a transcendental function must have."""

    DEFAULT = "DEFAULT"
    HIGHEST = "HIGHEST"
    TOLERANCE = "TOLERANCE"


class FftType(StrEnum):
    """Which discrete Fourier transform, forward or inverse, complex or real."""

    FFT = "FFT"
    IFFT = "IFFT"
    RFFT = "RFFT"
    IRFFT = "IRFFT"


class ComparisonDirection(StrEnum):
    """Which comparison."""

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
    """How elements are compared; TOTALORDER is IEEE 754's totalOrder."""

    NOTYPE = "NOTYPE"
    FLOAT = "FLOAT"
    TOTALORDER = "TOTALORDER"
    SIGNED = "SIGNED"
    UNSIGNED = "UNSIGNED"


class Transpose(StrEnum):
    """What `triangular_solve` does to `a` first."""

    TRANSPOSE_INVALID = "TRANSPOSE_INVALID"
    NO_TRANSPOSE = "NO_TRANSPOSE"
    TRANSPOSE = "TRANSPOSE"
    ADJOINT = "ADJOINT"


class RngDistribution(StrEnum):
    """Which distribution `rng` draws from."""

    UNIFORM = "UNIFORM"
    NORMAL = "NORMAL"


class RngAlgorithm(StrEnum):
    """Which generator `rng_bit_generator` runs."""

    DEFAULT = "DEFAULT"
    THREE_FRY = "THREE_FRY"
    PHILOX = "PHILOX"


def numbers_of(kind: type[StrEnum]) -> dict[str, int]:
    """The cases of an enum with their numbers in bytecode: from 0 on in order, those of `RngDistribution` from 1 on."""
    return {case.value: number for number, case in enumerate(kind, start=int(kind is RngDistribution))}


class EnumText:
    """The text of an enum attribute, with upstream's words where the case is unknown."""

    enum_type: ClassVar[type[StrEnum]]

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


@irdl_attr_definition
class PrecisionAttr(EnumText, EnumAttribute[Precision], SpacedOpaqueSyntaxAttribute):
    """`#stablehlo<precision HIGHEST>`"""

    name = "stablehlo.precision"


@irdl_attr_definition
class FftTypeAttr(EnumText, EnumAttribute[FftType], SpacedOpaqueSyntaxAttribute):
    """`#stablehlo<fft_type RFFT>`"""

    name = "stablehlo.fft_type"


@irdl_attr_definition
class ComparisonDirectionAttr(EnumText, EnumAttribute[ComparisonDirection], SpacedOpaqueSyntaxAttribute):
    """`#stablehlo<comparison_direction LT>`"""

    name = "stablehlo.comparison_direction"


@irdl_attr_definition
class ComparisonTypeAttr(EnumText, EnumAttribute[ComparisonType], SpacedOpaqueSyntaxAttribute):
    """`#stablehlo<comparison_type TOTALORDER>`"""

    name = "stablehlo.comparison_type"


@irdl_attr_definition
class TransposeAttr(EnumText, EnumAttribute[Transpose], SpacedOpaqueSyntaxAttribute):
    """`#stablehlo<transpose ADJOINT>`"""

    name = "stablehlo.transpose"


@irdl_attr_definition
class RngDistributionAttr(EnumText, EnumAttribute[RngDistribution], SpacedOpaqueSyntaxAttribute):
    """`#stablehlo<rng_distribution NORMAL>`"""

    name = "stablehlo.rng_distribution"


@irdl_attr_definition
class RngAlgorithmAttr(EnumText, EnumAttribute[RngAlgorithm], SpacedOpaqueSyntaxAttribute):
    """`#stablehlo<rng_algorithm PHILOX>`"""

    name = "stablehlo.rng_algorithm"


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
