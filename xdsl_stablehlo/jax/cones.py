"""Cones: the ops of a program that JAX is about to compile that depend on none of its arguments.

The program is read by the MLIR bindings of jaxlib, so that a program in which folding saves nothing is not converted.
A value is constant here if it is computed by ops without effects from constants, iotas, and arguments that are given.
It is worth folding if that takes less time than XLA would take for the ops that compute it, while it compiles or at
each call.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import log2, prod
from typing import Any, NamedTuple

import numpy as np

from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.elementwise import is_of_complex
from xdsl_stablehlo.interpreter.kernels.support import table
from xdsl_stablehlo.interpreter.kernels.support.table import Units, XlaCost
from xdsl_stablehlo.values.element_types import Array

from .conversion import op_class
from .private import VERSION, ir, sdy
from .protocols import IrBlock, IrModule, IrOp, IrValue


def elements(value: IrValue) -> int:
    """The number of elements of a tensor; 0 for a tensor of unknown size and for other types."""
    ranked = value.type
    return prod(ranked.shape) if getattr(ranked, "has_static_shape", False) else 0


def _results(op: IrOp) -> float:
    return sum([elements(result) for result in op.results])


def _body_ops(op: IrOp) -> int:
    """The number of ops that XLA's evaluator runs for each pair of elements: those of a region; a few without one."""
    ops = [
        inner
        for inner in _directly_inside(op)
        if inner.name != CONSTANT and not inner.name.endswith(".return")
    ]
    return len(ops) if len(op.regions) else REGION_OPS


def _sorted(*values: IrValue) -> float:
    count = max(map(elements, values))
    return count * log2(max(count, 2))


def _multiplied(op: IrOp) -> float:
    """Multiplications of a product: each element of the right operand meets all rows of the left one."""
    left, right, result = (elements(value) for value in (*op.operands, op.results[0]))
    return (left * right * result) ** 0.5


def _windows(op: IrOp) -> float:
    """Elements of all windows. XLA computes sums from the beginning in a tree."""
    window = [int(size) for size in op.attributes["window_dimensions"]]
    along = [SCANNED if size == whole else size for size, whole in zip(window, op.operands[0].type.shape)]
    return _results(op) * min(prod(window), prod(along))


def _is_fast(op: IrOp, units: Units) -> bool:
    """Whether XLA folds an op by a loop of its own rather than element by element."""
    if units == "operands":
        body = [inner.name for inner in _directly_inside(op)]
        return len(body) == 2 and body[0].removeprefix("stablehlo.") in FAST_REDUCERS
    if units == "product":
        matrices = [value.type for value in (*op.operands, op.results[0])]
        return all(len(each.shape) == 2 and str(each.element_type) == "f32" for each in matrices)
    return False


def _convolved(op: IrOp) -> float:
    kernel, result = op.operands[1], op.results[0]
    return elements(result) * elements(kernel) / max(max(kernel.type.shape, default=1), 1)


def _directly_inside(op: IrOp) -> Iterator[IrOp]:
    """The ops in the regions of an op."""
    return (inner for region in op.regions for block in region for inner in _inside_block(block))


def _inside_block(block: IrBlock) -> Iterator[IrOp]:
    return (view.operation for view in block.operations)


def inside(op: IrOp) -> Iterator[IrOp]:
    """The ops in the regions of an op, each before those inside of it."""
    for inner in _directly_inside(op):
        yield inner
        yield from inside(inner)


def _trips(op: IrOp) -> int:
    """The iterations of a loop: the largest integer that is written in its condition, or a few."""
    condition = _inside_block(op.regions[0].blocks[0])
    return max([FEW_TRIPS, *[_integer(inner) for inner in condition if inner.name == CONSTANT]])


CONSTANT = "stablehlo.constant"
MANUAL = "sdy.manual_computation"
CONSTRAINT = "sdy.sharding_constraint"
"""An op that tells XLA where to place a value and does not change its elements."""

UNITS: Mapping[Units, Callable[[IrOp], float]] = {
    "results": _results,
    "operands": lambda op: sum([elements(operand) for operand in op.operands]) * _body_ops(op),
    "updates": lambda op: elements(op.operands[-1]) * _body_ops(op),
    "sorting": lambda op: _sorted(op.operands[0]) * _body_ops(op),
    "product": _multiplied,
    "convolution": _convolved,
    "windows": _windows,
    "fft": lambda op: _sorted(op.operands[0], op.results[0]),
    "matrices": lambda op: max([elements(value) for value in (*op.operands, *op.results)], default=0) ** 1.5,
    "none": lambda _: 0,
}
"""The work of an op."""


@cache
def cost_in_xla(name: str) -> XlaCost | None:
    """The cost of an op in XLA; None for ops that stay: with effects, random numbers, or for several devices."""
    if name in (CONSTANT, CONSTRAINT):
        return table.XLA_FREE if name == CONSTRAINT else table.XLA_KEPT
    if name == CUSTOM_CALL:  # those that are folded are of LAPACK; their kernels take long to import
        return table.XLA_MATRICES
    entry = _entry(name)
    return None if entry is None else entry.xla


@cache
def is_function(name: str) -> bool:
    """Whether an op is a function of real floats that is rounded correctly here; `sqrt` is one of complex ones only."""
    entry = None if name == CUSTOM_CALL else _entry(name)
    return entry is not None and entry.function not in (False, is_of_complex)


def _is_folded(name: str) -> bool:
    """Whether XLA folds an op of elements that are written down."""
    cost = None if name in CONTROL else cost_in_xla(name)
    return name in CONTROL[1:] if cost is None else cost.fold > 0


def _entry(name: str) -> table.Entry | None:
    kind = op_class(name)
    return None if kind is None else table.kernel_of(kind)


CUSTOM_CALL = "stablehlo.custom_call"
CUSTOM_CALLS = ("lapack_", "Householder", "Qr", "Eigh")
"""Prefixes of the targets of custom calls that are folded."""

VIEWED = frozenset(("f16", "f32", "f64", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"))
"""Element types of attributes whose elements NumPy can read."""

SAME = 1 << 12
"""The number of elements of a constant that are compared at a time. The first ones usually differ already."""

START = 30_000_000
"""Nanoseconds that the first fold of a process takes to import what it needs."""
CALL_START = 120_000_000
"""The same for the first custom call."""
IMPORTED = set[str]()
"""Kinds of what this process has folded: programs, custom calls."""
BASE, EACH_OP = 4_000_000, 250_000
"""Nanoseconds that a fold takes besides evaluation, and for each op."""
STEP = 4_000
"""Nanoseconds of an op in a loop, at each iteration, besides its elements."""
FUNCTION, FUNCTION_64 = 20, 350
"""Nanoseconds of an element of a function of floats that is rounded correctly: in f32 and smaller types, and in f64."""

SLOWER_WINDOWS = 150 if VERSION < (0, 12) else 1
"""The factor by which XLA took longer to fold `reduce_window` before JAX 0.12."""
FAST = 0.01
"""The part of the time that XLA takes where `_is_fast`."""
FAST_REDUCERS = ("add", "multiply", "and", "or")
REGION_OPS, SCANNED, FEW_TRIPS = 7, 9, 8

REPAID_CALLS = 30
"""A program is folded if that takes less time than this many calls save, and XLA on folding."""
PATIENCE = 40_000_000
"""The nanoseconds by which the first call may be later for what later calls save."""
LEAST_GAIN = 1_000_000
"""Nanoseconds from which on what an op saves is a reason to fold it."""
EVERYTHING = False
"""Fold all constants, even if that saves nothing: for tests."""

CONTROL = ("stablehlo.while", "stablehlo.if", "stablehlo.case")

PLACED = ("mhlo.sharding", "sdy.sharding")
"""Attributes with information about a value for XLA. Ops that have one stay."""
FRONTEND = "mhlo.frontend_attributes"
"""Such attributes by names of their own."""
UNPLACED = ("num_batch_dims",)
"""Frontend attributes of JAX's calls of LAPACK for several devices. They do not matter for constants."""


class Work(NamedTuple):
    """Nanoseconds."""

    fold: float = 0
    """For XLA to fold, while it compiles."""
    call: float = 0
    """At each call, for what XLA does not fold."""
    here: float = 0

    @property
    def gain(self) -> float:
        """Nanoseconds that folding here saves, over the first calls."""
        return self.fold + min(REPAID_CALLS * self.call, self.call + PATIENCE) - self.here


NOTHING = Work()


def total_work(works: Iterable[Work]) -> Work:
    return Work(*[sum(each) for each in zip(Work(), *works)])


def _work_of(op: IrOp, name: str, cost: XlaCost) -> Work:
    """The work of an op without those in its regions, if it is given constants."""
    units = UNITS[cost.units](op)
    faster = FAST if _is_fast(op, cost.units) else 1
    slower = SLOWER_WINDOWS if cost.units == "windows" else 1
    call = 0.0 if cost == table.XLA_ELEMENTWISE else units * cost.call
    here = units * cost.here
    if is_function(name):
        here += units * (FUNCTION_64 if "64" in str(op.results[0].type) else FUNCTION)
    return Work(units * cost.fold * faster * slower, call, here)


@dataclass
class Cones:
    """The constants in the body of `@main`, and in regions of ops that stay there."""

    ops: dict[IrOp, None] = field(default_factory=dict[IrOp, None])
    """Ops whose results are constant, operands first."""
    values: set[IrValue] = field(default_factory=set[IrValue])
    aliases: dict[IrValue, IrValue] = field(default_factory=dict[IrValue, IrValue])
    """Arguments of loops that are the same constant in every iteration, and that constant."""
    heavy: set[IrOp] = field(default_factory=set[IrOp])
    """The ops worth folding, and those that are computed from them."""
    works: dict[IrOp, Work] = field(default_factory=dict[IrOp, Work])
    """The work of the ops."""
    calls: dict[IrOp, Given] = field(default_factory=dict[IrOp, "Given"])
    """Calls of functions that give constants, or in which something is worth folding, and what these give."""
    heavy_work: Work = field(default_factory=Work)
    """The work of the heavy ops, also of those in functions."""


class Given(NamedTuple):
    """The results of a function, for certain constants among its arguments."""

    values: Sequence[tuple[bool, bool]]
    """For each result: whether it is constant, and whether XLA would use it for folding."""
    is_heavy: bool
    """Whether something in it is worth folding."""
    calls: Mapping[IrOp, Given]
    """The calls of such functions in it."""


def functions_in(module: IrModule) -> dict[str, IrOp]:
    """The functions of a module by name."""
    ops = [view.operation for view in module.body.operations]
    return {op.attributes["sym_name"].value: op for op in ops if op.name == "func.func"}


class Look:
    """One analysis of a module. `run` fills `cones`."""

    def __init__(self, module: IrModule, given: Iterable[IrValue] = ()):
        """`given` are arguments of `@main` whose values are known."""
        self.functions = functions_in(module)
        self._closed = dict[str, bool]()
        self._works = dict[str, Work]()
        self._imports = False
        self._given = dict[tuple[str, tuple[tuple[bool, bool], ...]], Given]()
        self._dense = set[IrValue](given)
        """Constants that XLA would fold with: computed from elements that are written down."""
        self.cones = Cones(values=set(given))

    def run(self) -> Cones:
        """Analyse all ops that run."""
        main = self.functions.get("main")
        if main is not None:
            for block in main.regions[0]:
                self._block(block)
        return self.cones

    def _block(self, block: IrBlock) -> None:
        for view in block.operations:
            self._visit(view.operation)

    def _visit(self, op: IrOp) -> None:
        name = op.name
        if name in CONTROL:
            if self._is_closed(op, name) and all(value in self.cones.values for value in reads(op)):
                self._note(op, name, reads(op))
            elif name == "stablehlo.while":
                self._loop(op)
            else:
                for region in op.regions:
                    for block in region:
                        self._block(block)
        elif name == "func.call":
            if not _is_placed(op):
                self._call(op)
        elif name == MANUAL:
            self._each_device(op)
        elif (
            all(operand in self.cones.values for operand in op.operands)
            and cost_in_xla(name) is not None
            and self._is_closed(op, name)
        ):
            self._note(op, name, op.operands)

    def _work(self, op: IrOp) -> Work:
        """The work of an op, also that in its regions or in the function that it calls, if it is given constants."""
        name = op.name
        if name == "func.call":
            callee = op.attributes["callee"].value
            if callee not in self._works:
                self._works[callee] = Work()  # for one that calls itself
                self._works[callee] = total_work(map(self._work, _directly_inside(self.functions[callee])))
            return self._works[callee]
        if name in CONTROL:
            blocks = [block for region in op.regions for block in region]
            branches = [total_work(map(self._work, _inside_block(block))) for block in blocks]
            if name != "stablehlo.while":
                return max(branches)
            trips, each = _trips(op), branches[-1]
            return Work(0, trips * each.call, trips * (each.here + STEP * len(list(inside(op)))))
        cost = cost_in_xla(name)
        work = NOTHING if cost is None or cost.units == "none" else _work_of(op, name, cost)
        if name == CUSTOM_CALL and not self._imports and name not in IMPORTED:
            self._imports = True
            return Work(work.fold, work.call, work.here + CALL_START)
        return work

    def _note(self, op: IrOp, name: str, feeds: Iterable[IrValue]) -> None:
        """Note an op that is constant, and whether folding it here is worth it."""
        cones = self.cones
        written = name == CONSTANT and not has_one_value(op)
        work = self._work(op)
        dense = written or (_is_folded(name) and any(value in self._dense for value in feeds))
        cones.ops[op] = None
        cones.values.update(op.results)
        if dense:
            self._dense.update(op.results)
        if work is not NOTHING:
            work = Work(work.fold * dense, work.call * (not dense), work.here)
        cones.works[op] = work
        is_heavy = EVERYTHING or work.gain >= LEAST_GAIN
        if is_heavy or any(value.owner in cones.heavy for value in op.operands):
            cones.heavy.add(op)
            cones.heavy_work = total_work([cones.heavy_work, work])

    def _loop(self, op: IrOp) -> None:
        """A loop-carried constant that the loop never changes is a constant inside of the loop, too."""
        cond, body = (region.blocks[0] for region in op.regions)
        returned = list(body.operations)[-1].operation.operands
        for i, (first, following) in enumerate(zip(op.operands, returned)):
            if first in self.cones.values and following == body.arguments[i]:
                self._alias(cond.arguments[i], first)
                self._alias(body.arguments[i], first)
        self._block(cond)
        self._block(body)

    def _each_device(self, op: IrOp) -> None:
        """A constant that every device gets as a whole is the same constant in the body that each device runs."""
        shardings = sdy.TensorShardingPerValueAttr(op.attributes["in_shardings"]).shardings
        block = op.regions[0].blocks[0]
        for argument, operand, sharding in zip(block.arguments, op.operands, shardings):
            dimensions = sdy.TensorShardingAttr(sharding).dimension_shardings
            whole = not any(len(sdy.DimensionShardingAttr(dimension).axes) for dimension in dimensions)
            if whole and operand in self.cones.values:
                self._alias(argument, operand)
        self._block(block)

    def _alias(self, argument: IrValue, constant: IrValue) -> None:
        cones = self.cones
        cones.values.add(argument)
        cones.aliases[argument] = cones.aliases.get(constant, constant)
        if constant in self._dense:
            self._dense.add(argument)

    def _call(self, op: IrOp) -> None:
        """Analyse a function, once for each set of constant arguments. The cones found inside are discarded."""
        func = self.functions.get(op.attributes["callee"].value)
        if func is None or not len(func.regions[0].blocks):
            return
        values, dense = self.cones.values, self._dense
        known = tuple([(operand in values, operand in dense) for operand in op.operands])
        key = (op.attributes["callee"].value, known)
        if key not in self._given:
            self._given[key] = Given([], False, {})
            block = func.regions[0].blocks[0]
            around = self.cones, self._dense
            self.cones = inside = Cones(values=set(values), aliases=dict(around[0].aliases))
            self._dense = set(dense)
            for argument, (is_constant, is_dense) in zip(block.arguments, known):
                inside.values.update([argument] * is_constant)
                self._dense.update([argument] * is_dense)
            self._block(block)
            last = list(block.operations)[-1].operation
            given = [(value in inside.values, value in self._dense) for value in last.operands]
            self._given[key] = Given(given, bool(inside.heavy or inside.calls), inside.calls)
            self.cones, self._dense = around
            self.cones.heavy_work = total_work([self.cones.heavy_work, inside.heavy_work])
        returned = self._given[key]
        for result, (is_constant, is_dense) in zip(op.results, returned.values):
            values.update([result] * is_constant)
            dense.update([result] * is_dense)
        if returned.is_heavy or (True, False) in returned.values or (True, True) in returned.values:
            self.cones.calls[op] = returned

    def _is_closed(self, op: IrOp, name: str) -> bool:
        """Whether an op and all ops inside of it have no effects and no attributes with information for XLA."""
        if _is_placed(op):
            return False
        if name == CUSTOM_CALL:
            return _is_pure_call(op)
        if name == "func.call":
            return self._is_closed_function(op.attributes["callee"].value)
        if name not in CONTROL and not name.endswith(".return") and cost_in_xla(name) is None:
            return False
        return all(self._is_closed(inner, inner.name) for inner in _directly_inside(op))

    def _is_closed_function(self, name: str) -> bool:
        if name not in self._closed:
            self._closed[name] = False  # for one that calls itself
            func = self.functions.get(name)
            ops = [] if func is None else list(_directly_inside(func))  # none in a declaration
            self._closed[name] = bool(ops) and all(self._is_closed(op, op.name) for op in ops)
        return self._closed[name]


def frontiers(cones: Cones) -> Mapping[IrBlock, list[IrValue]]:
    """The constants worth folding that are read by ops that are not constant, in program order.

    The keys are the blocks in which they may be put: the body of `@main`, or the body that each device runs.
    """
    found: dict[IrBlock, list[IrValue]] = {}
    for op in cones.ops:
        if op in cones.heavy and op.name != CONSTRAINT:
            read = [result for result in op.results if _is_read(result, cones)]
            if read:
                found.setdefault(_outermost_block(op), []).extend(read)
    return found


def worth_folding(cones: Cones, results: Sequence[IrValue]) -> tuple[list[IrValue], Work]:
    """The results whose cones take less time here than in XLA, and the work of these cones."""
    taken, found, total = set[IrOp](), list[IrValue](), Work()
    for value in results:
        ops = _reached(cones, [value], taken)
        work = total_work([cones.works[op] for op in ops])
        work = Work(work.fold, work.call, work.here + EACH_OP * len(ops))
        if EVERYTHING or work.gain > 0:
            taken |= ops
            found.append(value)
            total = total_work([total, work])
    return found, Work(total.fold, total.call, total.here + BASE)


def _is_read(value: IrValue, cones: Cones) -> bool:
    """Whether a reader of a constant is neither constant itself nor inside of a constant op."""
    for use in value.uses:
        op = use.owner.operation
        if op.name == CONSTRAINT and op in cones.ops:
            # The constraint stays, so that XLA is told as much as before.
            if _is_read(op.results[0], cones):
                return True
            continue
        while op not in cones.ops:
            if op.parent is None or op.parent.operation.name == "func.func":
                return True
            op = op.parent.operation
    return False


def _outermost_block(op: IrOp) -> IrBlock:
    while op.parent is not None and op.parent.operation.name not in ("func.func", MANUAL):
        op = op.parent.operation
    return op.block


def behind(cones: Cones, values: Iterable[IrValue]) -> Iterator[IrOp]:
    """The ops that constants are computed from, operands first."""
    needed = _reached(cones, values, set())
    return (op for op in cones.ops if op in needed)


def _reached(cones: Cones, values: Iterable[IrValue], known: Collection[IrOp]) -> set[IrOp]:
    """The ops that constants are computed from, besides those that are known."""
    needed = set[IrOp]()
    pending = [cones.aliases.get(value, value) for value in values]
    while pending:
        owner = pending.pop().owner
        if owner in cones.ops and owner not in needed and owner not in known:
            needed.add(owner)
            pending += [cones.aliases.get(value, value) for value in reads(owner)]
    return needed


def reads(op: IrOp) -> Iterator[IrValue]:
    """The values from outside that an op and all ops inside of it read."""
    yield from op.operands
    inside = set[IrValue]()
    for region in op.regions:
        for block in region:
            inside.update(block.arguments)
            for inner in block.operations:
                yield from [value for value in reads(inner.operation) if value not in inside]
                inside.update(inner.operation.results)


def called(op: IrOp) -> Iterator[str]:
    """The functions that are called by an op, or inside of it."""
    return (each.attributes["callee"].value for each in (op, *inside(op)) if each.name == "func.call")


def has_one_value(op: IrOp) -> bool:
    """Whether all elements of a constant are the same. XLA detects this, too, and does not fold with them."""
    if elements(op.results[0]) < 2 or getattr(_attribute(op), "is_splat", False):
        return True
    array = constant_array(op)
    if array is None:
        return False
    flat = array.reshape(-1)
    return all(bool((flat[i : i + SAME] == flat[0]).all()) for i in range(0, flat.size, SAME))


def _integer(constant: IrOp) -> int:
    """The value of a scalar constant of signless integers; 0 for any other constant."""
    ranked = constant.results[0].type
    is_integer = not ranked.rank and str(ranked.element_type)[0] == "i"
    return int(_attribute(constant)[0]) if is_integer else 0


def constant_array(op: IrOp) -> Array | None:
    """The elements of a constant if NumPy can read them in JAX's memory and they are not all the same."""
    attribute = _attribute(op)
    viewed = str(op.results[0].type.element_type) in VIEWED
    if not viewed or not isinstance(attribute, ir.DenseElementsAttr) or attribute.is_splat:
        return None
    try:
        return np.asarray(attribute)
    except (TypeError, ValueError, BufferError):
        return None


def _attribute(op: IrOp) -> Any:
    """The elements of a constant; None for complex ones, for which the bindings have no attribute.

    JAX 0.7 ends the process when they are read.
    """
    return None if isinstance(op.results[0].type.element_type, ir.ComplexType) else op.attributes["value"]


def _is_placed(op: IrOp) -> bool:
    attributes = op.attributes
    if any(name in attributes for name in PLACED):
        return True
    return FRONTEND in attributes and any(each.name not in UNPLACED for each in attributes[FRONTEND])


def _is_pure_call(op: IrOp) -> bool:
    attributes = op.attributes
    effect = "has_side_effect" in attributes and bool(attributes["has_side_effect"].value)
    return not effect and attributes["call_target_name"].value.startswith(CUSTOM_CALLS)
