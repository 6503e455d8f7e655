"""Comparisons of a value with itself, and of booleans, which are what they are compared to be."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.values.element_types import Array

from ..facts.known import Known
from ..facts.lattice import FloatKinds
from .conditions import constant_like, element_type, is_number, number, operand
from .engine import CONSTANT, Operands, Rule, add_rules
from .terms import BOOLEAN, COMPLEX, FLOATS, INTEGERS, QUANTIZED, kind_of_elements

IS_ITSELF: dict[tuple[str, str], int] = {
    **{("EQ", "one"): 0, ("NE", "zero"): 0, ("GT", "zero"): 0, ("GE", "one"): 0},
}
"""Comparisons that hold of true and not of false: direction and what it is compared with."""

MIRRORED = {"EQ": "EQ", "NE": "NE", "GT": "LT", "GE": "LE", "LT": "GT", "LE": "GE"}


def direction_of(op: hlo.CompareOp) -> str:
    """EQ, NE, GE, GT, LE or LT."""
    return op.comparison_direction.data.value


def _kind(op: Operation) -> str:
    element = element_type(op.operands[0])
    return QUANTIZED if element is None else kind_of_elements(element)


def on_bits(k: Known, op: hlo.CompareOp) -> bool:
    """A value is compared with itself in a total order."""
    total = op.compare_type is not None and op.compare_type.data.value == "TOTALORDER"
    return _kind(op) in INTEGERS or (total and _kind(op) in FLOATS)


def strictly(k: Known, op: hlo.CompareOp) -> bool:
    """A float is said to be above or below itself."""
    return direction_of(op) in ("GT", "LT") and _kind(op) in FLOATS


def never_nan(k: Known, op: hlo.CompareOp) -> bool:
    """A float that is never NaN is compared with itself."""
    return _kind(op) in FLOATS and not k.floats(op.operands[0]) & FloatKinds.NAN


def holds_of_equals(_: Known, op: hlo.CompareOp) -> Array | None:
    """Whether the comparison holds of what is equal."""
    boolean = element_type(op.results[0])
    holds = "one" if direction_of(op) in ("EQ", "GE", "LE") else "zero"
    return None if boolean is None else constant_like(op.results[0], number(holds, boolean))


def alike(operands: Operands) -> bool:
    """Both operands are one value."""
    return operands.alike


def _itself(name: str, when: Callable[[Known, hlo.CompareOp], bool], says: str) -> Rule:
    return Rule(
        name,
        ("compare",),
        lambda k, op: k.same(op.operands[0], op.operands[1]) and when(k, op),
        holds_of_equals,
        says,
        alike,
    )


add_rules(
    _itself(
        "compare-itself",
        on_bits,
        "x compared with x: EQ, GE and LE are true, the others false (integers, booleans, total order)",
    ),
    _itself("compare-itself-strictly", strictly, "x compared with x: LT and GT are false (float, scale)"),
    _itself(
        "compare-itself-never-nan",
        never_nan,
        "x compared with x: EQ, GE and LE are true, the others false (float, scale; x never NaN)",
    ),
)


# ---- booleans ----


def says_itself(k: Known, op: hlo.CompareOp, side: int) -> bool:
    """The operand at `side`, which is 0 or 1, makes the comparison true where it is 1, and false where it is 0."""
    direction = direction_of(op) if side == 0 else MIRRORED[direction_of(op)]
    wanted = "one" if direction in ("EQ", "GE") else "zero"
    return direction in ("EQ", "GE", "GT", "NE") and is_number(k, op.operands[1 - side], wanted)


def boolean_behind(k: Known, value: SSAValue) -> SSAValue | None:
    """The boolean that a number is converted from."""
    before = k.definition(value, "convert")
    if before is None:
        return None
    element = element_type(before.operands[0])
    boolean = element is not None and kind_of_elements(element) == BOOLEAN
    return before.operands[0] if boolean else None


def converted_boolean(k: Known, op: Operation, side: int) -> SSAValue | None:
    """What is converted to the operand at `side`."""
    owner = k.resolved(op.operands[side]).owner
    return owner.operands[0] if isinstance(owner, Operation) and owner.operands else None


def _boolean(side: int) -> Rule:
    return Rule(
        f"compare-boolean-{'right' if side else 'left'}",
        ("compare",),
        lambda k, op: _kind(op) == BOOLEAN and says_itself(k, op, side),
        operand(side),
        "`x EQ true`, `x GE true`, `x NE false` and `x GT false` are x, and so are they mirrored (boolean)",
        lambda operands: operands.names[1 - side] == CONSTANT,
    )


def _converted(side: int) -> Rule:
    return Rule(
        f"compare-converted-{'right' if side else 'left'}",
        ("compare",),
        lambda k, op: (
            _kind(op) != COMPLEX
            and boolean_behind(k, op.operands[side]) is not None
            and says_itself(k, op, side)
        ),
        lambda k, op: converted_boolean(k, op, side),
        "`convert(x)` compared with 1 or 0 so that true is true is x, which is a boolean (integers, floats)",
        lambda operands: operands.names[1 - side] == CONSTANT,
    )


add_rules(_boolean(0), _boolean(1), _converted(0), _converted(1))
