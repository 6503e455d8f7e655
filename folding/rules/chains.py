"""Several ops with constants in a row are one op with a constant, or none.

Two ops at a time: what stands for the first two is what the third one reads, however long the chain is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Operation, SSAValue
from xdsl.traits import Commutative

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter.numerics import Arithmetic, arithmetic_of
from xdsl_stablehlo.values.element_types import Array

from ..facts.known import Known
from ..facts.lattice import kind_of_integers
from ..plan.materialize import make_constant
from .conditions import constant_like, element_type, integers_of, number, small_constant, static_type
from .engine import Form, Operands, Outcome, Rule, add_rules, over, some_constant
from .equations import SHIFTS
from .terms import FLOAT, INTEGER, INTEGERS, ORDERED, kind_of_elements


class Affine(NamedTuple):
    """a * base + b, which wraps around; elements of the type of `base`."""

    base: SSAValue
    a: Array
    b: Array


def arithmetic(value: SSAValue) -> Arithmetic:
    """How the elements of a tensor are computed with."""
    return arithmetic_of(cast("AnyTensorType", value.type).element_type)


def with_constant(
    op: type[hlo.HloOp], array: Array, first: bool = False
) -> Callable[[Sequence[SSAValue]], hlo.HloOp]:
    """What makes `op` of a value and a constant, which is its first operand or its second."""

    def build(read: Sequence[SSAValue]) -> hlo.HloOp:
        (value,) = read
        made = constant_of(array, value)
        return op.create(operands=[made, value] if first else [value, made], result_types=[value.type])

    return build


def parted(k: Known, op: Operation) -> tuple[SSAValue, Array, int] | None:
    """The operand that is not constant, the constant, and where that is; of an op on two values of its own type."""
    for side in (1, 0):
        value, other = op.operands[side], op.operands[1 - side]
        if k.is_known(value) and not k.is_known(other) and value.type == other.type:
            array = small_constant(k, value)
            return None if array is None else (k.resolved(other), array, side)
    return None


def inner_op(k: Known, value: SSAValue) -> Operation | None:
    """The op of one result that gives a value."""
    owner = k.resolved(value).owner
    return owner if isinstance(owner, Operation) and len(owner.results) == 1 else None


# ---- sums, differences and products ----

STEPS: dict[tuple[str, int], Callable[[Arithmetic, Array, Array], tuple[Array, Array]]] = {
    ("stablehlo.add", 0): lambda on, one, c: (one, c),
    ("stablehlo.add", 1): lambda on, one, c: (one, c),
    ("stablehlo.subtract", 0): lambda on, one, c: (on.negate(one), c),
    ("stablehlo.subtract", 1): lambda on, one, c: (one, on.negate(c)),
    ("stablehlo.multiply", 0): lambda on, one, c: (c, on.subtract(one, one)),
    ("stablehlo.multiply", 1): lambda on, one, c: (c, on.subtract(one, one)),
    ("stablehlo.shift_left", 1): lambda on, one, c: (on.shift_left(one, c), on.subtract(one, one)),
}
"""What ops of a value and a constant are, by the place of the constant: a and b of a * x + b."""

AFFINE = ("add", "multiply", "negate", "not", "shift_left", "subtract")


def units(on: Arithmetic) -> tuple[Array, Array, Array]:
    """0, 1 and -1 of an integer type."""
    one = number("one", on.element_type)
    assert one is not None
    return np.asarray(on.subtract(one, one)), one, np.asarray(on.negate(one))


def affine(k: Known, op: Operation) -> Affine | None:
    """An op as a * x + b of its operand x; None for other ops and other elements."""
    kind = integers_of(op.results[0])
    if kind is None or kind.width == 1 or static_type(op.results[0]) is None:
        return None
    on = arithmetic(op.results[0])
    zero, one, minus = units(on)
    if op.name in ("stablehlo.negate", "stablehlo.not"):
        return Affine(k.resolved(op.operands[0]), minus, minus if op.name == "stablehlo.not" else zero)
    parts = parted(k, op) if len(op.operands) == 2 else None
    step = None if parts is None else STEPS.get((op.name, parts[2]))
    if parts is None or step is None:
        return None
    return Affine(parts[0], *map(np.asarray, step(on, one, parts[1])))


def after(outer: Affine, inner: Affine) -> Affine:
    """`outer` of what `inner` gives."""
    on = arithmetic(inner.base)
    b = on.add(on.multiply(outer.a, inner.b), outer.b)
    return Affine(inner.base, np.asarray(on.multiply(outer.a, inner.a)), np.asarray(b))


def affine_chain(k: Known, op: Operation) -> Outcome:
    """The op as one on the value at the beginning of its chain, or as near to that as one op goes."""
    outer = affine(k, op)
    before = None if outer is None else inner_op(k, outer.base)
    if outer is None or before is None:
        return None
    inner = affine(k, before)
    merged = None if inner is None else after(outer, inner)
    if merged is None or not may_be(k, merged.a, before) or not may_be(k, merged.b, before):
        return None
    return written(merged)


def may_be(k: Known, array: Array, before: Operation) -> bool:
    """Whether a constant takes no more than those that went into it, which go."""
    return array.ndim == 0 or k.is_read_once(before)


def written(what: Affine) -> Outcome:
    """a * base + b as a constant, a value or one op; None where it is more."""
    base, a, b = what
    zero, one, minus = units(arithmetic(base))
    if all_are(a, zero):
        return spread(base, b)
    if all_are(b, zero) and not all_are(a, minus):
        return base if all_are(a, one) else Form((base,), with_constant(hlo.MulOp, a))
    if all_are(a, one):
        return Form((base,), with_constant(hlo.AddOp, b))
    if not all_are(a, minus):
        return None
    for element, op in ((zero, hlo.NegOp), (minus, hlo.NotOp)):
        if all_are(b, element):
            return Form((base,), partial(_of_one, op))
    return Form((base,), with_constant(hlo.SubtractOp, b, first=True))


def _of_one(op: type[hlo.NegOp | hlo.NotOp], read: Sequence[SSAValue]) -> hlo.HloOp:
    return op(read[0])


def all_are(array: Array, element: Array) -> bool:
    """Whether all elements of an array have the bits of this one."""
    return array.tobytes() == np.asarray(element).tobytes() * array.size


def spread(like: SSAValue, array: Array) -> Array | None:
    """A constant of the shape of a value; `array` has it, or is an element."""
    return constant_like(like, array) if array.ndim == 0 else array


# ---- ops of one name ----


Merge: TypeAlias = "Callable[[Arithmetic, Array, Array], Array | None]"
"""From the constants of two ops of one name, the inner one first, to the constant of one."""


def shifted(on: Arithmetic, first: Array, second: Array) -> Array | None:
    """The sum of two amounts that are below the width, if it is too."""
    kind = kind_of_integers(on.element_type)
    if first.ndim or second.ndim or kind is None:
        return None
    amounts = int(first), int(second)
    fits = min(amounts) >= 0 and sum(amounts) < kind.width
    return np.asarray(sum(amounts), np.uint8).astype(on.dtype) if fits else None


def divided(on: Arithmetic, first: Array, second: Array) -> Array | None:
    """The product of two positive divisors, if it is an element."""
    kind = kind_of_integers(on.element_type)
    if first.ndim or second.ndim or kind is None:
        return None
    product = int(first) * int(second)
    fits = min(int(first), int(second)) > 0 and product <= kind.most
    return np.asarray(on.multiply(first, second)) if fits else None


ASSOCIATIVE: dict[str, Merge] = {
    "and": lambda on, c, d: on.and_(c, d),
    "or": lambda on, c, d: on.or_(c, d),
    "xor": lambda on, c, d: on.xor(c, d),
    "maximum": lambda on, c, d: on.maximum(c, d),
    "minimum": lambda on, c, d: on.minimum(c, d),
}


def in_a_row(k: Known, op: Operation, kinds: tuple[str, ...]) -> bool:
    """The op reads one of its own name, and both have a constant, in the same place where that matters."""
    parts = parted(k, op)
    before = None if parts is None else inner_op(k, parts[0])
    if parts is None or before is None or before.name != op.name:
        return False
    if kind_of_elements(cast("AnyTensorType", op.results[0].type).element_type) not in kinds:
        return False
    inner = parted(k, before)
    return inner is not None and (op.has_trait(Commutative) or inner[2] == parts[2] == 1)


def merged_chain(k: Known, op: Operation, merge: Merge) -> Outcome:
    """The op on the value at the beginning of its chain, with one constant."""
    parts = parted(k, op)
    before = None if parts is None else inner_op(k, parts[0])
    if parts is None or before is None or static_type(op.results[0]) is None:
        return None
    inner = parted(k, before)
    constant = None if inner is None else merge(arithmetic(op.results[0]), inner[1], parts[1])
    if inner is None or constant is None or not may_be(k, np.asarray(constant), before):
        return None
    base, first, constant = inner[0], inner[1], np.asarray(constant)
    if all_are(constant, first) and constant.ndim == first.ndim == 0:
        return before.results[0]
    if op.name == "stablehlo.xor" and not constant.astype(bool).any():
        return base
    return Form((base,), with_constant(cast("type[hlo.HloOp]", type(op)), constant))


def _row(name: str, says: str, merges: dict[str, Merge], kinds: tuple[str, ...]) -> Rule:
    def gives(k: Known, op: Operation) -> Outcome:
        return merged_chain(k, op, merges[op.name.removeprefix("stablehlo.")])

    names, behind = tuple(merges), over(*merges)

    def asks(operands: Operands) -> bool:
        return behind(operands) and some_constant(operands)

    return Rule(name, names, lambda k, op: in_a_row(k, op, kinds), gives, says, asks)


# ---- rules ----

_BEHIND = over(*AFFINE)


def affine_inside(k: Known, op: Operation) -> bool:
    """What the op reads is computed by one of its kind."""
    outer = affine(k, op)
    before = None if outer is None else inner_op(k, outer.base)
    return (
        before is not None
        and before.name.removeprefix("stablehlo.") in AFFINE
        and affine(k, before) is not None
    )


def minus_scaled(k: Known, op: Operation) -> Outcome:
    """The float product or quotient with its constant negated."""
    before = inner_op(k, op.operands[0])
    parts = None if before is None or len(before.operands) != 2 else parted(k, before)
    if (
        before is None
        or parts is None
        or not may_be(k, parts[1], before)
        or static_type(op.results[0]) is None
    ):
        return None
    value, constant, side = parts
    negated = np.asarray(arithmetic(value).negate(constant))
    return Form((value,), with_constant(cast("type[hlo.HloOp]", type(before)), negated, side == 0))


def reads_scaled(k: Known, op: Operation) -> bool:
    """What is negated is a float product or quotient with a constant."""
    before, element = inner_op(k, op.operands[0]), element_type(op.operands[0])
    return (
        before is not None
        and before.name in ("stablehlo.multiply", "stablehlo.divide")
        and element is not None
        and kind_of_elements(element) == FLOAT
    )


def constant_of(array: Array, like: SSAValue) -> SSAValue:
    """A new constant of the type of a value."""
    made = cast("AnyTensorType", like.type)
    return make_constant(np.broadcast_to(array, made.get_shape()), made).output


def sum_compared(k: Known, op: hlo.CompareOp) -> tuple[Affine, Array, Operation] | None:
    """What is compared with a constant, if it is x or -x and a constant, the constant, and the op that gives it."""
    parts = parted(k, op)
    before = None if parts is None else inner_op(k, parts[0])
    if parts is None or before is None:
        return None
    inner = affine(k, before)
    if inner is None or not any(all_are(inner.a, one) for one in units(arithmetic(inner.base))[1:]):
        return None
    return inner, parts[1], before


def for_equality(k: Known, op: hlo.CompareOp) -> bool:
    """Numbers are compared that may have wrapped around: it does not matter whether they are equal."""
    return op.comparison_direction.data.value in ("EQ", "NE") and sum_compared(k, op) is not None


def difference(k: Known, op: hlo.CompareOp) -> Outcome:
    """The comparison of what is added to."""
    found = sum_compared(k, op)
    if found is None:
        return None
    inner, other, before = found
    on = arithmetic(inner.base)
    wanted = np.asarray(on.multiply(on.subtract(other, inner.b), inner.a))
    if not may_be(k, wanted, before):
        return None

    def build(read: Sequence[SSAValue]) -> hlo.HloOp:
        other = constant_of(wanted, read[0])
        return hlo.CompareOp(read[0], other, op.comparison_direction, op.compare_type)

    return Form((inner.base,), build)


add_rules(
    _row(
        "shifts-in-a-row",
        "shifts by constants whose sum is below the width are one shift",
        dict.fromkeys(SHIFTS, shifted),
        (INTEGER,),
    ),
    Rule(
        "constants-in-a-row",
        AFFINE,
        affine_inside,
        affine_chain,
        "sums, differences, products, negations, complements and left shifts with constants, one of another, are one "
        "op of `x + c`, `c - x`, `x * c`, `-x`, `not x`, or x, or a constant, where they can be (integers)",
        lambda operands: _BEHIND(operands) and (len(operands.names) == 1 or some_constant(operands)),
    ),
    _row(
        "masks-in-a-row",
        "`op(op(x, c), d)` = `op(x, op(c, d))` (integers, booleans)",
        {name: ASSOCIATIVE[name] for name in ("and", "or", "xor")},
        INTEGERS,
    ),
    _row(
        "bounds-in-a-row",
        "`op(op(x, c), d)` = `op(x, op(c, d))` (integers, booleans, floats)",
        {name: ASSOCIATIVE[name] for name in ("maximum", "minimum")},
        ORDERED,
    ),
    _row(
        "divisors-in-a-row",
        "`divide(divide(x, c), d)` = `divide(x, c * d)`, where c, d > 0 and c * d does not wrap around (integers)",
        {"divide": divided},
        (INTEGER,),
    ),
    Rule(
        "negate-scaled",
        ("negate",),
        reads_scaled,
        minus_scaled,
        "`negate(x * c)` = `x * -c`, and so are quotients of x and c either way (floats)",
        over("multiply", "divide"),
    ),
    Rule(
        "compare-sum",
        ("compare",),
        for_equality,
        difference,
        "`x + c EQ d` = `x EQ d - c`, and so are NE and the negation of x (integers)",
        some_constant,
    ),
)
