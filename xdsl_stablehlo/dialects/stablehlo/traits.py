"""Traits of ops: agreement of types, quantized elements, and speculatability, execution that a program may not reach.

A dynamic size may turn out wrong at run time, which is undefined behaviour; an op that could meet it stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from xdsl.ir import Attribute, Operation
from xdsl.irdl import traits_def
from xdsl.traits import (
    ConditionallySpeculatable,
    NoMemoryEffect,
    OpTrait,
    RecursivelySpeculatable,
    is_speculatable,
)

from xdsl_stablehlo.ir.guards import is_tensor_type

from .constant import is_constant_ints
from .definition import HloOp
from .hlo_types import Violation, ranked_type
from .shapes import element_type_of, is_dynamic, is_static


@dataclass(frozen=True)
class TypesAgree(OpTrait):
    """`check` holds of the types of all operands and results. Verified before the op's own rules."""

    check: Callable[[Sequence[Attribute], str], None]
    label: str = ""

    def verify(self, op: Operation) -> None:
        try:
            self.check((*op.operand_types, *op.result_types), self.label)
        except Violation as violation:
            raise violation.of(op.name) from None


@dataclass(frozen=True)
class ElementTypesMatch(OpTrait):
    """The named operands and results have the same elements."""

    names: tuple[str, ...]
    label: str = ""

    def verify(self, op: Operation) -> None:
        if len({element_type_of(getattr(op, name).type) for name in self.names}) > 1:
            message = f"failed to verify that all of {{{', '.join(self.names)}}} have same element type"
            raise Violation(message, self.label).of(op.name)


class ComputesOnReals(OpTrait):
    """Quantized operands are dequantized, computed with, and quantized (specification: dequantize_op_quantize)."""


class MovesElements(OpTrait):
    """The op means the same on the storage integers of quantized tensors: it moves elements, or runs its regions."""


class Speculatability(Enum):
    """Whether an op may be executed speculatively: never, always, or if the ops in its regions may be."""

    NOT_SPECULATABLE = auto()
    SPECULATABLE = auto()
    RECURSIVELY_SPECULATABLE = auto()


def pure_if(condition: ConditionallySpeculatable, *checks: OpTrait):
    """The traits of an op without effects on memory that is speculatable on a condition, and whose `checks` hold."""
    return traits_def(*checks, condition, NoMemoryEffect())


def speculatability(op: Operation) -> Speculatability | None:
    """The speculatability of `op`; None for an op without the trait."""
    trait = op.get_trait(ConditionallySpeculatable)
    if trait is None:
        return None
    if isinstance(trait, RecursiveCondition):
        holds = trait.condition(op)
        return Speculatability.RECURSIVELY_SPECULATABLE if holds else Speculatability.NOT_SPECULATABLE
    if isinstance(trait, RecursivelySpeculatable):
        return Speculatability.RECURSIVELY_SPECULATABLE
    return Speculatability.SPECULATABLE if trait.is_speculatable(op) else Speculatability.NOT_SPECULATABLE


def inputs_are_static(op: Operation) -> bool:
    """Whether all sizes of all operands are known."""
    return all(is_tensor_type(t) and is_static(t.get_shape()) for t in op.operand_types)


def sizes_are_expected(source: Attribute, result: Attribute, but: Sequence[int] = ()) -> bool:
    """Whether each size that `result` declares is known of `source`, those of the dimensions `but` aside.

    Then nothing can turn out different at run time.
    """
    pairs = zip(ranked_type(source).get_shape(), ranked_type(result).get_shape())
    return not any(
        is_dynamic(known) and not is_dynamic(declared)
        for i, (known, declared) in enumerate(pairs)
        if i not in but
    )


def shape_is_constant(op: Operation, operands: int) -> bool:
    """Whether all sizes of the operands are known, and the last `operands` of them are constants."""
    return inputs_are_static(op) and all(is_constant_ints(value) for value in tuple(op.operands)[-operands:])


class RecursiveCondition(RecursivelySpeculatable):
    """Speculatable if a condition on the op holds and the ops in its regions are speculatable."""

    @classmethod
    def condition(cls, op: Operation) -> bool:
        return True

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return cls.condition(op) and all(
            is_speculatable(inner) for region in op.regions for inner in region.walk()
        )


class SpeculatableIfAllInputsStatic(ConditionallySpeculatable):
    """Sizes that are not known could disagree at run time."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return inputs_are_static(op)


class RecursivelySpeculatableIfAllInputsStatic(RecursiveCondition):
    """As `SpeculatableIfAllInputsStatic`, for an op with regions."""

    @classmethod
    def condition(cls, op: Operation) -> bool:
        return inputs_are_static(op)


class SpeculatableIfStaticDimInOutputIsStaticInInput(ConditionallySpeculatable):
    """A size that the result declares must be known of the first operand."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return sizes_are_expected(op.operands[0].type, op.results[0].type)


class RecursivelySpeculatableIfStaticDimInOutputIsStaticInInput(RecursiveCondition):
    """As `SpeculatableIfStaticDimInOutputIsStaticInInput`, for an op with regions."""

    @classmethod
    def condition(cls, op: Operation) -> bool:
        return sizes_are_expected(op.operands[0].type, op.results[0].type)


class SpeculatableIfAllInputsStaticAndShapeConstant(ConditionallySpeculatable):
    """The last operand is a shape: when it is a constant, everything can be checked beforehand."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return shape_is_constant(op, 1)


class SpeculatableIfAllInputsStaticAndLimitsConstant(ConditionallySpeculatable):
    """The last three operands say where to cut or pad: when they are constants, all can be checked beforehand."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return shape_is_constant(op, 3)


class SpeculatableAsOpSays(ConditionallySpeculatable):
    """The method `speculatable` of the op tells."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return isinstance(op, HloOp) and op.speculatable()
