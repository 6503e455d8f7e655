"""Work on many programs: with any executor, in shards, continued after a stop, and always with the same results.

Items are independent of each other, and each is named by its content. The result of an item is a file of JSON that is
written whole or not at all. So a run that is stopped goes on where it was, and folders of results are merged by copying
their files into one.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import tee
from multiprocessing import current_process, get_all_start_methods, get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext, SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from queue import SimpleQueue
from tempfile import NamedTemporaryFile, TemporaryDirectory
from threading import Lock, Thread
from typing import IO, Any, Generic, ParamSpec, TypeAlias

from typing_extensions import TypeVar

from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.runtime import on_deep_stack
from xdsl_stablehlo.values.files import new_content

AHEAD = 1000
"""The largest number of items that are handed to an executor at once: memory does not grow with their number."""

FAILED = "failed"
"""The key of a result whose work raised an exception, or ended its process; the value says how."""

ItemResult: TypeAlias = Mapping[str, Any]

Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")
Payload = TypeVar("Payload", default=Any)
Kept = TypeVar("Kept", bound=Mapping[str, object], default=ItemResult)
"""The results of items."""


@dataclass(frozen=True)
class Item(Generic[Payload]):
    """One piece of work."""

    name: str
    """A hash of everything that the result depends on."""
    payload: Payload
    """The data of the work; it can be pickled."""

    @staticmethod
    def of(payload: Returned, *content: str | bytes) -> Item[Returned]:
        """An item that is named by its content: texts of programs, arguments, options."""
        digest = sha256()
        for part in content:
            data = part.encode(errors="surrogateescape") if isinstance(part, str) else part
            digest.update(b"%d:" % len(data) + data)
        return Item(digest.hexdigest()[:32], payload)

    def is_in(self, shard: tuple[int, int]) -> bool:
        """Whether part `i` of `n` has this item, which its name decides."""
        part, parts = shard
        return int(sha256(self.name.encode()).hexdigest(), 16) % parts == part


def run(
    items: Iterable[Item[Payload]],
    work: Callable[[Item[Payload]], Kept],
    folder: Path,
    *,
    executor: Executor | None = None,
    shard: tuple[int, int] = (0, 1),
) -> Generator[Kept]:
    """Yield the result of each item, in their order; those that are not in the folder yet are computed.

    `work` is a function of a module, which gives what JSON can hold. If it raises an exception, or ends its process
    twice, the result is `{"failed": "how"}`. An item that the executor fails at is run again, alone in a process of
    this machine. The executor is not shut down; without one, there is a process for each core.

    With `shard=(i, n)`, only part `i` of `n` of the items is worked on, which their names decide.
    """
    folder.mkdir(parents=True, exist_ok=True)
    order = deque[str]()
    with closing(_Batch(work, folder, executor)) as batch:
        for item in items:
            if item.is_in(shard):
                batch.begin(item)
                order.append(item.name)
                yield from batch.results(order, AHEAD)
        yield from batch.results(order, 0)


def run_here(
    items: Iterable[Item[Payload]],
    work: Callable[[Item[Payload]], Kept],
    *,
    jobs: int = 0,
    folder: Path | None = None,
    shard: tuple[int, int] = (0, 1),
) -> Iterator[tuple[Item[Payload], Kept]]:
    """Yield each item with its result, as `run` does: computed in this process, or in `jobs` others.

    Without a folder, results are not kept.
    """
    mine, again = tee(item for item in items if item.is_in(shard))
    with ExitStack() as stack:
        executor = Processes(jobs) if jobs else ThisProcess()
        stack.callback(executor.shutdown, cancel_futures=True)
        kept = folder or Path(stack.enter_context(TemporaryDirectory()))
        results = stack.enter_context(closing(run(mine, work, kept, executor=executor)))
        yield from zip(again, results)


class _Batch(Generic[Payload, Kept]):
    """The items at work, and the files of those that are done."""

    def __init__(self, work: Callable[[Item[Payload]], Kept], folder: Path, executor: Executor | None):
        self._work, self._folder = work, folder
        self._own = Processes()
        self._executor = executor or self._own
        self._begun: dict[str, Future[str]] = {}
        self._again: set[str] = set()
        """The items that are run for the second time."""
        self._done: SimpleQueue[tuple[Item[Payload], Future[str]]] = SimpleQueue()

    def begin(self, item: Item[Payload]) -> None:
        """Hand an item to the executor, unless there is a result."""
        if item.name in self._begun or self._result(item.name) is not None:
            return
        try:
            self._submit(item, self._executor)
        except BrokenExecutor:
            self._executor = self._own
            self._submit(item, self._own)

    def _submit(self, item: Item[Payload], executor: Executor) -> None:
        future = self._begun[item.name] = executor.submit(_text_of, self._work, item)
        future.add_done_callback(lambda ended: self._done.put((item, ended)))

    def results(self, order: deque[str], most: int) -> Iterator[Kept]:
        """The results that are next in order; waits while more than `most` items are at work."""
        while True:
            while order and order[0] not in self._begun:
                found = self._result(order.popleft())
                assert found is not None
                yield found
            if len(self._begun) <= most and self._done.empty():
                return
            self._end_one()

    @default_environment()
    def _result(self, name: str) -> Kept | None:
        """The content of the file of an item; None also for a file that a machine left incomplete when it stopped."""
        with suppress(FileNotFoundError, ValueError):
            return json.loads((self._folder / f"{name}.json").read_bytes())
        return None

    def _end_one(self) -> None:
        """Wait for an item, and keep its result, or run it again."""
        item, future = self._done.get()
        try:
            text = future.result()
        except Exception as error:
            if item.name not in self._again:
                self._again.add(item.name)
                self._submit(item, self._own)
                return
            text = json.dumps({FAILED: str(error)})
        with new_content(self._folder / f"{item.name}.json", sync=False) as stream:
            stream.write(text.encode())
        self._again.discard(item.name)
        del self._begun[item.name]

    def close(self) -> None:
        """End everything that is at work."""
        for future in self._begun.values():
            future.cancel()
        self._own.shutdown(cancel_futures=True)


@default_environment()
def _text_of(work: Callable[[Item[Payload]], Kept], item: Item[Payload]) -> str:
    """The content of the file of an item."""
    try:
        return json.dumps(work(item))
    except Exception as error:
        return json.dumps({FAILED: f"{type(error).__name__}: {error}"})


# ---- executors ----


class ThisProcess(Executor):
    """Makes each call at once, in the thread that asks for it."""

    def submit(
        self, fn: Callable[Parameters, Returned], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Returned]:
        """A future that is done."""
        future = Future[Returned]()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class EndedError(Exception):
    """A process that ended before it had a result: how, the reason that it gave, if any, and whether it began."""

    def __init__(self, how: str, reason: str = "", at_start: bool = False):
        super().__init__(f"{how}: {reason}" if reason else how)
        self.reason, self.at_start = reason, at_start


class Processes(Executor):
    """Processes that do one thing at a time, so that what ends one ends no other.

    A process that ended is started again for the next call. It begins with the modules of this project that this
    process had when it started the first one, where the system can do so: it is forked from a process that has imported
    them, and has run nothing.
    """

    def __init__(
        self,
        jobs: int = 0,
        quiet: bool = False,
        seconds: float | None = None,
        initializer: Callable[[], object] | None = None,
    ):
        """By default there is a process for each core that this one may use.

        Quiet processes write nothing to standard error: an `EndedError` has the reason that is written there. A process
        is ended if a call takes longer than `seconds`. Each calls the `initializer` first, without a limit.
        """
        jobs = jobs or usable_cores()
        self._threads = ThreadPoolExecutor(jobs)
        self._workers = [_Worker(quiet, seconds, initializer) for _ in range(jobs)]
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)

    def submit(
        self, fn: Callable[Parameters, Returned], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Returned]:
        """The result is an `EndedError` if the process ends."""
        return self._threads.submit(self._answer, partial(fn, *args, **kwargs))

    def _answer(self, call: Callable[[], Returned]) -> Returned:
        worker = self._idle.get()
        try:
            return worker.answer(call)
        finally:
            self._idle.put(worker)

    def processor_seconds(self) -> float | None:
        """The processor time that the processes which run have taken; None where the system does not say."""
        taken = [worker.processor_seconds() for worker in self._workers]
        return None if None in taken else sum(filter(None, taken))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes; with `cancel_futures` at once, or else after everything that was asked."""
        self._threads.shutdown(wait=not cancel_futures, cancel_futures=cancel_futures)
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(wait)
        for worker in self._workers:
            worker.forget()


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _context() -> ForkServerContext | SpawnContext:
    """The start method of processes."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    project = __name__.partition(".")[0]
    context.set_forkserver_preload([name for name in sys.modules if name.partition(".")[0] == project])
    return context


_ONE_AT_A_TIME = Lock()
"""Each start of a process reads how others ended, which can be read once: threads do either in turn."""


class _Worker:
    """A process that answers one call after the other."""

    def __init__(self, quiet: bool, seconds: float | None, initializer: Callable[[], object] | None):
        self._quiet, self._seconds, self._initializer = quiet, seconds, initializer
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._errors: IO[bytes] | None = None
        self._files = ExitStack()
        self._is_over = False

    def answer(self, call: Callable[[], Returned]) -> Returned:
        """The result of a call. Raises what the call raises, and `EndedError` if the process ends."""
        question = pickle.dumps(call)
        if self._process is None:
            self._start()
            if self._initializer is not None:
                self._asked(pickle.dumps(self._initializer), None, at_start=True)
        return self._asked(question, self._seconds)

    def _asked(self, question: bytes, seconds: float | None, at_start: bool = False) -> Any:
        process, connection = self._process, self._connection
        assert process is not None
        assert connection is not None
        try:
            connection.send_bytes(question)
            if not connection.poll(seconds):
                process.kill()
            error, value = connection.recv()
        except (EOFError, ConnectionError):
            wait([process.sentinel])
            with _ONE_AT_A_TIME:
                process.join()
            self._process = None
            raise EndedError(_ending(process.exitcode or 0), self._reason(), at_start) from None
        if error is not None:
            raise error
        return value

    def _start(self) -> None:
        context = _context()
        self._connection, theirs = context.Pipe()
        self._errors = self._files.enter_context(_file_for_errors()) if self._quiet else None
        path = None if self._errors is None else self._errors.name
        given = theirs, path, dict(os.environ), os.getcwd()
        self._process = context.Process(target=_serve, args=given, daemon=True)
        with _ONE_AT_A_TIME:
            self._process.start()
        theirs.close()
        if self._is_over:
            self._process.kill()

    def _reason(self) -> str:
        """The reason that the process gave before it ended."""
        if self._errors is None:
            return ""
        with self._files:
            return reason_in(self._errors.read().decode(errors="replace"))

    def processor_seconds(self) -> float | None:
        """The processor time that the process has taken, 0 if none runs; None where the system does not say."""
        process = self._process
        if process is None or process.pid is None:
            return 0.0
        with suppress(OSError, AttributeError):
            # Linux numbers the clocks of processes so.
            return time.clock_gettime(~process.pid << 3 | 2)
        return None

    def end(self) -> None:
        """End the process, now and from now on."""
        self._is_over = True
        if self._process is not None:
            self._process.kill()

    def forget(self) -> None:
        """Leave nothing of a process that was ended."""
        if self._process is not None:
            self._process.join()
        self._files.close()


@contextmanager
def _file_for_errors() -> Generator[IO[bytes]]:
    """A file that takes the standard error of a process, and is gone when it was read."""
    with NamedTemporaryFile() as file:
        yield file


REASONS = re.compile(r"^F\d{4} |LLVM ERROR|Check failed|Assertion|what\(\)")
"""In lines that libraries of C++ write before they end the process."""

STAMP = re.compile(r"^[A-Z]\d{4} \S+ +\d+ ")
"""The time and the process in front of such a line, which differ from run to run."""


def reason_in(errors: str) -> str:
    """The first line of what a process wrote to standard error that says why it ended, or nothing."""
    said = next((line for line in errors.splitlines() if REASONS.search(line)), "")
    return STAMP.sub("", said.strip())[:300]


def _ending(code: int) -> str:
    how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
    return f"the process {how}"


def _serve(connection: Connection, errors: str | None, environment: Mapping[str, str], folder: str) -> None:
    """Answer calls until there are none: the main function of a process; a file may take its standard error."""
    os.environ.update(environment)
    os.chdir(folder)
    if errors is not None:
        with Path(errors).open("ab") as file:
            os.dup2(file.fileno(), sys.stderr.fileno())
    current_process().daemon = False  # daemons may not start processes
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, ConnectionError, KeyboardInterrupt):
        on_deep_stack(partial(_serve_calls, connection))


def _end_with_parent() -> None:
    """End this process when the one that asks was ended, whatever it is at work on."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _serve_calls(connection: Connection) -> None:
    while True:
        question = connection.recv_bytes()
        try:
            answer = None, pickle.loads(question)()
        except Exception as error:
            answer = error, None
        connection.send(answer)
