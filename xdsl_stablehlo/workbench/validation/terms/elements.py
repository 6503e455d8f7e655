"""Tensors as functions from an index to an element: each result of a graph as a term, at indices that may be any.

Ops that move elements are maps of indices, elementwise ops are ops of elements, sums of integers are terms over sets of
indices. Any other op is one of which nothing is known but that it gives the same for the same operands; these are
functions of their indices in turn, so that it does not matter how they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import prod
from typing import Any

import numpy as np
from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute, Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.dimension_numbers import GatherDims
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import holds_quantized
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.folding.facts.lattice import kind_of_integers
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import known_reducer
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values import element_types as formats
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import uniform_element

from ...permitted.choices.behaviours import leaves_open
from ...permitted.choices.schedules import neutral_of
from .facts import ElementTerm, ElementwiseForm, keeps_operands
from .graph import Application, Closure, Effect, ValueNode
from .indices import Along, Index, Indices, SizeOf, fixed_index, index_along, suppose, supposed, unknown_index
from .loops import LoopColours
from .maps import product_places, reshaped_places, window_indices, window_places
from .matching import NormalTerms, TooManyTermsError, clamped_index, index_of_element
from .sizes import in_one_group, ranked_shape
from .sums import IndexSums, OpenPlace

LARGEST = (1 << 31) - 1
"""The largest of the sizes that are not known: `get_dimension_size` gives them in i32."""
READS = 100_000
"""The largest number of elements that are asked for."""


@dataclass
class PointwiseElements:
    """The elements of the nodes of a graph."""

    terms: NormalTerms
    equal_sizes: dict[Index, Index] = field(default_factory=dict[Index, Index])
    """Sizes that are others, because ops of the program before need them to be."""
    unfolds: int = 0
    """The largest number of elements of a sum that is written out."""
    reads: Collection[ValueNode] = ()
    """The values of which the bits of NaNs may be read."""
    _at: dict[tuple[ValueNode, Indices], ElementTerm] = field(default_factory=lambda: {})
    _tensors: dict[ValueNode, ElementTerm] = field(default_factory=dict[ValueNode, ElementTerm])
    _shapes: dict[ValueNode, Indices] = field(default_factory=dict[ValueNode, Indices])
    _applied: dict[Application, ElementTerm] = field(default_factory=dict[Application, ElementTerm])

    def __post_init__(self) -> None:
        self.sums, self.loops = IndexSums(self.terms, self.at), LoopColours()

    # ---- tensors ----

    def tensor(self, node: ValueNode) -> ElementTerm:
        """The term of a whole value: equal for tensors of equal elements."""
        found = self._tensors.get(node)
        if found is None:
            found = self._tensors[node] = self._tensor(node)
        return found

    def _tensor(self, node: ValueNode) -> ElementTerm:
        if not is_tensor_type(node.type):
            return self._opaque(node)
        shape = self.shape(node)
        indices = tuple([index_along(0, place, size) for place, size in enumerate(shape)])
        body = self.at(node, indices)
        if body.head == "element" and body.data == indices and body.parts[0].data[-1] == shape:
            return body.parts[0]
        return self.terms.make("lambda", shape, (body,), body.type)

    def _opaque(self, node: ValueNode) -> ElementTerm:
        """A value of which nothing is known but what gives it. The last part of `data` is its shape."""
        shape = self.shape(node) if is_tensor_type(node.type) else ()
        if node.source is None:
            data, key = (node.depth, node.place, shape), (node.depth, node.place, node.between)
            found = self.terms.make("argument", data, (), node.type, key)
            if node.between is not None:
                self.terms.facts.note_counter(found, *node.between)
            return found
        applied = self.applied(node.source)
        return self.terms.make("result", (node.place, shape), (applied,), node.type, node.place)

    def applied(self, source: Application) -> ElementTerm:
        """An op of which nothing is known, of tensors that are known by their elements."""
        found = self._applied.get(source)
        if found is None:
            op = source.op
            closures = tuple([self.closure(each) for each in source.closures])
            types = tuple([(node.type, node.shape) for node in source.results])
            data = (op.name, source.said, types, closures, source.named, source.turn, source.starts)
            parts = tuple([self.tensor(node) for node in source.operands])
            found = self._applied[source] = self.terms.make("applied", data, parts, IntegerType(1))
            arguments = source.closures[-1].arguments if isinstance(op, hlo.WhileOp) else ()
            carried = tuple(map(self.tensor, arguments))
            self.terms.facts.note(found, op, carried)
            if carried:
                self.loops.note(found, source, carried)
        return found

    def closure(self, closure: Closure) -> object:
        """The same for bodies that do the same."""
        types = tuple([(node.type, node.shape) for node in closure.arguments])
        results = tuple([self.tensor(node) for node in closure.results])
        steps = tuple(map(self.effect, closure.steps))
        return types, results, steps, frozenset(map(self.applied, closure.fails)), closure.of

    def effect(self, each: Effect) -> object:
        """The same for the same effects."""
        return self.applied(each) if isinstance(each, Application) else frozenset(map(self.applied, each))

    # ---- sizes ----

    def assume(self, fails: Sequence[Application]) -> None:
        """Take sizes for equal where ops that run anyway need them to be."""
        for each in fails:
            shapes = [self.shape(node) for node in each.operands if is_tensor_type(node.type)]
            if each.is_elementwise and len({*map(len, shapes)}) == 1:
                for first, *others in zip(*shapes):
                    for other in others:
                        if other is not first and other.lone is not None:
                            self.equal_sizes[other] = first
                            self._shapes.clear()
        suppose([*supposed(), *[room for each in fails for room in self._room(each)]])

    def _room(self, each: Application) -> Sequence[Index]:
        """The sizes of an operand less those of what is read or replaced in it; empty for other ops."""
        if not isinstance(each.op, hlo.DynamicSliceOp | hlo.DynamicUpdateSliceOp):
            return ()
        taken = each.results[0] if isinstance(each.op, hlo.DynamicSliceOp) else each.operands[1]
        return [n - size for n, size in zip(self.shape(each.operands[0]), self.shape(taken))]

    def holds(self, each: Application) -> bool:
        """Whether the sizes of an elementwise op agree, or those of a dynamic slice or update are no larger."""
        if room := self._room(each):
            return all(known.is_never_negative() for known in room)
        shapes = {self.shape(node) for node in each.operands if is_tensor_type(node.type)}
        return each.is_elementwise and len(shapes - {()}) == 1

    def shape(self, node: ValueNode) -> Indices:
        """The sizes of a tensor."""
        found = self._shapes.get(node)
        if found is None:
            found = self._shapes[node] = self._shape(node)
        return found

    def _shape(self, node: ValueNode) -> Indices:
        sizes, source = node.shape, node.source
        if all(size is not None for size in sizes):
            return tuple([size for size in sizes if size is not None])
        likely = () if source is None else self._shape_from(source, len(sizes))
        of: Any = ("arg", node.depth, node.place) if source is None else (self.applied(source), node.place)
        made: list[Index] = []
        for d, size in enumerate(sizes):
            known = likely[d] if len(likely) == len(sizes) else unknown_index(SizeOf(of, d), 0, LARGEST)
            made.append(self.equal_sizes.get(known, known) if size is None else size)
        return tuple(made)

    def _shape_from(self, source: Application, rank: int) -> Sequence[Index]:
        """The sizes of a result by those of the operands; empty if they are not known."""
        if source.is_elementwise:
            return max(map(self.shape, source.operands), key=len)
        match source.op:
            case hlo.TransposeOp() as op:
                shape = self.shape(source.operands[0])
                return [shape[d] for d in ints(op.permutation)]
            case hlo.ReverseOp() | hlo.DynamicUpdateSliceOp():
                return self.shape(source.operands[0])
            case hlo.ReduceOp() as op:
                gone = ints(op.dimensions)
                return [size for d, size in enumerate(self.shape(source.operands[0])) if d not in gone]
            case hlo.DynamicBroadcastInDimOp() | hlo.DynamicIotaOp():
                elements = [self.at(source.operands[-1], (fixed_index(d),)) for d in range(rank)]
                return list(map(index_of_element, elements))
            case hlo.DotGeneralOp() as op:
                left, right = map(self.shape, source.operands)
                numbers = op.dot_dimension_numbers
                batch = ints(numbers.lhs_batching_dimensions)
                gone = {*batch, *ints(numbers.lhs_contracting_dimensions)}
                beside = {*ints(numbers.rhs_batching_dimensions), *ints(numbers.rhs_contracting_dimensions)}
                free = [size for d, size in enumerate(left) if d not in gone]
                return [left[d] for d in batch] + free + [n for d, n in enumerate(right) if d not in beside]
            case hlo.ConcatenateOp() as op:
                (first, *others), axis = list(map(self.shape, source.operands)), op.dimension.value.data
                along = sum([shape[axis] for shape in others], first[axis])
                return [*first[:axis], along, *first[axis + 1 :]]
            case hlo.PadOp() as op if not any(ints(op.interior_padding)):
                edges = zip(ints(op.edge_padding_low), ints(op.edge_padding_high))
                return [n + low + high for n, (low, high) in zip(self.shape(source.operands[0]), edges)]
            case _:
                return ()

    # ---- elements ----

    def at(self, node: ValueNode, indices: Indices) -> ElementTerm:
        """The element of a tensor at indices. Raises `TooManyTermsError`."""
        found = self._at.get((node, indices))
        if found is None:
            if len(self._at) > READS:
                raise TooManyTermsError
            found = self._at[node, indices] = self._element(node, indices)
        return found

    def _element(self, node: ValueNode, indices: Indices) -> ElementTerm:
        kind = element_type_of(node.type)
        if node.array is not None:
            element = uniform_element(node.array)
            if element is not None:
                return self.terms.constant(element, kind)
            return self.terms.table(node.array, indices, kind)
        source = node.source
        if source is not None:
            known = _ELEMENT.get(type(source.op))
            found: ElementTerm | None = None
            if source.is_elementwise:
                found = self._elementwise(source, indices, kind)
            elif not any(holds_quantized(n.type) for n in (*source.operands, node)):
                found = (known or PointwiseElements.kept)(self, source, indices, node)
            if found is not None:
                return found
        return self.terms.make("element", indices, (self._opaque(node),), kind)

    def _elementwise(self, source: Application, indices: Indices, kind: Attribute) -> ElementTerm:
        parts = [self.at(n, indices if n.shape else ()) for n in source.operands]
        self.terms.moves_only = source.results[0] in self.reads
        return self.terms.op(ElementwiseForm(type(source.op), source.said), tuple(parts), kind)

    # ---- one op each ----

    def iota(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm | None:
        assert isinstance(source.op, hlo.IotaOp | hlo.DynamicIotaOp)
        index, kind = indices[int(source.op.iota_dimension.value.data)], element_type_of(node.type)
        return self.terms.index(index, kind) or self.terms.make("place", index, (), kind)

    def broadcast(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm | None:
        op, operand = source.op, source.operands[0]
        assert isinstance(op, hlo.BroadcastInDimOp | hlo.DynamicBroadcastInDimOp)
        inside, outside = self.shape(operand), self.shape(node)
        at: list[Index] = []
        for size, d in zip(inside, ints(op.broadcast_dimensions)):
            if size is not outside[d] and size.known != 1:
                return None
            at.append(fixed_index(0) if size.known == 1 else indices[d])
        return self.at(operand, tuple(at))

    def old_broadcast(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm:
        operand = source.operands[0]
        return self.at(operand, indices[len(indices) - len(ranked_shape(operand.type)) :])

    def transpose(self, source: Application, indices: Indices, _: ValueNode) -> ElementTerm:
        assert isinstance(source.op, hlo.TransposeOp)
        order = ints(source.op.permutation)
        return self.at(source.operands[0], tuple([indices[order.index(d)] for d in range(len(order))]))

    def reverse(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm:
        assert isinstance(source.op, hlo.ReverseOp)
        turned = ints(source.op.dimensions)
        at = [
            size - 1 - index if d in turned else index
            for d, (size, index) in enumerate(zip(self.shape(node), indices))
        ]
        return self.at(source.operands[0], tuple(at))

    def reshape(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm | None:
        inside, outside = ranked_shape(source.operands[0].type), ranked_shape(node.type)
        if -1 in (*inside, *outside):
            return None
        at = reshaped_places(source.operands[0].type, node.type, indices)
        return self.at(source.operands[0], at)

    def slice(self, source: Application, indices: Indices, _: ValueNode) -> ElementTerm:
        op = source.op
        assert isinstance(op, hlo.SliceOp)
        steps = zip(indices, source.starts or map(fixed_index, ints(op.start_indices)), ints(op.strides))
        return self.at(source.operands[0], tuple([index * step + start for index, start, step in steps]))

    def pad(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm:
        op = source.op
        assert isinstance(op, hlo.PadOp)
        within: list[ElementTerm] = []
        at: list[Index] = []
        starts = source.starts or map(fixed_index, ints(op.edge_padding_low))
        edges = zip(indices, self.shape(source.operands[0]), starts, ints(op.interior_padding))
        for index, size, low, gap in edges:
            at.append(self._between_gaps(index - low, gap + 1, size, within))
        operand, padding = source.operands
        return self.terms.where(within, lambda: self.at(operand, tuple(at)), lambda: self.at(padding, ()))

    def _between_gaps(self, index: Index, step: int, size: Index, within: list[ElementTerm]) -> Index:
        """The place of an element of those that are `step` apart, and the conditions for there being one."""
        place = index.divided(step)
        if step > 1:
            within.append(self.terms.sign((index - place * step) * -1))
        within.append(self.terms.within(place, size))
        return place

    def concatenate(self, source: Application, indices: Indices, _: ValueNode) -> ElementTerm:
        op = source.op
        assert isinstance(op, hlo.ConcatenateOp)
        axis = int(op.dimension.value.data)
        start, parts = fixed_index(0), list[tuple[ValueNode, Index]]()
        for operand in source.operands:
            parts.append((operand, start))
            start = start + self.shape(operand)[axis]
        found: ElementTerm | None = None
        for operand, first in reversed(parts):
            place = indices[axis] - first
            is_before = self.terms.sign(self.shape(operand)[axis] - 1 - place)
            is_there = self.terms.sign(place)
            if any(each.head == "constant" and not each.data for each in (is_before, is_there)):
                continue
            here = self.at(operand, (*indices[:axis], place, *indices[axis + 1 :]))
            found = here if found is None else self.terms.named("select", is_before, here, found)
        assert found is not None
        return found

    def dynamic_slice(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm:
        operand, *starts = source.operands
        at: list[Index] = []
        for start, index, size, n in zip(starts, indices, self.shape(node), self.shape(operand)):
            at.append(index + clamped_index(self.at(start, ()), n - size))
        return self.at(operand, tuple(at))

    def dynamic_update(self, source: Application, indices: Indices, _: ValueNode) -> ElementTerm:
        operand, update, *starts = source.operands
        at: list[Index] = []
        within: list[ElementTerm] = []
        for start, index, n, size in zip(starts, indices, self.shape(operand), self.shape(update)):
            at.append(index - clamped_index(self.at(start, ()), n - size))
            within.append(self.terms.within(at[-1], size))
        return self.terms.where(within, lambda: self.at(update, tuple(at)), lambda: self.at(operand, indices))

    def gather(self, source: Application, indices: Indices, _: ValueNode) -> ElementTerm | None:
        op, (operand, starts) = source.op, source.operands
        assert isinstance(op, hlo.GatherOp)
        if leaves_open(op):
            return None
        dims, sizes, shape = GatherDims.of(op.dimension_numbers), ints(op.slice_sizes), self.shape(operand)
        offsets, batching, along = dims.offset_dims, dims.operand_batching_dims, dims.index_vector_dim
        batch = [index for d, index in enumerate(indices) if d not in offsets]
        has_vectors = along < len(ranked_shape(starts.type))
        at = [fixed_index(0)] * len(shape)
        for k, d in enumerate(dims.start_index_map):
            place = (*batch[:along], fixed_index(k), *batch[along:]) if has_vectors else batch
            at[d] = clamped_index(self.at(starts, tuple(place)), shape[d] - sizes[d])
        for d, b in zip(batching, dims.start_indices_batching_dims):
            at[d] = batch[b if b < along else b - 1]
        rest = [d for d in range(len(shape)) if d not in (*dims.collapsed_slice_dims, *batching)]
        for d, offset in zip(rest, offsets):
            at[d] = at[d] + indices[offset]
        return self.at(operand, tuple(at))

    def size(self, source: Application, _: Indices, node: ValueNode) -> ElementTerm | None:
        assert isinstance(source.op, hlo.GetDimensionSizeOp)
        size = self.shape(source.operands[0])[int(source.op.dimension.value.data)]
        kind = element_type_of(node.type)
        return self.terms.index(size, kind) or self.terms.make("index", size, (), kind)

    def resized(self, source: Application, indices: Indices, _: ValueNode) -> ElementTerm | None:
        assert isinstance(source.op, hlo.SetDimensionSizeOp)
        (operand, size), d = source.operands, int(source.op.dimension.value.data)
        is_there = index_of_element(self.at(size, ())) is self.shape(operand)[d]
        return self.at(operand, indices) if is_there else None

    def kept(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm | None:
        """The element of an operand that stays as it is."""
        op, nodes = source.op, source.operands
        keeps = keeps_operands(op, [each.array for each in nodes], list(map(self.shape, nodes)))
        may = keeps and self.terms.may_decide(f"{op.name} (of what stays)")
        return self.at(nodes[node.place], indices) if may else None

    def same(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm:
        return self.at(source.operands[node.place], indices)

    def bits(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm | None:
        operand = source.operands[0]
        kinds = [element_type_of(each.type) for each in (operand, node)]
        if formats.bit_width(kinds[0]) != formats.bit_width(kinds[1]):
            return None
        form = ElementwiseForm(type(source.op), frozenset())
        return self.terms.op(form, (self.at(operand, indices),), kinds[1])

    def branches(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm | None:
        if any(each.steps or each.fails or each.of for each in source.closures):
            return None
        *others, found = [self.at(each.results[node.place], indices) for each in source.closures]
        which = self.at(source.operands[0], ())
        for number, each in reversed([*enumerate(others)]):
            is_this = which if isinstance(source.op, hlo.IfOp) else self.terms.equals(which, number)
            found = self.terms.named("select", is_this, each, found)
        return found

    def reduce(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm | None:
        """Integers from the neutral element of an op in any order, floats in order, or one element."""
        op = source.op
        assert isinstance(op, hlo.ReduceOp)
        dimensions, shape = ints(op.dimensions), self.shape(source.operands[0])
        known, reducer = known_reducer(op.body.block), op.body.block.first_op
        kind, init = element_type_of(node.type), source.operands[-1].array
        types = {element_type_of(n.type) for n in source.operands}
        types |= {element_type_of(a.type) for a in op.body.block.args}
        kept, level = iter(indices), 1 + max([0, *[index.level for index in indices]])
        along = {
            d: fixed_index(0) if size.known == 1 else index_along(level, d, size)
            for d, size in enumerate(shape)
            if d in dimensions
        }
        at = [along.get(d) or next(kept) for d in range(len(shape))]
        bound = [index for index in along.values() if index.terms]
        if types != {kind}:
            return None

        def body(places: Sequence[Index]) -> ElementTerm:
            return self._read(source.operands[0], at, bound, places)

        is_integer = kind_of_integers(kind) is not None
        neutral = neutral_of(type(reducer), kind).tobytes() if known and reducer and is_integer else None
        if known is not None and init is not None and init.tobytes() == neutral:
            return self._over(known[0], body, bound, init, kind)
        if known is not None and bound and not is_integer and self.sums.orders is not None:
            parts = body(bound), self.at(source.operands[-1], ())
            self.terms.moves_only = node in self.reads
            return self.sums.in_order(known[0], OpenPlace(node, indices), parts, bound)
        # A tree may have no initial values.
        is_one = not bound and self.terms.may_decide(f"{op.name} (of one element)")
        return self.at(source.operands[node.place], tuple(at)) if is_one else None

    def _read(
        self, node: ValueNode, at: Sequence[Index], bound: Sequence[Index], places: Sequence[Index]
    ) -> ElementTerm:
        """An element with other indices for those that are bound."""
        given = dict(zip(bound, places))
        return self.at(node, tuple([given.get(index, index) for index in at]))

    def _over(
        self,
        name: str,
        body: Callable[[Sequence[Index]], ElementTerm],
        bound: Sequence[Index],
        init: Array,
        kind: Attribute,
    ) -> ElementTerm | None:
        """All elements that a body gives combined: as one term over a set of indices, or written out."""
        alongs = [index.terms[0][0].of for index in bound]
        sizes: list[Any] = [along.size.known for along in alongs if isinstance(along, Along)]
        if None not in sizes and prod(sizes) <= self.unfolds:
            found: ElementTerm | None = None
            for places in np.ndindex(*sizes):
                each = body([fixed_index(int(n)) for n in places])
                found = each if found is None else self.terms.named(name, found, each)
            if found is not None:
                return found
        if 0 in sizes:
            return self.terms.constant(np.asarray(init), kind)
        combined = body(bound)
        self.terms.moves_only = bool(self.reads)
        return self.sums.over(name, combined, bound, init, kind)

    def product(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm | None:
        """A sum of products of elements of one type."""
        kind = element_type_of(node.type)
        kinds = {element_type_of(n.type) for n in source.operands}
        integers = kind_of_integers(kind)
        if kinds != {kind} or (integers is not None and integers.width == 1):
            return None
        bound, ats = product_places(source.op, [self.shape(n) for n in source.operands], indices)

        def body(places: Sequence[Index]) -> ElementTerm:
            parts = [self._read(n, at, bound, places) for n, at in zip(source.operands, ats)]
            self.terms.moves_only = node in self.reads
            return self.terms.named("multiply", *parts)

        zero = np.zeros((), formats.dtype_of(kind))
        if integers is None:
            if not bound and self.terms.may_decide(f"{source.op.name} (of one product)"):
                return body(bound)
            if self.sums.orders is None:
                return None
            parts = body(bound), self.terms.constant(zero, kind)
            return self.sums.in_order("add", OpenPlace(node, indices), parts, bound)
        return self._over("add", body, bound, zero, kind)

    def convolution(self, source: Application, indices: Indices, node: ValueNode) -> ElementTerm | None:
        """A sum of products of integers over a window, where padding and gaps are zeros."""
        op, kind = source.op, element_type_of(node.type)
        assert isinstance(op, hlo.ConvolutionOp)
        integers = kind_of_integers(kind)
        if {element_type_of(n.type) for n in source.operands} != {kind} or not in_one_group(op):
            return None
        if integers is None or integers.width == 1:
            return None
        shape, window = map(self.shape, source.operands)
        along, zero = window_indices(op, window, indices), np.zeros((), formats.dtype_of(kind))
        bound = [index for index in along if index.terms]

        def body(places: Sequence[Index]) -> ElementTerm:
            given, within = dict(zip(bound, places)), list[ElementTerm]()
            at, beside, steps = window_places(op, window, [given.get(each, each) for each in along], indices)
            for d, step in steps.items():
                at[d] = self._between_gaps(at[d], step, shape[d], within)
            operand, weights = source.operands
            there, nothing = partial(self.at, operand, tuple(at)), partial(self.terms.constant, zero, kind)
            factor = self.at(weights, tuple(beside))
            return self.terms.named("multiply", self.terms.where(within, there, nothing), factor)

        return self._over("add", body, bound, zero, kind)


_ELEMENT: Mapping[
    type[Operation], Callable[[PointwiseElements, Application, Indices, ValueNode], ElementTerm | None]
] = {
    hlo.BitcastConvertOp: PointwiseElements.bits,
    hlo.BroadcastInDimOp: PointwiseElements.broadcast,
    hlo.BroadcastOp: PointwiseElements.old_broadcast,
    hlo.CaseOp: PointwiseElements.branches,
    hlo.ConvolutionOp: PointwiseElements.convolution,
    hlo.ConcatenateOp: PointwiseElements.concatenate,
    hlo.DotGeneralOp: PointwiseElements.product,
    hlo.DotOp: PointwiseElements.product,
    hlo.DynamicBroadcastInDimOp: PointwiseElements.broadcast,
    hlo.DynamicIotaOp: PointwiseElements.iota,
    hlo.DynamicSliceOp: PointwiseElements.dynamic_slice,
    hlo.DynamicUpdateSliceOp: PointwiseElements.dynamic_update,
    hlo.GatherOp: PointwiseElements.gather,
    hlo.GetDimensionSizeOp: PointwiseElements.size,
    hlo.IfOp: PointwiseElements.branches,
    hlo.IotaOp: PointwiseElements.iota,
    hlo.OptimizationBarrierOp: PointwiseElements.same,
    hlo.PadOp: PointwiseElements.pad,
    hlo.ReduceOp: PointwiseElements.reduce,
    hlo.ReshapeOp: PointwiseElements.reshape,
    hlo.ReverseOp: PointwiseElements.reverse,
    hlo.SetDimensionSizeOp: PointwiseElements.resized,
    hlo.SliceOp: PointwiseElements.slice,
    hlo.TransposeOp: PointwiseElements.transpose,
}
