"""Ops on each element that have attributes, or types of their own."""

from __future__ import annotations

from random import Random

from ..kinds import REAL, TensorKind
from ..sketch import Drawing, ElementRole, Operand, Sketch

WITH_INFINITIES = ("bf16", "f16", "f32", "f64", "f8E3M4", "f8E4M3", "f8E5M2")
SAME_BITS = {
    8: ("i8", "ui8", "f8E5M2"),
    16: ("i16", "ui16", "bf16", "f16"),
    32: ("i32", "ui32", "f32"),
    64: ("i64", "ui64", "f64"),
}
"""Element types by how many bits they have."""


def draw_clamp(r: Random, kind: TensorKind) -> Sketch:
    least, most = (kind if r.random() < 0.5 else kind.sized(()) for _ in range(2))
    operands = (Operand(kind), Operand(least), Operand(most))
    text = f"%r0 = stablehlo.clamp %a1, %a0, %a2 : ({least}, {kind}, {most}) -> {kind}"
    return Sketch(text, operands, (kind,))


def draw_reduce_precision(r: Random, kind: TensorKind) -> Sketch:
    form = f"e{r.randint(1, 11)}m{r.randint(0, 12)}"
    text = f"%r0 = stablehlo.reduce_precision %a0, format = {form} : {kind}"
    return Sketch(text, (Operand(kind),), (kind,))


def draw_bitcast(r: Random, kind: TensorKind) -> Sketch:
    """To elements of as many bits, or of a part of them, or of several elements' together."""
    width = next(bits for bits, names in SAME_BITS.items() if kind.element in names)
    last = kind.shape[-1] if kind.shape else 0
    target = r.choice([bits for bits in SAME_BITS if bits <= width or bits == width * last])
    shape = kind.shape
    if target < width:
        shape = (*shape, width // target)
    elif target > width:
        shape = shape[:-1]
    result = TensorKind(r.choice(SAME_BITS[target]), shape)
    # Which NaN an operation gives is nobody's promise.
    return Sketch(
        "%r0 = stablehlo.bitcast_convert %a0 : TYPES", (Operand(kind, ElementRole.COMPARABLE),), (result,)
    )


CLAMP = Drawing(draw_clamp, REAL, (0, 3))
REDUCE_PRECISION = Drawing(draw_reduce_precision, WITH_INFINITIES, (0, 3))
BITCAST = Drawing(draw_bitcast, sum(SAME_BITS.values(), ()), (0, 3))
