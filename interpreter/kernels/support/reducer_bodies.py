"""Bodies that combine two values, applied to whole arrays, for reduce, scatter, reduce_window and all_reduce.

A body of one known op (add, multiply, minimum, maximum, and, or, xor) becomes one NumPy call if that computes the
result of the specification; a body of elementwise ops combines whole arrays; any other runs element by element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import NamedTuple

import numpy as np
from xdsl.dialects import builtin
from xdsl.dialects.builtin import ComplexType
from xdsl.ir import Attribute, Block, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.base.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array, dtype_of, holds_complex, holds_integers, round_to
from xdsl_stablehlo.values.storage import first_along, repeated_dimensions

from ...numerics import arithmetic_of
from ...numerics.nans import one_nan
from ...rounded import FAST
from .sums import IN_ORDER, SummedRows, arrays_of, combined_in_order, neighbours_combined, rows_of
from .table import Exactness, kernel_of
from .values import BlockReduction, RegionBody, apply, argument_dtypes

ROUND = 8_000
"""Nanoseconds of choosing the updates of a scatter that can be combined at once."""


def known_reducer(block: Block, returned: int = 1) -> tuple[str, Attribute] | None:
    """The name, without the dialect, of the only op of `block`, which has an identity, and its element type.

    The op is on the two arguments of the block, which returns its result so many times.
    """
    op, terminator = block.first_op, block.last_op
    if op is None or terminator is None or op.next_op is not terminator or len(block.args) != 2:
        return None
    if {*op.operands} != {*block.args} or [*terminator.operands] != [*op.results] * returned:
        return None
    entry = kernel_of(type(op))
    if entry is None or not entry.identity:
        return None
    element_type = ranked(block.args[0]).element_type
    # The arithmetic of quantized elements is not that of their storage integers.
    return None if isinstance(element_type, AnyQuantizedType) else (op.name.partition(".")[2], element_type)


def is_replacement(block: Block) -> bool:
    """Whether the body returns the second half of its arguments, the new values."""
    last = block.last_op
    count = len(block.args) // 2
    return last is not None and last is block.first_op and list(last.operands) == list(block.args[count:])


class Monoid:
    """A known reducer on elements of one type."""

    def __init__(self, name: str, element_type: Attribute):
        self.name = name
        self.element_type = element_type
        self.dtype = dtype_of(element_type)
        self.combine: Callable[[Array, Array], Array] = arithmetic_of(element_type).named(name)
        self._sums_floats = name in ("add", "multiply") and not holds_integers(self.dtype)
        # NumPy does not round narrow floats in every step.
        in_steps = self.dtype.itemsize >= 4 or holds_integers(self.dtype)
        self._ufunc = self.combine if in_steps and isinstance(self.combine, np.ufunc) else None
        self._in_any_order = None if self._sums_floats else self._ufunc

    @staticmethod
    def of(body: RegionBody, returned: int = 1) -> Monoid | None:
        """The monoid that `body` is, if it is a known one whose result is returned so many times."""
        known = known_reducer(body.block, returned)
        return None if known is None else Monoid(*known)

    def reduce(self, values: Array, init: Array, axes: tuple[int, ...]) -> Array:
        """`values` reduced along `axes`, beginning with `init`."""
        if self._in_any_order is not None:
            part, count = _one_of_repeated(values, axes)
            value: Array = self._in_any_order.reduce(part, axis=axes, dtype=self.dtype)
            result = init
            # `count` times the value, by doubling: these may be combined in any order.
            while count:
                if count & 1:
                    result = self.combine(result, value)
                value, count = self.combine(value, value), count >> 1
            return result
        if self.name in ("maximum", "minimum") and self.dtype.char in "efd":
            return one_nan(np.asarray(self.combine(init, self._extreme(values, axes))))
        total = self._of_numpy(values, init, axes) if FAST.get() and self._sums_floats else None
        if total is None:
            total = combined_in_order(self.combine, values, axes, init)
        return one_nan(np.asarray(total))

    def _extreme(self, values: Array, axes: tuple[int, ...]) -> Array:
        """The greatest or least floats: no order matters, and of the zeros the sign."""
        values, _ = _one_of_repeated(values, axes)
        ufunc = np.maximum if self.name == "maximum" else np.minimum
        result = np.asarray(ufunc.reduce(values, axis=axes))
        zero = result == 0
        if zero.any():
            kept = [axis for axis in range(values.ndim) if axis not in axes]
            rows = values.transpose(*kept, *axes)[zero]
            wanted = self.dtype.type(0.0 if self.name == "maximum" else -0.0)
            found = (rows == 0) & (np.signbit(rows) == np.signbit(wanted))
            result[zero] = np.where(found.any(axis=tuple(range(1, rows.ndim))), wanted, -wanted)
        return result

    def _of_numpy(self, values: Array, init: Array, axes: tuple[int, ...]) -> Array | None:
        """The sum or product in the order of NumPy, in f64 and rounded once; None where that is not finite."""
        wide = ComplexType(builtin.f64) if holds_complex(self.dtype) else builtin.f64
        numbers = arithmetic_of(wide)
        function = np.add if self.name == "add" else np.multiply
        total = function.reduce(values, axis=axes, dtype=numbers.dtype)
        total = numbers.named(self.name)(total, init.astype(numbers.dtype))
        rounded = (
            total.astype(self.dtype) if holds_complex(self.dtype) else round_to(total, self.element_type)
        )
        return rounded if np.isfinite(rounded).all() else None

    def by_blocks(self, size: int) -> BlockReduction | None:
        """A reduction of `size` elements, `PAIRWISE` neighbours at a time, to the bits of reducing them at once; None
        if they must be.
        """
        is_tree = self._in_any_order is None
        return None if is_tree and size <= IN_ORDER else BlockReduction(self._of_block, self._of_blocks)

    def _of_block(self, block: Array) -> Array:
        if self._in_any_order is not None:
            return self._in_any_order.reduce(block, dtype=self.dtype, keepdims=True)
        return np.stack([neighbours_combined(self.combine, block)])  # a subtree: they are a power of two

    def _of_blocks(self, reduced: Array, init: Array) -> Array:
        if self._in_any_order is not None:
            return self.combine(init, self._in_any_order.reduce(reduced, dtype=self.dtype))
        return one_nan(np.asarray(self.combine(init, neighbours_combined(self.combine, reduced))))

    def running(self, values: Array, init: Array) -> Array | None:
        """`init` combined with the elements along the first axis up to each of them, from the first one on.

        None if NumPy has no call that rounds as one combination after the other does.
        """
        result = np.array(values)
        result[:1] = self.combine(values[:1], init)
        if self._ufunc is not None:
            self._ufunc.accumulate(result, axis=0, out=result)
            return one_nan(result) if self._sums_floats else result
        if self.name not in ("minimum", "maximum"):
            return None
        # In any order they are the same: with the element before, with the two before these, and so on.
        step = 1
        while step < len(result):
            result[step:] = self.combine(result[step:], result[:-step])
            step *= 2
        return one_nan(result)

    def at(self, result: Array, indices: Array, updates: Array) -> bool:
        """`result[i] = combine(result[i], update)` for each update in order; False if NumPy has no such call."""
        if self._ufunc is None:
            return False
        self._ufunc.at(result, indices, updates)
        few = result.size <= 8 * indices.size
        if self._sums_floats and not (few and one_nan(result) is result):
            reached = result[indices]
            fixed = one_nan(reached)
            if fixed is not reached:
                result[indices] = fixed
        return True


def _one_of_repeated(values: Array, axes: tuple[int, ...]) -> tuple[Array, int]:
    """Values reduced to the first index along those of `axes` where they repeat, and how often they repeat."""
    repeated = repeated_dimensions([values])
    if not repeated or not (repeated := [axis for axis in repeated if axis in axes]):
        return values, 1
    return first_along(values, repeated), prod([values.shape[axis] for axis in repeated])


class Extreme(NamedTuple):
    """A reducer of values and integers that keeps the greatest or the least value and the integer beside it; of equal
    values that of the first, if integers increase.
    """

    greatest: bool
    nan_first: bool
    """Whether the first NaN is kept; otherwise rows with NaNs are as the body has it."""

    @staticmethod
    def of(body: RegionBody) -> Extreme | None:
        """The extreme that `body` computes: it only compares and selects, so that a result for each order of the
        arguments says all."""
        if not _only_selects(body.block):
            return None
        value, number = argument_dtypes(body)[:2]
        if value.char not in "bBhHiIlLqQefd" or number.char not in "bBhHiIlLqQ":
            return None

        def gives(*cases: tuple[float, float, int, int, float, int]) -> bool:
            values, others, first, second, best, of = zip(*cases)
            arguments = [np.array(values, value), np.array(first, number)]
            arguments += [np.array(others, value), np.array(second, number)]
            found = body.batched(*arguments)
            return np.array_equal(
                found[0], np.array(best, value), equal_nan=value.kind == "f"
            ) and np.array_equal(found[1], np.array(of, number))

        numbers, nan = ((0, 1), (1, 1), (1, 0)), np.nan
        for less, more in ((0, 1), (1, 0)):
            replaced = [(less, more, i, j, more, j) for i, j in numbers]
            if gives(*replaced, (more, less, 0, 1, more, 0), (less, less, 0, 1, less, 0)):
                nans = [(less, nan, i, j, nan, j) for i, j in numbers]
                kept = [(nan, each, 0, 1, nan, 0) for each in (less, nan)]
                return Extreme(more > less, value.kind == "f" and gives(*nans, *kept))
        return None

    def reduce(
        self, body: RegionBody, inputs: Sequence[Array], inits: Sequence[Array], axes: Sequence[int]
    ) -> tuple[Array, ...] | None:
        """The results of `combined_in_order`; None if integers do not increase along `axes`.

        Rows whose result is not beyond the init value are combined in order, and those of zeros, which have signs.
        """
        kept = [axis for axis in range(inputs[0].ndim) if axis not in axes]
        repeated = [axis for axis in repeated_dimensions(inputs[1:]) if axis in kept]
        values, numbers = [
            each.transpose(*kept, *axes).reshape(*[each.shape[axis] for axis in kept], -1)
            for each in (inputs[0], first_along(inputs[1], repeated))
        ]
        if not (numbers[..., 1:] > numbers[..., :-1]).all():
            return None
        numbers = np.broadcast_to(numbers, values.shape)
        at = np.expand_dims((np.argmax if self.greatest else np.argmin)(values, axis=-1), -1)
        best, of = [np.take_along_axis(each, at, -1)[..., 0] for each in (values, numbers)]
        known = best > inits[0] if self.greatest else best < inits[0]
        if not holds_integers(best.dtype):
            known = (known & (best != 0)) | (self.nan_first & np.isnan(best) & ~np.isnan(inits[0]))
        if not known.all():
            rest = [each[~known] for each in (values, numbers)]
            best[~known], of[~known] = combined_by(body, rest, inits, (1,))
        return best, of


def _only_selects(block: Block) -> bool:
    """Whether the results of a body of two pairs are a value and a number that comparisons of both kinds choose."""
    if len(block.args) != 4 or block.last_op is None:
        return False
    condition = 2
    kinds: dict[SSAValue, int] = {argument: i % 2 for i, argument in enumerate(block.args)}
    for op in list(block.ops)[:-1]:
        of = [kinds.get(operand) for operand in op.operands]
        if (
            isinstance(op, hlo.CompareOp)
            and of in ([0, 0], [1, 1])
            and "TOTALORDER" not in str(op.compare_type)
        ):
            kinds[op.results[0]] = condition
        elif isinstance(op, hlo.SelectOp) and of in ([condition, 0, 0], [condition, 1, 1]):
            kinds[op.results[0]] = of[1] or 0
        elif isinstance(op, hlo.MaxOp | hlo.MinOp) and of == [1, 1]:
            kinds[op.results[0]] = 1
        elif {*of} == {condition} and op.results[0].type == op.operands[0].type:
            kinds[op.results[0]] = condition
        else:
            return False
    return [kinds.get(value) for value in block.last_op.operands] == [0, 1]


def combined_by(
    body: RegionBody, inputs: Sequence[Array], inits: Sequence[Array], axes: Sequence[int]
) -> tuple[Array, ...]:
    """Inputs reduced along `axes` by an elementwise body, in the order of `sums`."""

    def combine(left: SummedRows, right: SummedRows) -> SummedRows:
        return rows_of(apply(body, *arrays_of(left), *arrays_of(right)))

    return arrays_of(combined_in_order(combine, rows_of(inputs), axes, rows_of(inits)))


def fold_windows(
    body: RegionBody, values: tuple[Array, ...], axis: int, size: int, stride: int, dilation: int
) -> tuple[Array, ...]:
    """Combine `size` elements `dilation` apart along `axis`, from every `stride`-th start, by an elementwise body.

    Windows of 1, 2, 4, ... elements at every start are pairs of those before; a window of any size consists of these,
    from its first element to the last. That takes log(size) steps, and rounding errors of sums are pairwise, too.
    """
    doubled = tuple([np.moveaxis(v, axis, 0) for v in values])
    starts = max(0, len(doubled[0]) - (size - 1) * dilation)
    result: tuple[Array, ...] | None = None
    width, done = 1, 0
    while starts:
        if size & width:
            part = tuple([v[done * dilation : done * dilation + starts] for v in doubled])
            result = part if result is None else apply(body, *result, *part)
            done += width
        if done == size:
            break
        reach = width * dilation
        doubled = apply(body, *[v[:-reach] for v in doubled], *[v[reach:] for v in doubled])
        width *= 2
    folded = result or tuple([v[:0] for v in doubled])
    return tuple([np.moveaxis(v[::stride], 0, axis) for v in folded])


def combine_at(
    body: RegionBody, results: tuple[Array, ...], indices: Array, updates: tuple[Array, ...]
) -> None:
    """`results[i] = body(results[i], update)` for each index and update in order, in place; all one-dimensional.

    Updates of distinct elements are combined at once: the first update of every element, then every second one.
    """
    if is_replacement(body.block):
        for result, update in zip(results, updates, strict=True):
            result[indices] = update
        return
    monoid = body.once(Monoid.of)
    if monoid is not None and monoid.at(results[0], indices, updates[0]):
        return
    for at in _rounds(indices):
        body.charge(ROUND)
        where = indices[at]
        combined = apply(body, *[r[where] for r in results], *[u[at] for u in updates])
        for result, value in zip(results, combined, strict=True):
            result[where] = value


def _rounds(indices: Array) -> Iterator[Array]:
    """Rounds of positions in `indices`: indices of one round are distinct, equal ones are in order."""
    if not indices.size:
        return
    order = np.argsort(indices, kind="stable")
    starts = np.flatnonzero(np.diff(indices[order], prepend=indices.min() - 1))
    sizes = np.diff(starts, append=len(indices))
    for turn in range(int(sizes.max())):
        yield order[starts[sizes > turn] + turn]


def computes_elementwise(region: Region) -> bool:
    """Whether all ops of a region are known to be elementwise on scalars: its body is then `elementwise`."""
    ops = list(region.block.ops)[:-1]
    scalars = [value for op in ops for value in (*op.operands, *op.results)]
    entries = [kernel_of(type(op)) for op in ops if not isinstance(op, hlo.ConstantOp)]
    return all(is_tensor_type(v.type) and not v.type.get_num_dims() for v in scalars) and all(
        entry is not None and entry.elementwise for entry in entries
    )


def reducer_exactness(region: Region) -> Exactness:
    """The class of a reduction by the body in `region`: its least exact op, and ROUNDED for sums of floats."""
    exactness = Exactness.EXACT
    for op in region.walk():
        entry = kernel_of(type(op))
        if entry is None:
            continue
        own = entry.exactness_of(op)
        if own is Exactness.LIBM:
            return own
        computes = any(
            is_tensor_type(t) and not holds_integers(dtype_of(t.element_type)) for t in op.result_types
        )
        if own is Exactness.ROUNDED or (
            computes and not isinstance(op, hlo.MaxOp | hlo.MinOp | hlo.SelectOp)
        ):
            exactness = Exactness.ROUNDED
    return exactness
