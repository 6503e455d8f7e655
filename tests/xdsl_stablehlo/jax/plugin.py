"""JAX's own tests on this project's interpreter, or with constants folded inside of `jax.jit`, as a plugin of pytest.

`pytest -c /dev/null -p tests.xdsl_stablehlo.jax.plugin <checkout>/tests/lax_test.py`, where the checkout is of
jax-ml/jax at the tag of the installed version; its tests need `absl-py`. `--sample N` runs every Nth test,
`--seconds N` ends one that takes longer. `--inside` says how they run: `interpreting`; `folding`, of all that can be
folded, even if it is not worth it; or `plain`, by JAX alone.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from unittest.mock import patch

import pytest

from xdsl_stablehlo.jax import JitReport, cones, folding, interpreting

_STACK = ExitStack()
_REPORT = JitReport()


@contextmanager
def folding_all() -> Generator[None]:
    """Fold every constant cone, even if there is nothing to be won."""
    with patch.object(cones, "EVERYTHING", True), folding(report=_REPORT):
        yield


INSIDE: dict[str, Callable[[], AbstractContextManager[object]]] = {
    "interpreting": interpreting,
    "folding": folding_all,
    "plain": nullcontext,
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--inside", choices=list(INSIDE), default="interpreting")
    parser.addoption("--sample", type=int, default=1, help="run every Nth test")
    parser.addoption("--seconds", type=int, default=20, help="that a test may take")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items[:] = items[:: config.getoption("--sample")]


def pytest_runtestloop(session: pytest.Session) -> None:
    """After collection, and before the first test."""
    signal.signal(signal.SIGALRM, _late)
    _STACK.enter_context(INSIDE[str(session.config.getoption("--inside"))]())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    signal.alarm(int(str(item.config.getoption("--seconds"))))
    try:
        return (yield)
    finally:
        signal.alarm(0)


def pytest_sessionfinish() -> None:
    _STACK.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _REPORT.looked_at:
        terminalreporter.write_line(str(_REPORT).splitlines()[0])
        terminalreporter.write_line("\n".join(_REPORT.failures))


def _late(*_: object) -> None:
    raise TimeoutError("the test takes too long")
