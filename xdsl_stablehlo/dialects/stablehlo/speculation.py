"""Speculatability: when an op may be executed although the program might not reach it (upstream's conditions).

A dynamic size may turn out wrong at run time, which is undefined behaviour; an op that could meet it stays where it is.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Protocol, cast

from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Operation
from xdsl.traits import ConditionallySpeculatable, RecursivelySpeculatable, is_speculatable

from xdsl_stablehlo.ir.guards import is_tensor_type

from .ops.structure.constant import is_constant_ints
from .shapes import is_dynamic, is_static


class Speculatability(Enum):
    """Whether an op may be executed speculatively: never, always, or if the ops in its regions may be."""

    NOT_SPECULATABLE = auto()
    SPECULATABLE = auto()
    RECURSIVELY_SPECULATABLE = auto()


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


def _is_static(t: Attribute) -> bool:
    return is_tensor_type(t) and is_static(t.get_shape())


def inputs_are_static(op: Operation) -> bool:
    """Whether all sizes of all operands are known."""
    return all(map(_is_static, op.operand_types))


def sizes_are_expected(source: Attribute, result: Attribute) -> bool:
    """Whether each size that `result` declares is known of `source`: nothing can differ at run time."""
    pairs = zip(cast(AnyTensorType, source).get_shape(), cast(AnyTensorType, result).get_shape())
    return not any(is_dynamic(known) and not is_dynamic(declared) for known, declared in pairs)


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


class DecidesItself(Protocol):
    """An op with a condition of its own."""

    def speculatable(self) -> bool:
        """Whether this op may be executed speculatively."""
        ...


class SpeculatableAsOpSays(ConditionallySpeculatable):
    """The op has a method `speculatable` that tells."""

    @classmethod
    def is_speculatable(cls, op: Operation) -> bool:
        return cast(DecidesItself, op).speculatable()
