"""The page of the scoreboard in Markdown, and the figures as JSON; `plots.py` has the page with plots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from ..alone import ROOT
from .making import HEAD_OF_MAKING, row
from .plots import to_html
from .programs.catalogue import CATALOGUE
from .results import (
    AGAINST,
    DECIDED,
    OURS,
    Cell,
    Models,
    best,
    cell,
    distribution,
    failures,
    losses,
    ratios,
    reason,
)
from .ways import MEASURES, WAYS

DOCS = ROOT / "docs"
HEAD = """# Scoreboard

What folding does to programs of many packages, in several ways, beside what other tools do. Weights are random, nothing
is downloaded. `python -m benchmarks.scoreboard --write` measures and writes this page; it has no figure by hand. It is
there [with plots and details](assets/scoreboard.html), and [as JSON](assets/scoreboard.json).
"""
HELPS = 0.9
"""The median ratio from which on a way is said to help a kind of models."""
SHOWN = 12
"""Models of each table of losses; the page with plots shows all of them in red."""
WORDS = """A *way* is one thing that is done to a program before XLA compiles it; there is a [table of ways](#ways).
*Folded* is `fold_module` on a function of weights and inputs. *Weights bound* has the weights as constants. *Split* is
the part that runs at each call, after a setup that runs once on the weights. *In jit* is compiled inside `folding()`.

Figures are ratios to the same program without the way, "after / before": less is better. *Making* is the time that a
way itself takes, as a part of XLA's compile. The *bar* is the ratio from which on something counts as a loss.
"""
READING = """## How to read it

XLA compiles and runs all ways of a model in one process, in turn; times are those of the processors, and a ratio is the
median over rounds. The 95 % interval is by bootstrap. A time is a loss where its whole interval is above the bar, after
four rounds or more. A process that crashes or reaches its limit of time or memory is a failure. Where results differ by
more than 1e-4 of the largest value, `stablehlo-triage` says whether the specification permits them; if it does, it is
no failure. Losses are bold here, and all of them red on the page with plots; "5.4 kB of 2 kB" is the amount after, of
that before. Constants are part of XLA's program, and not in device memory.
"""


def write_pages(found: Mapping[str, Any], docs: Path = DOCS) -> None:
    """Write the page, the page with plots, and the figures: machine, versions, the `seconds` that measuring took, and
    `models` by way."""
    assets = docs / "assets"
    assets.mkdir(parents=True, exist_ok=True)
    (docs / "scoreboard.md").write_text(to_markdown(found))
    (assets / "scoreboard.html").write_text(to_html(found))
    (assets / "scoreboard.json").write_text(json.dumps(found, separators=(",", ":")) + "\n")


def to_markdown(found: Mapping[str, Any]) -> str:
    """The page."""
    built = {name: ways for name, ways in found["models"].items() if not reason(ways["plain"])}
    versions = ", ".join([f"{name} {version}" for name, version in found["versions"].items()])
    parts = [
        HEAD,
        f"{len(built)} models, measured in {found['seconds'] / 60:.0f} minutes. {found['machine']}; {versions}.\n",
        WORDS,
        "## When folding helps\n",
        _help(built),
        "## Failures and losses of this project\n",
        _failed(failures(built, ours=True)),
        _chance(built),
        _losses(built),
        _again(found.get("again", {})),
        _making(found.get("making", {})),
        READING,
        "## Ways\n",
        table(
            ("way", "what it is", "base"),
            [
                (way.title, way.text, WAYS[way.base].title if key != "plain" else "-")
                for key, way in WAYS.items()
            ],
        ),
        "## Distributions\n",
        "Least, lower quarter, median, upper quarter, most. *Above* counts models that are above the bar.\n",
        *[_distributions(built, measure) for measure in MEASURES],
        "## Against other folders\n",
        "On how many models each is best, and on how many the first two are equal.\n",
        table(
            ("measure", *[WAYS[way].title for way in AGAINST], "equal"),
            [(spec.title, *map(str, best(built, measure).values())) for measure, spec in MEASURES.items()],
        ),
        "Failures of others:\n",
        _failed(failures(built, ours=False)),
        "## Models\n",
        "Ratios of ops, XLA's compile and calls for each way that is ours.\n",
        _models(built),
        _missing(found["models"]),
    ]
    return "\n".join(parts).rstrip() + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return (
        "\n".join([f"| {' | '.join([cell.replace('|', '/') for cell in line])} |" for line in lines]) + "\n"
    )


def _help(models: Models) -> str:
    """A row for each kind of models: medians of each way, and what becomes less."""
    kinds: dict[str, list[Mapping[str, Any]]] = {}
    for ways in models.values():
        kinds.setdefault(ways["plain"]["family"], []).append(ways)
    rows = [(kind, str(len(found)), *[_helped(found, way) for way in OURS]) for kind, found in kinds.items()]
    head = ("kind of models", "models", *[WAYS[way].title for way in OURS])
    ratio = f"Medians of two ratios: of XLA's compile, and of a call. **Bold** is {HELPS:g} or less.\n"
    return f"{ratio}\n{table(head, sorted(rows, key=_least))}"


def _helped(models: Sequence[Mapping[str, Any]], way: str) -> str:
    said: list[str] = []
    for measure in ("compile", "call"):
        found = [at.ratio for ways in models if (at := cell(ways, way, measure)).ratio is not None]
        if found:
            text = f"{median(found):.2f}"
            said.append(f"**{text}**" if median(found) <= HELPS else text)
    return ", ".join(said) or "-"


def _least(row: Sequence[str]) -> float:
    """The smallest ratio of a row."""
    numbers = [text for each in row[2:] for text in each.replace("*", "").split(", ")]
    return min([float(text) for text in numbers if text != "-"])


def _chance(models: Models) -> str:
    """How many times are less, and how many more, beyond doubt."""
    less = more = total = 0
    for measure in ("compile", "call"):
        bar = MEASURES[measure].bar
        for at in [cell(ways, way, measure) for ways in models.values() for way in OURS]:
            if at.interval is not None:
                total += 1
                more += at.is_above(bar)
                less += at.rounds >= DECIDED and at.interval[1] < 2 - bar
    return (
        f"Of {total} times of compiles and calls, {less} are less than 1 by as much as their bar is more, beyond "
        f"doubt, and {more} are above it. Of equal programs, up to one in {2**DECIDED} would be above it by chance: "
        "with four rounds, all of them may go one way.\n"
    )


def _again(found: Mapping[str, Any]) -> str:
    """Times that were losses and were measured again, in more rounds."""
    if not found:
        return ""
    versions = ", ".join([f"{name} {version}" for name, version in found["versions"].items()])
    rows: list[Sequence[str]] = []
    for name, ways in found["models"].items():
        for way, measures in ways.items():
            for measure in ("compile", "call"):
                low, high = measures[measure]["interval"]
                ratio, rounds = measures[measure]["ratio"], measures[measure]["rounds"]
                is_loss = low > MEASURES[measure].bar
                text = f"**{ratio:.3g}**" if is_loss else f"{ratio:.3g}"
                rows.append(
                    (f"`{name}`", WAYS[way].title, measure, f"{text} ({low:.3g} to {high:.3g})", str(rounds))
                )
    head = ("model", "way", "measure", "ratio", "rounds")
    said = (
        f"Losses of time, measured again in more rounds (`--recheck`): {found['machine']}; {versions}. Those that are "
        "not bold here are not above their bar beyond doubt any more.\n"
    )
    return f"{said}\n{table(head, rows)}"


def _making(found: Mapping[str, Any]) -> str:
    """Parts of XLA's compile that folding takes, and memory, as measured without calls."""
    if not found:
        return ""
    versions = ", ".join([f"{name} {version}" for name, version in found["versions"].items()])
    models, bar = found["models"], MEASURES["make"].bar
    within = [
        f"{title} {sum(each[share] <= bar * each['compile'] for each in models.values())}"
        for title, share in (("folded", "folded"), ("in jit", "jit"))
    ]
    said = (
        f"Making and memory, measured again without calls (`--making`): {found['machine']}; {versions}. *First* is the "
        "first time in a process, which has imports and tables of the kinds of ops that it has not met before. Of "
        f"{len(models)} models, making is at most {bar:g} of XLA's compile on: {', '.join(within)}.\n"
    )
    return f"{said}\n{table(HEAD_OF_MAKING, [row(name, each) for name, each in models.items()])}"


def _failed(found: list[tuple[str, str, str]]) -> str:
    if not found:
        return "None failed.\n"
    return table(
        ("model", "way", "failure"), [(f"`{n}`", WAYS[way].title, f"`{said}`") for n, way, said in found]
    )


def _losses(models: Models) -> str:
    """A table for each measure, of the models that lose most."""
    parts: list[str] = []
    for measure, spec in MEASURES.items():
        found = losses(models, measure)
        if not found:
            continue
        rows = [
            (f"`{name}`", *[_loss(at, measure) for at in cells.values()])
            for name, cells in list(found.items())[:SHOWN]
        ]
        more = f" The {SHOWN} that lose most:" if len(found) > SHOWN else ""
        parts.append(f"**{spec.title}**, models above the bar of {spec.bar:g}: {len(found)}.{more}\n")
        parts.append(table(("model", *[WAYS[way].title for way in OURS]), rows))
        if measure == "bytes":
            parts.append(_bought([models[name] for name in found]))
    return "\n".join(parts) or "No loss.\n"


def _bought(larger: Sequence[Mapping[str, Any]]) -> str:
    """What larger artifacts are for: the times of those that folding made larger."""
    grown = [ways for ways in larger if cell(ways, "folded", "bytes").is_above(MEASURES["bytes"].bar)]
    times = [
        [at.ratio for ways in grown if (at := cell(ways, "folded", measure)).ratio is not None]
        for measure in ("compile", "call")
    ]
    if not all(times):
        return ""
    compiled, called = map(median, times)
    return (
        f"Of the {len(grown)} that folding itself makes larger, the median ratio of XLA's compile is {compiled:.2f}, "
        f"that of a call {called:.2f}: their constants take the place of ops.\n"
    )


def _loss(at: Cell, measure: str) -> str:
    """A ratio with its interval and its amounts; it is bold where it is above the bar."""
    if at.ratio is None:
        return "-"
    spec = MEASURES[measure]
    text = f"**{at.ratio:.3g}**" if at.is_above(spec.bar) else f"{at.ratio:.3g}"
    if at.interval is not None:
        return f"{text} ({at.interval[0]:.3g} to {at.interval[1]:.3g})"
    if at.amounts is None:
        return text
    before, after = map(spec.amount, at.amounts)
    return f"{text} ({after} of {before})"


def _distributions(models: Models, measure: str) -> str:
    spec = MEASURES[measure]
    rows: list[Sequence[str]] = []
    for way, each in WAYS.items():
        values = ratios(models, way, measure)
        if way != "plain" and values:
            above = sum(cell(ways, way, measure).is_above(spec.bar) for ways in models.values())
            five = [f"{value:.3g}" for value in distribution(values)]
            rows.append([each.title, str(len(values)), *five, str(above)])
    head = (f"bar {spec.bar:g}", "models", "least", "1/4", "median", "3/4", "most", "above")
    return f"**{spec.title}**: {spec.text}.\n\n{table(head, rows)}"


def _models(models: Models) -> str:
    head = ("model", "what it is", "package", "licence", "MB", "ops", *[WAYS[way].title for way in OURS])
    rows: list[Sequence[str]] = []
    for name, ways in models.items():
        plain = ways["plain"]
        rows.append(
            [
                f"`{name}`",
                plain["text"],
                f"{plain['package']} {plain['version']}",
                plain["licence"],
                f"{plain['weights'] / 1e6:.3g}",
                str(plain["ops"]),
                *[_short(ways, way) for way in OURS],
            ]
        )
    return table(head, rows)


def _short(ways: Mapping[str, Any], way: str) -> str:
    cells = [cell(ways, way, measure).ratio for measure in ("ops", "compile", "call")]
    return ", ".join(["-" if value is None else f"{value:.2f}" for value in cells])


def _missing(models: Models) -> str:
    """Those that a package does not build any more, and those that were not measured."""
    lost = [f"- `{name}`: `{why}`" for name, ways in models.items() if (why := reason(ways["plain"]))]
    left = [f"- `{name}`: not measured yet" for name in CATALOGUE if name not in models]
    return "\n".join(["## Not built\n", *(lost or ["None."] if not left else lost), *left, ""])
