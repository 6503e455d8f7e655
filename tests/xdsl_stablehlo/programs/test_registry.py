"""The tables of dialects and passes, and what xDSL's own tools see of them."""

from __future__ import annotations

import importlib
from importlib.metadata import EntryPoint

import pytest
from xdsl.context import Context
from xdsl.ir import Dialect
from xdsl.passes import ModulePass
from xdsl.universe import Universe

from xdsl_stablehlo import register_dialects
from xdsl_stablehlo.programs import universe
from xdsl_stablehlo.programs.registry import DIALECTS, PASSES, dialect_factory, pass_factory
from xdsl_stablehlo.tools.programs import new_context


@pytest.mark.parametrize("name", DIALECTS)
def test_each_dialect_is_where_the_table_says(name: str):
    assert dialect_factory(name)().name == name


@pytest.mark.parametrize("name", PASSES)
def test_each_pass_is_where_the_table_says(name: str):
    found = pass_factory(name)()
    assert issubclass(found, ModulePass)
    assert found.name == name


def test_dialects_are_loaded_when_they_are_met():
    ctx = Context()
    register_dialects(ctx)
    assert not list(ctx.loaded_dialects)
    ctx.get_op("stablehlo.add")
    assert [dialect.name for dialect in ctx.loaded_dialects] == ["stablehlo"]


def test_each_context_has_resources_of_its_own():
    first, second = Context(), Context()
    for ctx in (first, second):
        register_dialects(ctx)
    assert first.get_dialect("builtin") is not second.get_dialect("builtin")


def test_the_tools_know_xdsls_dialects_too():
    assert {"arith", "scf", "stablehlo", "quant"} <= set(new_context().registered_dialect_names)


class Plugin:
    """An entry point that gives `value`."""

    def __init__(self, name: str, value: object):
        self.name, self.value = name, value

    def load(self) -> object:
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def test_what_another_plugin_gives_is_left_out(monkeypatch: pytest.MonkeyPatch):
    def no_dialect() -> Dialect:
        raise AssertionError

    other = Universe(all_dialects={"stablehlo": no_dialect, "chlo": no_dialect})
    plugins = [
        EntryPoint("xdsl-stablehlo", "xdsl_stablehlo.programs.universe:STABLEHLO_UNIVERSE", "xdsl.universe"),
        Plugin("other", other),
        Plugin("broken", ImportError()),
        Plugin("odd", 3),
    ]

    def entry_points(group: str) -> list[EntryPoint | Plugin]:
        assert group == "xdsl.universe"
        return plugins

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    try:
        ours = importlib.reload(universe).STABLEHLO_UNIVERSE
    finally:
        monkeypatch.undo()
        importlib.reload(universe)
    assert {"stablehlo", "chlo"}.isdisjoint(ours.all_dialects)
    assert "vhlo" in ours.all_dialects
    assert set(ours.all_passes) == set(PASSES)


def test_without_other_plugins_everything_is_there():
    multiverse = Universe.get_multiverse()
    assert set(DIALECTS) <= set(multiverse.all_dialects)
    assert set(PASSES) <= set(multiverse.all_passes)
