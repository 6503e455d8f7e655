"""The process grid (spec: Parallel execution): replicas times partitions, one thread each, and where they meet.

A meeting that cannot happen never hangs: the grid knows which processes wait and for what, and as soon as none of
those that still run can go on, all of them stop with an `EvaluationError` that says who waits for whom.
"""

from __future__ import annotations

import contextvars
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from ..elements import Array
from ..runtime import start
from .errors import EvaluationError

Groups = Sequence[Sequence[int]]

STACK_BYTES = 1 << 25
"""The stack of one process: enough for regions in regions, and small enough for many processes."""


class ProcessId(NamedTuple):
    """A place in the process grid."""

    replica: int
    partition: int

    def __str__(self) -> str:
        return f"({self.replica}, {self.partition})"


class _Key(NamedTuple):
    """What brings processes together: the op, its channel, and the group in its order."""

    op_name: str
    channel_id: int
    group: tuple[ProcessId, ...]


@dataclass
class _Meeting:
    """One rendezvous: what each process of a group brought so far."""

    brought: dict[ProcessId, tuple[Array, ...]] = field(default_factory=dict[ProcessId, "tuple[Array, ...]"])
    complete: bool = False


@dataclass
class _Waiting:
    ready: Callable[[], bool]
    describe: Callable[[], str]


class ProcessGrid:
    """`replicas` x `partitions` processes that share channels, an infeed and an outfeed."""

    def __init__(self, replicas: int, partitions: int, infeed: Iterable[Callable[[], Sequence[Array]]] = ()):
        self.replicas = replicas
        self.partitions = partitions
        self.outfeed: list[tuple[Array, ...]] = []
        self._infeed = deque(infeed)
        self._changed = threading.Condition()
        self._running = set(self.ids())
        self._waiting: dict[ProcessId, _Waiting] = {}
        self._meetings: dict[_Key, _Meeting] = {}
        self._channels: dict[tuple[int, ProcessId | None], deque[tuple[Array, ...]]] = {}
        self._error: EvaluationError | None = None

    def ids(self) -> list[ProcessId]:
        """Every process, partitions running fastest."""
        return [ProcessId(r, p) for r in range(self.replicas) for p in range(self.partitions)]

    # The four ways to split the grid (spec: cross_replica and its neighbours).

    def cross_replica(self, replica_groups: Groups) -> list[tuple[ProcessId, ...]]:
        """Groups of replicas, within each partition."""
        partitions = range(self.partitions)
        return [tuple(ProcessId(r, p) for r in group) for group in replica_groups for p in partitions]

    def cross_partition(self, partition_groups: Groups) -> list[tuple[ProcessId, ...]]:
        """Groups of partitions, within each replica."""
        replicas = range(self.replicas)
        return [tuple(ProcessId(r, p) for p in group) for group in partition_groups for r in replicas]

    def cross_replica_and_partition(self, replica_groups: Groups) -> list[tuple[ProcessId, ...]]:
        """Groups of replicas, over all partitions."""
        partitions = range(self.partitions)
        return [tuple(ProcessId(r, p) for p in partitions for r in group) for group in replica_groups]

    def flattened_ids(self, id_groups: Groups) -> list[tuple[ProcessId, ...]]:
        """Groups of processes, each named by replica_id * num_partitions + partition_id."""
        return [tuple(ProcessId(*divmod(i, self.partitions)) for i in group) for group in id_groups]

    # Meeting points, called from the threads of the processes.

    def rendezvous(
        self,
        process: ProcessId,
        group: tuple[ProcessId, ...],
        op_name: str,
        channel_id: int,
        brought: tuple[Array, ...],
    ) -> list[tuple[Array, ...]]:
        """Wait for every process of `group`; what each brought, in the group's order."""
        key = _Key(op_name, channel_id, group)
        with self._changed:
            meeting = self._meetings.setdefault(key, _Meeting())
            meeting.brought[process] = brought
            if len(meeting.brought) == len(set(group)):
                meeting.complete = True
                del self._meetings[key]
                self._changed.notify_all()

            def describe() -> str:
                missing = [str(other) for other in group if other not in meeting.brought]
                return (
                    f"process {process} waits in {op_name} on channel {channel_id} for {', '.join(missing)}"
                )

            self._wait(process, lambda: meeting.complete, describe)
            return [meeting.brought[member] for member in group]

    def send(self, channel: int, target: ProcessId | None, inputs: tuple[Array, ...]) -> None:
        """Put `inputs` at the end of a channel, for one process or, without a `target`, for whoever asks."""
        with self._changed:
            self._channels.setdefault((channel, target), deque()).append(inputs)
            self._changed.notify_all()

    def receive(self, process: ProcessId, channel: int, target: ProcessId | None) -> tuple[Array, ...]:
        """Wait until there is something for `target` in a channel, and take it."""
        with self._changed:
            queue = self._channels.setdefault((channel, target), deque())
            self._wait(
                process, lambda: bool(queue), lambda: f"process {process} waits for data on channel {channel}"
            )
            return queue.popleft()

    def next_infeed(self) -> tuple[Array, ...]:
        """What the next function of the infeed gives. Raises `EvaluationError` when the infeed is used up."""
        with self._changed:
            if not self._infeed:
                raise EvaluationError("reads from an infeed that has no more data")
            source = self._infeed.popleft()
        return tuple(source())

    def add_to_outfeed(self, inputs: tuple[Array, ...]) -> None:
        with self._changed:
            self.outfeed.append(inputs)

    # Starting and stopping.

    def finished(self, process: ProcessId, error: EvaluationError | None = None) -> None:
        """Note that a process has ended; with an `error`, every process that waits stops too."""
        with self._changed:
            self._running.discard(process)
            self._error = self._error or error
            self._stop_if_stuck()
            self._changed.notify_all()

    def error(self) -> EvaluationError | None:
        """The first error of the run; also data that was sent and never received."""
        if self._error is None:
            for (channel, _), queue in self._channels.items():
                if queue:
                    return EvaluationError(f"data sent on channel {channel} is never received")
        return self._error

    def _wait(self, process: ProcessId, ready: Callable[[], bool], describe: Callable[[], str]) -> None:
        self._waiting[process] = _Waiting(ready, describe)
        try:
            self._stop_if_stuck()
            self._changed.wait_for(lambda: ready() or self._error is not None)
        finally:
            del self._waiting[process]
        if not ready():
            raise EvaluationError(f"stopped: {self._error}")

    def _stop_if_stuck(self) -> None:
        """Give up where every process that still runs waits for something that no other one can bring."""
        stuck = [self._waiting[p] for p in sorted(self._running) if p in self._waiting]
        if self._error is not None or not stuck or len(stuck) < len(self._running):
            return
        if not any(waiting.ready() for waiting in stuck):
            reasons = "; ".join(waiting.describe() for waiting in stuck)
            self._error = EvaluationError(f"cannot go on: {reasons}")
            self._changed.notify_all()


@dataclass(frozen=True)
class Process:
    """The process that the current thread runs."""

    id: ProcessId
    grid: ProcessGrid

    def group_in(self, groups: Iterable[tuple[ProcessId, ...]]) -> tuple[ProcessId, ...] | None:
        """The first of `groups` that this process is in."""
        return next((group for group in groups if self.id in group), None)


_PROCESS: contextvars.ContextVar[Process | None] = contextvars.ContextVar("process", default=None)


def current_process() -> Process:
    """The process that is being evaluated; outside of `interpreter.run_parallel` the only one of a 1 x 1 grid."""
    process = _PROCESS.get()
    return process or Process(ProcessId(0, 0), ProcessGrid(1, 1))


@contextmanager
def _as_process(process: Process):
    token = _PROCESS.set(process)
    try:
        yield
    finally:
        _PROCESS.reset(token)


def run_grid(
    grid: ProcessGrid, programs: Sequence[Callable[[], tuple[object, ...]]]
) -> list[tuple[object, ...]]:
    """Run one program per process, in the order of `grid.ids()`, and give what each returns.

    Raises the first `EvaluationError` of any process, or one that says why the processes cannot meet.
    """
    results: list[tuple[object, ...]] = [()] * len(programs)
    crashes: list[BaseException] = []

    def run(index: int, identity: ProcessId) -> None:
        error: EvaluationError | None = None
        try:
            with _as_process(Process(identity, grid)):
                results[index] = programs[index]()
        except EvaluationError as failure:
            error = failure
        except BaseException as crash:
            crashes.append(crash)
            error = EvaluationError(f"process {identity} ended with {type(crash).__name__}: {crash}")
        finally:
            grid.finished(identity, error)

    threads: list[threading.Thread] = []
    for index, identity in enumerate(grid.ids()):
        work = contextvars.copy_context().run
        thread = threading.Thread(target=work, args=(run, index, identity), daemon=True)
        try:
            start(thread, STACK_BYTES)
        except RuntimeError as error:
            grid.finished(identity, EvaluationError(f"cannot start process {identity}: {error}"))
        else:
            threads.append(thread)
    for thread in threads:
        thread.join()
    if crashes:
        raise crashes[0]
    error = grid.error()
    if error is not None:
        raise error
    return results
