"""Groups of evaluations: chains of elementwise ops on large arrays, which the interpreter evaluates block by block, and
parts of large evaluations that an engine evaluates instead, each as a program of its own.

An engine must mean the same as the interpreter does. Integers, booleans and moved elements are the same bits; on floats
it may round otherwise, so that their arithmetic is of the class `rounded` there, whatever it is here. What the
specification leaves undefined, or to the implementation, is not handed over: the interpreter refuses to fold it, and an
engine would give some value. Nor are loops, which nobody could stop.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from time import perf_counter
from typing import NamedTuple, TypeAlias

from xdsl.dialects.builtin import FunctionType, ModuleOp, TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.interpreter.execution.blocks import LARGE, fuse
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.interpreter.execution.executor import PreparedOp, Step
from xdsl_stablehlo.interpreter.interface.engines import Engine, EngineError, engine_named
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic.elementwise import undefined_division
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, Exactness, Kernel
from xdsl_stablehlo.interpreter.kernels.support.values import Value, as_arrays, is_array
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.transforms.shapes.dynamic_ops import DYNAMIC_OPS
from xdsl_stablehlo.values.element_types import Array, bit_width, is_complex, is_float
from xdsl_stablehlo.values.elements import attribute_of
from xdsl_stablehlo.values.storage import is_repetitive, varying_part

from ..terms.deferred import Deferred, Evaluation
from ..terms.effects import is_terminator
from .permissions import Permissions, is_call
from .records import EngineUse

Prepare: TypeAlias = "Callable[[Evaluation], PreparedOp | None]"
"""Makes an op ready that may run in blocks; None for others."""


class Group(NamedTuple):
    """Evaluations that are done together, with the same results as one by one."""

    members: list[Evaluation]
    kernel: Kernel | None = None
    """Gives the results of `made` from `operands`; None for one evaluation."""
    operands: tuple[Value, ...] = ()
    made: tuple[Evaluation, ...] = ()
    """The members whose results are read outside of the group."""


class _Slots:
    """Numbers for values, by identity."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self._numbers: dict[int, int] = {}

    def of(self, value: Value) -> int:
        """The number of a value."""
        number = self._numbers.setdefault(id(value), len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


def grouped(order: Sequence[Evaluation], passing: Collection[Evaluation], prepare: Prepare) -> list[Group]:
    """The evaluations of `order` in groups, in an order in which each reads what was evaluated before.

    `passing` are those that nobody reads but others of them.
    """
    large = any(result.stored > LARGE for evaluation in order for result in evaluation.results)
    if len(order) < 2 or not large:
        return [Group([evaluation]) for evaluation in order]
    slots = _Slots()
    steps: list[Step] = []
    evaluation_of: dict[int, Evaluation] = {}
    for evaluation in order:
        inputs = tuple([slots.of(operand) for operand in evaluation.operands])
        outputs = tuple([slots.of(result) for result in evaluation.results])
        op, prepared = evaluation.op, prepare(evaluation)
        if prepared is None:
            prepared = PreparedOp(op, _alone, (), False, (None,) * len(outputs))
        steps.append(Step(prepared.kernel, inputs, outputs, prepared.forms, prepared.single, (), op))
        evaluation_of[outputs[0]] = evaluation
    returns = [slot for slot, evaluation in evaluation_of.items() if evaluation not in passing]
    groups: list[Group] = []
    for step in fuse(steps, returns):
        if step.parts:
            members = [evaluation_of[part.outputs[0]] for part in step.parts]
            operands = tuple([slots.values[slot] for slot in step.inputs])
            made = tuple([evaluation_of[slot] for slot in step.outputs])
            groups.append(Group(members, step.kernel, operands, made))
        else:
            groups.append(Group([evaluation_of[step.outputs[0]]]))
    return groups


def _alone(*_: Value) -> Value:
    """The kernel of a step that is in no group, and so never runs."""
    return ()


# ---- what an engine evaluates ----

_REASONS: Mapping[str, str] = {
    "stablehlo.custom_call": "calls what an engine may know otherwise",
    "stablehlo.scatter": "may write to a place more than once, in any order",
    **dict.fromkeys(DYNAMIC_OPS, "has sizes that are computed"),
}
"""Why ops are left to the interpreter, by name."""


class Handover:
    """The part of an engine in one run of the folder."""

    def __init__(self, permissions: Permissions, functions: Mapping[str, FuncOp], use: EngineUse):
        """`functions` are what calls can reach. What is handed over, and what is not, is noted in `use`."""
        self._permissions = permissions
        self._options = permissions.options
        self._functions = functions
        self._use = use

    def is_heavy(self, order: Sequence[Evaluation]) -> bool:
        """Whether some evaluations together take enough to be handed over."""
        return sum([evaluation.work or 0 for evaluation in order]) >= self._options.engine_work

    def groups(
        self, order: Sequence[Evaluation], passing: Collection[Evaluation], prepare: Prepare
    ) -> Iterator[Group]:
        """The evaluations of `order` in groups as `grouped` makes them, those among them that an engine evaluates.

        `passing` are those that nobody reads but others of `order`.
        """
        refused = {evaluation: self._refuse(evaluation) for evaluation in order}
        stages = _stages(order, [evaluation for evaluation, reason in refused.items() if reason is None])
        if not any(handed and self.is_heavy(stage) for handed, stage in stages):
            yield from grouped(order, passing, prepare)
            return
        for reason in refused.values():
            if reason is not None:
                self._use.refuse(reason)
        stage_of = {evaluation: i for i, (_, stage) in enumerate(stages) for evaluation in stage}
        crossing = {
            source
            for evaluation in order
            for source in evaluation.sources()
            if stage_of.get(source, -1) != stage_of[evaluation]
        }
        inner = set(passing).difference(crossing)
        for handed, stage in stages:
            if handed and self.is_heavy(stage):
                yield self._group(stage, inner)
            else:
                yield from grouped(stage, inner, prepare)

    def _group(self, members: list[Evaluation], inner: Collection[Evaluation]) -> Group:
        made = [evaluation for evaluation in members if evaluation not in inner]
        own = {id(result) for evaluation in members for result in evaluation.results}
        outer = {id(v): v for evaluation in members for v in evaluation.operands if id(v) not in own}
        operands = tuple(outer.values())

        def run(*values: Value) -> tuple[Value, ...]:
            started = perf_counter()
            try:
                engine = engine_named(self._use.name)
                given = self._evaluate(engine, members, operands, as_arrays(values), made)
            except EngineError as error:
                for _ in members:
                    self._use.refuse(error.message)
                raise
            self._use.device = engine.device
            self._use.programs += 1
            self._use.ops += len(members)
            self._use.on_floats += len([e for e in members if self._on_floats(e.op)])
            self._use.seconds += perf_counter() - started
            return given

        return Group(members, run, operands, tuple(made))

    def _evaluate(
        self,
        engine: Engine,
        members: Sequence[Evaluation],
        operands: Sequence[Value],
        arrays: Sequence[Array],
        made: Sequence[Evaluation],
    ) -> tuple[Value, ...]:
        """The results of `made`, which the engine evaluates with the other `members` for the values of `operands`."""
        program = _Program()
        types = {
            id(value): operand.type
            for evaluation in members
            for value, operand in zip(evaluation.operands, _operands_of(evaluation), strict=True)
        }
        for operand, array in zip(operands, arrays, strict=True):
            program.bring(operand, array, types[id(operand)])
        for evaluation in members:
            program.add(evaluation)
        module = program.finished([result for evaluation in made for result in evaluation.results])
        names = [name for evaluation in members for name in callees(evaluation.op)]
        for name in postorder(names, self._called):
            module.body.block.add_op(self._functions[name].clone())
        return tuple(engine.compile(module)(program.arguments))

    def _called(self, name: str) -> Iterator[str]:
        return (called for op in self._functions[name].walk() for called in callees(op))

    # ---- what may be handed over ----

    def _refuse(self, evaluation: Evaluation) -> str | None:
        """Why the interpreter evaluates an op itself."""
        op = evaluation.op
        if len(evaluation.operands) != len(_operands_of(evaluation)):
            return "has gone meanwhile"
        if not all(is_array(value) or type(value) is Deferred for value in evaluation.operands):
            return "has operands that are no tensors"
        if not self._can_copy(op):
            return "calls a function that cannot be copied"
        for inside in self._run_by(op):
            reason = self._refuse_op(inside) or (None if inside is op else self._refuse_inside(inside))
            if reason is not None:
                return reason if inside is op else f"runs '{inside.name}', which {reason}"
        return None

    def _can_copy(self, op: Operation) -> bool:
        names = callees(op)
        return not names or {*postorder(names, self._called_if_there)} <= self._functions.keys() - {"main"}

    def _called_if_there(self, name: str) -> Iterator[str]:
        return self._called(name) if name in self._functions else iter(())

    def _run_by(self, op: Operation) -> Iterator[Operation]:
        """The ops that compute something when `op` runs: itself, and those in its regions and its callees."""
        bodies = [self._functions[name].body for name in postorder(callees(op), self._called)]
        for each in chain(op.walk(), *[body.walk() for body in bodies]):
            if not is_terminator(type(each)) and not isinstance(each, hlo.ConstantOp):
                yield each

    def _refuse_inside(self, op: Operation) -> str | None:
        """Why the folder does not evaluate an op in a region or a function."""
        if is_call(op):
            return None
        refusal = self._permissions.refuse_statically(op, self._permissions.entry_of(op))
        return None if refusal is None else refusal.message

    def _refuse_op(self, op: Operation) -> str | None:
        """Why one op is not handed over, whatever is inside of it."""
        if is_call(op):
            return None
        if op.name in _REASONS:
            return _REASONS[op.name]
        entry = self._permissions.entry_of(op)
        if entry is None or op.name.partition(".")[0] not in ("stablehlo", "chlo"):
            return "is of a dialect that engines do not know"
        if entry.loop:
            return "is a loop, which nobody could stop"
        types = self._permissions.types
        if any(types.of(value.type).quantized for value in (*op.operands, *op.results)):
            return "computes on quantized elements"
        width = min([_width(value) for value in (*op.operands, *op.results)], default=64)
        if width < 8 and not entry.storage:
            return "computes on elements of less than a byte"
        on_floats = _computes_on_floats(op, entry)
        is_undefined = entry.undefined is not None and not (
            on_floats and entry.undefined is undefined_division
        )
        if entry.undefined_result or is_undefined:
            return "may be undefined"
        if op.name == "stablehlo.power" and not on_floats:
            return "raises integers to powers, which XLA does for small ones alone"
        if not on_floats:
            # XLA moves floats of 8 bits as wider ones since jaxlib 0.12, and before where it joins or selects them.
            if any(_of_floats(v.type) and _width(v) < 16 for v in (*op.operands, *op.results)):
                return "moves floats of 8 bits or less, whose NaNs engines make one"
            if len([v for v in op.operands if _of_floats(v.type) and _width(v) < 32]) > 1:
                return "puts small floats together, whose NaNs engines make one"
        if isinstance(op, hlo.SortOp) and not (op.is_stable and op.is_stable.value.data):
            return "may leave what is equal in any order"
        if on_floats and not self._options.allows(Exactness.LIBM, True):
            return "computes on floats, whose bits an engine does not promise"
        return None

    def _on_floats(self, op: Operation) -> bool:
        """Whether running `op` does more with floats than to move them."""
        entry_of = self._permissions.entry_of
        return any(_computes_on_floats(each, entry_of(each)) for each in self._run_by(op))


def _computes_on_floats(op: Operation, entry: Entry | None) -> bool:
    """Whether an op by itself does more with floats than to move them; what it runs is not looked at."""
    if is_call(op) or (entry is not None and entry.storage):
        return False
    return any(_of_floats(value.type) for value in (*op.operands, *op.results))


def _of_floats(value_type: Attribute) -> bool:
    if not is_tensor_type(value_type):
        return False
    return is_float(value_type.element_type) or is_complex(value_type.element_type)


def _width(value: SSAValue) -> int:
    """The bits of an element; many for booleans, and for what is no tensor."""
    width = bit_width(value.type.element_type) if is_tensor_type(value.type) else 64
    return 64 if width == 1 else width


def _operands_of(evaluation: Evaluation) -> tuple[SSAValue, ...]:
    """The values that an op reads, in the order of `Evaluation.operands`."""
    return (*evaluation.op.operands, *evaluation.captured)


def _stages(
    order: Sequence[Evaluation], handed: Collection[Evaluation]
) -> list[tuple[bool, list[Evaluation]]]:
    """The evaluations cut into stages, each either of those that are `handed` over or of others.

    Each stage reads only itself and those before it.
    """
    handed = set(handed)
    number: dict[Evaluation, int] = {}
    for evaluation in order:
        mine = evaluation in handed
        sources = [source for source in evaluation.sources() if source in number]
        after = [number[source] + ((source in handed) != mine) for source in sources]
        number[evaluation] = max(after, default=0 if mine else 1)
    stages: dict[int, list[Evaluation]] = {}
    for evaluation in order:
        stages.setdefault(number[evaluation], []).append(evaluation)
    return [(i % 2 == 0, stages[i]) for i in sorted(stages)]


class _Program:
    """A module in the making: one function, `@main`, of arguments that are not constants of it."""

    def __init__(self) -> None:
        self.arguments: list[Array] = []
        self._block = Block()
        self._values: dict[int, SSAValue] = {}

    def bring(self, value: Value, array: Array, value_type: Attribute) -> None:
        """Make a known value an argument, as large as it is stored; a scalar a constant."""
        assert is_tensor_type(value_type)
        element_type = value_type.element_type
        whole = TensorType(element_type, array.shape)
        if array.ndim == 0:
            constant = hlo.ConstantOp(attribute_of(array, whole))
            self._block.add_op(constant)
            self._values[id(value)] = constant.output
            return
        part = varying_part(array) if is_repetitive(array) else array
        self.arguments.append(part)
        argument: SSAValue = self._block.insert_arg(
            TensorType(element_type, part.shape), len(self._block.args)
        )
        if part.shape != array.shape:
            repeated = hlo.BroadcastInDimOp(argument, range(array.ndim), whole)
            self._block.add_op(repeated)
            argument = repeated.result
        self._values[id(value)] = argument

    def add(self, evaluation: Evaluation) -> None:
        """Add a copy of an op."""
        operands = [self._values[id(value)] for value in evaluation.operands]
        copy = evaluation.op.clone(dict(zip(_operands_of(evaluation), operands, strict=True)))
        self._block.add_op(copy)
        for deferred, result in zip(evaluation.results, copy.results, strict=True):
            self._values[id(deferred)] = result

    def finished(self, results: Sequence[Deferred]) -> ModuleOp:
        """The module, whose function returns `results`."""
        returned = [self._values[id(result)] for result in results]
        self._block.add_op(ReturnOp(*returned))
        inputs = [argument.type for argument in self._block.args]
        function_type = FunctionType.from_lists(inputs, [value.type for value in returned])
        return ModuleOp([FuncOp("main", function_type, Region(self._block))])
