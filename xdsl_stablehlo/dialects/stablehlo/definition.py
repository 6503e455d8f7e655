"""`HloOp`, the base class of all ops, which verifies what IRDL cannot say, and constraints of attributes.

A shape function raises `Violation(message, label)`; the label is the specification's own number, `C2`.
The op's verifier puts the op's name in front and the label behind:
`'stablehlo.pad' op edge_padding_low length (2) must match operand rank (3) (C2)`.
What IRDL does say (operand and attribute kinds) is reported in the same form.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, NoReturn, Protocol, cast

from xdsl import irdl
from xdsl.dialects import builtin
from xdsl.interfaces import HasFolderInterface
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import RewritePattern
from xdsl.traits import Commutative, HasCanonicalizationPatternsTrait, OpTrait
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.making import declared_field
from xdsl_stablehlo.ir.versions import VerificationContext

from ..base.definition import DefinedOp, property_problem
from .hlo_types import Violation as Violation, ranked_type
from .shapes import all_compatible, element_type_of, with_element_type
from .syntax import DIRECTIVES


class ExactFolder(Protocol):
    """The module that answers what xDSL's `canonicalize` asks of ops (`folding/fold/canonical.py`)."""

    def fold_exact(self, op: Operation) -> Sequence[SSAValue | Attribute] | None:
        """For each result its elements or the value that it is equal to; None where the op is to stay."""
        ...

    def patterns_of(self, name: str) -> tuple[RewritePattern, ...]:
        """A pattern for each rule about the ops of a name."""
        ...

    def any_rule(self) -> tuple[RewritePattern, ...]:
        """One pattern that applies any rule."""
        ...


_installed: list[Callable[[], ExactFolder]] = []


def install(folder: Callable[[], ExactFolder]) -> None:
    """Let a folder, which `folder` imports, answer for all ops of the dialect."""
    _installed[:] = [folder]


class Canonicalized(HasCanonicalizationPatternsTrait):
    """The rules of the installed folder as patterns. Each op has a class of its own, which xDSL asks without the op."""

    op_name: ClassVar[str]

    def verify(self, op: Operation) -> None:
        """Nothing is to be verified."""

    def get_patterns(self, op: type[Operation]) -> tuple[RewritePattern, ...]:
        return _installed[0]().any_rule() if _installed else ()

    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return _installed[0]().patterns_of(cls.op_name) if _installed else ()


UNDECIDED = builtin.IndexType()
"""Stands for an element type that operands do not decide (dot_general, convolution, quantization)."""


class HloOp(DefinedOp, HasFolderInterface, ABC):
    """An op whose verifier is its shape function, its `check`, or both.

    `infer` gives the result types from what is already on the op and raises `Violation`; it stays None-returning
    for ops whose results cannot be inferred. `check` holds what needs regions or the declared result types.
    Properties that an assembly format does not place stand in its attribute dictionary.
    """

    irdl_options = (irdl.ParsePropInAttrDict(),)
    custom_directives = DIRECTIVES

    def __init_subclass__(
        cls,
        op: str = "",
        types: irdl.AttrConstraint | None = None,
        result: irdl.AttrConstraint | None = None,
        commutative: bool = False,
        init: bool = True,
    ):
        """Define the op named `op`: `class CosineOp(UnaryElementwiseOp, op="stablehlo.cosine")`.

        Of an elementwise op `types` are those of all operands and the result, `result` those of the result alone.
        """
        fields: dict[str, object] = {}
        if types is not None:
            names = [name for name in ("operand", "lhs", "rhs") if hasattr(cls, name)]
            fields.update((name, irdl.operand_def(types)) for name in names)
        if result := result or types:
            fields["result"] = irdl.result_def(result)
        for name, declared in fields.items():
            setattr(cls, name, declared)
        if commutative or op:
            stated: irdl.OpTraits | None = vars(cls).get("traits")
            added: list[OpTrait] = [Commutative()] if commutative else []
            if op:
                added.append(type("CanonicalizedOp", (Canonicalized,), {"op_name": op})())
            cls.traits = irdl.OpTraits(lambda: (*(stated or ()), *added))
        super().__init_subclass__(op, init)

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """For each result its elements or the value that it is equal to; None where the op is to stay.

        The folder answers once the dialect is registered in a context.
        """
        return _installed[0]().fold_exact(self) if _installed else None

    def inferred_types(self) -> Sequence[Attribute] | None:
        types = self.infer()
        if types is not None:
            return types
        components = self.infer_components()
        elements = element_type_of(self.operands[0].type) if self.operands else UNDECIDED
        return components and [
            with_element_type(ranked_type(t), elements) if element_type_of(t) == UNDECIDED else t
            for t in components
        ]

    def infer(self) -> Sequence[Attribute] | None:
        """The result types that operands, properties and regions decide, or None where they do not decide them."""
        return None

    def infer_components(self) -> Sequence[Attribute] | None:
        """The result types as by `infer`, with `UNDECIDED` elements where operands do not decide the element type."""
        return self.infer()

    def check(self) -> None:
        """Constraints on regions and on declared result types. Raises `Violation`."""

    def accepts_return_types(self, inferred: Sequence[Attribute], declared: Sequence[Attribute]) -> bool:
        """Whether `declared` result types are allowed where `inferred` ones were computed."""
        return all_compatible(inferred, declared)

    def speculatable(self) -> bool:
        """Whether this op may be executed speculatively, where its traits leave it to the op."""
        return False

    def verify_(self) -> None:
        try:
            inferred = self.infer()
            self.check()
            if inferred is not None and not self.accepts_return_types(inferred, self.result_types):
                raise Violation(
                    f"inferred type(s) {quoted(inferred)} are incompatible with "
                    f"return type(s) of operation {quoted(self.result_types)}"
                )
        except Violation as violation:
            raise violation.of(self.name) from None

    def explain(self, error: Exception) -> VerifyException:
        """`error`, which came out of `verify_`, in one line. What IRDL found gets the words of this file."""
        prefix = f"'{self.name}' op "
        if str(error).startswith(prefix):
            return VerifyException(str(error))
        return VerifyException(prefix + (_definition_problem(self) or str(error).replace("\n", " ")))

    def emit_error(self, message: str, underlying_error: Exception) -> NoReturn:
        """Report a failed verification, as xDSL's own `verify` does it."""
        explained = self.explain(underlying_error)
        super().emit_error(f"Operation does not verify: {explained}", explained)


def infer_return_types(op: HloOp) -> Sequence[Attribute] | None:
    """The result types of `op` by its shape function; None for an op whose results cannot be inferred.

    Raises `VerifyException` with the op's name and the specification's label where a constraint does not hold.
    """
    try:
        return op.infer()
    except Violation as violation:
        raise violation.of(op.name) from None


def _definition_problem(op: irdl.IRDLOperation) -> str | None:
    """The first operand, result or property of `op` that is not of the declared kind, in words."""
    definition = op.get_irdl_definition()
    for option in definition.options:
        if not isinstance(option, irdl.AttrSizedSegments):
            continue
        sizes = option.container(op).get(option.attribute_name)
        if (
            not isinstance(sizes, builtin.DenseArrayBase)
            or cast("builtin.DenseArrayBase", sizes).elt_type != builtin.i32
        ):
            return f"requires an array attribute '{option.attribute_name}'"
    for what, defs, types in (
        ("operand", definition.operands, _types_by_field(op, [name for name, _ in definition.operands])),
        ("result", definition.results, _types_by_field(op, [name for name, _ in definition.results])),
    ):
        position = 0
        for (_, declared), (is_variadic, field_types) in zip(defs, types):
            for t in field_types:
                try:
                    declared.constr.verify((t,), VerificationContext())
                except VerifyException as error:
                    must_be = "must be variadic of " if is_variadic else "must be "
                    return f"{what} #{position} {str(error).replace('must be ', must_be, 1)}"
                position += 1
    regions = len(definition.regions)
    if len(op.regions) != regions and not any(isinstance(r, irdl.VariadicDef) for _, r in definition.regions):
        return "requires one region" if regions == 1 else f"expected {regions} regions"
    missing = (
        f"requires attribute '{name}'"
        for name, prop in definition.properties.items()
        if name not in op.properties and not isinstance(prop, irdl.OptionalDef)
    )
    return next(missing, None) or property_problem(definition, op.properties)


def _types_by_field(op: irdl.IRDLOperation, names: Iterable[str]) -> list[tuple[bool, Sequence[Attribute]]]:
    """For each operand or result field whether it is variadic, and the types of its values."""
    found: list[tuple[bool, Sequence[Attribute]]] = []
    for name in names:
        try:
            values = declared_field(op, name)
        except (IndexError, ValueError, VerifyException):
            continue
        is_variadic = not isinstance(values, SSAValue)
        fields = cast("Sequence[SSAValue]", values or ()) if is_variadic else (cast(SSAValue, values),)
        found.append((is_variadic, [value.type for value in fields]))
    return found


def quoted(types: Sequence[Attribute]) -> str:
    """Format types for an error: `'tensor<2xf32>', 'tensor<i32>'`."""
    return ", ".join(f"'{t}'" for t in types)


def ranked(value: SSAValue) -> builtin.AnyTensorType:
    """The type of a value that the op's definition already knows to be a ranked tensor."""
    return ranked_type(value.type)


def ranked_types(values: Iterable[SSAValue]) -> list[builtin.AnyTensorType]:
    """The types of values that the op's definition already knows to be ranked tensors."""
    return [ranked(value) for value in values]
