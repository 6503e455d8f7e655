"""A fold that fails, wherever it fails, leaves the module as it was: the same objects in the same places."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import ErasedSSAValue, Operation
from xdsl.utils.exceptions import PassFailedException

from tests.helpers.clock import PATIENCE
from tests.helpers.programs import named, parse
from tests.helpers.tiers import sampled
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.folding import (
    BindingError,
    ConcurrentFoldError,
    FoldOptions,
    bind_arguments,
    constant_value,
    fold_module,
    verify_fold,
)
from xdsl_stablehlo.folding.passes import passes
from xdsl_stablehlo.folding.passes.verify import Difference
from xdsl_stablehlo.interpreter.kernels.custom_calls.registry import REGISTERED, user_entry
from xdsl_stablehlo.programs import transaction
from xdsl_stablehlo.values.element_types import Array

from .faults import (
    CONTEXT,
    FOLDING,
    PROGRAMS,
    XDSL,
    Faults,
    all_hits,
    fresh,
    interrupt,
    no_memory,
    options,
    state,
    triple,
)

TEXTS = named(__file__)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_programs_exercise_the_folder(name: str) -> None:
    """What the faults below interrupt: enough of each kind of change happens."""
    module = fresh(name)
    report = fold_module(module, options=options())
    verify_module(module)
    assert report.changed
    assert report.constants
    if name == "calls":
        assert report.functions_cloned
        assert report.functions_removed
    else:
        remaining = {op.name for op in module.walk()}
        assert remaining.isdisjoint(
            {"stablehlo.case", "stablehlo.dynamic_broadcast_in_dim", "stablehlo.select"}
        )


@pytest.mark.long
@sampled("every", 40, 1)
@pytest.mark.parametrize("name", PROGRAMS)
def test_an_interrupt_at_any_line_changes_nothing(name: str, every: int) -> None:
    chosen = options()
    faults = Faults(*FOLDING, XDSL)
    points = all_hits(faults, name, chosen)
    assert len({point for point, _ in points if point[0] != XDSL}) > 400
    points = points[::every]
    module = fresh(name)
    before, text = state(module), print_module(module)
    for point, hit in points:
        try:
            faults.run(lambda: fold_module(module, options=chosen), point, hit, interrupt)
        except KeyboardInterrupt:
            assert state(module) == before, f"changed by an interrupt at {point}, hit {hit}"
        else:
            pytest.fail(f"the interrupt at {point}, hit {hit}, was lost")
    assert print_module(module) == text
    verify_module(module)
    # No lock is held any more.
    other = _in_thread(lambda: fold_module(module, options=chosen))
    other.join(PATIENCE)
    assert not other.is_alive()


@pytest.mark.long
@sampled("every", 40, 1)
@pytest.mark.parametrize("name", PROGRAMS)
def test_no_memory_at_any_line_of_the_folder(name: str, every: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Either the fold fails, and nothing has changed, or it goes on without the op whose evaluation failed."""
    monkeypatch.setitem(REGISTERED, "triple", user_entry(triple))
    chosen = options()
    faults = Faults(*FOLDING)
    modules = [fresh(name)]
    before = state(modules[-1])
    points = [*dict.fromkeys([point for point, _ in all_hits(faults, name, chosen)])][::every]
    for point in points:
        try:
            faults.run(lambda: fold_module(modules[-1], options=chosen), point, 1, no_memory)
        except MemoryError:
            assert state(modules[-1]) == before, f"changed without memory at {point}"
        else:
            modules.append(fresh(name))
            before = state(modules[-1])
    for number, module in enumerate(modules):
        verify_module(module)
        if name == "calls" and number % 10 == 0:
            assert verify_fold(fresh(name), module) == []
    assert len(modules) <= len(points) // 4 + 1


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_hook_that_raises_changes_nothing(name: str) -> None:
    asked = 0

    def hook(_: Operation) -> None:
        nonlocal asked
        asked += 1
        if asked == fails_at:
            raise ZeroDivisionError("a defect of the hook")

    module = fresh(name)
    before = state(module)
    fails_at, failed = 1, 0
    while True:
        asked = 0
        try:
            fold_module(module, options=options(should_fold=hook))
        except ZeroDivisionError:
            failed += 1
            assert state(module) == before
        if asked < fails_at:
            break
        if state(module) != before:
            # It was asked about what a region that is evaluated as a whole runs: its op stays, with the reason.
            verify_module(module)
            module = fresh(name)
            before = state(module)
        fails_at += 1
    assert failed > 20


def _fails_late() -> FoldOptions:
    """A hook that fails when the function folded last is looked at: others have been changed by then."""

    def hook(op: Operation) -> None:
        function = op.parent_op()
        if function is not None and "sym_name" in function.properties:
            seen.add(function)
        if len(seen) == 4:
            raise ZeroDivisionError

    seen: set[Operation] = set()
    return options(should_fold=hook)


def test_an_interrupt_while_a_failure_is_undone() -> None:
    module = fresh("calls")
    before = state(module)
    restoring = ("restore", "_restore_regions", "_restore_blocks", "_restore_reads", "_link", "_set_first")
    faults = Faults(transaction.__file__, functions=("roll_back", "end", *restoring))
    with pytest.raises(ZeroDivisionError):
        faults.run(lambda: fold_module(module, options=_fails_late()))
    points = dict(faults.hits)
    assert len(points) > 40
    assert state(module) == before
    for point, hits in points.items():
        for hit in {1, hits}:
            with pytest.raises(KeyboardInterrupt):
                faults.run(lambda: fold_module(module, options=_fails_late()), point, hit, interrupt)
            assert state(module) == before, point


def test_control_c_waits_until_a_failure_is_undone(control_c_ends: Any) -> None:
    module = fresh("calls")
    before = state(module)
    faults = Faults(transaction.__file__, functions=("_restore_blocks",))
    with pytest.raises(ZeroDivisionError):
        faults.run(lambda: fold_module(module, options=_fails_late()))
    arrived: list[int] = []

    def control_c() -> None:
        arrived.append(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    points = list(faults.hits)
    for point in points:
        with pytest.raises(KeyboardInterrupt):
            faults.run(lambda: fold_module(module, options=_fails_late()), point, 1, control_c)
        assert state(module) == before, point
        assert signal.getsignal(signal.SIGINT) is control_c_ends
    assert len(arrived) == len(points)


def test_an_interrupt_while_arguments_are_bound() -> None:
    def bind() -> None:
        bind_arguments(module, {"x": np.ones(4, np.float32), "1": 3})

    faults = Faults(*FOLDING, XDSL)
    module = fresh("calls")
    faults.run(bind)
    hits = dict(faults.hits)
    module = fresh("calls")
    before = state(module)
    for point, count in hits.items():
        for hit in {1, count}:
            with pytest.raises(KeyboardInterrupt):
                faults.run(bind, point, hit, interrupt)
            assert state(module) == before, point
    with pytest.raises(BindingError):
        bind_arguments(module, {"x": np.ones(4, np.float32), "1": np.ones(2, np.int32)})
    assert state(module) == before
    bind()
    verify_module(module)


def test_a_pass_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = fresh("control")
    before = state(module)
    with pytest.raises(PassFailedException, match="cannot write"):
        passes.StablehloConstantFoldPass(report=str(tmp_path)).apply(CONTEXT, module)
    assert state(module) == before

    def differs(*_: ModuleOp) -> list[Difference]:
        return [Difference("main", 0, "result 0 is 1, and after folding 2")]

    monkeypatch.setattr(passes, "verify_fold", differs)
    with pytest.raises(
        PassFailedException, match="folding changed what the module computes: @main, sample 0"
    ):
        passes.StablehloConstantFoldPass(verify=True).apply(CONTEXT, module)
    assert state(module) == before


def test_nothing_is_read_by_what_analysis_tries() -> None:
    """Asking for a value builds ops to learn their types; the program must not see them, even for a moment."""
    module = fresh("control")
    before = state(module)
    (dynamic,) = [op for op in module.walk() if op.name == "stablehlo.dynamic_broadcast_in_dim"]
    operand = dynamic.operands[0]
    seen: set[int] = set()
    faults = Faults(*FOLDING, XDSL)
    faults.run(lambda: constant_value(dynamic.results[0]))
    for point, hits in dict(faults.hits).items():
        faults.run(
            lambda: constant_value(dynamic.results[0]),
            point,
            hits,
            lambda: seen.add(operand.uses.get_length()),
        )
    assert seen == {operand.uses.get_length()}
    assert state(module) == before


NESTED_CALL = TEXTS["nested call"]


def _inner(module: ModuleOp) -> ModuleOp:
    (inner,) = [op for op in module.ops if isinstance(op, ModuleOp)]
    return inner


@pytest.mark.parametrize("which", ["itself", "inside", "around"])
def test_a_hook_cannot_fold_what_is_being_folded(which: str) -> None:
    module = parse(NESTED_CALL)
    inner = _inner(module)
    folded, asked = {"itself": (module, module), "inside": (module, inner), "around": (inner, module)}[which]
    before = state(module)

    def hook(_: Operation) -> None:
        fold_module(asked)

    with pytest.raises(
        ConcurrentFoldError, match=r"^<input>:\d+:\d+: 'builtin.module' is being folded already, .*$"
    ):
        fold_module(folded, options=FoldOptions(should_fold=hook))
    assert state(module) == before
    assert fold_module(module).changed


def test_a_hook_may_fold_another_module() -> None:
    other = parse(NESTED_CALL)

    def user(array: Array) -> Array:
        fold_module(other)
        return array + np.int32(1)

    module = parse(NESTED_CALL)
    report = fold_module(module, options=FoldOptions(custom_calls={"user": user}))
    assert report.folded["stablehlo.custom_call"].count == 1
    verify_module(other)


def test_two_threads_that_fold_one_module() -> None:
    """One folds it, the other one is told; neither order of them matters."""
    module = parse(NESTED_CALL)
    inside, told = threading.Event(), threading.Event()

    def user(array: Array) -> Array:
        inside.set()
        assert told.wait(PATIENCE)
        return array + np.int32(1)

    first = _in_thread(lambda: fold_module(module, options=FoldOptions(custom_calls={"user": user})))
    assert inside.wait(PATIENCE)
    with pytest.raises(ConcurrentFoldError, match="by another thread"):
        fold_module(module)
    with pytest.raises(ConcurrentFoldError):
        bind_arguments(module, {})
    told.set()
    first.join(PATIENCE)
    verify_module(module)
    assert not fold_module(module).constants


def test_threads_that_fold_modules_of_their_own() -> None:
    texts: dict[int, list[str]] = {}

    def work(number: int) -> None:
        texts[number] = []
        for _ in range(5):
            for name in PROGRAMS:
                module = fresh(name)
                fold_module(module, options=options())
                texts[number].append(print_module(module))

    threads = [_in_thread(lambda number=number: work(number)) for number in range(4)]
    for thread in threads:
        thread.join(PATIENCE)
    assert len(texts) == 4
    assert all(found == texts[0] and len(found) == 10 for found in texts.values())


def _in_thread(work: Callable[[], Any]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


WRITES = TEXTS["writes"]


def test_a_hook_cannot_write_to_what_it_is_given() -> None:
    refused: list[str] = []

    def user(given: Any) -> Array:
        array = cast("tuple[Array]", given)[0] if isinstance(given, tuple) else cast(Array, given)
        try:
            array[0] = 99
        except ValueError as error:
            refused.append(str(error))
        return array

    module = parse(WRITES)
    fold_module(module, FoldOptions(custom_calls={"user": user}))
    assert len(refused) == 2
    text = print_module(module)
    assert "dense<[2, 4]>" in text
    assert "99" not in text


READ = TEXTS["read"]


class _StopError(Exception):
    """Ends a change that is to be undone."""


def test_what_is_still_read_may_be_erased_and_comes_back() -> None:
    module = parse(READ)
    before = state(module)
    add, negate = [op for op in module.walk() if op.name in ("stablehlo.add", "stablehlo.negate")]

    def change(changes: transaction.Transaction) -> None:
        changes.erase(add)
        assert add.parent is None
        assert add.results[0].first_use is None
        assert isinstance(negate.operands[0], ErasedSSAValue)
        raise _StopError

    with pytest.raises(_StopError):
        transaction.atomically(module, change)
    assert state(module) == before
    verify_module(module)


def test_names_are_given_and_taken_back() -> None:
    module = parse(READ)
    add, negate = [op for op in module.walk() if op.name in ("stablehlo.add", "stablehlo.negate")]
    add.results[0].name_hint = None

    def change(changes: transaction.Transaction) -> None:
        changes.name(negate.results[0], add.results[0])
        assert negate.results[0].name_hint == "b"
        changes.name(add.results[0], negate.results[0])
        assert add.results[0].name_hint == "b"
        changes.name(negate.results[0], add.operands[0])
        assert negate.results[0].name_hint == "b"
        raise _StopError

    with pytest.raises(_StopError):
        transaction.atomically(module, change)
    assert (add.results[0].name_hint, negate.results[0].name_hint) == (None, "b")


def test_a_value_takes_its_own_place() -> None:
    module = parse(READ)
    (add,) = [op for op in module.walk() if op.name == "stablehlo.add"]
    text = print_module(module)
    transaction.atomically(module, lambda changes: changes.replace(add.results[0], add.results[0]))
    assert print_module(module) == text


def test_properties_are_put_back_to_what_they_were_first() -> None:
    module = parse(READ)
    (func,) = module.ops
    before = state(module)

    def change(changes: transaction.Transaction) -> None:
        for name in ("one", "two"):
            changes.set_property(func, "sym_name", StringAttr(name))
        raise _StopError

    with pytest.raises(_StopError):
        transaction.atomically(module, change)
    assert state(module) == before


def test_a_roll_back_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []

    def roll_back(self: transaction.Transaction) -> None:
        self.end()
        tries.append(len(tries))
        raise KeyboardInterrupt(len(tries))

    def change(_: transaction.Transaction) -> None:
        raise _StopError

    monkeypatch.setattr(transaction.Transaction, "roll_back", roll_back)
    with pytest.raises(KeyboardInterrupt, match="100"):
        transaction.atomically(parse(READ), change)
    assert len(tries) == transaction.TRIES == 100
