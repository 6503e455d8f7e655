"""StableHLO's types, the kinds of element types, and the constraints that the op definitions are written with.

The constraints have the names of upstream's ODS (`HLO_IntTensor`, ...), their descriptions are what errors print.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self, TypeGuard, cast

from typing_extensions import TypeVar
from xdsl import irdl
from xdsl.dialects import builtin
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import AttrConstraint, IntConstraint, irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.guards import is_integer_type, is_tensor_type
from xdsl_stablehlo.ir.versions import VerificationContext
from xdsl_stablehlo.text.shaped_types import checks_definitions
from xdsl_stablehlo.values.element_types import (
    INTEGER_WIDTHS,
    is_complex,
    is_float,
    is_float32_or_64,
    is_index,
    is_int,
    is_pred,
    is_signed_int,
)

from ...text.shaped_types import TensorEncoding
from ..base.quant import UniformQuantizedPerAxisType, UniformQuantizedType

if TYPE_CHECKING:
    from xdsl.dialects.complex import ComplexNumberAttr


def i64_array(
    values: Iterable[int] | builtin.DenseArrayBase[builtin.IntegerType],
) -> builtin.DenseArrayBase[builtin.IntegerType]:
    """`array<i64: ..>` of `values`."""
    return (
        values
        if isinstance(values, builtin.DenseArrayBase)
        else builtin.DenseArrayBase.from_list(builtin.i64, tuple(values))
    )


@irdl_attr_definition
class TokenType(ParametrizedAttribute, TypeAttribute):
    """`!stablehlo.token`: orders side effects (spec: Types)."""

    name = "stablehlo.token"

    @classmethod
    def get(cls, context: object = None) -> TokenType:
        """The type, as upstream's Python API makes it."""
        return cls()


@irdl_attr_definition
class FutureType(ParametrizedAttribute, TypeAttribute):
    """`!stablehlo.future<..>`: what an asynchronous op will give."""

    name = "stablehlo.future"
    types: builtin.ArrayAttr[Attribute] = param_def()

    @classmethod
    def get(cls, types: Iterable[Attribute], context: object = None) -> FutureType:
        """The type of what gives `types`, as upstream's Python API makes it."""
        return cls(builtin.ArrayAttr(types))

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            return (
                builtin.ArrayAttr(
                    parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
                ),
            )

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_list(self.types.data, printer.print_attribute)

    def verify(self) -> None:
        for t in self.types:
            if not isinstance(t, builtin.TensorType):
                raise VerifyException(f"future element type must be a ranked tensor, but got '{t}'")


def is_i64_array(a: Attribute) -> TypeGuard[builtin.DenseArrayBase[builtin.IntegerType]]:
    """`array<i64: ..>`"""
    return (
        isinstance(a, builtin.DenseArrayBase)
        and cast("builtin.DenseArrayBase[builtin.IntegerType]", a).elt_type == builtin.i64
    )


def is_integer_attr(a: object) -> TypeGuard[builtin.IntegerAttr[builtin.IntegerType]]:
    """`1 : i64`, or of another integer type."""
    return isinstance(a, builtin.IntegerAttr)


def is_integer_array(a: object) -> TypeGuard[builtin.DenseArrayBase[builtin.IntegerType]]:
    """`array<i64: 1, 2>`, or of another integer type."""
    return isinstance(a, builtin.DenseArrayBase)


def is_complex_attr(a: Attribute) -> TypeGuard[ComplexNumberAttr[Any]]:
    """`#complex.number<:f32 1.0, 2.0>`. Its dialect, which takes 60 ms to import, is not imported for that."""
    return a.name == "complex.number"


def ints(array: Attribute | None) -> tuple[int, ...]:
    """The integers of an `array<i64: ..>` attribute (or of one integer attribute); nothing for an absent one."""
    if is_integer_array(array):
        # The same object nearly always: `==` takes 0.1 us.
        if array.elt_type is builtin.i64 or array.elt_type == builtin.i64:
            return tuple(memoryview(array.data.data).cast("q"))
        return tuple(array.get_values())
    return () if array is None else (int_of(array),)


def int_of(attribute: object) -> int:
    """The number of an integer attribute."""
    assert is_integer_attr(attribute)
    return attribute.value.data


def ranked_type(t: Attribute) -> builtin.AnyTensorType:
    """A type that is already known to be that of a ranked tensor."""
    return cast(builtin.AnyTensorType, t)


def tuple_type(types: Iterable[Attribute]) -> builtin.TupleType:
    """The type of a tuple."""
    return builtin.TupleType(cast("tuple[TypeAttribute, ...]", tuple(types)))


def parse_dim_sizes(parser: AttrParser, delimiter: AttrParser.Delimiter) -> list[int]:
    """Sizes as they stand in bounds and dimension lists, `[1, ?]`; `?` is `DYNAMIC_INDEX`."""
    return parser.parse_comma_separated_list(
        delimiter,
        lambda: builtin.DYNAMIC_INDEX if parser.parse_optional_punctuation("?") else parser.parse_integer(),
    )


@irdl_attr_definition
class TypeExtensionsAttr(TensorEncoding, ParametrizedAttribute):
    """`#stablehlo.bounds<3, ?>`: upper bounds of a tensor's unknown sizes, `DYNAMIC_INDEX` where there is none."""

    name = "stablehlo.bounds"
    bounds: builtin.DenseArrayBase[builtin.IntegerType] = param_def(converter=i64_array)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        return (i64_array(parse_dim_sizes(parser, parser.Delimiter.ANGLE)),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_list(
                self.bounds.get_values(),
                lambda b: printer.print_string("?" if b == builtin.DYNAMIC_INDEX else str(b)),
            )

    def check_tensor(self, t: builtin.AnyTensorType) -> None:
        """Bounds belong to unknown sizes, one for each dimension."""
        bounds, shape, plain = (
            self.bounds.get_values(),
            t.get_shape(),
            builtin.TensorType(t.element_type, t.shape),
        )
        if len(bounds) != len(shape):
            raise VerifyException(
                f"Bounds length is {len(bounds)}, expected to be equal to rank({len(shape)}) of the tensor '{plain}'"
            )
        for i, (bound, size) in enumerate(zip(bounds, shape)):
            if bound != builtin.DYNAMIC_INDEX and size != builtin.DYNAMIC_INDEX:
                raise VerifyException(
                    f"Static dimension {i} cannot have a bound, use ShapedType::kDynamic to indicate "
                    f"a missing bound in tensor '{plain}'"
                )


@irdl_attr_definition
class TypeExtensionsLongForm(ParametrizedAttribute):
    """`#stablehlo.type_extensions<bounds = [3, ?]>`: the long spelling of `TypeExtensionsAttr`, which it parses to."""

    name = "stablehlo.type_extensions"

    @classmethod
    def new(cls, params: Sequence[Attribute]) -> Any:
        return TypeExtensionsAttr.new(params)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        with parser.in_angle_brackets():
            parser.parse_keyword("bounds")
            parser.parse_punctuation("=")
            return (i64_array(parse_dim_sizes(parser, parser.Delimiter.SQUARE)),)


def is_quantized(t: Attribute) -> bool:
    """Quantized per tensor, with a storage type that the specification knows."""
    return type(t) is UniformQuantizedType and _is_valid_quantization(t)


def is_per_axis_quantized(t: Attribute) -> bool:
    """Quantized per axis, with a storage type that the specification knows."""
    return type(t) is UniformQuantizedPerAxisType and _is_valid_quantization(t)


def _is_valid_quantization(t: UniformQuantizedType | UniformQuantizedPerAxisType) -> bool:
    """A storage integer of up to 32 bits, and zero points that it can hold (quantized_type C7, C8)."""
    storage = t.storage_type
    if not is_integer_type(storage) or storage.width.data not in INTEGER_WIDTHS[:-1]:
        return False
    if t.signed and storage.signedness.data is not builtin.Signedness.SIGNLESS:
        return False
    return all(t.storage_min <= zero_point <= t.storage_max for zero_point in t.zero_points)


UI32 = builtin.IntegerType(32, builtin.Signedness.UNSIGNED)


@dataclass(frozen=True)
class ElementKind:
    """A kind of element types, and how errors name it."""

    description: str
    holds: Callable[[Attribute], bool]


HLO_Pred = ElementKind("bool", is_pred)
HLO_SInt = ElementKind("2/4/8/16/32/64-bit signless integer", is_signed_int)
HLO_Int = ElementKind("2/4/8/16/32/64-bit integer", is_int)
HLO_Float = ElementKind("4/6/8/16/32/64-bit float", is_float)
HLO_Float32Or64 = ElementKind("32/64-bit float", is_float32_or_64)
HLO_Complex = ElementKind("complex type with 32/64-bit float elements", is_complex)
HLO_QuantizedInt = ElementKind("per-tensor integer quantized", is_quantized)
HLO_PerAxisQuantizedInt = ElementKind("per-axis integer quantized", is_per_axis_quantized)
HLO_DimensionValue = ElementKind("index or 2/4/8/16/32/64-bit integer", lambda t: is_index(t) or is_int(t))
AnyInteger = ElementKind("integer", lambda t: isinstance(t, builtin.IntegerType))
AnyIndex = ElementKind("index", is_index)


@dataclass(frozen=True)
class Described(AttrConstraint[Attribute]):
    """A constraint without type variables, and how errors name it: `description` completes "must be ..."."""

    description: str

    def mapping_type_vars(self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]) -> Self:
        return self


@dataclass(frozen=True)
class TypeConstraint(Described):
    """The types that an operand or result may have: those that `accepts` is true of."""

    accepts: Callable[[Attribute], bool]

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if checks_definitions.get() and not self.accepts(attr):
            raise VerifyException(f"must be {self.description}, but got '{attr}'")


def is_unranked(t: Attribute) -> TypeGuard[builtin.UnrankedTensorType[Attribute]]:
    """A tensor type without a rank."""
    return isinstance(t, builtin.UnrankedTensorType)


def is_memref(t: Attribute) -> TypeGuard[builtin.MemRefType[Attribute]]:
    """The type of a buffer."""
    return isinstance(t, builtin.MemRefType)


def tensor_constraint(
    description: str,
    kinds: Sequence[ElementKind],
    rank: int | None = None,
    static: bool = False,
    single_bound: bool = False,
    unranked: bool = False,
) -> TypeConstraint:
    """A tensor, ranked unless `unranked`, whose element type is of one of `kinds`."""

    def holds(element_type: Attribute) -> bool:
        return any(kind.holds(element_type) for kind in kinds)

    def accepts(attr: Attribute) -> bool:
        if not is_tensor_type(attr):
            return unranked and is_unranked(attr) and holds(attr.element_type)
        if rank is not None and attr.get_num_dims() != rank:
            return False
        bounded = single_bound and has_single_bounded_dimension(attr)
        if static and builtin.DYNAMIC_INDEX in attr.get_shape() and not bounded:
            return False
        return holds(attr.element_type) and _is_valid_quantized_dimension(attr)

    return TypeConstraint(description, accepts)


def _is_valid_quantized_dimension(tensor: builtin.AnyTensorType) -> bool:
    """A per-axis quantized tensor has that axis, with one scale for each index (quantized_type C12, C13)."""
    t = tensor.element_type
    if type(t) is not UniformQuantizedPerAxisType:
        return True
    if t.axis >= tensor.get_num_dims():
        return False
    size = tensor.get_shape()[t.axis]
    return size == builtin.DYNAMIC_INDEX or size == len(t.scales)


def has_single_bounded_dimension(tensor: builtin.AnyTensorType) -> bool:
    """Whether exactly one size of `tensor` is unknown, and that one has a bound."""
    if not isinstance(tensor.encoding, TypeExtensionsAttr):
        return False
    bounded = sum(bound != builtin.DYNAMIC_INDEX for bound in tensor.encoding.bounds.get_values())
    return bounded == 1 and tensor.get_shape().count(builtin.DYNAMIC_INDEX) == 1


def _values(kinds: Sequence[ElementKind]) -> str:
    return " or ".join(kind.description for kind in kinds) + " values"


def ranked_tensor_of(*kinds: ElementKind) -> TypeConstraint:
    """A tensor of any rank."""
    return tensor_constraint(f"ranked tensor of {_values(kinds)}", kinds)


def scalar_tensor_of(*kinds: ElementKind) -> TypeConstraint:
    """A tensor of rank 0."""
    return tensor_constraint(f"0D tensor of {_values(kinds)}", kinds, rank=0)


def vector_tensor_of(*kinds: ElementKind) -> TypeConstraint:
    """A tensor of rank 1."""
    return tensor_constraint(f"1D tensor of {_values(kinds)}", kinds, rank=1)


def static_tensor_of(*kinds: ElementKind) -> TypeConstraint:
    """A tensor whose sizes are all known."""
    return tensor_constraint(f"statically shaped tensor of {_values(kinds)}", kinds, static=True)


def static_tensor_of_rank(rank: int, what: str, *kinds: ElementKind) -> TypeConstraint:
    """A tensor of a rank, whose sizes are all known; `what` comes before "tensor" in errors."""
    text = f"statically shaped {rank}-dimensional {what}tensor of {_values(kinds)}"
    return tensor_constraint(text, kinds, rank, static=True)


def tensor_of(*kinds: ElementKind) -> TypeConstraint:
    """A tensor, ranked or not."""
    return tensor_constraint(f"tensor of {_values(kinds)}", kinds, unranked=True)


def any_type_of(*choices: TypeConstraint) -> TypeConstraint:
    """A type that one of `choices` accepts."""
    names = " or ".join(choice.description for choice in choices)
    return TypeConstraint(names, lambda t: any(choice.accepts(t) for choice in choices))


def nested_tuple_of(*leaves: TypeConstraint) -> TypeConstraint:
    """A tuple, of tuples or of types that one of `leaves` accepts, at any depth."""
    leaf = any_type_of(*leaves)

    def accepts(attr: Attribute) -> bool:
        return isinstance(attr, builtin.TupleType) and all(accepts(t) or leaf.accepts(t) for t in attr.types)

    description = f"nested tuple with any combination of {leaf.description} values"
    return TypeConstraint(description, accepts)


_PLAIN = (HLO_Float, HLO_Pred, HLO_Int, HLO_Complex)
_ANY = (*_PLAIN, HLO_QuantizedInt)
_ANY_PER_AXIS = (*_ANY, HLO_PerAxisQuantizedInt)

I32RankedTensor = ranked_tensor_of(ElementKind("32-bit signless integer", lambda t: t == builtin.i32))
UI32RankedTensor = ranked_tensor_of(ElementKind("32-bit unsigned integer", lambda t: t == UI32))

HLO_Token = TypeConstraint("token", lambda t: isinstance(t, TokenType))
HLO_Future = TypeConstraint("future", lambda t: isinstance(t, FutureType))
HLO_Buffer = TypeConstraint(
    f"memref of {_values(_ANY)}", lambda t: is_memref(t) and any(kind.holds(t.element_type) for kind in _ANY)
)

HLO_Tensor = ranked_tensor_of(*_ANY)
HLO_NonQuantizedTensor = ranked_tensor_of(*_PLAIN)
HLO_TensorOrPerAxisQuantizedTensor = ranked_tensor_of(*_ANY_PER_AXIS)
HLO_IntTensor = ranked_tensor_of(HLO_Int)
HLO_PredTensor = ranked_tensor_of(HLO_Pred)
HLO_FpTensor = ranked_tensor_of(HLO_Float)
HLO_Fp32Or64Tensor = ranked_tensor_of(HLO_Float32Or64)
HLO_ComplexTensor = ranked_tensor_of(HLO_Complex)
HLO_PerAxisQuantizedIntTensor = ranked_tensor_of(HLO_PerAxisQuantizedInt)
HLO_QuantizedIntOrPerAxisQuantizedIntTensor = ranked_tensor_of(HLO_QuantizedInt, HLO_PerAxisQuantizedInt)
HLO_FloatOrQuantizedIntOrPerAxisQuantizedIntTensor = ranked_tensor_of(
    HLO_Float, HLO_QuantizedInt, HLO_PerAxisQuantizedInt
)
HLO_IntOrFpTensor = ranked_tensor_of(HLO_Int, HLO_Float)
HLO_PredOrIntTensor = ranked_tensor_of(HLO_Pred, HLO_Int)
HLO_FpOrComplexTensor = ranked_tensor_of(HLO_Float, HLO_Complex)
HLO_FpOrQuantizedIntTensor = ranked_tensor_of(HLO_Float, HLO_QuantizedInt)
HLO_FpComplexOrQuantizedIntTensor = ranked_tensor_of(HLO_Float, HLO_Complex, HLO_QuantizedInt)
HLO_IntFpOrComplexOrQuantizedIntTensor = ranked_tensor_of(HLO_Int, HLO_Float, HLO_Complex, HLO_QuantizedInt)
HLO_SIntFpComplexOrQuantizedIntTensor = ranked_tensor_of(HLO_SInt, HLO_Float, HLO_Complex, HLO_QuantizedInt)
HLO_SIntFpOrQuantizedIntTensor = ranked_tensor_of(HLO_SInt, HLO_Float, HLO_QuantizedInt)
HLO_PredIntOrFpTensor = ranked_tensor_of(HLO_Pred, HLO_Int, HLO_Float)
HLO_ScatterIndicesTensor = ranked_tensor_of(AnyInteger, AnyIndex)

HLO_ScalarTensor = scalar_tensor_of(*_ANY)
HLO_ScalarIntTensor = scalar_tensor_of(HLO_Int)
HLO_ScalarPredIntOrFpTensor = scalar_tensor_of(HLO_Pred, HLO_Int, HLO_Float)
HLO_FpOrQuantizedIntVector = vector_tensor_of(HLO_Float, HLO_QuantizedInt)
HLO_DimensionTensor = vector_tensor_of(HLO_DimensionValue)

HLO_StaticDimensionTensor = static_tensor_of_rank(1, "", HLO_DimensionValue)
HLO_Static1DIntTensor = static_tensor_of_rank(1, "integer ", HLO_Int)
HLO_Static2DIntTensor = static_tensor_of_rank(2, "integer ", HLO_Int)
HLO_StaticShapeTensor = static_tensor_of(*_ANY)
HLO_StaticShapeTensorOrPerAxisQuantizedTensor = static_tensor_of(*_ANY_PER_AXIS)
HLO_StaticShapeTensorPerAxisQuantizedTensorOrBoundedTensor = tensor_constraint(
    f"statically shaped or single bounded dimension tensor of {_values(_ANY_PER_AXIS)}",
    _ANY_PER_AXIS,
    static=True,
    single_bound=True,
)
HLO_StaticShapeTensorOrPerAxisQuantizedTensorOrToken = any_type_of(
    HLO_StaticShapeTensor, HLO_StaticShapeTensorOrPerAxisQuantizedTensor, HLO_Token
)
HLO_StaticShapeIntOrFpTensor = static_tensor_of(HLO_Int, HLO_Float)
HLO_StaticShapeIntFpComplexOrQuantizedTensor = static_tensor_of(
    HLO_Int, HLO_Float, HLO_Complex, HLO_QuantizedInt
)

HLO_Tuple = nested_tuple_of(HLO_Tensor, HLO_Buffer, HLO_PerAxisQuantizedIntTensor, HLO_Token)
HLO_TensorOrToken = any_type_of(HLO_Tensor, HLO_Token)
HLO_TensorOrPerAxisQuantizedTensorOrToken = any_type_of(HLO_Tensor, HLO_PerAxisQuantizedIntTensor, HLO_Token)
HLO_TensorOrPerAxisQuantizedTensorOrTokenOrBuffer = any_type_of(
    HLO_Tensor, HLO_PerAxisQuantizedIntTensor, HLO_Token, HLO_Buffer
)
HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple = any_type_of(
    HLO_Tensor, HLO_PerAxisQuantizedIntTensor, HLO_Token, HLO_Tuple
)
HLO_TensorOrPerAxisQuantizedTensorOrTokenOrTupleOrBuffer = any_type_of(
    HLO_Tensor, HLO_PerAxisQuantizedIntTensor, HLO_Token, HLO_Tuple, HLO_Buffer
)

# Unranked tensors are no part of the specification; CHLO and custom calls still allow them.
HLO_AnyTensor = tensor_of(*_ANY_PER_AXIS)
HLO_AnyPredTensor = tensor_of(HLO_Pred)
HLO_AnyFpTensor = tensor_of(HLO_Float)
HLO_AnyComplexTensor = tensor_of(HLO_Complex)
HLO_AnyFpOrComplexTensor = tensor_of(HLO_Float, HLO_Complex)
HLO_AnyPredOrIntTensor = tensor_of(HLO_Pred, HLO_Int)
HLO_CustomCallTuple = nested_tuple_of(HLO_AnyTensor, HLO_Buffer, HLO_Token)
HLO_CustomCallValue = any_type_of(HLO_AnyTensor, HLO_Buffer, HLO_Token, HLO_CustomCallTuple, HLO_Future)


# Kinds of attributes -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AttrKind(irdl.ParamAttrConstraint[ParametrizedAttribute]):
    """An attribute of one class whose parameters fit, and how errors name it."""

    description: str = ""
    make: Callable[[Any], Attribute] | None = field(default=None, compare=False)

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not checks_definitions.get():
            return
        try:
            super().verify(attr, constraint_context)
        except VerifyException:
            raise VerifyException(
                f"failed to satisfy constraint: {self.description}, but got {attr}"
            ) from None


def integer_kind(t: builtin.IntegerType, description: str, value: irdl.IntConstraint | None = None):
    """An integer attribute of that type, and of such a value."""
    values = irdl.AnyAttr() if value is None else builtin.IntAttrConstraint(value)
    return AttrKind(
        builtin.IntegerAttr,
        (values, irdl.EqAttrConstraint(t)),
        description,
        lambda number: builtin.IntegerAttr(number, t),
    )


def _array_kind(t: builtin.IntegerType, description: str):
    return AttrKind(
        builtin.DenseArrayBase,
        (irdl.EqAttrConstraint(t), irdl.AnyAttr()),
        description,
        lambda values: builtin.DenseArrayBase.from_list(t, tuple(values)),
    )


I64Attr = integer_kind(builtin.i64, "64-bit signless integer attribute")
I32Attr = integer_kind(builtin.i32, "32-bit signless integer attribute")
NonNegativeI64Attr = integer_kind(
    builtin.i64, "64-bit signless integer attribute whose value is non-negative", irdl.AtLeast(0)
)
PositiveI64Attr = integer_kind(
    builtin.i64, "64-bit signless integer attribute whose value is positive", irdl.AtLeast(1)
)
NonNegativeI32Attr = integer_kind(
    builtin.i32, "32-bit signless integer attribute whose value is non-negative", irdl.AtLeast(0)
)
PositiveI32Attr = integer_kind(
    builtin.i32, "32-bit signless integer attribute whose value is positive", irdl.AtLeast(1)
)
HloBoolAttr = integer_kind(builtin.i1, "bool attribute")
FALSE = builtin.BoolAttr.from_bool(False)
DenseI64ArrayAttr = _array_kind(builtin.i64, "i64 dense array attribute")
DenseBoolArrayAttr = _array_kind(builtin.i1, "i1 dense array attribute")


class Violation(VerifyException):
    """A constraint of the specification that does not hold. `label` is its number there, `C2` or `I1`."""

    def __init__(self, message: str, label: str = ""):
        super().__init__(message)
        self.message = message
        self.label = label

    def of(self, op_name: str) -> VerifyException:
        """This violation as the verifier of `op_name` reports it."""
        suffix = f" ({self.label})" if self.label else ""
        return VerifyException(f"'{op_name}' op {self.message}{suffix}")


class SymbolViolation(Violation):
    """A symbol that an op uses and cannot see. MLIR reports these only where nothing else is wrong in a module."""

    def of(self, op_name: str) -> VerifyException:
        return SymbolViolation(f"'{op_name}' op {self.message}")
