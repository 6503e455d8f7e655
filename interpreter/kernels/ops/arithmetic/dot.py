"""dot_general, dot and einsum: transposed to a batched product of matrices (spec: dot_general)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod

import numpy as np
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo import DotGeneralOp, DotOp, EinsumOp, UnaryEinsumOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import Varying, broadcast, first_along, repeated_dimensions

from ....interface.errors import EvaluationError
from ...support.contraction import exactness_of_sums, matrix_product, product_work
from ...support.table import Cost, XlaCost, product_of_operands, register, register_made

DIMENSIONS = (
    *("lhs_batching_dimensions", "rhs_batching_dimensions"),
    *("lhs_contracting_dimensions", "rhs_contracting_dimensions"),
)


def eval_dot_general(
    lhs: Array,
    rhs: Array,
    *,
    lhs_batching_dimensions: Sequence[int],
    rhs_batching_dimensions: Sequence[int],
    lhs_contracting_dimensions: Sequence[int],
    rhs_contracting_dimensions: Sequence[int],
    element_type: Attribute,
) -> Array:
    """Sums over the contracting dimensions of products, for each index of the batching ones.

    Products and sums have the result's `element_type`, or more digits. The result's dimensions are the batching ones,
    then what is left of `lhs`, then of `rhs`.
    """
    lhs_kept = _others(lhs.ndim, lhs_batching_dimensions, lhs_contracting_dimensions)
    rhs_kept = _others(rhs.ndim, rhs_batching_dimensions, rhs_contracting_dimensions)
    # [batch..., rows..., inner...] and [batch..., columns..., inner...]
    left = lhs.transpose(*lhs_batching_dimensions, *lhs_kept, *lhs_contracting_dimensions)
    right = rhs.transpose(*rhs_batching_dimensions, *rhs_kept, *rhs_contracting_dimensions)
    batches, rows, columns = len(lhs_batching_dimensions), len(lhs_kept), len(rhs_kept)
    shape = (*left.shape[: batches + rows], *right.shape[batches : batches + columns])
    left, right = _without_repeated(left, right, batches, rows, columns)
    product = _product(left, right, batches, rows, columns, element_type)
    return broadcast(product, shape)


def _without_repeated(
    left: Array, right: Array, batches: int, rows: int, columns: int
) -> tuple[Array, Array]:
    """The operands without the dimensions along which their product is constant."""
    of_left, of_right = repeated_dimensions([left]), repeated_dimensions([right])
    if not of_left and not of_right:
        return left, right
    both = [d for d in of_left if d < batches and d in of_right]
    left = first_along(left, [*both, *[d for d in of_left if batches <= d < batches + rows]])
    right = first_along(right, [*both, *[d for d in of_right if batches <= d < batches + columns]])
    return left, right


def _product(
    left: Array, right: Array, batches: int, rows: int, columns: int, element_type: Attribute
) -> Array:
    """The product of [batch..., rows..., inner...] and [batch..., columns..., inner...]."""
    batch, inner = left.shape[:batches], prod(left.shape[batches + rows :])
    row, column = left.shape[batches : batches + rows], right.shape[batches : batches + columns]
    whole = [prod(batch)] if batch else []
    transposed = right.transpose(
        *range(batches), *range(batches + columns, right.ndim), *range(batches, batches + columns)
    )
    product = matrix_product(
        left.reshape((*whole, prod(row), inner)),
        transposed.reshape((*whole, inner, prod(column))),
        element_type,
    )
    return product.reshape((*batch, *row, *column))


def _others(rank: int, *used: Sequence[int]) -> list[int]:
    taken = {d for dims in used for d in dims}
    return [d for d in range(rank) if d not in taken]


def eval_einsum(lhs: Array, rhs: Array, *, einsum_config: str, element_type: Attribute) -> Array:
    """Sums of products by `einsum_config`: `"ab,bc->ac"` sums over b.

    A letter in both operands and the result is a batching dimension; one in both operands only is contracted.
    """
    operands, _, result = einsum_config.replace(" ", "").partition("->")
    left, right = operands.split(",")
    left, right, result = _spelled_out(left, right, result, lhs.ndim, rhs.ndim)
    sizes = dict(zip(left, lhs.shape, strict=True))
    for letter, size in zip(right, rhs.shape, strict=True):
        if sizes.get(letter, size) != size:
            raise EvaluationError(
                f"'{einsum_config}' has dimensions '{letter}' of the sizes {sizes[letter]} and {size}"
            )
    batch = [c for c in result if c in left and c in right]
    inner = [c for c in left if c in right and c not in result]
    # A letter that is only in one operand is summed over before.
    lhs, left = _summed(lhs, left, [c for c in left if c not in right and c not in result], element_type)
    rhs, right = _summed(rhs, right, [c for c in right if c not in left and c not in result], element_type)
    product = eval_dot_general(
        lhs,
        rhs,
        lhs_batching_dimensions=[left.index(c) for c in batch],
        rhs_batching_dimensions=[right.index(c) for c in batch],
        lhs_contracting_dimensions=[left.index(c) for c in inner],
        rhs_contracting_dimensions=[right.index(c) for c in inner],
        element_type=element_type,
    )
    order = [*batch, *[c for c in left if c in result and c not in batch]]
    order += [c for c in right if c in result and c not in batch]
    return product.transpose([order.index(c) for c in result])


def eval_unary_einsum(operand: Array, *, einsum_config: str, element_type: Attribute) -> Array:
    """`operand` with its dimensions rearranged by `einsum_config`: `"ab->a"` sums over b."""
    source, _, result = einsum_config.replace(" ", "").partition("->")
    source, _, result = _spelled_out(source, "", result, operand.ndim, 0)
    operand, source = _summed(operand, source, [c for c in source if c not in result], element_type)
    return operand.transpose([source.index(c) for c in result])


def _spelled_out(left: str, right: str, result: str, left_rank: int, right_rank: int) -> tuple[str, str, str]:
    """The three subscripts with letters in place of `...`, aligned at their ends."""
    free = "".join(chr(code) for code in range(0xE000, 0xE000 + left_rank + right_rank))
    widths = [rank - len(term.replace("...", "")) for term, rank in ((left, left_rank), (right, right_rank))]
    most = max(0, *[w for w, term in zip(widths, (left, right)) if "..." in term], 0)
    letters = free[:most]
    left = left.replace("...", letters[most - widths[0] :] if "..." in left else "")
    right = right.replace("...", letters[most - widths[1] :] if "..." in right else "")
    return left, right, result.replace("...", letters)


def _summed(operand: Array, subscript: str, gone: list[str], element_type: Attribute) -> tuple[Array, str]:
    """`operand` summed over the letters in `gone`: a product with ones."""
    if not gone:
        return operand, subscript
    axes = [subscript.index(c) for c in gone]
    ones = np.ones([operand.shape[axis] for axis in axes], operand.dtype)
    total = eval_dot_general(
        operand,
        ones,
        lhs_batching_dimensions=(),
        rhs_batching_dimensions=(),
        lhs_contracting_dimensions=axes,
        rhs_contracting_dimensions=range(len(axes)),
        element_type=element_type,
    )
    return total, "".join(c for c in subscript if c not in gone)


def _dot_general(op: DotGeneralOp) -> partial[Array]:
    dimensions = dict(zip(DIMENSIONS, map(ints, op.dot_dimension_numbers.parameters), strict=True))
    return partial(eval_dot_general, **dimensions, element_type=ranked(op.result).element_type)


def _dot(op: DotOp) -> partial[Array]:
    dimensions = dict(zip(DIMENSIONS, ((), (), (ranked(op.lhs).get_num_dims() - 1,), (0,))))
    return partial(eval_dot_general, **dimensions, element_type=ranked(op.result).element_type)


def _dot_general_varying(op: DotGeneralOp, operands: Sequence[Varying]) -> Varying:
    numbers = op.dot_dimension_numbers
    lhs, rhs = operands
    batching = ints(numbers.lhs_batching_dimensions), ints(numbers.rhs_batching_dimensions)
    batch = [lhs[d] or rhs[e] for d, e in zip(*batching, strict=True)]
    rows = _others(len(lhs), batching[0], ints(numbers.lhs_contracting_dimensions))
    columns = _others(len(rhs), batching[1], ints(numbers.rhs_contracting_dimensions))
    return (*batch, *[lhs[d] for d in rows], *[rhs[d] for d in columns])


def _dot_work(op: DotGeneralOp | DotOp) -> int:
    lhs, result = ranked(op.lhs).get_shape(), ranked(op.result)
    dims = [-1] if isinstance(op, DotOp) else ints(op.dot_dimension_numbers.lhs_contracting_dimensions)
    return product_work(2 * prod([lhs[d] for d in dims]) * prod(result.get_shape()), result.element_type)


register_made(
    DotGeneralOp,
    _dot_general,
    cost=Cost(25_000, 1, work=_dot_work, max_elements=product_of_operands, varying=_dot_general_varying),
    xla=XlaCost(20, 0.03, "product", 0.4),
    exactness=exactness_of_sums,
)
register_made(
    DotOp,
    _dot,
    cost=Cost(
        25_000,
        1,
        work=_dot_work,
        max_elements=product_of_operands,
        varying=lambda op, operands: operands[0][:-1] + operands[1][1:],
    ),
    exactness=exactness_of_sums,
)
register(
    EinsumOp,
    eval_einsum,
    cost=Cost(
        60_000, 1, work=lambda op: 2 * prod(ranked(op.lhs).get_shape()) * prod(ranked(op.rhs).get_shape())
    ),
    exactness=exactness_of_sums,
)
register(UnaryEinsumOp, eval_unary_einsum, exactness=exactness_of_sums)
