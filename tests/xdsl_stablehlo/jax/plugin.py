"""JAX's own tests on this project's interpreter, as a plugin of pytest.

`pytest -c /dev/null -p tests.xdsl_stablehlo.jax.plugin <checkout>/tests/lax_test.py`, where the checkout is of
jax-ml/jax at the tag of the installed version; its tests need `absl-py`. `--sample N` runs every Nth test,
`--seconds N` ends one that takes longer.
"""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import ExitStack

import pytest

from xdsl_stablehlo.jax import interpreting

_STACK = ExitStack()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sample", type=int, default=1, help="run every Nth test")
    parser.addoption("--seconds", type=int, default=20, help="that a test may take")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items[:] = items[:: config.getoption("--sample")]


def pytest_runtestloop() -> None:
    """After collection, and before the first test."""
    signal.signal(signal.SIGALRM, _late)
    _STACK.enter_context(interpreting())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    signal.alarm(int(str(item.config.getoption("--seconds"))))
    try:
        return (yield)
    finally:
        signal.alarm(0)


def pytest_sessionfinish() -> None:
    _STACK.close()


def _late(*_: object) -> None:
    raise TimeoutError("the test takes too long")
