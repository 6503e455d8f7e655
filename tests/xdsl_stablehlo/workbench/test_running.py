"""Work on many items: order, resumption, shards, and processes that end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from select import select
from typing import Any

import pytest

from tests.helpers.clock import PATIENCE, wait_until
from xdsl_stablehlo.workbench import running
from xdsl_stablehlo.workbench.running import EndedError, Item, Processes, run


def items(count: int) -> list[Item]:
    return [Item.of(i, f"item {i}") for i in range(count)]


def square(item: Item) -> Mapping[str, Any]:
    return {"item": item.payload, "square": item.payload**2}


SQUARES = [{"item": i, "square": i**2} for i in range(8)]


def square_unless_killed(item: Item) -> Mapping[str, Any]:
    """The third item kills its process, the fifth leaves it, the sixth raises an exception."""
    if item.payload == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if item.payload == 5:
        os._exit(7)
    return {"item": item.payload, "inverse": 1 / (item.payload - 6)}


WITH_FAILURES = [
    {"failed": "the process was killed by SIGKILL"}
    if i == 3
    else {"failed": "the process ended with exit code 7"}
    if i == 5
    else {"failed": "ZeroDivisionError: division by zero"}
    if i == 6
    else {"item": i, "inverse": 1 / (i - 6)}
    for i in range(8)
]


def killed_once(item: Item) -> Mapping[str, Any]:
    """Kills its process on the first call for an item."""
    number, folder = item.payload
    mark = Path(folder, f"mark-{number}")
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"item": number}


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_results_are_in_the_order_of_the_items(tmp_path: Path) -> None:
    """The first item is the last one to end."""
    given = items(8)

    def work(item: Item) -> Mapping[str, Any]:
        if item.payload == 0:
            wait_until(lambda: len(files_of(tmp_path)) == 7)
        return square(item)

    with ThreadPoolExecutor(2) as executor:
        assert list(run(given, work, tmp_path, executor=executor)) == SQUARES


def test_each_item_has_a_file(tmp_path: Path) -> None:
    assert list(run(items(8), square, tmp_path)) == SQUARES
    names = [item.name for item in items(8)]
    assert [json.loads((tmp_path / f"{name}.json").read_text()) for name in names] == SQUARES
    assert len(files_of(tmp_path)) == 8


def test_what_is_in_the_folder_is_not_computed_again(tmp_path: Path) -> None:
    with (
        ThreadPoolExecutor(1) as executor,
        closing(run(items(8), square, tmp_path, executor=executor)) as some,
    ):
        assert list(islice(some, 3)) == SQUARES[:3]
    before = files_of(tmp_path)
    assert len(before) >= 3
    computed: list[int] = []

    def work(item: Item) -> Mapping[str, Any]:
        computed.append(item.payload)
        return square(item)

    with ThreadPoolExecutor(1) as executor:
        assert list(run(items(8), work, tmp_path, executor=executor)) == SQUARES
    assert len(computed) == 8 - len(before)


def test_an_incomplete_file_is_computed_again(tmp_path: Path) -> None:
    (tmp_path / f"{items(8)[2].name}.json").write_text('{"item": 2, "squ')
    with ThreadPoolExecutor(1) as executor:
        assert list(run(items(8), square, tmp_path, executor=executor)) == SQUARES


def test_items_of_the_same_content_are_computed_once(tmp_path: Path) -> None:
    computed: list[int] = []

    def work(item: Item) -> Mapping[str, Any]:
        computed.append(item.payload)
        return square(item)

    with ThreadPoolExecutor(1) as executor:
        assert list(run([*items(2), *items(2)], work, tmp_path, executor=executor)) == SQUARES[:2] * 2
    assert sorted(computed) == [0, 1]


def test_names_tell_apart_what_is_divided_in_other_ways() -> None:
    assert Item.of(0, "ab", "c").name != Item.of(0, "a", "bc").name
    assert Item.of(0, "ab").name == Item.of(1, b"ab").name


def test_shards_merge_to_the_files_of_one_run(tmp_path: Path) -> None:
    given, merged = items(100), tmp_path / "merged"
    with ThreadPoolExecutor(2) as executor:
        found = list(run(given, square, tmp_path / "whole", executor=executor))
        parts = [list(run(given, square, merged, executor=executor, shard=(i, 8))) for i in range(8)]
    assert min(map(len, parts)) > 0
    assert sum(map(len, parts)) == 100
    assert files_of(merged) == files_of(tmp_path / "whole")
    assert list(run(given, square, merged)) == found


@pytest.mark.parametrize("pool", ["ours", "Python's"])
def test_what_ends_its_process_is_a_result_and_loses_nothing(tmp_path: Path, pool: str) -> None:
    given: Executor = Processes(2) if pool == "ours" else ProcessPoolExecutor(2, get_context("spawn"))
    with given as executor:
        assert list(run(items(8), square_unless_killed, tmp_path, executor=executor)) == WITH_FAILURES


def test_how_processes_ended_is_known_when_many_end_at_once() -> None:
    with Processes(8) as executor:
        ended = [executor.submit(square_unless_killed, items(4)[3]) for _ in range(200)]
        assert {str(each.exception()) for each in ended} == {"the process was killed by SIGKILL"}


def test_an_item_whose_process_was_killed_by_others_is_run_again(tmp_path: Path) -> None:
    given = [Item.of((i, str(tmp_path)), str(i)) for i in range(3)]
    found = list(run(given, killed_once, tmp_path / "results"))
    assert found == [{"item": i} for i in range(3)]


def test_the_number_of_items_at_work_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "AHEAD", 10)
    taken: list[int] = []

    def endless() -> Iterator[Item]:
        for item in items(1000):
            taken.append(item.payload)
            yield item

    with (
        ThreadPoolExecutor(2) as executor,
        closing(run(endless(), square, tmp_path, executor=executor)) as found,
    ):
        assert next(found) == SQUARES[0]
        assert len(taken) <= 12


def test_errors_of_the_executor_are_raised(tmp_path: Path) -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(RuntimeError, match="after shutdown"):
        list(run(items(1), square, tmp_path, executor=executor))


def test_what_cannot_be_pickled_is_said(tmp_path: Path) -> None:
    def local(item: Item[object]) -> dict[str, str]:
        return {}

    (found,) = run(items(1), local, tmp_path)
    assert "pickle" in found["failed"] or "local" in found["failed"]


def depth(levels: int) -> int:
    return levels and 1 + depth(levels - 1)


def test_processes_have_the_stack_of_tools() -> None:
    with Processes(1) as executor:
        assert executor.submit(depth, 50_000).result() == 50_000


STARTED = """import os, signal
from xdsl_stablehlo.workbench.running import EndedError, Processes

if __name__ != "__mp_main__":
    import xdsl_stablehlo.folding.fold.driver
    processes = Processes(1)
    asked = "[(m := __import__('sys').modules).get('xdsl_stablehlo.folding.fold.driver') is not None, 'jax' in m]"
    print(processes.submit(eval, asked).result())
    os.environ["SET_LATER"] = "yes"
    try:
        processes.submit(os.kill, processes.submit(os.getpid).result(), signal.SIGKILL).result()
    except EndedError:
        print(processes.submit(eval, asked).result(), processes.submit(os.getenv, "SET_LATER").result())
"""


def test_processes_begin_with_the_modules_of_this_one_also_after_an_end(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(STARTED)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("[True, False]\n[True, False] yes\n", "")


ENDLESS = """import sys
from xdsl_stablehlo.workbench.running import Processes

WORK = "file = open(path, 'w'); print('begun', file=file, flush=True)\\nwhile True: pass"

if __name__ != "__mp_main__":
    Processes(1).submit(exec, WORK, {"path": sys.argv[1]}).result()
"""


def test_nothing_goes_on_when_the_process_that_asked_was_killed(tmp_path: Path) -> None:
    script, pipe = tmp_path / "script.py", tmp_path / "pipe"
    script.write_text(ENDLESS)
    os.mkfifo(pipe)
    asking = subprocess.Popen([sys.executable, str(script), str(pipe)])
    with pipe.open() as reader:
        assert reader.readline() == "begun\n"
        asking.kill()
        assert asking.wait() == -signal.SIGKILL
        ended, _, _ = select([reader], [], [], PATIENCE)
        assert ended
        assert reader.read() == ""


def test_processes_raise_what_calls_raise() -> None:
    with Processes(1) as executor:
        asked: list[Future[Any]] = [executor.submit(int, "1"), executor.submit(int, "one")]
        ended = executor.submit(os._exit, 3)
        again = executor.submit(int, "ff", base=16)
    assert asked[0].result() == 1
    with pytest.raises(ValueError, match="one"):
        asked[1].result()
    with pytest.raises(EndedError, match="the process ended with exit code 3"):
        ended.result()
    assert again.result() == 255


def test_the_processor_time_of_processes_is_known_or_not() -> None:
    with Processes(1) as executor:
        assert executor.processor_seconds() == 0
        executor.submit(int, "1").result()
        taken = executor.processor_seconds()
    assert taken is None or taken > 0


def end_with(line: str) -> None:
    """End the process as a library of C++ does."""
    os.write(2, f"a warning\n{line}\n*** Check failure stack trace: ***\n".encode())
    os.abort()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("LLVM ERROR: Element is not an integer", "LLVM ERROR: Element is not an integer"),
        (
            "F0000 00:00:1764182400.123456   12345 shape.cc:10] Check failed: n > 0",
            "shape.cc:10] Check failed: n > 0",
        ),
        ("F1126 19:03:00.987618    9684 hlo_evaluator.cc:170] unhandled", "hlo_evaluator.cc:170] unhandled"),
        ("nothing that is known", ""),
    ],
)
def test_the_reason_for_an_end_is_not_written_but_said(
    line: str, reason: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with Processes(1, quiet=True) as executor:
        ended, again = executor.submit(end_with, line), executor.submit(int, "3")
    with pytest.raises(EndedError) as raised:
        ended.result()
    assert raised.value.reason == reason
    assert str(raised.value) == "the process was killed by SIGABRT" + (f": {reason}" if reason else "")
    assert again.result() == 3
    assert capfd.readouterr().err == ""
