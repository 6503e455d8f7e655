"""What holds for all tests. None is timed: a slow machine is no defect."""

from __future__ import annotations

import signal
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

from tests.certificates import Certificates
from tests.helpers.clock import Clock
from xdsl_stablehlo.folding.terms import reasons as failures

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

failures.RAISES = True


def pytest_addoption(parser: pytest.Parser) -> None:
    Certificates.add_option(parser)
    parser.addoption(
        "--bless", action="store_true", help="write what comes of golden files into them, for review"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Certificates(config), "certificates")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long ones first, so that no process waits for another one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture
def control_c_ends() -> Generator[Any]:
    """Ctrl-C raises `KeyboardInterrupt`, also where the tests run in the background of a shell, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield signal.default_int_handler
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of everything that ends after some seconds, or counts them."""
    return Clock(monkeypatch)
