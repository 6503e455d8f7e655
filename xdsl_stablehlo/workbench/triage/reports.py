"""Reports: wrong results grouped by their cause, as a page, as JSON, and as texts of issues.

The same rulings give the same bytes, in whatever order they come.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from xdsl_stablehlo.values.files import new_content

from ..running import ItemResult
from .implementations import ALL_PATTERNS, CRASHED
from .rulings import IN_PLACE, ORDER, SUBNORMALS, WRONG

CAUSES = {
    IN_PLACE: "If scatters read copies, the result is permitted: they write into what other ops read, too.",
    SUBNORMALS: "If numbers below the smallest normal one may count as zeros, the result is permitted.",
}
"""The description of a cause that is no pass."""
SENTENCES = {
    SUBNORMALS: "Operations which result in exceptions defined by the IEEE-754 standard ([...] underflow, or inexact "
    "exceptions) produce default results; spec: Floating-point exceptions"
}
"""The sentence of the specification for a cause; otherwise the sections of the ops are named."""


@dataclass
class CauseGroup:
    """Wrong results with one cause, shown by the smallest program."""

    implementation: str
    difference: str
    decisive_pass: str
    """The pass or the pattern that decides, one of `CAUSES`, or nothing."""
    form: str
    smallest: ItemResult
    programs: list[str] = field(default_factory=list[str])

    @property
    def cause(self) -> tuple[str, ...]:
        """The property that the programs of one group share: the known cause, or else the difference and the form."""
        if self.decisive_pass in CAUSES:
            return self.implementation, self.decisive_pass
        if self.has_reason:
            return self.implementation, self.difference, self.decisive_pass
        return self.implementation, self.difference, self.decisive_pass, self.form

    @property
    def is_crash(self) -> bool:
        """Whether the process ended."""
        return self.difference.partition(": ")[0] == CRASHED

    @property
    def has_reason(self) -> bool:
        """Whether the process ended and said why."""
        return self.is_crash and self.difference != CRASHED

    @property
    def sentence(self) -> str:
        """Which part of the specification says so."""
        ops = ", ".join(dict.fromkeys(self.form.split())) or "constants"
        return SENTENCES.get(self.decisive_pass, f"spec: {ops}")

    @property
    def explanation(self) -> str:
        """The cause as far as it is known, and how sure that is."""
        kind = self.implementation.partition(":")[0]
        if self.decisive_pass in CAUSES:
            return CAUSES[self.decisive_pass]
        if self.decisive_pass and kind == "enzyme":
            return f"The pattern `{self.decisive_pass}` alone makes the result wrong: it is the cause."
        if self.decisive_pass:
            return f"Without the pass `{self.decisive_pass}` alone the result is permitted: it is the cause."
        if self.has_reason:
            return "The process ends for one reason in all programs; more is not known of the cause."
        if kind == "xla":
            return "No pass that was left out alone makes the result permitted. The programs have one form in common."
        if kind == "enzyme":
            return "No pattern alone makes the result wrong. The programs have one form in common."
        return (
            "The programs have one form and one kind of difference in common; more is not known of the cause."
        )


def groups_of(results: Iterable[ItemResult]) -> list[CauseGroup]:
    """The groups of all wrong results, those of most programs first."""
    found: dict[tuple[str, ...], CauseGroup] = {}
    for result in sorted(results, key=lambda each: str(each.get("program", ""))):
        for name, ruling in sorted(result.get("rulings", {}).items()):
            if ruling["ruling"] != WRONG:
                continue
            small = ruling["smallest"]
            shown = CauseGroup(name, ruling["difference"], small["pass"], small["form"], small)
            group = found.setdefault(shown.cause, shown)
            if len(small["program"]) < len(group.smallest["program"]):
                group = found[shown.cause] = replace(shown, programs=group.programs)
            group.programs.append(result["program"])
    return sorted(found.values(), key=lambda g: (-len(g.programs), g.implementation, g.difference, g.form))


def write_report(results: Sequence[ItemResult], folder: Path) -> list[CauseGroup]:
    """Write `report.json`, `index.html`, `issues/N.md` and `findings/N.mlir`. Raises `OSError`."""
    groups = groups_of(results)
    ordered = sorted(results, key=lambda each: str(each.get("program", "")))
    made = {"programs": ordered, "groups": [{**asdict(g), "sentence": g.sentence} for g in groups]}
    for name in ("issues", "findings"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    _write(folder / "report.json", json.dumps(made, indent=1, sort_keys=True) + "\n")
    for number, group in enumerate(groups, 1):
        _write(folder / "issues" / f"{number:03}.md", issue_text(group))
        if group.smallest["results"] or group.is_crash:
            _write(folder / "findings" / f"{number:03}.mlir", finding_text(group))
    _write(folder / "index.html", _page(ordered, groups))
    return groups


def _write(path: Path, text: str) -> None:
    with new_content(path, sync=False) as stream:
        stream.write(text.encode(errors="surrogateescape"))


def counts_of(results: Iterable[ItemResult]) -> dict[str, Counter[str]]:
    """The number of each ruling, by implementation."""
    counts: dict[str, Counter[str]] = {}
    for result in results:
        for name, ruling in result.get("rulings", {}).items():
            counts.setdefault(name, Counter())[ruling["ruling"]] += 1
    return dict(sorted(counts.items()))


_INTERPRETER = """cat > program.mlir <<'END'
PROGRAMEND
stablehlo-translate --interpret program.mlir --args='[ARGUMENTS]'
"""

REPRODUCE = {
    "xla": """import os
os.environ["XLA_FLAGS"] = "--xla_allow_excess_precision=false --xla_cpu_enable_fast_min_max=false"
import jax
from jax._src.interpreters import mlir
from jaxlib import xla_client
from jaxlib.mlir import ir
from numpy import array, asarray, inf, nan
jax.config.update("jax_enable_x64", True)
program = r'''
PROGRAM'''
arguments = [ARRAYS]
device = jax.local_devices(backend=PLATFORM)[0]
with mlir.make_ir_context():
    devices, options = xla_client.DeviceList((device,)), xla_client.CompileOptions()
    executable = device.client.compile_and_load(ir.Module.parse(program), devices, options)
print([asarray(x) for x in executable.execute([jax.device_put(x, device) for x in arguments])])
""",
    "enzyme": """from enzyme_ad.jax.enzyme_call import run_pass_pipeline
program = r'''
PROGRAM'''
print(run_pass_pipeline([], program, PIPELINE)[1])
""",
    "cpp": _INTERPRETER,
    "ours": _INTERPRETER,
}
"""A paste that shows a result again and needs only the tool. `PROGRAM` and `ARGUMENTS` are text, `ARRAYS` are
Python. XLA's flags are those of `XlaEngine`."""


def reproduction(
    implementation: str,
    program: str,
    arguments: Sequence[str],
    arrays: Sequence[str],
    pipeline: str = ALL_PATTERNS,
) -> list[str]:
    """A paragraph of an issue that shows a result again; none where no paste is known.

    The arguments are text in `arguments` and Python in `arrays`.
    """
    kind, _, platform = implementation.partition(":")
    script = REPRODUCE.get(kind)
    if script is None:
        return []
    language = "sh" if script is _INTERPRETER else "python"
    filled = script.replace("PLATFORM", repr(platform or None)).replace("PIPELINE", repr(pipeline))
    filled = filled.replace("PROGRAM", program).replace("ARGUMENTS", ", ".join(arguments))
    return [f"To reproduce:\n\n```{language}\n{filled.replace('ARRAYS', ', '.join(arrays))}```"]


def issue_text(group: CauseGroup) -> str:
    """The text of an issue about a group."""
    small = group.smallest
    arguments = ", ".join(small["arguments"])
    parts = [
        f"# {group.implementation}: {group.difference} ({group.form or 'a constant'})",
        f"```mlir\n{small['program']}```",
        f"Arguments: `{arguments}`" if arguments else "The program takes no arguments.",
        f"{small['place'].capitalize() or 'The program'}: expected `{small['expected']}`, got `{small['given']}`."
        if small["expected"]
        else f"It ends so: {small['reason']}.",
        f"> {group.sentence}",
        group.explanation,
    ]
    parts += reproduction(group.implementation, small["program"], small["arguments"], small["arrays"])
    count = len(group.programs)
    several = f"{count} programs show this" if count > 1 else "One program shows this"
    parts.append(f"{several}: {', '.join(group.programs[:10])}.")
    return "\n\n".join(parts) + "\n"


TOOLS = {
    "xla": ("XLA", "jax"),
    "cpp": ("StableHLO's C++ interpreter", "jax"),
    "enzyme": ("Enzyme-JAX", "enzyme_ad"),
    "stablehlo": ("StableHLO's passes", "jax"),
    "ours": ("xdsl-stablehlo", "xdsl-stablehlo"),
}
"""The names of implementations, and the package that has each."""


def finding_text(group: CauseGroup) -> str:
    """A group as a file of `docs/findings`: what is stated in comments, and the program as `@before`."""
    small, (kind, _, platform) = group.smallest, group.implementation.partition(":")
    name, package = TOOLS.get(kind, (group.implementation, ""))
    with suppress(PackageNotFoundError):
        name = f"{name}, of {package} {version(package)}" if package else name
    stated = {
        "tool": name,
        "call": f"platform {platform}" if platform else "default options",
        "title": f"{group.difference[:1].upper()}{group.difference[1:]}: {group.form or 'a constant'}",
        "sentence": group.sentence,
        "arguments": ", ".join(small["arguments"]),
        "given": ", ".join(small["results"]),
        "ends": small["reason"] if group.is_crash else "",
        "right_without": group.decisive_pass if kind == "xla" and group.decisive_pass not in CAUSES else "",
    }
    lines = [f"// {key}: {value}" for key, value in stated.items() if value]
    program = small["program"].replace("@main(", "@before(")
    return "\n".join(lines) + f"\n\n{program}"


_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Triage</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
pre{overflow-x:auto;background:#8882;padding:.7rem}td,th{padding:.2rem .8rem;text-align:left}
:root{color-scheme:light dark}</style>
<h1>Whose result is wrong?</h1>
"""


def _page(results: Sequence[ItemResult], groups: Sequence[CauseGroup]) -> str:
    rows = "".join(
        f"<tr><th>{escape(name)}</th>" + "".join([f"<td>{count[each]}</td>" for each in ORDER]) + "</tr>\n"
        for name, count in counts_of(results).items()
    )
    titles = "".join([f"<th>{each}</th>" for each in ORDER])
    parts = [_HEAD, f"<p>{len(results)} programs, {len(groups)} groups of wrong results.</p>\n"]
    parts.append(f"<table><tr><th></th>{titles}</tr>\n{rows}</table>\n")
    for number, group in enumerate(groups, 1):
        small = group.smallest
        said = f"expected {small['expected']}, got {small['given']}" if small["expected"] else small["reason"]
        parts.append(
            f"<h2>{number}. {escape(group.implementation)}: {escape(group.difference)} ({len(group.programs)})</h2>\n"
            f"<pre>{escape(small['program'])}</pre>\n<p>For ({escape(', '.join(small['arguments']))}): "
            f"{escape(small['place'])} {escape(said)}. {escape(group.sentence)}. {escape(group.explanation)} "
            f'<a href="issues/{number:03}.md">Text of an issue</a></p>\n'
        )
    return "".join(parts) + "</html>\n"
