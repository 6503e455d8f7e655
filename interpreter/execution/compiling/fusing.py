"""Which steps of a block are evaluated together: elementwise ones on large arrays, and what begins and ends them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from math import prod

from xdsl.ir import Operation

from xdsl_stablehlo.dialects.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.ir.guards import is_tensor_type

from ...kernels.support.blockwise import BlockMap, BlockReduction, BlockRow
from ...kernels.table import kernel_of
from ..running.blocks import LARGE, Blocks, FusedPart
from ..running.executor import Step


def fuse(steps: Sequence[Step], returns: Collection[int]) -> list[Step]:
    """The steps of a block, in place of some of them such that evaluate several of them in blocks.

    `returns` are the slots that are read behind the last step. A step that stands for several has them as its `parts`;
    each of them can run by itself, in their order. Views in between are made before.
    """
    shapes = [_shape_in_blocks(step) for step in steps] if len(steps) > 1 else []
    if not any(shapes):
        return list(steps)
    reads = Counter([slot for step in steps for slot in {*step.inputs}])
    reads.update(returns)
    fused: list[Step] = []
    group = FusedGroup(())
    for step, shape in zip(steps, shapes):
        if group.takes(step, shape) or group.is_passed_by(step):
            continue
        fused += group.steps(reads)
        group = FusedGroup(shape)
        if not group.takes(step, shape):
            fused.append(step)
    return fused + group.steps(reads)


def _shape_in_blocks(step: Step) -> tuple[int, ...]:
    """The shape of the large arrays that a step computes from arrays of that shape and scalars; empty otherwise."""
    form = step.forms[0] if step.single else None
    if form is None or form.shape is None or prod(form.shape) <= LARGE:
        return ()
    op = step.op
    entry = kernel_of(type(op))
    if entry is None:
        return ()
    how = entry.in_blocks(op) if entry.in_blocks is not None else None
    if isinstance(how, BlockRow):
        return form.shape if form.shape[how.dimension] > LARGE else ()
    is_map = entry.elementwise or isinstance(how, BlockMap)
    return form.shape if is_map and _is_of_shape(op, form.shape) else ()


def _is_of_shape(op: Operation, shape: tuple[int, ...]) -> bool:
    """Whether operands and result of `op` are not quantized, and the operands scalars or of the shape."""
    for value in (*op.operands, *op.results):
        if not is_tensor_type(value.type) or isinstance(element_type_of(value.type), AnyQuantizedType):
            return False
        if value.type.get_num_dims() and value.type.get_shape() != shape:
            return False
    return True


def _is_light(step: Step) -> bool:
    """Whether a step does nothing but give a view or a small array."""
    entry = kernel_of(type(step.op))
    form = step.forms[0] if step.single else None
    if entry is None or form is None or form.shape is None or entry.regions or entry.callees or entry.effects:
        return False
    return entry.cost.is_view is True or (prod(form.shape) <= LARGE and not entry.in_place)


class FusedGroup:
    """Steps on arrays of one shape, and views between them that need none of their results."""

    def __init__(self, shape: tuple[int, ...]):
        self._shape = shape
        self._all: list[Step] = []
        self._passed: list[Step] = []
        self._members: list[Step] = []
        self._made: set[int] = set()
        self._reduced: set[int] = set()

    def takes(self, step: Step, shape: tuple[int, ...]) -> bool:
        """Whether the step belongs to the group, which has it then."""
        if not self._shape or not self._reduced.isdisjoint(step.inputs):
            return False
        if shape != self._shape and not self._is_reduction(step):
            return False
        self._all.append(step)
        self._members.append(step)
        self._made.update(step.outputs)
        return True

    def _is_reduction(self, step: Step) -> bool:
        entry = kernel_of(type(step.op))
        if entry is None or entry.in_blocks is None or len(step.inputs) != 2:
            return False
        operand, init = step.inputs
        if operand not in self._made or init in self._made:
            return False
        reduction = entry.in_blocks(step.op)
        if not isinstance(reduction, BlockReduction):
            return False
        self._reduced.update(step.outputs)
        return True

    def is_passed_by(self, step: Step) -> bool:
        """Whether the step may run before the group, because it needs none of its results; the group has it then."""
        if not self._members or not self._made.isdisjoint(step.inputs) or not _is_light(step):
            return False
        self._all.append(step)
        self._passed.append(step)
        return True

    def steps(self, reads: Counter[int]) -> list[Step]:
        """The steps of the group; `reads` says how many steps read a slot, the terminator among them."""
        if len(self._members) < 2:
            return self._all
        inside = Counter([slot for step in self._members for slot in {*step.inputs}])
        operands = [*dict.fromkeys([i for step in self._members for i in step.inputs if i not in self._made])]
        made = [step.outputs[0] for step in self._members]
        results = [slot for slot in made if reads[slot] > inside[slot]]
        places = {slot: place for place, slot in enumerate([*operands, *made])}
        forms = {step.outputs[0]: step.forms[0] for step in self._members}
        mine = {*operands, *results}
        fused = Step(
            Blocks(self._parts(places, results), tuple([places[slot] for slot in results]), self._shape),
            tuple(operands),
            tuple(results),
            tuple([forms[slot] for slot in results]),
            len(results) == 1,
            tuple({slot for step in self._all for slot in step.dead if slot in mine}),
            self._members[-1].op,
            tuple(self._members),
        )
        passed = [step._replace(dead=tuple([s for s in step.dead if s not in mine])) for step in self._passed]
        return [*passed, fused]

    def _parts(self, places: dict[int, int], results: Sequence[int]) -> tuple[FusedPart, ...]:
        """The members, with values numbered by `places`."""
        last = {slot: step.outputs[0] for step in self._members for slot in (*step.outputs, *step.inputs)}
        parts: list[FusedPart] = []
        for step in self._members:
            dead = [
                places[s]
                for s in {*step.inputs, *step.outputs}
                if last[s] == step.outputs[0] and s not in results
            ]
            inputs = tuple([places[slot] for slot in step.inputs])
            entry = kernel_of(type(step.op))
            how = entry.in_blocks(step.op) if entry is not None and entry.in_blocks is not None else None
            source = how if isinstance(how, BlockRow) else None
            reduction = how if isinstance(how, BlockReduction) else None
            parts.append(FusedPart(step, inputs, tuple(dead), source, reduction, isinstance(how, BlockMap)))
        return tuple(parts)
