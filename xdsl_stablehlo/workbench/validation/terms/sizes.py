"""The sizes of the tensors of two functions as unknowns: as many as the types of their ops leave open.

A pair of functions stands for a family of pairs, one for each choice of these sizes; the ops are the same in all of
them. Limits of slices and the padding behind an operand follow from sizes. A start, or the padding before an operand,
is a number that stays as it is written, or one that follows from sizes, too: which of these is a `SizeReading`, and a
verdict says where starts follow. All sizes are in the family for which both functions have verified types, so that
what the types of either demand is supposed. Other attributes, and constants whose elements differ, stay, and with them
the sizes that they determine.
A proof for every size that is about some ops alone is one for every rank: `docs/validation.md` says which, and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import NamedTuple

from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import holds_quantized
from xdsl_stablehlo.folding.terms.effects import is_terminator
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.constants import array_of_constant, is_constant
from xdsl_stablehlo.values.storage import uniform_element

from .facts import keeps_sizes, scattered_sizes
from .indices import Index, Indices, KnownSizes, SizeOf, Unknown, fixed_index, unknown_index

WRITTEN, FROM_END = 0, 1
"""A start is as written, or as far from the end; a larger number is the one among the sizes that it equals."""


class SizeReading(NamedTuple):
    """Which numbers of two functions follow from sizes."""

    small_stay: bool = False
    """Whether sizes of 0 and 1 stay."""
    limits_stay: bool = False
    """Whether limits of slices that are no ends, and the padding behind operands, stay."""
    starts: tuple[int, ...] = ()
    """For each start and padding before an operand that is not 0: `WRITTEN`, `FROM_END`, or which of the sizes."""


class SymbolicSizes:
    """The sizes of all values in two functions, each given with the functions that it calls."""

    def __init__(self, sides: Sequence[Sequence[FuncOp]] = (), reading: SizeReading | None = None):
        self.reading = reading or SizeReading()
        self._is_read = bool(sides)
        self.is_possible = True
        """Whether all sizes agree that have to."""
        self.starts: dict[Operation, Indices] = {}
        """The starts of slices, and what is padded before operands."""
        self.measured = 0
        """The number of starts that `reading` says something about."""
        self.are_alike = True
        """Whether all ops treat groups of axes as they treat one."""
        self._numbers: dict[Unknown, int] = {}
        self._stands_for: dict[Unknown, Index] = {}
        self._shapes: dict[SSAValue, KnownSizes] = {}
        self._stated: dict[Attribute, KnownSizes] = {}
        self._demands: dict[Index, None] = {}
        self._fixed: dict[Operation, bool] = {}
        self._called: dict[Operation, Sequence[FuncOp]] = {}
        """The functions of its own side that each op calls."""
        for functions in sides:
            named = {func.sym_name.data: func for func in functions}
            for func in functions:
                for op in func.walk():
                    self._called[op] = [named[name] for name in callees(op) if name in named]
                    self._note(op)
        if sides:
            ours, theirs = [functions[0] for functions in sides]
            self._equate_all(ours.args, theirs.args)
            self._equate_all(_given(ours.body), _given(theirs.body))
            self._drop_loose(ours)

    # ---- sizes ----

    def shape_of(self, value: SSAValue) -> KnownSizes:
        """The sizes of a tensor."""
        found = self._shapes.get(value)
        if found is None:
            known = self._stated.get(value.type)
            if known is None:
                known = tuple([None if n < 0 else fixed_index(n) for n in ranked_shape(value.type)])
                self._stated[value.type] = known
            return known
        return tuple([None if each is None else self._resolved(each) for each in found])

    def starts_of(self, op: Operation) -> Indices:
        """The starts of a slice, or what is padded before an operand."""
        return tuple(map(self._resolved, self.starts.get(op, ())))

    def is_fixed(self, op: Operation) -> bool:
        """Whether all sizes of an op, of those in it and of those that it calls are numbers."""
        if op not in self._fixed:
            self._fixed[op] = True
            inside = [*op.walk()]
            values = [value for each in inside for value in (*each.operands, *each.results)]
            values += [value for each in inside for region in each.regions for value in _arguments(region)]
            called = [func for each in inside for func in self._called.get(each, ())]
            sizes = [each for value in values for each in self.shape_of(value) if each is not None]
            self._fixed[op] = not any(each.terms for each in sizes) and all(map(self.is_fixed, called))
        return self._fixed[op]

    @property
    def supposed(self) -> Sequence[Index]:
        """The sums of sizes that are 0 or more wherever both functions have verified types."""
        sizes = [Index.of(0, {each: 1}) for each in self._stands_for]
        found = dict.fromkeys(map(self._resolved, (*self._demands, *sizes)))
        return [each for each in found if each.bounds()[0] < 0]

    def free(self, func: FuncOp) -> list[list[bool]]:
        """Of each argument, or each result if there is none, for each dimension whether any size is meant."""
        bounded: set[Unknown] = set()
        demands, before = self.supposed, -1
        while before < len(bounded):
            before = len(bounded)
            for each in demands:
                if all(unknown in bounded for unknown, n in each.terms if n > 0):
                    bounded.update([unknown for unknown, n in each.terms if n < 0])
        values = func.args if any(ranked_shape(a.type) for a in func.args) else _given(func.body)
        return [
            [
                n is None or (bool(n.terms) and not any(u in bounded for u, _ in n.terms))
                for n in self.shape_of(v)
            ]
            for v in values
        ]

    def is_any(self, func: FuncOp) -> bool:
        """Whether all sizes of the arguments are meant."""
        return self._is_read and all(map(all, self.free(func)))

    def extent(self, func: FuncOp) -> str:
        """The sizes that are meant, in words."""
        free = self.free(func)
        follow = ", where starts follow from it" if any(self.follow()) else ""
        if self.is_any(func):
            return ("every rank and size" if self.are_alike else "every size") + follow
        if not any(map(any, free)):
            return "these shapes"
        kinds: list[str] = []
        for each, argument in zip(free, func.args):
            kind = argument.type
            if is_tensor_type(kind) and any(each):
                sizes = [DYNAMIC_INDEX if is_any else n for is_any, n in zip(each, kind.get_shape())]
                kinds.append(str(TensorType(kind.element_type, sizes)))
        return f"every size ? of {', '.join(dict.fromkeys(kinds))}{follow}"

    def follow(self) -> Iterator[str]:
        """The starts that follow from sizes, in words."""
        for op, starts in self.starts.items():
            for d, each in enumerate(map(self._resolved, starts)):
                if each.terms:
                    name = op.name.removeprefix("stablehlo.")
                    yield f"sizes: the {name} starts at {each} along {d}, which is {self._number(each)} here"

    def _new(self, number: int) -> Index | None:
        if number < 0:
            return None
        if number <= 1 and self.reading.small_stay:
            return fixed_index(number)
        made = unknown_index(SizeOf("any", len(self._numbers)), 0, inf)
        self._numbers[made.terms[0][0]] = number
        return made

    def _sizes(self, value: SSAValue) -> KnownSizes:
        if value not in self._shapes:
            self._shapes[value] = tuple([self._new(n) for n in ranked_shape(value.type)])
        return self._shapes[value]

    def _number(self, index: Index) -> int:
        """The number that a sum is in the functions as they are written."""
        return index.constant + sum(n * self._numbers[each] for each, n in index.terms)

    def _resolved(self, index: Index) -> Index:
        if not any(each in self._stands_for for each, _ in index.terms):
            return index
        found = fixed_index(index.constant)
        for each, n in index.terms:
            known = self._stands_for.get(each)
            if known is not None:
                known = self._stands_for[each] = self._resolved(known)
            found = found + (Index.of(0, {each: 1}) if known is None else known) * n
        return found

    def _equate(self, ours: Sequence[Index | None], theirs: Sequence[Index | None]) -> None:
        """Take sizes for equal; one stays as it is where the other is not known."""
        for mine, its in zip(ours, theirs):
            if mine is None or its is None:
                self._fix([mine, its])
                continue
            rest = self._resolved(mine - its)
            last = next(((each, n) for each, n in reversed(rest.terms) if abs(n) == 1), None)
            self.is_possible &= self._number(rest) == 0 and (last is not None or rest.known == 0)
            if last is not None:
                self._stands_for[last[0]] = (rest - Index.of(0, dict([last]))) * -last[1]

    def _fix(self, sizes: Sequence[Index | None]) -> None:
        """Let sizes stay as they are."""
        for each in sizes:
            if each is not None and each.terms:
                self._equate([each], [fixed_index(self._number(each))])

    def _demand(self, index: Index) -> None:
        self._demands[index] = None

    def _equate_all(self, ours: Sequence[SSAValue], theirs: Sequence[SSAValue]) -> None:
        for mine, its in zip(ours, theirs):
            self._equate(self._sizes(mine), self._sizes(its))

    def _drop_loose(self, func: FuncOp) -> None:
        """Let the sizes of constants stay that no argument, no result and no demand is about."""
        shapes = [self.shape_of(value) for value in (*func.args, *_given(func.body))]
        about = [each for shape in shapes for each in shape if each is not None]
        seen = {unknown for each in (*about, *self.supposed) for unknown, _ in each.terms}
        for each in list(self._numbers):
            if each not in seen and each not in self._stands_for:
                self._fix([Index.of(0, {each: 1})])

    # ---- numbers that may follow from sizes ----

    def _start(self, number: int, room: Index) -> Index:
        """A start or padding, of which `room` is the sum with what is behind."""
        if not number:
            return fixed_index(0)
        starts = self.reading.starts
        choice = starts[self.measured] if self.measured < len(starts) else WRITTEN
        self.measured += 1
        if choice == WRITTEN:
            return fixed_index(number)
        if choice == FROM_END:
            return room - (self._number(room) - number)
        sizes = [each for shape in self._shapes.values() for each in shape if each is not None]
        different = dict.fromkeys(map(self._resolved, sizes))
        equal = [each for each in different if each.terms and self._number(each) == abs(number)]
        if choice - 2 >= len(equal):
            self.is_possible = False
            return fixed_index(number)
        return equal[choice - 2] * (1 if number > 0 else -1)

    def _slice(self, op: hlo.SliceOp, inside: KnownSizes, outside: KnownSizes) -> Iterator[Index]:
        numbers = zip(ints(op.start_indices), ints(op.limit_indices), ints(op.strides))
        for n, m, (first, limit, step) in zip(inside, outside, numbers):
            if n is None or m is None:
                self._fix([n, m])
                yield fixed_index(first)
                continue
            start = self._start(first, n)
            if self.reading.limits_stay and limit != self._number(n):
                self._fix([m])
            elif self.reading.limits_stay and step == 1:
                self._equate([m], [n - start])
            # With no elements, the start may be the size.
            self._demand(n - start - (m - 1) * step - 1)
            self._demand(start)
            yield start

    def _pad(self, op: hlo.PadOp, inside: KnownSizes, outside: KnownSizes) -> Iterator[Index]:
        numbers = zip(ints(op.edge_padding_low), ints(op.edge_padding_high), ints(op.interior_padding))
        for n, m, (first, last, gap) in zip(inside, outside, numbers):
            if n is None or m is None:
                self._fix([n, m])
                yield fixed_index(first)
                continue
            low = fixed_index(first) if gap else self._start(first, m - n)
            if self.reading.limits_stay and not gap:
                self._equate([m], [n + low + last])
            yield low

    # ---- ops ----

    def _note(self, op: Operation) -> None:
        """Take sizes for equal that an op needs to be."""
        shapes = [self._sizes(value) for value in op.operands]
        results = [self._sizes(value) for value in op.results]
        if isinstance(op, CallOp):
            called = self._called[op]
            if not called or len(called[0].body.blocks) != 1:
                self._stay(op)
            else:
                self._equate_all(op.operands, called[0].args)
                self._equate_all(op.results, _given(called[0].body))
            return
        if is_constant(type(op)):
            if uniform_element(array_of_constant(op)) is None:
                self._fix(results[0])
            return
        if is_elementwise(op):
            for each in shapes:
                if each:
                    self._equate(results[0], each)
            return
        match op:
            case hlo.TransposeOp():
                self._equate(results[0], [shapes[0][d] for d in ints(op.permutation)])
            case hlo.ReverseOp() | hlo.OptimizationBarrierOp():
                for each, result in zip(shapes, results):
                    self._equate(each, result)
            case hlo.IotaOp():
                pass
            case hlo.GetDimensionSizeOp():
                self.are_alike = False
            case hlo.BroadcastInDimOp():
                for size, d in zip(shapes[0], ints(op.broadcast_dimensions)):
                    if size is not None and self._number(size) == 1 != ranked_shape(op.results[0].type)[d]:
                        self._fix([size])
                    else:
                        self._equate([size], [results[0][d]])
            case hlo.ReshapeOp():
                for ours, theirs in reshaped_groups(op.operands[0].type, op.results[0].type):
                    mine, its = [shapes[0][d] for d in ours], [results[0][d] for d in theirs]
                    if len(mine) == len(its) == 1:
                        self._equate(mine, its)
                    else:
                        self.are_alike = False
                        self._fix([*mine, *its])
            case hlo.SliceOp():
                self.starts[op] = tuple(self._slice(op, shapes[0], results[0]))
            case hlo.PadOp():
                self.are_alike = False
                self.starts[op] = tuple(self._pad(op, shapes[0], results[0]))
            case hlo.DynamicSliceOp() | hlo.DynamicUpdateSliceOp():
                taken = results[0] if isinstance(op, hlo.DynamicSliceOp) else shapes[1]
                if isinstance(op, hlo.DynamicUpdateSliceOp):
                    self.are_alike = False
                    self._equate(shapes[0], results[0])
                for n, m in zip(shapes[0], taken):
                    if n is None or m is None:
                        self._fix([n, m])
                        continue
                    if self.reading.limits_stay and isinstance(op, hlo.DynamicSliceOp):
                        self._equate(
                            [m], [n if self._number(n) == self._number(m) else fixed_index(self._number(m))]
                        )
                    self._demand(n - m)
            case hlo.ConcatenateOp():
                axis = op.dimension.value.data
                for each in shapes:
                    self._equate(*[[*s[:axis], *s[axis + 1 :]] for s in (each, results[0])])
                parts = [each[axis] for each in shapes]
                known = [each for each in parts if each is not None]
                if len(known) < len(parts) or results[0][axis] is None:
                    self._fix([*known, results[0][axis]])
                else:
                    self._equate([sum(known[1:], known[0])], [results[0][axis]])
            case hlo.ReduceOp():
                inputs = shapes[: len(shapes) // 2]
                kept = [size for d, size in enumerate(inputs[0]) if d not in ints(op.dimensions)]
                for each, result in zip(inputs, results):
                    self._equate(each, inputs[0])
                    self._equate(result, kept)
            case _ if keeps_sizes(op):
                self.are_alike = False
                for each in (*shapes[: len(results)], *results):
                    self._equate(each, shapes[0])
                ours, theirs, others = scattered_sizes(op, shapes[len(results) :])
                self._equate(ours, theirs)
                self._fix(others)
            case hlo.DotGeneralOp():
                numbers = op.dot_dimension_numbers
                batch = ints(numbers.lhs_batching_dimensions), ints(numbers.rhs_batching_dimensions)
                summed = ints(numbers.lhs_contracting_dimensions), ints(numbers.rhs_contracting_dimensions)
                rest: list[Index | None] = []
                for shape, first, last in zip(shapes, batch, summed):
                    rest += [size for d, size in enumerate(shape) if d not in (*first, *last)]
                for pairs in (batch, summed):
                    self._equate(*[[shape[d] for d in at] for shape, at in zip(shapes, pairs)])
                self._equate(results[0], [*[shapes[0][d] for d in batch[0]], *rest])
            case hlo.ConvolutionOp() if in_one_group(op):
                self.are_alike = False
                (x, w), y, at = shapes, results[0], op.dimension_numbers
                batch, ours = at.input_batch_dimension, at.input_feature_dimension
                self._equate([x[batch.value.data]], [y[at.output_batch_dimension.value.data]])
                self._equate([x[ours.value.data]], [w[at.kernel_input_feature_dimension.value.data]])
                made, given = at.output_feature_dimension, at.kernel_output_feature_dimension
                self._equate([y[made.value.data]], [w[given.value.data]])
                gaps = {1, *ints(op.window_strides), *ints(op.lhs_dilation), *ints(op.rhs_dilation)}
                if self.reading.limits_stay and len(gaps) > 1:
                    inside, outside = ints(at.input_spatial_dimensions), ints(at.output_spatial_dimensions)
                    self._fix([*[x[d] for d in inside], *[y[d] for d in outside]])
            case hlo.IfOp() | hlo.CaseOp():
                for region in op.regions:
                    self._equate_all(op.results, _given(region))
            case hlo.WhileOp():
                for each in (_arguments(op.cond), _arguments(op.body), _given(op.body), op.results):
                    self._equate_all(op.operands, each)
            case _:
                if not is_terminator(type(op)) and not isinstance(op, FuncOp):
                    self._stay(op)

    def _stay(self, op: Operation) -> None:
        """Let all sizes stay of an op that says nothing of others."""
        self.are_alike = False
        for value in (*op.operands, *op.results):
            self._fix(self._sizes(value))


def _arguments(region: Region) -> Sequence[SSAValue]:
    return [argument for block in region.blocks for argument in block.args]


def _given(region: Region) -> Sequence[SSAValue]:
    """The values that a region of one block gives."""
    last = region.block.last_op if len(region.blocks) == 1 else None
    return () if last is None else last.operands


def ranked_shape(kind: Attribute) -> Sequence[int]:
    """The sizes of a tensor type, -1 for those that are not known."""
    return [-1 if n == DYNAMIC_INDEX else n for n in kind.get_shape()] if is_tensor_type(kind) else ()


def in_one_group(op: hlo.ConvolutionOp) -> bool:
    """Whether each element of a convolution reads all features."""
    return op.feature_group_count.value.data == op.batch_group_count.value.data == 1


def is_elementwise(op: Operation) -> bool:
    """Whether each element of the result is a function of the elements at its indices."""
    entry = entry_of(op)
    if entry is None or not entry.elementwise or len(op.results) != 1:
        return False
    types = [value.type for value in (*op.operands, *op.results)]
    rank = len(ranked_shape(types[-1]))
    allowed = (rank, 0) if isinstance(op, hlo.SelectOp | hlo.ClampOp) else (rank,)
    return not any(map(holds_quantized, types)) and all(len(ranked_shape(each)) in allowed for each in types)


def reshaped_groups(ours: Attribute, theirs: Attribute) -> Sequence[tuple[Sequence[int], Sequence[int]]]:
    """Dimensions of an operand and of its reshaped result that have the same elements, in groups as small as can be."""
    inside, outside = ranked_shape(ours), ranked_shape(theirs)
    if inside == outside:
        return [((d,), (d,)) for d in range(len(inside))]
    if min([*inside, *outside], default=1) < 1:
        return [(range(len(inside)), range(len(outside)))]
    left, right = 1, 1
    waiting = [d for d, n in enumerate(outside) if n != 1]
    groups: list[tuple[list[int], list[int]]] = [([d], []) for d, n in enumerate(inside) if n == 1]
    groups += [([], [d]) for d, n in enumerate(outside) if n == 1]
    for d in [d for d, n in enumerate(inside) if n != 1]:
        if left == right:
            groups.append(([], []))
        groups[-1][0].append(d)
        left *= inside[d]
        while right < left:
            groups[-1][1].append(waiting[0])
            right *= outside[waiting.pop(0)]
    return groups
