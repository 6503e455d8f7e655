"""The process grid (spec: Parallel execution): replicas times partitions, one thread each, and their meetings.

There are no deadlocks: if every running process waits, all of them stop with an `EvaluationError` that says which
processes wait for which.
"""

from __future__ import annotations

import contextvars
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from xdsl_stablehlo.ir.runtime import start
from xdsl_stablehlo.values.element_types import Array

from ..interface.errors import EvaluationError

T = TypeVar("T")

Groups = Sequence[Sequence[int]]

STACK_BYTES = 1 << 25
"""The stack of one process: enough for regions in regions, and small enough for many processes."""


class ProcessId(NamedTuple):
    """A place in the process grid."""

    replica: int
    partition: int

    def __str__(self) -> str:
        return f"({self.replica}, {self.partition})"


@dataclass(eq=False)
class ProcessGroup:
    """Processes that meet; a grid has one for each order of members."""

    members: tuple[ProcessId, ...]
    position: dict[ProcessId, int]
    """Where in `members` each process is."""


Split = Callable[["ProcessGrid"], Sequence[tuple[ProcessId, ...]]]
"""The ways in which an op splits the grid."""


class _Key(NamedTuple):
    """The key of a meeting: the op, its channel, and the group in its order."""

    op_name: str
    channel_id: int
    group: ProcessGroup


class _Place:
    """Where processes wait for others; `lock` is that of the grid."""

    def __init__(self, lock: threading.Lock):
        self.changed = threading.Condition(lock)
        self.waiters: set[ProcessId] = set()


Parts: TypeAlias = "Sequence[tuple[Array, ...]]"
"""The operands of each process of a group, in the order of the group."""


class Shared(NamedTuple, Generic[T]):
    """A result that is computed once for all members of a meeting with the same `key`."""

    key: Hashable
    compute: Callable[[Parts], T]


class Meeting(_Place):
    """One rendezvous, with the operands that processes of a group have brought so far."""

    def __init__(self, lock: threading.Lock):
        super().__init__(lock)
        self.brought: dict[ProcessId, tuple[Array, ...]] = {}
        self.parts: Parts = ()
        """The operands of all, once the meeting is complete."""
        self.wanted: dict[Hashable, Callable[[Parts], Any]] = {}
        self.made: dict[Hashable, Any] = {}
        self.is_over = False


class _Channel(_Place):
    """Data that was sent and not received yet."""

    def __init__(self, lock: threading.Lock):
        super().__init__(lock)
        self.queue: deque[tuple[Array, ...]] = deque()


class _Waiting(NamedTuple):
    place: _Place
    describe: Callable[[], str]


class ProcessGrid:
    """`replicas` x `partitions` processes that share channels, an infeed and an outfeed."""

    def __init__(self, replicas: int, partitions: int, infeed: Iterable[Callable[[], Sequence[Array]]] = ()):
        self.replicas = replicas
        self.partitions = partitions
        self.outfeed: list[tuple[Array, ...]] = []
        self._infeed = deque(infeed)
        self._lock = threading.Lock()
        self._running = set(self.ids())
        self._waiting: dict[ProcessId, _Waiting] = {}
        self._meetings: dict[_Key, Meeting] = {}
        self._channels: dict[tuple[int, ProcessId | None], _Channel] = {}
        self._groups: dict[tuple[ProcessId, ...], ProcessGroup] = {}
        self._groups_of: dict[Split, dict[ProcessId, list[ProcessGroup]]] = {}
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

    def groups_of(self, process: ProcessId, split: Split) -> Sequence[ProcessGroup]:
        """The groups of a split that `process` is in. The grid is split once for all processes."""
        with self._lock:
            groups = self._groups_of.get(split)
            if groups is None:
                groups = self._groups_of[split] = {}
                for members in split(self):
                    group = self._group(members)
                    for member in group.position:
                        groups.setdefault(member, []).append(group)
            return groups.get(process, ())

    def group(self, members: tuple[ProcessId, ...]) -> ProcessGroup:
        """The group of these members."""
        with self._lock:
            return self._group(members)

    def _group(self, members: tuple[ProcessId, ...]) -> ProcessGroup:
        group = self._groups.get(members)
        if group is None:
            position = {member: i for i, member in reversed(list(enumerate(members)))}
            group = self._groups[members] = ProcessGroup(members, position)
        return group

    # Meeting points, called from the threads of the processes.

    def rendezvous(
        self,
        process: ProcessId,
        group: ProcessGroup,
        op_name: str,
        channel_id: int,
        brought: tuple[Array, ...],
        shared: Shared[Any] | None = None,
    ) -> Meeting:
        """Wait for every process of `group`, and return the meeting."""
        key = _Key(op_name, channel_id, group)
        with self._lock:
            meeting = self._meetings.get(key)
            if meeting is None:
                meeting = self._meetings[key] = Meeting(self._lock)
            meeting.brought[process] = brought
            if shared is not None:
                meeting.wanted.setdefault(shared.key, shared.compute)
            if len(meeting.brought) < len(group.position):
                describe = partial(_describe, process, key, meeting)
                self._wait(process, meeting, lambda: meeting.is_over, describe)
                return meeting
            meeting.parts = [meeting.brought[member] for member in group.members]
            del self._meetings[key]
        # The last process computes before the others go on, so that the steps are the same in every run.
        for name, compute in meeting.wanted.items():
            meeting.made[name] = compute(meeting.parts)
        with self._lock:
            meeting.is_over = True
            self._wake(meeting)
        return meeting

    def send(self, channel: int, target: ProcessId | None, inputs: tuple[Array, ...]) -> None:
        """Put `inputs` at the end of a channel, for one process or, without a `target`, for whoever asks."""
        with self._lock:
            place = self._channel(channel, target)
            place.queue.append(inputs)
            self._wake(place)

    def receive(self, process: ProcessId, channel: int, target: ProcessId | None) -> tuple[Array, ...]:
        """Wait until there is something for `target` in a channel, and take it."""
        with self._lock:
            place = self._channel(channel, target)
            self._wait(
                process,
                place,
                lambda: bool(place.queue),
                lambda: f"process {process} waits for data on channel {channel}",
            )
            return place.queue.popleft()

    def _channel(self, channel: int, target: ProcessId | None) -> _Channel:
        place = self._channels.get((channel, target))
        if place is None:
            place = self._channels[channel, target] = _Channel(self._lock)
        return place

    def next_infeed(self) -> tuple[Array, ...]:
        """The data of the next function of the infeed. Raises `EvaluationError` if there is none."""
        with self._lock:
            if not self._infeed:
                raise EvaluationError("reads from an infeed that has no more data")
            source = self._infeed.popleft()
        return tuple(source())

    def add_to_outfeed(self, inputs: tuple[Array, ...]) -> None:
        with self._lock:
            self.outfeed.append(inputs)

    # Starting and stopping.

    def finished(self, process: ProcessId, error: EvaluationError | None = None) -> None:
        """Note that a process has ended; with an `error`, every process that waits stops too."""
        with self._lock:
            self._running.discard(process)
            if error is not None and self._error is None:
                self._stop(error)
            self._stop_if_stuck()

    def error(self) -> EvaluationError | None:
        """The first error of the run; also data that was sent and never received."""
        if self._error is None:
            for (channel, _), place in self._channels.items():
                if place.queue:
                    return EvaluationError(f"data sent on channel {channel} is never received")
        return self._error

    def _wait(
        self, process: ProcessId, place: _Place, ready: Callable[[], bool], describe: Callable[[], str]
    ) -> None:
        while self._error is None and not ready():
            self._waiting[process] = _Waiting(place, describe)
            place.waiters.add(process)
            self._stop_if_stuck()
            if self._error is None:
                place.changed.wait()
        self._waiting.pop(process, None)
        place.waiters.discard(process)
        if not ready():
            raise EvaluationError(f"stopped: {self._error}")

    def _wake(self, place: _Place) -> None:
        """Wake the processes that wait at a place."""
        for process in place.waiters:
            self._waiting.pop(process, None)
        place.waiters.clear()
        place.changed.notify_all()

    def _stop_if_stuck(self) -> None:
        """Stop if every running process waits."""
        if self._error is None and self._waiting and len(self._waiting) == len(self._running):
            reasons = [self._waiting[process].describe for process in sorted(self._waiting)]
            described = [describe() for describe in reasons[:SHOWN]] + [""] * len(reasons[SHOWN:])
            self._stop(EvaluationError(f"cannot go on: {shortened(described, '; ')}"))

    def _stop(self, error: EvaluationError) -> None:
        self._error = error
        for place in {waiting.place for waiting in self._waiting.values()}:
            place.changed.notify_all()


def _describe(process: ProcessId, key: _Key, meeting: Meeting) -> str:
    missing = [str(other) for other in key.group.position if other not in meeting.brought]
    return (
        f"process {process} waits in {key.op_name} on channel {key.channel_id} for {shortened(missing, ', ')}"
    )


SHOWN = 8
"""The number of processes that an error names."""


def shortened(texts: Sequence[str], separator: str) -> str:
    """The first `SHOWN` texts, and the number of others."""
    more = len(texts) - SHOWN
    return separator.join(texts[:SHOWN]) + (f"{separator}and {more} more" if more > 0 else "")


@dataclass(frozen=True)
class Process:
    """The process that the current thread runs."""

    id: ProcessId
    grid: ProcessGrid

    def group_in(self, split: Split) -> ProcessGroup | None:
        """The first group of a split that this process is in."""
        return next(iter(self.grid.groups_of(self.id, split)), None)


_PROCESS: contextvars.ContextVar[Process | None] = contextvars.ContextVar("process", default=None)


def current_process() -> Process:
    """The process that is being evaluated; outside of `interpreter.run_parallel` the only one of a 1 x 1 grid."""
    process = _PROCESS.get()
    return process or Process(ProcessId(0, 0), ProcessGrid(1, 1))


def run_grid(grid: ProcessGrid, programs: Sequence[Callable[[], tuple[T, ...]]]) -> list[tuple[T, ...]]:
    """Run one program per process, in the order of `grid.ids()`, and give what each returns.

    Raises the first `EvaluationError` of any process, or one that says why the processes cannot meet.
    """
    results: list[tuple[T, ...]] = [()] * len(programs)
    crashes: list[BaseException] = []

    def run(index: int, identity: ProcessId) -> None:
        error: EvaluationError | None = None
        try:
            _PROCESS.set(Process(identity, grid))  # in the context of this thread
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
