"""Which values cross from setup to main: a minimum cut between the weights and what main reads.

Each op that is known at load costs main its work if main runs it, and each value costs its bytes if it crosses. Both
are in thousandths of nanoseconds for each call. Dinic's algorithm finds the cheapest choice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from xdsl_stablehlo.interpreter.execution.meter import work_of
from xdsl_stablehlo.interpreter.execution.type_facts import KnownTypes
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness, entry_of
from xdsl_stablehlo.ir.graphs import postorder, values_read_inside

UNLIMITED = 1 << 80
"""A capacity that no cut can afford."""

BYTE = 400
"""The price of a byte that crosses, in thousandths of nanoseconds: main reads it from memory at each call, and memory
holds it between calls. Arithmetic on `f32` takes 250 for each byte, so that a conversion to a wider type stays."""

VALUE = 500_000
"""The price of a new value that crosses: an argument more at each call."""

CONTROL = ("stablehlo.if", "stablehlo.case")
"""The ops that run one of their regions."""

UNKNOWN_TRIPS = 8
"""The assumed number of iterations of a loop if it is not known."""


class FlowNetwork:
    """Nodes and edges with capacities."""

    def __init__(self) -> None:
        self._left: list[dict[int, int]] = []
        """For each node, the remaining capacity of the edges to others."""

    def node(self) -> int:
        """A new node."""
        self._left.append({})
        return len(self._left) - 1

    def edge(self, source: int, target: int, capacity: int) -> None:
        """A new edge."""
        self._left[source][target] = self._left[source].get(target, 0) + capacity
        self._left[target].setdefault(source, 0)

    def cut(self, source: int, sink: int) -> set[int]:
        """The nodes on the side of `source` of the minimum cut that is nearest to it."""
        while sink in (level := self._levels(source)):
            # Each search goes on where the one before ended: a node that leads nowhere is met once.
            onward = [iter(edges) for edges in self._left]
            path = [source]
            while path:
                node = path[-1]
                if node == sink:
                    self._push(path)
                    path = [source]
                    continue
                edges, below = self._left[node], level[node] + 1
                following = next((n for n in onward[node] if edges[n] and level.get(n) == below), None)
                if following is None:
                    path.pop()
                else:
                    path.append(following)
        return {*level}

    def _levels(self, source: int) -> dict[int, int]:
        """The number of edges from `source` to each node that can be reached."""
        level = {source: 0}
        queue = deque([source])
        while queue:
            node = queue.popleft()
            reached = [target for target, left in self._left[node].items() if left and target not in level]
            level.update(dict.fromkeys(reached, level[node] + 1))
            queue += reached
        return level

    def _push(self, path: Sequence[int]) -> None:
        """Send as much as fits along a path."""
        flow = min([self._left[node][target] for node, target in pairwise(path)])
        for node, target in pairwise(path):
            self._left[node][target] -= flow
            self._left[target][node] += flow


class CutStep(NamedTuple):
    """A producer of values: an op, or a loop with the values that it carries."""

    key: Hashable
    reads: Sequence[SSAValue]
    makes: Sequence[SSAValue]
    work: int
    """The work of main for it at each call."""


class Chosen(NamedTuple):
    """The result of a cut."""

    crossing: list[SSAValue]
    """The values that cross: arguments first, then the others in the order in which they are made."""
    stays: list[Hashable]
    """The keys of the steps that main runs."""


def cheapest(
    steps: Sequence[CutStep], needed: Iterable[SSAValue], price: Callable[[SSAValue], int]
) -> Chosen:
    """The values, among those that `steps` make and read, that are the cheapest to pass to main, which reads `needed`.

    A value that no step makes is available in setup; it costs main the price of any other value.
    """
    network = FlowNetwork()
    source, sink = network.node(), network.node()
    makers = {value: i for i, step in enumerate(steps) for value in step.makes}
    nodes = [network.node() for _ in steps]
    before: dict[SSAValue, int] = {}
    behind: dict[SSAValue, int] = {}

    def made(value: SSAValue) -> int:
        if value not in before:
            before[value], behind[value] = network.node(), network.node()
            network.edge(before[value], behind[value], price(value))
            maker = makers.get(value)
            network.edge(source if maker is None else nodes[maker], before[value], UNLIMITED)
        return behind[value]

    for step, node in zip(steps, nodes):
        network.edge(source, node, step.work)
        for value in step.reads:
            network.edge(made(value), node, UNLIMITED)
    wanted = list(dict.fromkeys(needed))
    for value in wanted:
        network.edge(made(value), sink, UNLIMITED)
    on_side = network.cut(source, sink)
    crossing: dict[SSAValue, None] = {}
    running: set[int] = set()
    seen = set(wanted)
    while wanted:
        value = wanted.pop()
        maker = makers.get(value)
        if maker is None or before[value] in on_side:
            crossing[value] = None
        elif maker not in running:
            running.add(maker)
            fresh = [each for each in steps[maker].reads if each not in seen]
            seen.update(fresh)
            wanted += fresh
    outside = [value for value in crossing if value not in makers]
    arguments = [value for value in outside if isinstance(value, BlockArgument)]
    arguments.sort(key=lambda value: value.index)
    others = [value for value in outside if not isinstance(value, BlockArgument)]
    inside = [value for step in steps for value in step.makes if value in crossing]
    return Chosen([*arguments, *others, *inside], [steps[i].key for i in sorted(running)])


@dataclass
class Prices:
    """The prices of work and bytes."""

    worthy: Collection[SSAValue]
    """The values that depend on an argument that is known at load, or on costly ops."""
    byte: int = BYTE
    types: KnownTypes = field(default_factory=KnownTypes)

    def bytes(self, value: SSAValue) -> int | None:
        """The bytes of a value that may cross; None for one that may not: of unknown size, or no plain tensor."""
        facts = self.types.of(value.type)
        return None if facts.form is None or facts.quantized else facts.bytes

    def price(self, value: SSAValue, times: int = 1) -> int:
        """The price of a value, or of a table of it, that crosses."""
        size = self.bytes(value)
        if size is None:
            return UNLIMITED
        new = isinstance(value.owner, Operation) or times > 1
        return size * times * self.byte + VALUE * new

    def work(self, op: Operation, trips: Mapping[Operation, int]) -> int:
        """The work of main for an op at each call, in thousandths of nanoseconds.

        Nothing for what only moves elements, which every backend does while it reads them, and for cheap arithmetic
        that no weight goes into: positions, masks.
        """
        entry = entry_of(op)
        if not op.operands and not op.regions:
            return 0
        if entry is not None and not op.regions:
            is_view = entry.cost.is_view
            if is_view is not False and op.name != "stablehlo.slice":
                return 0
            if is_cheap(op) and not any(result in self.worthy for result in op.results):
                return 0
            if op.name == "stablehlo.convert" and self._grows(op):
                return 0
        own = work_of(op, entry, self.types) * 1000
        if not op.regions or (entry is not None and not entry.loop and op.name not in CONTROL):
            return own
        times = trips.get(op, UNKNOWN_TRIPS) if entry is not None and entry.loop else 1
        inner = [each for region in op.regions for block in region.blocks for each in block.ops]
        return own + times * sum([self.work(each, trips) for each in inner])

    def _grows(self, op: Operation) -> bool:
        before, after = self.bytes(op.operands[0]), self.bytes(op.results[0])
        return before is None or after is None or after > before


def is_cheap(op: Operation) -> bool:
    """Whether an op takes a few operations for each element, and no contraction, sort, loop or transcendental."""
    entry = entry_of(op)
    if entry is None or op.regions or not op.operands:
        return not op.operands
    return entry.exactness_of(op) is Exactness.EXACT and entry.cost.work is None and entry.callees is None


def terminator_of(block: Block) -> Operation:
    """The op that ends a block."""
    last = block.last_op
    assert last is not None
    return last


def all_read_by(op: Operation) -> list[SSAValue]:
    """The values from outside that an op and the ops inside of it read, each once."""
    return list(dict.fromkeys([*op.operands, *(values_read_inside(op) if op.regions else ())]))


def ops_before(op: Operation) -> list[Operation]:
    """The ops that make what an op reads."""
    return [value.owner for value in all_read_by(op) if isinstance(value.owner, Operation)]


def ops_behind(values: Iterable[SSAValue]) -> list[Operation]:
    """The ops that values are computed from, operands first."""
    owners = [value.owner for value in values if isinstance(value.owner, Operation)]
    return list(postorder(owners, ops_before))
