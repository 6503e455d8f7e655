"""The encodings of affine maps, integer sets and strided layouts in the MLIR of jaxlib 0.12; older ones write text.

They are only read: every reader reads text. A map is its number of dimensions with a form in the two lowest bits, and
then, depending on the form, dimensions or expressions. An expression is a code, and then a position, a number or two
expressions.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import DYNAMIC_INDEX, AffineMapAttr, AffineSetAttr, StridedLayoutAttr
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstraintExpr,
    AffineConstraintKind,
    AffineExpr,
    AffineMap,
    AffineSet,
)

from ..format.codec import Cursor, Decoder, DialectCodec

IDENTITY, PERMUTATION, PROJECTION, EXPRESSIONS = range(4)
"""The forms of a map: all dimensions in order, in another order, some of them, or anything."""

DIMENSION, SYMBOL, CONSTANT = range(3)
BINARY = {
    3: AffineBinaryOpKind.Add,
    4: AffineBinaryOpKind.Mul,
    5: AffineBinaryOpKind.Mod,
    6: AffineBinaryOpKind.FloorDiv,
    7: AffineBinaryOpKind.CeilDiv,
}
"""The codes of expressions."""

MOST_DIMENSIONS = 1 << 16
"""The most dimensions and symbols: an identity takes memory for each, but no byte of the file."""

MOST_NESTED = 200
"""The most levels of expressions: xDSL prints and hashes them by recursion."""


def declare_affine(codec: DialectCodec) -> None:
    codec.attribute_readers[23] = _read_map
    codec.attribute_readers[24] = _read_set
    codec.attribute_readers[25] = _read_strided_layout


def _read_map(decoder: Decoder) -> AffineMapAttr:
    cursor = decoder.cursor
    dims, form = divmod(cursor.varint(), 4)
    dims, symbols = _bounded(cursor, dims), 0
    if form == EXPRESSIONS:
        symbols = _bounded(cursor, cursor.varint())
        results = [_read_expression(cursor, dims, symbols) for _ in range(cursor.count("results"))]
    elif form == IDENTITY:
        results = [AffineExpr.dimension(dim) for dim in range(dims)]
    else:
        count = dims if form == PERMUTATION else cursor.varint()
        if count > cursor.remaining:
            raise cursor.error(f"{count} dimensions declared where {cursor.remaining} bytes remain")
        results = [_read_position(cursor, dims, AffineExpr.dimension) for _ in range(count)]
    return AffineMapAttr(AffineMap(dims, symbols, tuple(results)))


def _read_set(decoder: Decoder) -> AffineSetAttr:
    cursor = decoder.cursor
    dims, symbols = _bounded(cursor, cursor.varint()), _bounded(cursor, cursor.varint())
    expressions = [_read_expression(cursor, dims, symbols) for _ in range(cursor.count("constraints"))]
    zero = AffineExpr.constant(0)
    kinds = [AffineConstraintKind.eq if cursor.byte() else AffineConstraintKind.ge for _ in expressions]
    constraints = [AffineConstraintExpr(kind, e, zero) for kind, e in zip(kinds, expressions, strict=True)]
    return AffineSetAttr(AffineSet(dims, symbols, tuple(constraints)))


def _read_strided_layout(decoder: Decoder) -> StridedLayoutAttr:
    cursor = decoder.cursor
    offset, *strides = [cursor.svarint(), *[cursor.svarint() for _ in range(cursor.count("strides"))]]
    return StridedLayoutAttr([_known(stride) for stride in strides], _known(offset))


def _known(size: int) -> int | None:
    return None if size == DYNAMIC_INDEX else size


def _bounded(cursor: Cursor, count: int) -> int:
    if count > MOST_DIMENSIONS:
        raise cursor.error(f"an affine map or set of {count} dimensions or symbols")
    return count


def _read_position(cursor: Cursor, bound: int, make: Callable[[int], AffineExpr]) -> AffineExpr:
    position = cursor.varint()
    if position >= bound:
        raise cursor.error(f"dimension or symbol {position} of {bound}")
    return make(position)


def _read_expression(cursor: Cursor, dims: int, symbols: int, depth: int = 0) -> AffineExpr:
    if depth >= MOST_NESTED:
        raise cursor.error(f"affine expressions nested more than {MOST_NESTED} deep")
    code = cursor.varint()
    if code == DIMENSION:
        return _read_position(cursor, dims, AffineExpr.dimension)
    if code == SYMBOL:
        return _read_position(cursor, symbols, AffineExpr.symbol)
    if code == CONSTANT:
        return AffineExpr.constant(cursor.svarint())
    if code not in BINARY:
        raise cursor.error(f"no affine expression has the code {code}")
    left = _read_expression(cursor, dims, symbols, depth + 1)
    return AffineBinaryOpExpr(BINARY[code], left, _read_expression(cursor, dims, symbols, depth + 1))
