"""The line that says how far folding is: what is written when, and that nothing is left of it."""

from __future__ import annotations

import io
import sys
import threading
from types import SimpleNamespace

import pytest

from tests.helpers.programs import context, parse
from tests.helpers.terminal import Terminal, visible
from xdsl_stablehlo.folding import FoldOptions, Progress
from xdsl_stablehlo.folding.explanations import terminal as module
from xdsl_stablehlo.folding.explanations.terminal import (
    ProgressLine,
    progress_text,
    shown_progress,
    stop_showing,
)
from xdsl_stablehlo.folding.passes.passes import StablehloConstantFoldPass


class Pace:
    """In the place of the event that the drawing thread waits for: it waits until the test says `beat`."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self._waiting, self._go = threading.Semaphore(0), threading.Semaphore(0)
        self._is_set = False

    def wait(self, seconds: float) -> bool:
        self.waits.append(seconds)
        self._waiting.release()
        self._go.acquire()
        return self._is_set

    def set(self) -> None:
        self._is_set = True
        self._go.release()

    def beat(self) -> None:
        """Let the thread go on, and wait until it waits again."""
        self._waiting.acquire()
        self._go.release()
        self._waiting.acquire()
        self._waiting.release()


@pytest.fixture
def pace(monkeypatch: pytest.MonkeyPatch) -> Pace:
    found = Pace()
    monkeypatch.setattr(module, "threading", SimpleNamespace(Event=lambda: found, Thread=threading.Thread))
    return found


HALF = Progress(500, 1000, "stablehlo.sort")
BAR = "folding  50% [##########..........] 12 s"


def line(columns: int = 80) -> tuple[ProgressLine[Progress], io.StringIO]:
    written = io.StringIO()
    return ProgressLine(written.write, lambda: columns, progress_text), written


@pytest.mark.parametrize(
    ("progress", "columns", "text"),
    [
        (HALF, 80, f"{BAR} stablehlo.sort"),
        (HALF, len(BAR) + 1, BAR),
        (HALF, len(BAR) + 6, f"{BAR} stab"),
        (HALF, len(BAR), "folding  50% 12 s"),
        (HALF, 10, "folding  "),
        (HALF, 1, ""),
        (HALF, 0, ""),
        (None, 80, "folding 12 s"),
        (Progress(0, 0, "a"), 80, "folding   0% [....................] 12 s a"),
        (Progress(7, 5, "a"), 80, "folding 100% [####################] 12 s a"),
        (Progress(-1, 5, "a"), 80, "folding   0% [....................] 12 s a"),
        (Progress(999, 1000, "a"), 80, "folding  99% [###################.] 12 s a"),
        (Progress(1, 1, "\x1b[2J\r"), 80, "folding 100% [####################] 12 s \\1B[2J\\0D"),
    ],
)
def test_the_line_fits_the_terminal(progress: Progress | None, columns: int, text: str) -> None:
    drawn, written = line(columns)
    drawn.draw(progress, 12.3)
    assert visible(written.getvalue()) == text.rstrip()
    assert len(max(written.getvalue().split("\r"), key=len)) <= max(0, columns - 1)
    assert written.getvalue().endswith("\r")
    drawn.erase()
    assert visible(written.getvalue()) == ""


def test_each_line_replaces_the_one_before() -> None:
    drawn, written = line()
    drawn.draw(HALF, 12)
    drawn.draw(None, 13)
    assert visible(written.getvalue()) == "folding 13 s"
    drawn.erase()
    drawn.erase()
    assert visible(written.getvalue()) == ""
    assert "\n" not in written.getvalue()


def test_what_is_not_shown_is_not_erased() -> None:
    drawn, written = line()
    drawn.erase()
    assert written.getvalue() == ""


def test_a_terminal_that_fails_is_left_alone() -> None:
    calls: list[str] = []

    def write(text: str) -> None:
        calls.append(text)
        raise BrokenPipeError

    drawn = ProgressLine(write, lambda: 80, progress_text)
    drawn.draw(HALF, 1)
    drawn.draw(HALF, 2)
    drawn.erase()
    assert len(calls) == 1


@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_only_terminals_are_written_to(stream: io.StringIO | None) -> None:
    with shown_progress(stream, after=0) as note:
        assert note is None


def test_a_closed_stream_is_no_terminal() -> None:
    with Terminal() as terminal:
        with open(terminal.name, "w") as stream:
            pass
        with shown_progress(stream, after=0) as note:
            assert note is None


def test_nothing_is_written_in_the_first_second(pace: Pace) -> None:
    with Terminal() as terminal, open(terminal.name, "w") as stream:
        with shown_progress(stream) as note:
            assert note is not None
            note(HALF)
        assert terminal.read() == ""
    assert pace.waits == [1.0]


def test_the_line_is_drawn_ten_times_a_second_and_erased(pace: Pace) -> None:
    with Terminal(100) as terminal, open(terminal.name, "w") as stream:
        with shown_progress(stream, after=0) as note:
            assert note is not None
            for i in range(3):
                note(Progress(i, 3, "stablehlo.while"))
                pace.beat()
            shown = terminal.read()
        left = terminal.read()
    assert [text.split("%")[0] for text in shown.split("\r") if text] == [
        "folding   0",
        "folding  33",
        "folding  66",
    ]
    assert visible(shown).endswith("stablehlo.while")
    assert visible(shown + left) == ""
    assert pace.waits == [0, 0.1, 0.1, 0.1]


def test_what_ends_folding_erases_the_line(pace: Pace) -> None:
    with Terminal() as terminal, open(terminal.name, "w") as stream:
        shown = ""
        try:
            with shown_progress(stream, after=0):
                pace.beat()
                shown = terminal.read()
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            assert visible(shown).startswith("folding")
        assert visible(shown + terminal.read()) == ""


def test_a_process_that_ends_can_erase_the_lines_of_its_threads(pace: Pace) -> None:
    with Terminal() as terminal, open(terminal.name, "w") as stream:
        with shown_progress(stream, after=0):
            pace.beat()
            shown = terminal.read()
            assert visible(shown).startswith("folding")
            stop_showing()
            shown += terminal.read()
            assert visible(shown) == ""
        stop_showing()
        assert terminal.read() == ""


def test_a_terminal_that_goes_away_does_not_end_folding(pace: Pace) -> None:
    terminal = Terminal()
    with terminal, open(terminal.name, "w") as stream, shown_progress(stream, after=0) as note:
        assert note is not None
        note(HALF)
        terminal.hang_up()
        pace.beat()
        note(HALF)


def test_no_hook_unless_somebody_asks() -> None:
    assert FoldOptions().on_progress is None
    assert StablehloConstantFoldPass().progress is False
    assert StablehloConstantFoldPass(progress=True).options().on_progress is None


def test_the_pass_writes_nothing_that_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside of another program standard error is that program's; with the option a short fold shows nothing either."""
    program = "func.func @main() { return }"
    with Terminal() as terminal, open(terminal.name, "w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        for progress in (False, True):
            StablehloConstantFoldPass(progress=progress).apply(context(), parse(program))
        assert terminal.read() == ""
