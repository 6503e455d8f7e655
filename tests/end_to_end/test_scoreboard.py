"""The scoreboard: a tiny program in every way, what is stored is not measured again, and what the page says."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pytest

from benchmarks.alone import ROOT, Failed
from benchmarks.model_programs import Model
from benchmarks.scoreboard import __main__ as command, artifacts, execution
from benchmarks.scoreboard.artifacts import Store
from benchmarks.scoreboard.execution import in_rounds, ratio, run
from benchmarks.scoreboard.making import SHARES, making, row
from benchmarks.scoreboard.page import to_markdown, write_pages
from benchmarks.scoreboard.programs.catalogue import CATALOGUE, ROWS, Entry
from benchmarks.scoreboard.results import best, cell, failures, losses, ratios, reason
from benchmarks.scoreboard.ways import MEASURES, WAYS
from tests.xdsl_stablehlo.jax.functions import jnp


def tiny() -> Model:
    """A sum with a cosine of constants."""

    def add(weights: Any, x: Any) -> Any:
        return x + jnp.abs(weights) + jnp.cos(jnp.arange(4.0))

    return Model(add, np.full(4, -2, np.float32), (np.arange(4, dtype=np.float32),))


def exported(folder: Path) -> Store:
    """The tiny program as it is, and folded."""
    store = Store(folder)
    store.write("plain", artifacts.export(Entry("small", "jax", tiny), store))
    store.write("folded", artifacts.folded(store, "folded") | artifacts.stated(store.exported("folded")))
    return store


def test_making_and_memory_are_measured_without_calls(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.write("plain", artifacts.export(Entry("small", "jax", tiny), store))
    found = making(store, [])
    assert all(found[share] > 0 for share in (*SHARES, "compile"))
    assert found["memory"] == [48, 48, 48]
    assert "stablehlo.cosine" not in artifacts.stated(store.exported("folded"))["kinds"]
    shares = dict.fromkeys(SHARES, 0.02) | {"jit": 0.3, "compile": 1.0, "memory": [100, 100, 117]}
    assert row("tiny", shares) == ["`tiny`", "1 s", "0.02", "0.02", "**0.3**", "0.02", "1", "**1.17**"]


def test_a_program_is_exported_folded_and_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = exported(tmp_path)
    plain, folded = store.figures("plain"), store.figures("folded")
    assert plain["parameters"] == 4
    assert plain["weights"] == 16
    assert plain["kinds"]["stablehlo.cosine"] == 1
    assert "stablehlo.cosine" not in folded["kinds"]
    assert not folded["changes_again"]
    weights, x = store.arguments("plain")
    assert store.arguments("closed")[0].tolist() == x.tolist()
    for way, arguments in (("plain", [weights, x]), ("closed", [x])):
        (found,) = store.exported(way).call(*arguments)
        assert np.allclose(found, x + 2 + np.cos(np.arange(4.0)), atol=1e-6)
    (found,) = run(store, {"folded": "plain"}, []).values()
    assert found["difference"] < 1e-6
    assert found["memory"] == [48, 48]
    assert found["compile"]["rounds"] >= 4
    assert execution.judge(store, "folded", []) == "allowed"

    def others(*_: object) -> list[Any]:
        return [x]

    monkeypatch.setattr(execution, "_results", others)
    assert execution.judge(store, "folded", []).startswith("wrong; result 0 at [0]; 0.0, expected 2.99999")


def test_what_stops_is_a_result_and_what_is_stored_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store, asked = Store(tmp_path), list[tuple[str, tuple[str, ...]]]()

    def step(kind: str, _: str, store: Store, ways: list[str]) -> dict[str, Any]:
        asked.append((kind, tuple(ways)))
        if kind == "run":
            if len(ways) > 1:
                raise Failed("too much at once")
            return {ways[0]: {"difference": 0.5 if ways[0] == "jit" else 0.0}}
        if kind == "judge":
            return {ways[0]: "allowed"}
        for way in ways:
            if way == "split":
                raise Failed("ended by SIGKILL")
            store.write(way, {"digest": "plain" if way == "enzyme" else way})
        return {}

    monkeypatch.setattr(command, "step", step)
    name = next(iter(CATALOGUE))
    command.measure_model(name, store)
    order = list(WAYS)
    assert asked[:2] == [("make", (*order,)), ("make", (*order[order.index("split") + 1 :],))]
    ran = ["folded", "closed", "bound", "jit", "stablehlo"]
    assert asked[2:] == [("run", (*ran,)), *[("run", (way,)) for way in ran], ("judge", ("jit",))]
    assert store.figures("split")["failed"] == "ended by SIGKILL"
    assert list(store.figures("run")) == ran
    assert command.collected(store)["jit"]["ruling"] == "allowed"
    before = len(asked)
    command.measure_model(name, store)
    assert len(asked) == before
    assert capsys.readouterr().out.count("split failed") == 2


def timed(before: float, after: float, low: float, high: float) -> dict[str, Any]:
    """A time as it is stored."""
    return {"before": before, "after": after, "ratio": after / before, "interval": [low, high], "rounds": 7}


def figures(ops: int = 8, compiled: tuple[float, float] = (0.9, 1.1), **more: Any) -> dict[str, Any]:
    """A way that is no loss."""
    ran = {
        "compile": timed(2.0, 2.0, *compiled),
        "call": timed(1.0, 1.0, 0.99, 1.02),
        "memory": [100, 100],
        "difference": 0.0,
    }
    return {"ops": ops, "bytes": 90, "make": 0.1, "digest": str(ops), "run": ran} | more


def board(**ways: Any) -> dict[str, Any]:
    """A model of ten ops and 100 bytes; other ways do not apply."""
    plain = {"ops": 10, "bytes": 100, "digest": "plain", "text": "A model.", "kinds": {"stablehlo.add": 10}}
    about = {"family": "small", "package": "jax", "version": "1", "licence": "Apache-2.0", "weights": 16}
    return {**{way: {"dash": "no weights"} for way in WAYS}, "plain": {**plain, **about}, **ways}


def test_losses_are_above_their_bars() -> None:
    fine = board(folded=figures())
    assert cell(fine, "folded", "ops").ratio == 0.8
    assert cell(fine, "folded", "make").ratio == 0.05
    assert cell(fine, "bound", "ops").reason == "no weights"
    assert [losses({"a": fine}, measure) for measure in MEASURES] == [{}] * len(MEASURES)
    slow = board(folded=figures(compiled=(1.03, 1.2)))
    large = board(folded=figures(ops=11))
    larger = board(folded=figures(ops=12))
    models = {"slow": slow, "large": large, "larger": larger}
    found = {measure: list(losses(models, measure)) for measure in MEASURES}
    assert {measure: names for measure, names in found.items() if names} == {
        "ops": ["larger", "large"],
        "compile": ["slow"],
    }
    assert losses(models, "ops")["large"]["folded"].amounts == (10, 11)
    few = board(folded=figures(compiled=(1.03, 1.2)))
    few["folded"]["run"]["compile"]["rounds"] = 3
    assert losses({"few": few}, "compile") == {}


def test_amounts_have_prefixes() -> None:
    assert [MEASURES["bytes"].amount(value) for value in (0, 999, 5400, 2.5e6)] == [
        "0 B",
        "999 B",
        "5.4 kB",
        "2.5 MB",
    ]
    assert [MEASURES["call"].amount(value) for value in (3.0, 0.012, 5e-6)] == ["3 s", "12 ms", "5 us"]
    assert MEASURES["ops"].amount(1234) == "1234"


def test_failures_are_crashes_and_wrong_results() -> None:
    wrong, permitted = figures(ruling="wrong; result 0"), figures(ruling="allowed; rounding")
    wrong["run"]["difference"] = permitted["run"]["difference"] = 0.5
    models = {
        "a": board(folded=wrong, bound=permitted, enzyme={"failed": "no such op"}),
        "b": board(folded=figures(changes_again=True), split={"failed": "ended by SIGSEGV"}),
    }
    assert failures(models, ours=True) == [
        ("a", "folded", "results differ by 5.0e-01: wrong; result 0"),
        ("b", "folded", "folding once more changes the program"),
        ("b", "split", "ended by SIGSEGV"),
    ]
    assert failures(models, ours=False) == [("a", "enzyme", "no such op")]


def test_who_is_best() -> None:
    models = {"a": board(folded=figures(ops=7), enzyme=figures(ops=9), stablehlo=figures(ops=9))}
    assert best(models, "ops") == {"folded": 1, "enzyme": 0, "stablehlo": 0, "equal": 0}
    assert best(models, "bytes")["equal"] == 1
    assert best({"a": board(folded=figures())}, "ops") == {
        "folded": 0,
        "enzyme": 0,
        "stablehlo": 0,
        "equal": 0,
    }


def test_pages_are_written_from_figures(tmp_path: Path) -> None:
    models = {
        "good|<one>": board(folded=figures()),
        "slow": board(folded=figures(compiled=(1.03, 1.2))),
        "large": board(folded=figures(bytes=1300)),
        "gone": board(plain={"failed": "a package says no"}),
    }
    found = {"machine": "a machine", "versions": {"jax": "1"}, "seconds": 5400.0, "models": models}
    write_pages(found, tmp_path)
    page = (tmp_path / "scoreboard.md").read_text()
    assert page == to_markdown(found)
    assert "3 models, measured in 90 minutes. a machine; jax 1." in page
    assert "**compile**, models above the bar of 1.02: 1." in page
    assert "| `slow` | **1** (1.03 to 1.2) | - | - | - |" in page
    assert "| `large` | **13** (1.3 kB of 100 B) | - | - | - |" in page
    assert "Of the 1 that folding itself makes larger, the median ratio of XLA's compile is 1.00" in page
    assert page.index("`slow`") < page.index("## Models") < page.index("`good/<one>`")
    assert "- `gone`: `a package says no`" in page
    assert json.loads((tmp_path / "assets" / "scoreboard.json").read_text()) == found
    html = (tmp_path / "assets" / "scoreboard.html").read_text()
    assert "good|&lt;one&gt;" in html
    assert "http" not in html
    assert html.count("<svg") == len(MEASURES)


def test_the_page_says_what_kinds_of_models_folding_helps() -> None:
    fast = figures() | {"run": figures()["run"] | {"compile": timed(2.0, 1.0, 0.4, 0.6)}}
    other = board(folded=figures())
    other["plain"]["family"] = "large"
    models = {"a": board(folded=fast), "b": board(folded=fast), "c": other}
    page = to_markdown({"machine": "", "versions": {}, "seconds": 0.0, "models": models})
    small, large = (
        page.index(f"| {row} | - | - | - |")
        for row in ("small | 2 | **0.50**, 1.00", "large | 1 | 1.00, 1.00")
    )
    assert page.index("The *bar* is") < page.index("## When folding helps") < small < large
    assert large < page.index("## Failures and losses")
    assert "Of 6 times of compiles and calls, 2 are less than 1" in page


def test_losses_of_time_are_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is a loss, and where the package is there."""
    models = {name: board(folded=figures(compiled=(1.03, 1.2))) for name in ("a", "b")} | {
        "c": board(folded=figures())
    }
    path = tmp_path / "scoreboard.json"
    path.write_text(json.dumps({"machine": "", "versions": {}, "seconds": 0.0, "models": models}))
    asked = list[tuple[str, str, list[str]]]()

    def step(kind: str, name: str, _: Store, ways: list[str]) -> dict[str, Any]:
        asked.append((kind, name, ways))
        if name == "b":
            raise Failed("no package")
        return {
            "folded": {"compile": timed(2.0, 1.9, 0.9, 0.99), "call": timed(1.0, 1.2, 1.1, 1.3), "memory": []}
        }

    pages = list[dict[str, Any]]()
    monkeypatch.setattr(command, "FIGURES", path)
    monkeypatch.setattr(command, "step", step)
    monkeypatch.setattr(command, "write_pages", pages.append)
    command.recheck([], tmp_path)
    assert asked == [
        ("make", "a", ["plain", "closed", "folded"]),
        ("recheck", "a", ["folded"]),
        ("make", "b", ["plain", "closed", "folded"]),
    ]
    page = to_markdown(pages[0])
    assert "| `a` | folded | compile | 0.95 (0.9 to 0.99) | 7 |" in page
    assert "| `a` | folded | call | **1.2** (1.1 to 1.3) | 7 |" in page


def test_the_readme_has_figures_of_the_board() -> None:
    models = json.loads((ROOT / "docs" / "assets" / "scoreboard.json").read_text())["models"]
    built = {name: ways for name, ways in models.items() if not reason(ways["plain"])}
    ops, compiled, call = [
        f"{median(ratios(built, 'folded', measure)):.2f}" for measure in ("ops", "compile", "call")
    ]
    said = " ".join((ROOT / "README.md").read_text().split())
    assert (
        f"{len(built)} models, and when folding helps. After folding, the median model has {ops} of its ops;"
        in said
    )
    assert f"XLA compiles it in {compiled} of the time, and a call takes {call}." in said


def test_rounds_go_back_and_forth() -> None:
    order: list[str] = []

    def work(name: str) -> float:
        order.append(name)
        return 2.0 if name == "a" else 3.0

    rounds = in_rounds(["a", "b"], work, 3, 3, 0.0)
    assert "".join(order) == "abbaab"
    assert ratio(rounds, "a", "b") == {
        "before": 2.0,
        "after": 3.0,
        "ratio": 1.5,
        "interval": [1.5, 1.5],
        "rounds": 3,
    }


def test_every_program_is_described() -> None:
    assert len(CATALOGUE) == len(ROWS) >= 60
    assert [row.make.__name__ for row in ROWS if not (row.make.__doc__ or "").endswith(".")] == []
