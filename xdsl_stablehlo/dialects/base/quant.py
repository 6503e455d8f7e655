"""The quantized element types of MLIR's `quant` dialect, as StableHLO uses them (spec: Quantized types)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self, TypeAlias, cast

from xdsl.dialects import builtin
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_integer_type
from xdsl_stablehlo.text.literals import parse_float
from xdsl_stablehlo.values.element_types import FLOAT_TYPES, FLOATS, StoredAsInteger

MAX_STORAGE_BITS = 32

Scale: TypeAlias = builtin.FloatAttr[builtin.AnyFloat]

_EXPRESSED = tuple(type(FLOAT_TYPES[name]) for name in ("bf16", "f16", "tf32", "f32"))
"""The expressed types that bound scales. For MLIR all others have the range of f64."""

_FLOAT_STORAGE = tuple(type(FLOAT_TYPES[name]) for name in ("f4E2M1FN", "f8E4M3FN", "f8E5M2"))


@dataclass(frozen=True, init=False)  # whose parameters count in comparisons
class AnyQuantizedType(StoredAsInteger):
    """Storage integers that stand for real numbers: real = (stored - zero_point) * scale.

    `storage_type` is spelled as in MLIR: `u8` has the signless storage type `i8` and is not `signed`;
    `stored_as` is the type that says how the bits are read.
    """

    name = "quantized type"  # for messages; xDSL before 0.69 needs it

    storage_type: Attribute
    signedness: builtin.IntAttr
    minimum: builtin.IntAttr
    maximum: builtin.IntAttr
    expressed_type: Attribute

    @property
    def signed(self) -> bool:
        return bool(self.signedness.data)

    @property
    def storage_min(self) -> int:
        return self.minimum.data

    @property
    def storage_max(self) -> int:
        return self.maximum.data

    @property
    def stored_as(self) -> Attribute:
        """The element type that holds the storage integers: unsigned for `u8`."""
        storage = self.storage_type
        if not self.signed and is_integer_type(storage):
            return builtin.IntegerType(storage.width.data, builtin.Signedness.UNSIGNED)
        return storage

    @property
    @abstractmethod
    def scales(self) -> tuple[float, ...]:
        """All scales, in row-major order where they form a tensor."""

    @property
    @abstractmethod
    def zero_points(self) -> tuple[int, ...]:
        """All zero points, one per scale."""

    @abstractmethod
    def print_scales(self, printer: Printer) -> None:
        """Print what follows the expressed type."""

    def verify(self) -> None:
        default = default_range(self.storage_type, self.signed)
        low, high = self.storage_min, self.storage_max
        if default is None:
            width = self.storage_type.width.data if is_integer_type(self.storage_type) else 0
            raise VerifyException(f"illegal storage type size: {width}")
        if low >= high:
            raise VerifyException(f"illegal storage min and storage max: ({low}:{high})")
        if low < default[0]:
            raise VerifyException(f"illegal storage type minimum: {low}")
        if high > default[1]:
            raise VerifyException(f"illegal storage type maximum: {high}")
        if not isinstance(self.expressed_type, builtin.AnyFloat):
            raise VerifyException("expressed type must be floating point")
        bounds = (
            type(self.expressed_type) if isinstance(self.expressed_type, _EXPRESSED) else builtin.Float64Type
        )
        smallest, largest = FLOATS[bounds].smallest, FLOATS[bounds].largest
        for scale in self.scales:
            if not smallest <= scale <= largest:
                raise VerifyException(
                    f"scale {scale:e} out of expressed type range [{smallest:e}, {largest:e}]"
                )

    def print_storage(self, printer: Printer) -> None:
        """Print `i8<-127:127>:f32`; the range is left out where it is all of the storage type."""
        storage = self.storage_type
        if is_integer_type(storage) and storage != self.stored_as:
            printer.print_string(f"u{storage.width.data}")
        else:
            printer.print_attribute(storage)
        stored_range = self.storage_min, self.storage_max
        if stored_range != default_range(storage, self.signed):
            printer.print_string("<{}:{}>".format(*stored_range))
        printer.print_string(":")
        printer.print_attribute(self.expressed_type)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            self.print_storage(printer)
            self.print_scales(printer)


@irdl_attr_definition(init=False)
class UniformQuantizedType(AnyQuantizedType):
    """`!quant.uniform<i8<-128:127>:f32, 0.1:3>`: one scale and zero point for the whole tensor."""

    name = "quant.uniform"
    scale_attr: Scale = param_def()
    point_attr: builtin.IntAttr = param_def()

    def __init__(
        self,
        storage_type: Attribute,
        expressed_type: Attribute,
        scale: float,
        zero_point: int = 0,
        *,
        signed: bool = True,
        storage_range: tuple[int, int] | None = None,
    ):
        storage = _storage(storage_type, signed, storage_range)
        super().__init__(
            storage_type,
            *storage,
            expressed_type,
            builtin.FloatAttr(scale, builtin.f64),
            builtin.IntAttr(zero_point),
        )

    @property
    def scale(self) -> float:
        return self.scale_attr.value.data

    @property
    def zero_point(self) -> int:
        return self.point_attr.data

    @property
    def scales(self) -> tuple[float, ...]:
        return (self.scale,)

    @property
    def zero_points(self) -> tuple[int, ...]:
        return (self.zero_point,)

    def print_scales(self, printer: Printer) -> None:
        printer.print_string(", " + scale_text(self.scale, self.zero_point))


@dataclass(frozen=True, init=False)
class ManyScales(AnyQuantizedType, ABC):
    """Several scales, each with a zero point."""

    scale_attrs: builtin.ArrayAttr[Scale]
    point_attrs: builtin.ArrayAttr[builtin.IntAttr]

    @property
    def scales(self) -> tuple[float, ...]:
        return tuple(scale.value.data for scale in self.scale_attrs)

    @property
    def zero_points(self) -> tuple[int, ...]:
        return tuple(point.data for point in self.point_attrs)


@irdl_attr_definition(init=False)
class UniformQuantizedPerAxisType(ManyScales):
    """`!quant.uniform<i8:f32:1, {0.1:3,0.2}>`: a scale and zero point for each index along one axis."""

    name = "quant.uniform"
    dimension: builtin.IntAttr = param_def()

    def __init__(
        self,
        storage_type: Attribute,
        expressed_type: Attribute,
        axis: int,
        scales: Sequence[float],
        zero_points: Sequence[int] | None = None,
        *,
        signed: bool = True,
        storage_range: tuple[int, int] | None = None,
    ):
        storage = _storage(storage_type, signed, storage_range)
        pairs = _scale_attrs(scales, zero_points)
        super().__init__(storage_type, *storage, expressed_type, *pairs, builtin.IntAttr(axis))

    def verify(self) -> None:
        super().verify()
        counts = len(self.scale_attrs), len(self.point_attrs)
        if counts[0] != counts[1]:
            raise VerifyException(f"illegal number of scales and zeroPoints: {counts[0]}, {counts[1]}")
        if self.axis < 0:
            raise VerifyException(f"illegal quantized dimension: {self.axis}")

    @property
    def axis(self) -> int:
        return self.dimension.data

    def print_scales(self, printer: Printer) -> None:
        pairs = map(scale_text, self.scales, self.zero_points)
        printer.print_string(f":{self.axis}, {{{','.join(pairs)}}}")


@irdl_attr_definition(init=False)
class UniformQuantizedSubChannelType(ManyScales):
    """`!quant.uniform<i8:f32:{0:4, 1:2}, {{2.0:1, 3.0}, {4.0, 5.0}}>`: a scale and zero point for each block.

    The scales form a tensor of shape `scales_shape`.
    """

    name = "quant.uniform"
    dimensions: builtin.ArrayAttr[builtin.IntAttr] = param_def()
    sizes: builtin.ArrayAttr[builtin.IntAttr] = param_def()
    shape: builtin.ArrayAttr[builtin.IntAttr] = param_def()

    def __init__(
        self,
        storage_type: Attribute,
        expressed_type: Attribute,
        block_sizes: Iterable[tuple[int, int]],
        scales_shape: Sequence[int],
        scales: Sequence[float],
        zero_points: Sequence[int] | None = None,
        *,
        signed: bool = True,
        storage_range: tuple[int, int] | None = None,
    ):
        blocks = tuple(block_sizes)
        super().__init__(
            storage_type,
            *_storage(storage_type, signed, storage_range),
            expressed_type,
            *_scale_attrs(scales, zero_points),
            builtin.ArrayAttr([builtin.IntAttr(axis) for axis, _ in blocks]),
            builtin.ArrayAttr([builtin.IntAttr(size) for _, size in blocks]),
            builtin.ArrayAttr([builtin.IntAttr(size) for size in scales_shape]),
        )

    def verify(self) -> None:
        super().verify()
        for axis, size in self.block_sizes:
            if axis < 0:
                raise VerifyException(f"illegal quantized dimension: {axis}")
            if size <= 0:
                raise VerifyException(f"illegal block size: {size}")

    @property
    def block_sizes(self) -> tuple[tuple[int, int], ...]:
        """The quantized axes, each with the length of its blocks."""
        return tuple((a.data, s.data) for a, s in zip(self.dimensions, self.sizes, strict=True))

    @property
    def scales_shape(self) -> tuple[int, ...]:
        return tuple(size.data for size in self.shape)

    def print_scales(self, printer: Printer) -> None:
        blocks = ", ".join(f"{axis}:{size}" for axis, size in self.block_sizes)
        texts = list(map(scale_text, self.scales, self.zero_points))
        for size in reversed(self.scales_shape[1:]):
            texts = ["{" + ", ".join(texts[at : at + size]) + "}" for at in range(0, len(texts), size)]
        printer.print_string(f":{{{blocks}}}, {{{', '.join(texts)}}}")


@default_environment()
def scale_text(scale: float, zero_point: int) -> str:
    """`1.000000e-01:3`, as MLIR prints a scale and its zero point; the zero point is left out where it is 0."""
    short = f"{scale:.6e}"
    text = short if float(short) == scale else f"{scale:.17g}"
    if text.lstrip("-").isdecimal():
        text += ".0"
    return f"{text}:{zero_point}" if zero_point else text


def default_range(storage: Attribute, signed: bool) -> tuple[int, int] | None:
    """The smallest and the largest value of a storage type; None for an integer that is none."""
    if not is_integer_type(storage):
        if not isinstance(storage, _FLOAT_STORAGE):
            return 0, 1
        largest = int(FLOATS[type(storage)].largest)
        return -largest, largest
    width = storage.width.data
    if not 0 < width <= MAX_STORAGE_BITS:
        return None
    return (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)


def _storage(
    storage_type: Attribute, signed: bool, storage_range: tuple[int, int] | None
) -> tuple[builtin.IntAttr, builtin.IntAttr, builtin.IntAttr]:
    """The parameters that describe the storage: signedness, smallest and largest stored value."""
    low, high = storage_range or default_range(storage_type, signed) or (0, 0)
    return builtin.IntAttr(int(signed)), builtin.IntAttr(low), builtin.IntAttr(high)


def _scale_attrs(
    scales: Sequence[float], zero_points: Sequence[int] | None
) -> tuple[builtin.ArrayAttr[Scale], builtin.ArrayAttr[builtin.IntAttr]]:
    points = (0,) * len(scales) if zero_points is None else zero_points
    return builtin.ArrayAttr([builtin.FloatAttr(scale, builtin.f64) for scale in scales]), builtin.ArrayAttr(
        [builtin.IntAttr(p) for p in points]
    )


@irdl_attr_definition
class QuantUniformSyntax(ParametrizedAttribute, TypeAttribute):
    """Registers the name `quant.uniform`: its text is parsed to one of the three classes above, never to this one."""

    name = "quant.uniform"
    type: Attribute = param_def()

    @classmethod
    def new(cls, params: Sequence[Attribute]) -> Self:
        return cast(Self, params[0])

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        start = parser.pos
        try:
            return (_parse_uniform(parser),)
        except VerifyException as error:
            parser.raise_error(str(error), start, parser.pos)


def _parse_uniform(parser: AttrParser) -> AnyQuantizedType:
    with parser.in_angle_brackets():
        storage_type, signed = _parse_storage_type(parser)
        storage_range = None
        if parser.parse_optional_punctuation("<") is not None:
            storage_range = _parse_integers(parser)
            parser.parse_punctuation(">")
        parser.parse_punctuation(":")
        expressed_type = parser.parse_type()
        blocks, axis = _parse_blocks_or_axis(parser)
        parser.parse_punctuation(",")
        if axis is None and blocks is None:
            shape, pairs = [], [_parse_scale(parser)]
        else:
            shape, pairs = _parse_scales(parser)
    if axis is not None and len(shape) != 1:
        parser.raise_error("quantization along one axis has one list of scales")
    scales, points = [scale for scale, _ in pairs], [point for _, point in pairs]
    if axis is not None:
        return UniformQuantizedPerAxisType(
            storage_type, expressed_type, axis, scales, points, signed=signed, storage_range=storage_range
        )
    if blocks is None:
        return UniformQuantizedType(
            storage_type, expressed_type, *pairs[0], signed=signed, storage_range=storage_range
        )
    return UniformQuantizedSubChannelType(
        storage_type,
        expressed_type,
        blocks,
        shape,
        scales,
        points,
        signed=signed,
        storage_range=storage_range,
    )


def _parse_blocks_or_axis(parser: AttrParser) -> tuple[list[tuple[int, int]] | None, int | None]:
    """The block sizes of sub-channel quantization, or the axis of quantization along one, or neither."""
    if parser.parse_optional_punctuation(":") is None:
        return None, None
    blocks = parser.parse_optional_comma_separated_list(
        parser.Delimiter.BRACES, lambda: _parse_integers(parser)
    )
    return blocks, parser.parse_integer(allow_boolean=False) if blocks is None else None


def _parse_storage_type(parser: AttrParser) -> tuple[Attribute, bool]:
    """A storage type, and whether its integers are signed."""
    storage = parser.parse_optional_type()
    if is_integer_type(storage):
        return storage, storage.signedness.data is not builtin.Signedness.UNSIGNED
    if storage is not None:
        return storage, True
    name = parser.parse_identifier(context_msg=" for a storage type")
    if name[0] != "u" or not name[1:].isdecimal():
        parser.raise_error("illegal storage type prefix")
    return builtin.IntegerType(int(name[1:])), False


def _parse_integers(parser: AttrParser) -> tuple[int, int]:
    """`-128:127`"""
    first = parser.parse_integer(allow_boolean=False)
    parser.parse_punctuation(":")
    return first, parser.parse_integer(allow_boolean=False)


def _parse_scale(parser: AttrParser) -> tuple[float, int]:
    """`0.1:3`"""
    scale = parse_float(parser).value.data
    if parser.parse_optional_punctuation(":") is None:
        return scale, 0
    return scale, parser.parse_integer(allow_boolean=False)


def _parse_scales(parser: AttrParser) -> tuple[list[int], list[tuple[float, int]]]:
    """Scales in nested braces: the shape of the nest, and the scales in row-major order."""
    if parser.parse_optional_punctuation("{") is None:
        return [], [_parse_scale(parser)]
    parts = [_parse_scales(parser)]
    while parser.parse_optional_punctuation(",") is not None:
        parts.append(_parse_scales(parser))
    parser.parse_punctuation("}")
    inner = parts[0][0]
    if any(shape != inner for shape, _ in parts):
        parser.raise_error("scales have inconsistent ranks between elements")
    return [len(parts), *inner], [pair for _, pairs in parts for pair in pairs]


Quant = Dialect("quant", [], [QuantUniformSyntax])
