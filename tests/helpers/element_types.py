"""Every element type of the specification by its name in MLIR."""

from __future__ import annotations

from xdsl.dialects import builtin
from xdsl.dialects.builtin import ComplexType, IntegerType, Signedness
from xdsl.ir import Attribute

FLOATS: dict[str, Attribute] = {
    t.name: t
    for t in (
        *(builtin.Float4E2M1FNType(), builtin.Float6E2M3FNType(), builtin.Float6E3M2FNType()),
        *(builtin.Float8E3M4Type(), builtin.Float8E4M3Type(), builtin.Float8E4M3B11FNUZType()),
        *(builtin.Float8E4M3FNType(), builtin.Float8E4M3FNUZType(), builtin.Float8E5M2Type()),
        *(builtin.Float8E5M2FNUZType(), builtin.Float8E8M0FNUType(), builtin.FloatTF32Type()),
        *(builtin.bf16, builtin.f16, builtin.f32, builtin.f64),
    )
}
INTEGERS: dict[str, IntegerType] = {
    **{f"i{width}": IntegerType(width) for width in (1, 2, 4, 8, 16, 32, 64)},
    **{f"ui{width}": IntegerType(width, Signedness.UNSIGNED) for width in (2, 4, 8, 16, 32, 64)},
}
COMPLEX: dict[str, Attribute] = {
    "complex<f32>": ComplexType(builtin.f32),
    "complex<f64>": ComplexType(builtin.f64),
}
ELEMENT_TYPES: dict[str, Attribute] = {**INTEGERS, **FLOATS, **COMPLEX}
