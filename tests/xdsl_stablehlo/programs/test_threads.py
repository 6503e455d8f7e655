"""Many programs at the same time: what Python keeps for all threads together is borrowed and given back."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from tests.helpers.clock import PATIENCE
from tests.helpers.tiers import sampled
from xdsl_stablehlo.ir import runtime
from xdsl_stablehlo.ir.runtime import deep_recursion, no_collections

SCRIPT = """
import gc, sys, threading
import numpy as np
from xdsl.context import Context
from xdsl.utils.exceptions import ParseError
from xdsl_stablehlo import parse_module, print_module, register_dialects, verify_module
from xdsl_stablehlo.transforms.vhlo.artifacts import read_portable_artifact, serialize_portable_artifact
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import eval_module

def nested(depth, value):
    lines = ["func.func @main(%p: tensor<i1>) -> tensor<i32> {"]
    lines += [f"%c = stablehlo.constant dense<{value}> : tensor<i32>"]
    lines += [f'%r{i} = "stablehlo.if"(%p) ({{' for i in range(depth)]
    lines += ["stablehlo.return %c : tensor<i32>"]
    for i in reversed(range(depth)):
        lines += ["}, {", "stablehlo.return %c : tensor<i32>", "}) : (tensor<i1>) -> tensor<i32>"]
        lines += [f"{'stablehlo.' if i else ''}return %r{i} : tensor<i32>"]
    return "\\n".join([*lines, "}"])

def state():
    return sys.getrecursionlimit(), gc.isenabled(), threading.stack_size()

def deep(depth):
    ctx = Context()
    register_dialects(ctx)
    module = parse_module(nested(depth, depth), ctx)
    verify_module(module)
    text = print_module(module)
    assert print_module(parse_module(text, ctx)) == text
    verify_module(read_portable_artifact(serialize_portable_artifact(module), ctx))

def shallow(value):
    ctx = Context()
    register_dialects(ctx)
    for _ in range(3):
        module = parse_module(nested(20, value), ctx)
        fold_module(module)
        assert eval_module(module, [True])[0].array.item() == value

def wrong(depth):
    ctx = Context()
    register_dialects(ctx)
    for _ in range(3):
        try:
            parse_module(nested(depth, 1).replace("return %r0", "return %s"), ctx)
        except ParseError:
            continue
        raise AssertionError

def endless():
    def call():
        call()
    for _ in range(3):
        try:
            call()
        except RecursionError:
            continue

before, failures = state(), []

def run(work, *arguments):
    try:
        work(*arguments)
    except BaseException as failure:
        failures.append(repr(failure))

jobs = [(deep, 300), (deep, 200), (shallow, 3), (shallow, 4), (wrong, 150), (endless,)]
threads = [threading.Thread(target=run, args=job) for job in jobs * TIMES]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failures, failures
deep(1)
assert state() == before, (before, state())
"""


@sampled("times", 1, 2)
def test_programs_in_many_threads_leave_the_process_as_it_was(times: int):
    command = [sys.executable, "-X", "faulthandler", "-c", f"TIMES = {times}\n{SCRIPT}"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert result.returncode == 0, result.stderr[-2000:]


def test_no_garbage_is_collected_while_call_stacks_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """CPython 3.11 looks at them with a lock held that a collection waits for: the process would stand still."""
    collecting: list[bool] = []
    frames: Callable[[], object] = vars(sys)["_current_frames"]

    def looked_at() -> object:
        collecting.append(gc.isenabled())
        return frames()

    monkeypatch.setattr("sys._current_frames", looked_at)
    with deep_recursion():
        assert gc.isenabled()
    assert collecting == [False]
    assert gc.isenabled()


def test_a_raised_recursion_limit_keeps_no_frames() -> None:
    def within() -> Any:
        held = {1}
        with deep_recursion():
            return weakref.ref(held)

    with no_collections():
        assert within()() is None


class Cycle:
    """An object that only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


def test_what_was_built_and_given_up_is_found_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one use builds is not looked at in vain; after several the collector looks at everything."""
    monkeypatch.setattr(runtime, "MOST_OBJECTS", 50_000)
    monkeypatch.setattr(runtime, "_COLLECTOR", vars(runtime)["_Collector"]())
    alive = list[weakref.ref[Cycle]]()
    for _ in range(100):
        with no_collections():
            program = [Cycle() for _ in range(20_000)]
            alive.append(weakref.ref(program[0]))
    found = [each() is not None for each in alive]
    assert found[0] is False
    assert sum(found) < 50


def test_ctrl_c_at_the_end_leaves_collections_on() -> None:
    """It may come when the last line inside is done and the end has not begun."""

    def built() -> None:
        with no_collections():
            assert not gc.isenabled()

    def interrupt(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_name == "__exit__":
            raise KeyboardInterrupt
        return interrupt

    before = sys.gettrace()
    sys.settrace(interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            built()
    finally:
        sys.settrace(before)
    assert gc.isenabled()
