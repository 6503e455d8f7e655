"""Fields of ops, of which their constructors are made: `operand: fields.OneOperand = fields.operand_def(HLO_Tensor)`.

A field that a function of this module declares is a parameter of the constructor, in the order of the declarations, as
in a dataclass; one that xDSL's function of the same name declares is none. The annotation says what is read from the
field and what the constructor takes for it: a value or the op whose one result it is, an attribute or the plain value
that it stands for, the type of a result. `alias` is the parameter's name where it differs from the field's, `default`
makes it optional, and `make` makes the attribute of a plain value where the constraint does not say how. Fields behind
`_: KW_ONLY` are given by name only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Any, Generic, Literal, Never, Self, TypeAlias, TypedDict, cast, overload

from typing_extensions import TypeVar, Unpack, dataclass_transform
from xdsl import irdl
from xdsl.dialects import builtin
from xdsl.ir import Attribute, Operation, OpResult, SSAValue, SSAValues
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.text.locations import PlacedOp

if TYPE_CHECKING:
    from xdsl.ir import Block, Region, Use

ReadT = TypeVar("ReadT", covariant=True)
TakenT = TypeVar("TakenT", contravariant=True)
AttributeT = TypeVar("AttributeT")
PlainT = TypeVar("PlainT")


class OpField(Generic[ReadT, TakenT]):
    """The type of a field from which a `ReadT` is read, and for which the constructor takes a `TakenT`."""

    if TYPE_CHECKING:

        @overload
        def __get__(self, op: None, owner: type[object]) -> Self: ...
        @overload
        def __get__(self, op: object, owner: type[object]) -> ReadT: ...
        def __get__(self, op: object | None, owner: type[object]) -> Self | ReadT: ...
        def __set__(self, op: object, value: TakenT) -> None: ...


ValueLike: TypeAlias = SSAValue | Operation
"""An operand as constructors take it: a value, or the op whose one result it is."""

OneOperand: TypeAlias = OpField[SSAValue, ValueLike]
ManyOperands: TypeAlias = OpField["SSAValues[SSAValue]", Sequence[ValueLike]]
StatedResult: TypeAlias = OpField[OpResult, Attribute]
InferredResult: TypeAlias = OpField[OpResult, "Attribute | None"]
StatedResults: TypeAlias = OpField["SSAValues[OpResult]", Sequence[Attribute]]
InferredResults: TypeAlias = OpField["SSAValues[OpResult]", "Sequence[Attribute] | None"]
"""A result's type is inferred where it is not given."""

PropertyField: TypeAlias = OpField[AttributeT, "AttributeT | PlainT"]
OptionalField: TypeAlias = OpField["AttributeT | None", "AttributeT | PlainT | None"]
DefaultField: TypeAlias = OpField[AttributeT, "AttributeT | PlainT | None"]
"""A property that may be absent, which then is read as None, or as the default of its definition."""

IntField: TypeAlias = "PropertyField[builtin.IntegerAttr[builtin.IntegerType], int]"
OptionalIntField: TypeAlias = "OptionalField[builtin.IntegerAttr[builtin.IntegerType], int]"
DefaultIntField: TypeAlias = "DefaultField[builtin.IntegerAttr[builtin.IntegerType], int]"
IntsField: TypeAlias = "PropertyField[builtin.DenseArrayBase[builtin.IntegerType], Sequence[int]]"
OptionalIntsField: TypeAlias = "OptionalField[builtin.DenseArrayBase[builtin.IntegerType], Sequence[int]]"
BoolField: TypeAlias = "PropertyField[builtin.IntegerAttr[builtin.IntegerType], bool]"
OptionalBoolField: TypeAlias = "OptionalField[builtin.IntegerAttr[builtin.IntegerType], bool]"
DefaultBoolField: TypeAlias = "DefaultField[builtin.IntegerAttr[builtin.IntegerType], bool]"
UnitField: TypeAlias = "OptionalField[builtin.UnitAttr, bool]"
TextField: TypeAlias = "PropertyField[builtin.StringAttr, str]"
OptionalTextField: TypeAlias = "OptionalField[builtin.StringAttr, str]"

Maker: TypeAlias = "Callable[[Any], Attribute | None]"
"""Makes an attribute of a plain value."""

AnyConstraint: TypeAlias = "irdl.AttrConstraint | type[Attribute]"

MISSING = Parameter.empty


class ParameterOptions(TypedDict, total=False):
    """The parameter of a field, as the functions that declare fields take it."""

    alias: str
    default: object
    make: Maker


@dataclass(frozen=True)
class Declared(OpField[Never, object]):
    """A field as a class statement has it until the class is made: xDSL's own field, and its parameter.

    Any annotation holds for it.
    """

    field: object
    alias: str = ""
    default: object = MISSING
    kw_only: bool = False
    make: Maker | None = None


def operand_def(constraint: AnyConstraint = Attribute, **parameter: Unpack[ParameterOptions]) -> OneOperand:
    """One operand."""
    return Declared(irdl.operand_def(constraint), **parameter)


def var_operand_def(
    constraint: AnyConstraint = Attribute, **parameter: Unpack[ParameterOptions]
) -> OpField[SSAValues[SSAValue], ValueLike | Sequence[ValueLike]]:
    """A sequence of operands, or one where the annotation says so."""
    return Declared(irdl.var_operand_def(constraint), **parameter)


def result_def(
    constraint: AnyConstraint = Attribute, **parameter: Unpack[ParameterOptions]
) -> InferredResult:
    """One result, whose type is a parameter."""
    return Declared(irdl.result_def(constraint), **parameter)


def var_result_def(
    constraint: AnyConstraint = Attribute, **parameter: Unpack[ParameterOptions]
) -> InferredResults:
    """A sequence of results, whose types are a parameter."""
    return Declared(irdl.var_result_def(constraint), **parameter)


def region_def(**parameter: Unpack[ParameterOptions]) -> Any:
    """One region of one block."""
    return Declared(irdl.region_def("single_block"), **parameter)


def var_region_def(**parameter: Unpack[ParameterOptions]) -> Any:
    """A sequence of regions of one block."""
    return Declared(irdl.var_region_def("single_block"), **parameter)


def prop_def(
    constraint: AnyConstraint, *, prop_name: str | None = None, **parameter: Unpack[ParameterOptions]
) -> Any:
    """A property, whose name in programs is `prop_name` where that is another one."""
    return Declared(irdl.prop_def(constraint, prop_name=prop_name), **parameter)


def opt_prop_def(
    constraint: AnyConstraint, absent: Attribute | None = None, **parameter: Unpack[ParameterOptions]
) -> Any:
    """A property that may be absent, and then is read as `absent`."""
    return Declared(irdl.opt_prop_def(constraint, absent), **parameter)


def _inherited(*, init: Literal[False] = False) -> Any: ...


@dataclass(frozen=True)
class Fields:
    """The constructor of an op: its parameters, and those that are operands, regions and properties."""

    parameters: Mapping[str, Declared]
    positional: Sequence[str]
    defaults: Mapping[str, object]
    operands: Sequence[str]
    regions: Sequence[str]
    properties: Sequence[tuple[str, str, Maker]]
    has_results: bool

    def arguments(self, values: Sequence[object], named: Mapping[str, object]) -> Mapping[str, object]:
        """The arguments of the constructor by parameter, with the defaults. Raises `TypeError` as a function does."""
        arguments = {**self.defaults, **dict(zip(self.positional, values)), **named}
        twice = named and not named.keys().isdisjoint(self.positional[: len(values)])
        if twice or len(values) > len(self.positional) or arguments.keys() != self.parameters.keys():
            self.signature.bind(*values, **named)
        return arguments

    @property
    def signature(self) -> Signature:
        """The signature of the constructor."""
        kinds = Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY
        return Signature(
            sorted(
                [
                    Parameter(name, kinds[declared.kw_only], default=declared.default)
                    for name, declared in self.parameters.items()
                ],
                key=lambda parameter: parameter.kind,
            )
        )


@cache
def fields_of(op_type: type[irdl.IRDLOperation]) -> Fields:
    """The fields of an op. The parameter of `operands_`, whose name xDSL reserves, is `operands`."""
    declared: dict[str, Declared] = {}
    for base in reversed(op_type.__mro__):
        declared.update(vars(base).get("__declared__", {}))
    names = {name: found.alias or name.rstrip("_") for name, found in declared.items()}
    definition = op_type.get_irdl_definition()

    def parameters_of(fields: Iterable[tuple[str, object]]) -> list[str]:
        return [names.get(name, name.rstrip("_")) for name, _ in fields]

    def maker(name: str, constraint: irdl.AttrConstraint) -> Maker:
        return (name in declared and declared[name].make) or _attribute_maker(constraint)

    parameters = {names[name]: found for name, found in declared.items()}
    return Fields(
        parameters,
        [name for name, found in parameters.items() if not found.kw_only],
        {name: found.default for name, found in parameters.items() if found.default is not MISSING},
        parameters_of(definition.operands),
        parameters_of(definition.regions),
        [
            (name, names.get(name, name), maker(name, declaration.constr))
            for name, declaration in definition.properties.items()
        ],
        bool(definition.results),
    )


def _attribute_maker(constraint: irdl.AttrConstraint) -> Maker:
    """Return the function from a plain value to an attribute that `constraint` accepts: its `make`, or the class."""
    if isinstance(constraint, builtin.ArrayOfConstraint):
        elements = cast("irdl.RangeOf[Attribute]", cast("Any", constraint).elem_range_constraint)
        make_element = cast("Callable[[Any], Attribute]", _attribute_maker(elements.constr))
        return lambda values: builtin.ArrayAttr(
            v if isinstance(v, Attribute) else make_element(v) for v in values
        )
    bases = cast("set[Maker]", constraint.get_bases() or {builtin.StringAttr})
    make = getattr(constraint, "make", builtin.StringAttr if builtin.StringAttr in bases else bases.pop())
    return make if make is not builtin.UnitAttr else lambda flag: builtin.UnitAttr() if flag else None


def _values_of(names: Iterable[str], arguments: Mapping[str, object]) -> list[Any]:
    """The operands or regions of these names, one or a sequence each, in one list."""
    values: list[Any] = []
    for name in names:
        value = arguments[name]
        if isinstance(value, Sequence):
            values.extend(cast("Sequence[Any]", value))
        else:
            values.append(value)
    return values


class _Signature:
    """The signature of a class, for `inspect`: of its fields, unless it has a constructor of its own."""

    def __get__(self, op: object, owner: type[ConstructedOp]) -> Signature:
        if owner.__init__ is ConstructedOp.__init__:
            return fields_of(owner).signature
        own = signature(owner.__init__)
        return own.replace(parameters=list(own.parameters.values())[1:])


@dataclass_transform(
    eq_default=False,
    field_specifiers=(
        *(operand_def, var_operand_def, result_def, var_result_def, region_def, var_region_def),
        *(prop_def, opt_prop_def, _inherited),
    ),
)
class _Transformed(irdl.IRDLOperation):
    """The base class of those in which type checkers see a constructor."""


class ConstructedOp(PlacedOp, _Transformed):
    """An op whose constructor has its fields as parameters.

    `init=False` in a class statement says that the constructor of a base class, which is written out, stays.
    """

    if TYPE_CHECKING:
        # The fields of xDSL's data class, which would be parameters.
        _operands: SSAValues = _inherited()
        _operand_uses: tuple[Use, ...] = _inherited()
        results: SSAValues[OpResult] = _inherited()
        _successors: tuple[Block, ...] = _inherited()
        _successor_uses: tuple[Use, ...] = _inherited()
        properties: dict[str, Attribute] = _inherited()
        attributes: dict[str, Attribute] = _inherited()
        location: builtin.LocationAttr = _inherited()
        regions: tuple[Region, ...] = _inherited()
        parent: Block | None = _inherited()
        _next_op: Operation | None = _inherited()
        _prev_op: Operation | None = _inherited()

    __signature__ = _Signature()

    def __init_subclass__(cls, init: bool = True):
        super().__init_subclass__()
        own = {name: found for name, found in vars(cls).items() if isinstance(found, Declared)}
        for name, found in own.items():
            setattr(cls, name, found.field)
        names = list(cls.__annotations__)
        by_name = names[names.index("_") :] if "_" in names else ()
        cls.__annotations__.pop("_", None)  # xDSL takes what is annotated for fields
        cls.__declared__ = {
            name: replace(found, kw_only=True) if name in by_name else found for name, found in own.items()
        }
        derived = cls.__init__ is ConstructedOp.__init__
        assert derived or "__init__" in vars(cls) or not init, f"{cls.__name__} inherits a constructor"

    def __init__(self, *values: object, **named: object):
        fields = fields_of(type(self))
        self._construct(fields, fields.arguments(values, named))

    def init_fields(self, arguments: Mapping[str, object]) -> None:
        """Construct the op from `vars()` of a constructor that is written out: arguments by the names of parameters.

        A property is an attribute, or a plain value that its declaration makes one of: an integer, a flag, a string,
        a case of an enum, a sequence. None stands for no property. Result types that are not given are inferred.
        """
        self._construct(fields_of(type(self)), arguments)

    def _construct(self, fields: Fields, arguments: Mapping[str, Any]) -> None:
        given, result_type = arguments.get("result_types"), arguments.get("result_type")
        properties: dict[str, Attribute] = {}
        for name, parameter, make in fields.properties:
            value = arguments.get(parameter)
            attribute = make(value) if value is not None and not isinstance(value, Attribute) else value
            if attribute is not None:
                properties[name] = attribute
        Operation.__init__(
            self,
            operands=[SSAValue.get(value) for value in _values_of(fields.operands, arguments)],
            result_types=given or () if result_type is None else (result_type,),
            properties=properties,
            regions=_values_of(fields.regions, arguments),
        )
        if given is None and result_type is None and fields.has_results:
            self._infer_results()

    def _infer_results(self) -> None:
        """Give this op, which has no results yet, those of the types that its other parts decide."""
        try:
            types = self.inferred_types()
            if types is None:
                raise VerifyException(f"'{self.name}' op needs its result types, they cannot be inferred")
        except Exception:
            self.operands = ()
            for region in self.regions:
                self.detach_region(region)
            raise
        self.results = SSAValues(OpResult(t, self, i) for i, t in enumerate(types))

    def inferred_types(self) -> Sequence[Attribute] | None:
        """The result types that operands, properties and regions decide; None where they do not decide them."""
        return None
