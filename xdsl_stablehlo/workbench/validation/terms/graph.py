"""Both programs as one graph of values: an op of the same values is the same node, wherever it stands.

Calls are replaced by what they do, constants are evaluated by the interpreter, branches with a known condition are
taken, and a loop carries only values that change and that something reads. A choice that the specification leaves open
depends on an op and its operands alone, so that one node stands for it in both programs. What an op does besides giving
results is kept apart:
  - effects and random numbers: the same ones in the same order;
  - loops that may not end: the same ones between the same effects;
  - evaluations that may fail: none after that was not before.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np
from xdsl.dialects.builtin import StringAttr
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import holds_quantized
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of, is_static_tensor
from xdsl_stablehlo.folding.facts.lattice import kind_of_integers
from xdsl_stablehlo.folding.facts.trip_count import CountingLoop
from xdsl_stablehlo.folding.terms.effects import Effects, is_terminator
from xdsl_stablehlo.interpreter import EvaluationError, Limits
from xdsl_stablehlo.interpreter.execution.compiler import Compiler, callees
from xdsl_stablehlo.interpreter.execution.meter import work_of
from xdsl_stablehlo.interpreter.interface.limits import allowing
from xdsl_stablehlo.interpreter.kernels.support.table import entry_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value, is_array
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.constants import array_of_constant, is_constant
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.storage import is_uniform, uniform_element

from ...permitted.choices.behaviours import leaves_open, may_fail, may_not_end, named_by
from .facts import is_held
from .indices import Indices, KnownSizes
from .sizes import SymbolicSizes, is_elementwise

OPS = 50_000
"""The largest number of ops that are read, with those of calls and repeated readings of loops."""
WORK, BYTES = 1 << 28, 1 << 28
"""The estimated nanoseconds that all constants of one side may take, and the bytes of one."""
MADE = 1 << 22
"""The bytes that may be made of less: what a loop or an iota makes of a seed stays an op if it is more."""
CALLS = 1_500
"""The largest depth of calls."""
ITERATIONS = 64
"""The largest number of iterations of a loop that is unrolled."""


class TooManyOpsError(Exception):
    """Raised for programs that are too large for a graph."""


@dataclass(eq=False, slots=True)
class ValueNode:
    """A value: a constant, a result of an application, or an argument."""

    number: int
    type: Attribute
    shape: KnownSizes = ()
    array: Array | None = None
    source: Application | None = None
    place: int = 0
    """Which result it is; of an argument, which one."""
    depth: int = 0
    """Of an argument, the number of regions around it."""
    between: tuple[int, int] | None = None
    """Of an argument that counts, the bounds in condition and body."""


@dataclass(eq=False, slots=True)
class Application:
    """An op of nodes; ops that say, read and do the same are one."""

    number: int
    op: Operation
    operands: tuple[ValueNode, ...]
    closures: tuple[Closure, ...]
    named: tuple[int, ...]
    """The definitions that its attributes name."""
    turn: int | None
    """Its place among the effects around it, if it has one."""
    starts: Indices
    """Where a slice starts, or how much is padded before."""
    kept: Sequence[int]
    """Which of the results it has."""
    results: list[ValueNode] = field(default_factory=list["ValueNode"])
    said: frozenset[tuple[str, Attribute]] = field(init=False)
    is_elementwise: bool = field(init=False)
    """Its properties and attributes, and whether each element of the result follows from those at its indices."""

    def __post_init__(self) -> None:
        self.said = _said(self.op)
        self.is_elementwise = self.turn is None and is_elementwise(self.op)


Effect: TypeAlias = "Application | frozenset[Application]"
"""An op with an effect, or loops that have to end before the next one."""


@dataclass(eq=False, slots=True)
class Closure:
    """The body of a region or a function: its results, and what it does, for its arguments."""

    arguments: tuple[ValueNode, ...]
    results: tuple[ValueNode, ...] = ()
    steps: tuple[Effect, ...] = ()
    fails: frozenset[Application] = frozenset()
    """The evaluations that may fail."""
    of: object = None
    """An object of its own if it cannot be compared."""

    def key(self) -> tuple[Hashable, ...]:
        """The same for bodies that do the same."""
        types = tuple([(node.type, node.shape) for node in self.arguments])
        return types, tuple([node.number for node in self.results]), self.steps, self.fails, self.of

    def sources(self) -> Sequence[Application | None]:
        """The ops that give its results, and those that it runs."""
        done = [step if isinstance(step, frozenset) else [step] for step in self.steps]
        return [*[node.source for node in self.results], *[s for each in done for s in each], *self.fails]


@dataclass
class Graph:
    """The nodes of both programs."""

    sizes: SymbolicSizes = field(default_factory=SymbolicSizes)
    nodes: dict[Hashable, ValueNode] = field(default_factory=dict[Hashable, ValueNode])
    applications: dict[Hashable, Application] = field(default_factory=dict[Hashable, Application])
    decided: dict[str, None] = field(default_factory=dict[str, None])
    """The names of open ops before that were evaluated as the interpreter does."""
    orders: Mapping[Operation, Sequence[int]] = field(default_factory=dict[Operation, Sequence[int]])
    """The orders in which loops carry values, where they are not those in which nodes reach them."""

    def argument(
        self, branch: _Branch, place: int, kind: Attribute, shape: KnownSizes, counts: int
    ) -> ValueNode:
        """The argument of a body at a place; `counts` is its place in the loop as it is written."""
        depth, between = branch.depth, branch.counters.get(counts)
        made = ValueNode(len(self.nodes), kind, shape, place=place, depth=depth, between=between)
        return self.nodes.setdefault((depth, place, kind, shape, between), made)

    def constant(self, array: Array, value: SSAValue) -> ValueNode:
        """The constant that a value is."""
        element, shape = uniform_element(array), self.sizes.shape_of(value)
        if element is None:
            content = array.shape, np.ascontiguousarray(array).tobytes()
        else:
            array = np.broadcast_to(element, array.shape)
            content = shape, element.tobytes(), True
        made = ValueNode(len(self.nodes), value.type, shape, array)
        return self.nodes.setdefault((content, value.type), made)

    def key(
        self, op: Operation, operands: Sequence[ValueNode], closures: Sequence[Closure], rest: Hashable
    ) -> Hashable:
        bodies = tuple([closure.key() for closure in closures])
        types = tuple([(value.type, self.sizes.shape_of(value)) for value in op.results])
        starts = self.sizes.starts_of(op)
        return op.name, _said(op), types, starts, tuple([n.number for n in operands]), bodies, rest

    def apply(
        self,
        key: Hashable,
        op: Operation,
        operands: tuple[ValueNode, ...],
        closures: tuple[Closure, ...] = (),
        named: tuple[int, ...] = (),
        turn: int | None = None,
        kept: Sequence[int] | None = None,
    ) -> Application:
        """The application with this key; `kept` are the results that it has."""
        found = self.applications.get(key)
        if found is None:
            starts = self.sizes.starts_of(op)
            kept = range(len(op.results)) if kept is None else kept
            found = Application(len(self.applications), op, operands, closures, named, turn, starts, kept)
            self.applications[key] = found
            for place, value in enumerate([op.results[i] for i in kept]):
                shape = self.sizes.shape_of(value)
                node = ValueNode(len(self.nodes), value.type, shape, None, found, place)
                found.results.append(self.nodes.setdefault((found.number, "result", place), node))
        return found

    def floats_behind(self, sides: Sequence[Closure], holds: Callable[[Operation], bool]) -> set[ValueNode]:
        """The floats that reach an op of which something holds, in bodies too."""
        found: set[ValueNode] = set()
        asked: dict[Application, tuple[bool, Sequence[ValueNode]]] = {}
        for each in sorted(_run_by(sides), key=lambda each: each.number):
            is_one = holds(each.op) or any(c.of and any(map(holds, each.op.walk())) for c in each.closures)
            around = each.closures if any(holds(inner.op) for inner in _run_by(each.closures)) else ()
            asked[each] = is_one, (*each.results, *[node for body in around for node in body.arguments])
        before = -1
        while before < len(found):
            before = len(found)
            for each, (is_one, given) in reversed(asked.items()):
                if is_one or not found.isdisjoint(given):
                    bodies = [closure.results for closure in each.closures]
                    for node in [node for nodes in (each.operands, *bodies) for node in nodes]:
                        if not is_tensor_type(node.type) or kind_of_integers(node.type.element_type) is None:
                            found.add(node)
        return found


def _said(op: Operation) -> frozenset[tuple[str, Attribute]]:
    return frozenset((*op.properties.items(), *op.attributes.items()))


def _run_by(closures: Sequence[Closure]) -> set[Application]:
    """The ops that give the results of bodies, those that bodies run, and all that these need."""
    found: set[Application] = set()
    waiting = [each for closure in closures for each in closure.sources()]
    while waiting:
        each = waiting.pop()
        if each is not None and each not in found:
            found.add(each)
            waiting += [node.source for node in each.operands]
            waiting += [source for closure in each.closures for source in closure.sources()]
    return found


class _Done:
    """The effects, loops and failures of a body, in order."""

    def __init__(self, before: frozenset[Application], depth: int):
        self.depth = depth
        self.steps: list[Effect] = []
        self.fails: set[Application] = set()
        self._loops: set[Application] = set()
        self._before = before

    @property
    def known(self) -> frozenset[Application]:
        """The loops that ended, and the evaluations that did not fail."""
        return self._before | self.fails

    def turn(self) -> int:
        """The index of the next effect."""
        if self._loops:
            self.steps.append(frozenset(self._loops))
            self._before, self._loops = self._before | self._loops, set()
        return len(self.steps)

    def note(self, done: Application, is_endless: bool) -> None:
        """Note a loop that may not end, or an evaluation that may fail."""
        if done not in self._before:
            (self._loops if is_endless else self.fails).add(done)

    def closed(self, arguments: Sequence[ValueNode], results: Sequence[ValueNode]) -> Closure:
        self.turn()
        return Closure(tuple(arguments), tuple(results), tuple(self.steps), frozenset(self.fails))


class _Branch(NamedTuple):
    """A region that is read, or is to be read again with other arguments."""

    region: Region
    depth: int
    known: frozenset[Application]
    counters: Mapping[int, tuple[int, int]] = {}
    """The bounds of carried integers that count."""


class GraphReader:
    """Reads one function, and those that it calls, into a graph.

    `decides` says whether open ops of constants are evaluated, as the interpreter does: not in the program after, whose
    other results would be hidden by it. An open op that the graph has already stays as it is.
    """

    def __init__(self, graph: Graph, func: FuncOp, decides: bool, unrolls: bool = False):
        self._graph = graph
        self._func = func
        self._decides, self._unrolls = decides, unrolls
        self._functions, self._named = beside(func), named_beside(func)
        self._effects = Effects(self._functions)
        self._limits, self._work = Limits(iterations=ITERATIONS * 64), WORK
        self._compiler = Compiler(self._functions, limits=self._limits)
        self._values: dict[SSAValue, ValueNode] = {}
        self._calls: list[str] = []
        self._left = OPS
        self._definitions: dict[str, int] = {}
        self._found: dict[tuple[Callable[[Operation], bool], str], bool] = {}

    def whole(self) -> Closure | None:
        """The function; None if it has several blocks. Raises `TooManyOpsError`."""
        if len(self._func.body.blocks) != 1:
            return None
        closure = self._closed(_Branch(self._func.body, 0, frozenset()))
        return closure if closure.of is None else None

    # ---- blocks ----

    def _closed(self, branch: _Branch, given: Mapping[int, ValueNode] | None = None) -> Closure:
        """The body of a region; `given` are the nodes for some of its arguments."""
        if len(branch.region.blocks) != 1:
            return Closure((), of=object() if branch.region.blocks else "empty")
        block = branch.region.block
        nodes = [
            self._graph.argument(branch, i, a.type, self._graph.sizes.shape_of(a), i)
            for i, a in enumerate(block.args)
        ]
        for place, node in (given or {}).items():
            nodes[place] = node
        done = _Done(branch.known, branch.depth)
        results = self._block(block, nodes, done)
        return done.closed(nodes, results)

    def _block(self, block: Block, arguments: Sequence[ValueNode], done: _Done) -> Sequence[ValueNode]:
        """The operands of the last op of a block."""
        values = self._values
        values.update(zip(block.args, arguments, strict=True))
        for op in block.ops:
            operands = tuple([values[operand] for operand in op.operands])
            self._left -= 1
            if self._left < 0:
                raise TooManyOpsError
            if is_terminator(type(op)):
                return operands
            values.update(zip(op.results, self._results(op, operands, done)))
        return ()

    def _results(self, op: Operation, operands: tuple[ValueNode, ...], done: _Done) -> Sequence[ValueNode]:
        if type(op) is CallOp:
            return self._called(op, operands, done)
        if is_constant(type(op)):
            return [self._graph.constant(array_of_constant(op), op.results[0])]
        stays = not self._effects.removable(op)
        known = None if stays else self._known(op, operands, done)
        if known is not None:
            return known
        if operands and operands[0].array is not None and isinstance(op, hlo.IfOp | hlo.CaseOp):
            index = int(operands[0].array) if isinstance(op, hlo.CaseOp) else 1 - int(operands[0].array)
            chosen = op.regions[index if 0 <= index < len(op.regions) else -1]
            return self._block(chosen.block, (), done)
        if type(op) is hlo.WhileOp and not stays:
            return self._looped(op, operands, done)
        turn = done.turn() if stays else None
        closures = tuple([self._closed(_Branch(region, done.depth + 1, done.known)) for region in op.regions])
        return self._applied(op, operands, closures, turn, done).results

    def _applied(
        self,
        op: Operation,
        operands: tuple[ValueNode, ...],
        closures: tuple[Closure, ...],
        turn: int | None,
        done: _Done,
        kept: Sequence[int] | None = None,
    ) -> Application:
        """The application of an op, noted with what it does."""
        named = tuple([self._definition(name) for name in named_by(op)])
        is_alone = not (op.regions or named)
        key = self._graph.key(op, operands, closures, (turn, named, None if kept is None else tuple(kept)))
        found = self._graph.apply(key, op, operands, closures, named, turn, kept)
        if turn is not None:
            done.steps.append(found)
        elif not is_alone and self._reaches(may_not_end, op):
            done.note(found, True)
        elif may_fail(op) if is_alone else self._reaches(may_fail, op):
            done.note(found, False)
        return found

    def _reaches(self, holds: Callable[[Operation], bool], op: Operation) -> bool:
        """Whether something holds of an op, of one in it, or of one that is called."""
        return any(
            holds(each) or any(self._reaches_by(holds, name) for name in callees(each)) for each in op.walk()
        )

    def _reaches_by(self, holds: Callable[[Operation], bool], name: str) -> bool:
        func = self._functions.get(name)
        if func is None:
            return False
        if (holds, name) not in self._found:
            self._found[holds, name] = False
            self._found[holds, name] = self._reaches(holds, func)
        return self._found[holds, name]

    # ---- constants ----

    def _known(self, op: Operation, operands: tuple[ValueNode, ...], done: _Done) -> list[ValueNode] | None:
        """The results of an op of constants, evaluated by the interpreter; None if that is not possible."""
        arrays = [node.array for node in operands]
        if [array for array in arrays if array is None] or not op.results:
            return None
        entry = entry_of(op)
        if entry is None or not all(is_static_tensor(t) for t in op.result_types):
            return None
        is_fixed = self._graph.sizes.is_fixed(op)
        if not is_fixed and not (entry.elementwise or isinstance(op, SIZELESS)):
            return None
        is_open = any(map(leaves_open, op.walk())) and not _is_exact(op, arrays)
        if is_open and (not self._decides or self._is_there(op, operands, done)):
            return None
        limits = self._limits
        stored = sum([a.nbytes for a in arrays if a is not None and not is_uniform(a)])
        gives_splat = not stored and (entry.elementwise or isinstance(op, SIZELESS))
        limits.restart()
        limits.work, limits.bytes = self._work, BYTES if gives_splat else min(BYTES, max(MADE, 4 * stored))
        try:
            with quiet(), allowing(BYTES):
                prepared = self._compiler.prepare(op, entry)
                inside = [self._values[value].array for value in prepared.captured]
                if any(array is None for array in inside):
                    return None
                work = work_of(op, entry, self._compiler.types)
                if work > self._work:
                    return None
                limits.spend(work)
                values: list[Value] = [array for array in (*arrays, *inside) if array is not None]
                given = prepared.run(values)
        except EvaluationError:
            return None
        finally:
            self._work -= limits.spent
        if not all(map(is_array, given)):
            return None
        if not is_fixed and any(uniform_element(np.asarray(x)) is None for x in (*values, *given)):
            return None
        if is_open:
            self._graph.decided[op.name] = None
        return [self._graph.constant(np.asarray(x), result) for x, result in zip(given, op.results)]

    def _is_there(self, op: Operation, operands: tuple[ValueNode, ...], done: _Done) -> bool:
        """Whether the graph has an op already."""
        closures = [self._closed(_Branch(region, done.depth + 1, done.known)) for region in op.regions]
        return self._graph.key(op, operands, closures, (None, (), None)) in self._graph.applications

    # ---- calls, and what attributes name ----

    def _called(self, op: CallOp, operands: tuple[ValueNode, ...], done: _Done) -> Sequence[ValueNode]:
        name = callees(op)[0]
        func = self._functions.get(name)
        is_plain = func is not None and not func.is_declaration and len(func.body.blocks) == 1
        if func is None or not is_plain or name in self._calls or len(self._calls) > CALLS:
            turn = done.turn() if not self._effects.removable(op) else None
            return self._applied(op, operands, (), turn, done).results
        self._calls.append(name)
        given = self._block(func.body.block, operands, done)
        self._calls.pop()
        return given

    def _definition(self, name: str) -> int:
        """The number of what a name stands for; one that names itself only equals itself."""
        op = self._named.get(name)
        if name not in self._definitions:
            key: Hashable = ("elsewhere", name)
            if op is not None and not (isinstance(op, FuncOp) and op.is_declaration):
                key = object()
                self._definitions[name] = self._number(key)
                if isinstance(op, FuncOp) and name not in self._calls:
                    self._calls.append(name)
                    values, self._values = self._values, {}
                    key = ("definition", self._closed(_Branch(op.body, 0, frozenset())).key())
                    self._values = values
                    self._calls.pop()
                elif not op.regions:
                    inner = tuple([self._definition(each) for each in named_by(op)])
                    key = ("definition", op.name, self._graph.key(op, (), (), inner))
            self._definitions[name] = self._number(key)
        return self._definitions[name]

    def _number(self, key: Hashable) -> int:
        kind = self._func.function_type
        return self._graph.nodes.setdefault(key, ValueNode(len(self._graph.nodes), kind)).number

    # ---- loops ----

    def _looped(self, op: hlo.WhileOp, inits: tuple[ValueNode, ...], done: _Done) -> Sequence[ValueNode]:
        """The results of a loop: without iterations, unrolled, or of the values that it has to carry."""
        arrays = {operand: node.array for operand, node in zip(op.operands, inits)}
        counters = CountingLoop(op, arrays.get).counters(_everything)
        between = {i: counter.outside for i, counter in counters.items() if counter.outside is not None}
        cond, body = [_Branch(region, done.depth + 1, done.known, between) for region in op.regions]
        first = self._closed(cond, dict(enumerate(inits))).results[0]
        if first.array is not None and not first.array:
            return inits
        if self._unrolls and first.array is not None:
            unrolled = self._unrolled(op, inits, done)
            if unrolled is not None:
                return unrolled
        still: dict[int, ValueNode] = {}
        while True:
            decides, given = [self._closed(branch, still) for branch in (cond, body)]
            same = [
                i
                for i, (argument, result) in enumerate(zip(given.arguments, given.results))
                if i not in still and result in (argument, inits[i])
            ]
            if not same:
                break
            still.update({i: inits[i] for i in same})
        kept = self._carried(op, decides, given, done.depth)
        wanted = {place: n for n, place in enumerate(self._graph.orders.get(op, ()))}
        kept.sort(key=lambda place: wanted.get(place, len(wanted)))
        order = {old: new for new, old in enumerate(kept)}
        if kept != list(range(len(inits))):
            moved = {
                old: self._graph.argument(body, new, inits[old].type, inits[old].shape, old)
                for old, new in order.items()
            }
            decides, given = [self._closed(branch, {**still, **moved}) for branch in (cond, body)]
        arguments = tuple([given.arguments[i] for i in kept])
        closures = (
            Closure(arguments, decides.results, decides.steps, decides.fails),
            Closure(arguments, tuple([given.results[i] for i in kept]), given.steps, given.fails),
        )
        made = self._applied(op, tuple([inits[i] for i in kept]), closures, None, done, kept=kept)
        return [made.results[order[i]] if i in order else inits[i] for i in range(len(inits))]

    def _carried(self, op: hlo.WhileOp, decides: Closure, given: Closure, depth: int) -> list[int]:
        """The carried values that something reads, in the order in which the condition and the results reach them."""
        places = {node: place for place, node in enumerate(given.arguments) if node.depth > depth}
        kept: dict[int, None] = {}
        used = [given.arguments[i] for i, result in enumerate(op.results) if result.first_use is not None]
        waiting = [*reversed(used), *reversed(decides.results)]
        seen: set[ValueNode] = set()
        for closure in (decides, given):
            waiting += [node for step in closure.fails for node in step.operands]
            waiting += [
                n for step in closure.steps if isinstance(step, frozenset) for s in step for n in s.operands
            ]
        while waiting:
            node = waiting.pop()
            if node in seen:
                continue
            seen.add(node)
            if node in places:
                kept[places[node]] = None
                waiting.append(given.results[places[node]])
            elif node.source is not None:
                waiting += [*reversed(node.source.operands), *_read_inside(node.source)]
        return list(kept)

    def _unrolled(
        self, op: hlo.WhileOp, state: Sequence[ValueNode], done: _Done
    ) -> Sequence[ValueNode] | None:
        for _ in range(ITERATIONS):
            decided = self._block(op.cond.block, state, done)[0].array
            if decided is None:
                return None
            if not decided:
                return state
            state = self._block(op.body.block, state, done)
        return None


def _is_exact(op: Operation, arrays: Sequence[Array | None]) -> bool:
    """Whether an op converts numbers that the type has."""
    array = arrays[0] if isinstance(op, hlo.ConvertOp) else None
    if array is None or holds_quantized(op.results[0].type) or holds_quantized(op.operands[0].type):
        return False
    element = uniform_element(array)
    return is_held(array if element is None else element, element_type_of(op.results[0].type))


def _everything(value: SSAValue) -> tuple[int, int]:
    kind = kind_of_integers(element_type_of(value.type))
    assert kind is not None
    return kind.least, kind.most


SIZELESS = (hlo.BroadcastInDimOp, hlo.TransposeOp, hlo.ReverseOp, hlo.ReshapeOp, hlo.SelectOp)
"""Ops of which a splat gives the same splat, whatever the sizes are."""


def _read_inside(source: Application) -> Iterator[ValueNode]:
    """The nodes that the bodies of an op give and do; what they read is behind these."""
    for closure in source.closures:
        yield from closure.results
        for each in (*closure.fails, *[s for s in closure.steps if isinstance(s, Application)]):
            yield from each.operands
            yield from _read_inside(each)


def beside(func: FuncOp) -> dict[str, FuncOp]:
    """The functions that `func` may call, by name."""
    return {name: op for name, op in named_beside(func).items() if isinstance(op, FuncOp)}


def named_beside(func: FuncOp) -> dict[str, Operation]:
    """All ops with a name beside `func`, itself included."""
    parent = func.parent_op()
    ops = [func] if parent is None else [op for block in parent.regions[0].blocks for op in block.ops]
    names = [(op, op.get_attr_or_prop("sym_name")) for op in ops]
    return {name.data: op for op, name in names if isinstance(name, StringAttr)}
