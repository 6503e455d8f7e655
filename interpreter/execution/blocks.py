"""Elementwise steps on large arrays evaluated as one step, in blocks whose intermediate results fit the cache.

NumPy evaluates one op at a time, so that each of eight ops on 1e7 elements reads and writes memory; in blocks, only the
first ops read memory and the last ones write it. Intermediate results are never stored as a whole, nor are an iota at
the beginning or the operand of a reduction at the end.

Results have the bits and the strides of the steps evaluated one by one: along a dimension along which a value does not
vary, it is evaluated once.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextvars import copy_context
from functools import partial
from math import prod
from threading import Thread
from types import FunctionType, MethodType
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from xdsl_stablehlo.dialects.base.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import (
    Varying,
    any_varying,
    broadcast,
    first_along,
    in_row_major_order,
    varying_of,
)

from ..interface.errors import FAILURES, located
from ..kernels.support.table import ArrayKernel, kernel_of
from ..kernels.support.values import (
    PAIRWISE,
    BlockMap,
    BlockReduction,
    BlockRow,
    Blockwise,
    Value,
    as_arrays,
    is_array,
)
from ..numerics.floats import ByRows
from ..numerics.nans import one_nan
from .executor import Step
from .nans import OneNaN
from .type_facts import DeclaredForm, conform, conformed

BLOCK = 1 << 20
"""Bytes of the largest array in a block: a few of them fit the caches, and take far longer than to begin a block."""

LARGE = 1 << 16
"""Larger arrays are evaluated in blocks."""

PARALLEL = 8
"""The number of blocks from which on a second thread is used."""

CORES = os.cpu_count() or 1

BlockIndex: TypeAlias = tuple[Any, ...]
"""A block: indices of the first dimensions, then a slice."""


class FusedPart(NamedTuple):
    """A step of a group that is evaluated together."""

    step: Step
    how: Blockwise | None
    """Its evaluation block by block; None for an elementwise step."""
    dead: tuple[int, ...]
    """Slots that hold no results and that no later part reads."""
    slot: int
    """The slot of the result."""
    form: DeclaredForm
    form_of_block: DeclaredForm
    write: ArrayKernel | None
    """The kernel of a step that also takes `out`, to which it may write its result; None where it does not."""
    reused: int | None
    """An operand whose block that kernel may overwrite."""

    def of_block(self, values: Mapping[int, Value], index: BlockIndex) -> Array:
        """The block at `index` of the result, from blocks of the inputs."""
        step, how, _, _, _, form, _, _ = self
        if isinstance(how, BlockRow):
            given = how.row(index[-1].start, index[-1].stop)
        else:
            given = step.kernel(*[values[i] for i in step.inputs])
        # As `conformed`, without a call.
        return given if isinstance(given, np.ndarray) and given.dtype == form.dtype else conform(given, form)


class Blocks(NamedTuple):
    """The kernel of steps on arrays of one shape and scalars that are evaluated together."""

    parts: tuple[FusedPart, ...]
    operands: tuple[int, ...]
    results: tuple[int, ...]
    """The slots of the operands and of the results."""
    shape: tuple[int, ...]

    def __call__(self, *operands: Value) -> Value:
        values = dict(zip(self.operands, operands, strict=True))
        varying = self._varying(operands)
        along = any_varying(len(self.shape), [*varying.values()])
        if prod([n for n, varies in zip(self.shape, along, strict=True) if varies]) > LARGE:
            values = _BlockEvaluation(self, as_arrays(operands), varying, along).results()
        else:
            for part in self.parts:
                values[part.slot] = conformed(_evaluate(part, values), part.form)
                for dead in part.dead:
                    values[dead] = ()
        given = [values[slot] for slot in self.results]
        return given[0] if len(given) == 1 else tuple(given)

    def evaluated(self, operands: Sequence[Value]) -> list[int]:
        """The number of elements that each step evaluates: those that vary."""
        varying = self._varying(operands)
        if not varying:
            return [prod(self.shape)] * len(self.parts)
        along = [
            varying[part.step.inputs[0] if isinstance(part.how, BlockReduction) else part.slot]
            for part in self.parts
        ]
        return [prod([n for n, varies in zip(self.shape, of, strict=True) if varies]) for of in along]

    def _varying(self, operands: Sequence[Value]) -> dict[int, Varying]:
        """Along which dimensions the value of each slot varies; empty if some operand cannot be split into blocks."""
        rank = len(self.shape)
        varying: dict[int, Varying] = {}
        for slot, operand in zip(self.operands, operands, strict=True):
            if not is_array(operand) or (
                operand.ndim and not (operand.shape == self.shape and in_row_major_order(operand))
            ):
                return {}
            varying[slot] = varying_of(operand)
        for part in self.parts:
            if isinstance(part.how, BlockRow):
                row = part.how.dimension
                varying[part.slot] = tuple([d == row and n > 1 for d, n in enumerate(self.shape)])
            elif isinstance(part.how, BlockReduction):
                varying[part.slot] = ()
            else:
                varying[part.slot] = any_varying(rank, [varying[i] for i in part.step.inputs])
        return varying


def _evaluate(part: FusedPart, values: Mapping[int, Value]) -> Value:
    """The result of a step. Raises `EvaluationError`."""
    try:
        given = part.step.kernel(*[values[i] for i in part.step.inputs])
        return given[0] if isinstance(given, tuple) else given
    except FAILURES as error:
        raise (failed := located(error, part.step.op)) from failed.__cause__


class _BlockEvaluation:
    """One evaluation in blocks. Dimensions along which nothing varies have size 1.

    If all arrays are contiguous or splats, they are treated as one-dimensional.
    """

    def __init__(
        self, blocks: Blocks, operands: Sequence[Array], varying: Mapping[int, Varying], along: Varying
    ):
        self._blocks = blocks
        self._repeated = [d for d, varies in enumerate(along) if not varies]
        self._sizes = [n if varies else 1 for n, varies in zip(blocks.shape, along, strict=True)]
        arrays = [self._part(array) for array in operands]
        self._is_row = all(of == along or not any(of) for of in varying.values()) and all(
            array.flags.c_contiguous for array, of in zip(arrays, varying.values()) if any(of)
        )
        if self._is_row:
            arrays = [array.reshape(-1) if array.ndim else array for array in arrays]
        self._values = dict(zip(blocks.operands, arrays, strict=True))
        self._program: dict[int, FusedPart] = {}
        self._reductions: list[FusedPart] = []
        """Reductions of values that are stored as a whole."""
        self._ends: list[tuple[FusedPart, BlockReduction]] = []
        """Reductions of values that are computed in blocks."""
        # Repeated elements are reduced in another way.
        in_blocks = self._is_row and prod(self._sizes) == prod(blocks.shape)
        for part in blocks.parts:
            if isinstance(part.how, BlockReduction):
                if in_blocks and varying[part.step.inputs[0]] == along:
                    self._ends.append((part, part.how))
                else:
                    self._reductions.append(part)
            elif varying[part.slot] != along or self._is_made_whole(part):
                given = conform(_evaluate(part, self._values), part.form_of_block)
                self._values[part.slot] = self._part(given) if isinstance(part.how, BlockRow) else given
            else:
                if self._is_row and isinstance(part.write, ByRows) and not part.write.one_nan:
                    part = part._replace(write=part.write.compute)
                self._program[part.slot] = part
        self._stopped = False

    def _is_made_whole(self, part: FusedPart) -> bool:
        """Whether a step computes its whole result at once although it varies along all dimensions."""
        if self._is_row or isinstance(part.how, BlockRow):
            return not self._is_row
        return isinstance(part.how, BlockMap) and part.step.inputs[0] not in self._program

    def _part(self, value: Array) -> Array:
        """A value without the dimensions along which nothing varies."""
        if not value.ndim:
            return value
        return broadcast(first_along(value, self._repeated), tuple(self._sizes))

    def _whole(self, slot: int) -> Array:
        """A value in the shape of the program."""
        value = self._values[slot]
        if not value.ndim or value.shape == self._blocks.shape:
            return value  # not a view, because a later step may overwrite it
        return broadcast(value.reshape(self._sizes), self._blocks.shape)

    def results(self) -> dict[int, Value]:
        """The values of the slots that hold results."""
        values = self._values
        kept = {*self._blocks.results, *[part.step.inputs[0] for part in self._reductions]}
        targets: dict[int, Array] = {}
        for slot, part in self._program.items():
            if slot in kept:
                values[slot] = np.empty(self._sizes, part.form.dtype)
                targets[slot] = values[slot].reshape(-1) if self._is_row else values[slot]
        reduced = self._run(targets)
        for i, (part, reduction) in enumerate(self._ends):
            given = reduction.finish(
                np.concatenate([each[i] for each in reduced]), values[part.step.inputs[1]]
            )
            values[part.slot] = conform(given, part.form)
        for part in self._reductions:
            given = _evaluate(part, {operand: self._whole(operand) for operand in part.step.inputs})
            values[part.slot] = conform(given, part.form)
        return {slot: self._whole(slot) for slot in self._blocks.results}

    def _run(self, targets: dict[int, Array]) -> list[list[Array]]:
        """Evaluate all blocks, on two threads if they are many, and return the reduced parts of each."""
        indices = [*self._indices()]
        if len(indices) < PARALLEL or CORES < 2:
            return self._evaluate_blocks(targets, indices)
        half = len(indices) // 2
        behind: list[list[Array]] = []
        failures: list[BaseException] = []

        def evaluate_behind() -> None:
            try:
                behind.extend(self._evaluate_blocks(targets, indices[half:]))
            except BaseException as failure:  # raised again in the thread that asked
                failures.append(failure)

        thread = Thread(target=copy_context().run, args=(evaluate_behind,))
        thread.start()
        try:
            before = self._evaluate_blocks(targets, indices[:half])
            thread.join()
        except BaseException:
            self._stopped = True
            thread.join()
            raise
        if failures:
            raise failures[0]
        return before + behind

    def _indices(self) -> Iterator[BlockIndex]:
        """The blocks, in the order of their elements."""
        sizes = [prod(self._sizes)] if self._is_row else self._sizes
        block = BLOCK // max([part.form.dtype.itemsize for part in self._program.values()], default=8)
        axis = next(d for d in range(len(sizes)) if prod(sizes[d + 1 :]) <= block)
        rows = max(1, (PAIRWISE if self._ends else block) // prod(sizes[axis + 1 :]))
        for outer in np.ndindex(*sizes[:axis]):
            for start in range(0, sizes[axis], rows):
                yield (*outer, slice(start, min(start + rows, sizes[axis])))

    def _evaluate_blocks(self, targets: dict[int, Array], indices: Sequence[BlockIndex]) -> list[list[Array]]:
        """Evaluate blocks one after the other, and return the reduced parts of each."""
        program = [*self._program.items()]
        read = {i for _, part in program for i in part.step.inputs if i not in self._program}
        sliced = [i for i in read if self._values[i].ndim]
        ends = [(reduction.reduced, end.step.inputs[0]) for end, reduction in self._ends]
        reduced: list[list[Array]] = []
        part = self._blocks.parts[0]
        try:
            for index in indices:
                if self._stopped:
                    break
                values = {**self._values}
                for i in sliced:
                    values[i] = self._values[i][index]
                for slot, part in program:
                    target = targets[slot][index] if slot in targets else None
                    if part.write is None:
                        given = part.of_block(values, index)
                    else:
                        reused = part.reused if target is None else None
                        out = target if reused is None or reused not in self._program else values[reused]
                        given = part.write(*[values[i] for i in part.step.inputs], out=out)
                    if target is not None and given is not target:
                        target[...] = given
                    values[slot] = given
                    for i in part.dead:
                        del values[i]
                if ends:
                    reduced.append([take(values[operand]) for take, operand in ends])
        except FAILURES as error:
            raise (failed := located(error, part.step.op)) from failed.__cause__
        return reduced


# Which steps are evaluated together: elementwise ones on large arrays, an iota before and reductions after them.


def fuse(steps: Sequence[Step], returns: Collection[int]) -> list[Step]:
    """The steps of a block, with groups of steps replaced by one step that evaluates them in blocks.

    `returns` are the slots that the terminator reads. The `parts` of a new step are the steps of the group, in order.
    Views between them are computed before.
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


def _blockwise(step: Step) -> Blockwise | None:
    """The evaluation of an op that is not elementwise block by block; None where that is impossible."""
    entry = kernel_of(type(step.op))
    return None if entry is None or entry.in_blocks is None else entry.in_blocks(step.op)


def _shape_in_blocks(step: Step) -> tuple[int, ...]:
    """The shape of the result of a step on large arrays of that shape and scalars; empty for other steps."""
    form = step.forms[0] if step.single else None
    if form is None or form.shape is None or prod(form.shape) <= LARGE:
        return ()
    op = step.op
    entry, how = kernel_of(type(op)), _blockwise(step)
    if isinstance(how, BlockRow):
        return form.shape if form.shape[how.dimension] > LARGE else ()
    if entry is None or not (entry.elementwise or isinstance(how, BlockMap)):
        return ()
    for value in (*op.operands, *op.results):
        if not is_tensor_type(value.type) or isinstance(element_type_of(value.type), AnyQuantizedType):
            return ()
        if value.type.get_num_dims() and value.type.get_shape() != form.shape:
            return ()
    return form.shape


def _writing(step: Step) -> tuple[ArrayKernel | None, bool]:
    """`FusedPart.write` of a step, and whether an operand may be overwritten."""
    kernel = step.kernel.kernel if isinstance(step.kernel, OneNaN) else step.kernel
    compute = kernel.args[0] if isinstance(kernel, partial) and kernel.args else None
    write: ArrayKernel | None = compute if isinstance(compute, np.ufunc | ByRows) else None
    if isinstance(compute, MethodType) and isinstance(function := compute.__func__, FunctionType):
        write = compute if "out" in (function.__kwdefaults__ or ()) else None
    if write is not None and kernel is not step.kernel:
        write = partial(_with_one_nan, write)
    return write, isinstance(compute, np.ufunc | ByRows)


def _with_one_nan(compute: ArrayKernel, *operands: Array, out: Array | None) -> Array:
    return one_nan(compute(*operands, out=out))


def _is_light(step: Step) -> bool:
    """Whether a step only computes a view or a small array."""
    entry = kernel_of(type(step.op))
    form = step.forms[0] if step.single else None
    if entry is None or form is None or form.shape is None or entry.regions or entry.callees or entry.effects:
        return False
    return entry.cost.is_view is True or (prod(form.shape) <= LARGE and not entry.in_place)


class FusedGroup:
    """Steps on arrays of one shape, and views between them that do not read their results."""

    def __init__(self, shape: tuple[int, ...]):
        self._shape = shape
        self._all: list[Step] = []
        self._passed: list[Step] = []
        self._members: list[Step] = []
        self._made: set[int] = set()
        self._reduced: set[int] = set()

    def takes(self, step: Step, shape: tuple[int, ...]) -> bool:
        """Add the step to the group if it belongs to it, and return whether it does."""
        if not self._shape or not self._reduced.isdisjoint(step.inputs):
            return False
        if shape != self._shape and not self._is_reduction(step):
            return False
        self._all.append(step)
        self._members.append(step)
        self._made.update(step.outputs)
        return True

    def _is_reduction(self, step: Step) -> bool:
        if len(step.inputs) != 2:
            return False
        operand, init = step.inputs
        if operand not in self._made or init in self._made:
            return False
        if not isinstance(_blockwise(step), BlockReduction):
            return False
        self._reduced.update(step.outputs)
        return True

    def is_passed_by(self, step: Step) -> bool:
        """Add a step that reads no result of the group, to run before it, and return whether it is one."""
        if not self._members or not self._made.isdisjoint(step.inputs) or not _is_light(step):
            return False
        self._all.append(step)
        self._passed.append(step)
        return True

    def steps(self, reads: Counter[int]) -> list[Step]:
        """The steps of the group; `reads` counts the steps that read a slot, with the terminator."""
        if len(self._members) < 2:
            return self._all
        inside = Counter([slot for step in self._members for slot in {*step.inputs}])
        operands = [*dict.fromkeys([i for step in self._members for i in step.inputs if i not in self._made])]
        made = [step.outputs[0] for step in self._members]
        results = [slot for slot in made if reads[slot] > inside[slot]]
        forms = {step.outputs[0]: step.forms[0] for step in self._members}
        mine = {*operands, *results}
        fused = Step(
            Blocks(tuple(self._parts(results)), tuple(operands), tuple(results), self._shape),
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

    def _parts(self, results: Sequence[int]) -> Iterator[FusedPart]:
        last = {slot: step for step in self._members for slot in (*step.outputs, *step.inputs)}
        forms: dict[int, DeclaredForm] = {}
        for step in self._members:
            dead = [s for s in {*step.inputs, *step.outputs} if last[s] is step and s not in results]
            (slot,), (form,) = step.outputs, step.forms
            assert form is not None
            write, in_place = _writing(step)
            # What other kernels have read may be one of their results as well.
            reused = [i for i in dead if in_place and i in forms and forms[i].dtype == form.dtype]
            if write is not None:
                forms[slot] = form
            else:
                for i in step.inputs:
                    forms.pop(i, None)
            yield FusedPart(
                *(step, _blockwise(step), tuple(dead), slot, form, DeclaredForm(form.dtype, None)),
                write,
                reused[0] if reused else None,
            )
