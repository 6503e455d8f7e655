"""Write `docs/findings.md` from `docs/findings/*.mlir`: `python -m docs.findings`. A test fails where it is another.

`python -m docs.findings NAME ..` prints findings as texts of issues, each with a paste that needs only the tool.

A file has comments and a program before and after an optimisation of another tool, `@before` and `@after`. The comments
have the tool, its command, the defect, the arguments that show it, and the words of the specification. An engine has no
program as its output: there are its results in place of `@after`, or how its process ended, and the pass without which
it is right, if there is one.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Region

from xdsl_stablehlo import parse_module, print_module
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.interpreter import Tensor, eval_module
from xdsl_stablehlo.tools.interpret import parse_arguments
from xdsl_stablehlo.tools.programs import new_context
from xdsl_stablehlo.values.element_types import holds_complex, holds_integers
from xdsl_stablehlo.workbench.triage.reports import reproduction
from xdsl_stablehlo.workbench.triage.rulings import in_python
from xdsl_stablehlo.workbench.validation.verdicts import shown

HERE = Path(__file__).parent
FOLDER = HERE / "findings"
_STATED = re.compile(r"^// (\w+): (.*)$", re.MULTILINE)

HEAD = """# Findings

Made by `python -m docs.findings` from the programs in `docs/findings`. The tests evaluate all of them, here and by the
C++ reference interpreter, and both give the same results, but for those that are about it. Each was found by
`stablehlo-tv` or `stablehlo-fuzz --guided`, and made small by `stablehlo-reduce`: `@before` is the input of a tool, of
the version that is named, and `@after` its output. `python -m benchmarks.findings` runs the tools again if they are
installed. Several programs with one cause are one finding.

XLA and the C++ interpreter have no output in StableHLO. A finding has `@before` and their results for its arguments (or
how the process ended), or without arguments if the program is constant. The results are judged as `stablehlo-tv` judges
those of two programs, and the programs of XLA were made small by hand. A pass is named if the result is right without
it. If none is named, the cause is none of the 89 passes (74 for atan2) that were disabled one at a time, and not
fast-math, which is off. What XLA gives on a GPU was recorded there. 2,041 programs ran with default options on 68,235
sets of arguments (1,111 of the tests' own generators, 396 of `stablehlo-fuzz`, 534 functions of Enzyme-JAX's tests),
and 5,472 times with the arguments as constants; 70 programs were written for single rewrites of floats. 66 of the
random ones were also compiled without each of the passes: no result was wrong then that was right with all of them.

A difference is a finding if the specification leaves no choice. Results that it does not define are not in the list,
nor are differences that rounding in another order explains, nor those that need an integer overflow: the specification
leaves overflow to the implementation (Errors), although all of them wrap around. Some tools do these things knowingly,
for speed; then the finding says what it costs.

`python -m docs.findings xla_add_of_booleans` prints a finding as the text of an issue, with a paste that needs only the
tool.
"""


class Finding(NamedTuple):
    """What another tool did."""

    name: str
    tool: str
    call: str
    """What it was asked for: a pipeline of passes, or how else it is called."""
    title: str
    sentence: str
    """What the specification says."""
    text: str
    arguments: str = ""
    given: str = ""
    """What an engine gave for the arguments."""
    ends: str = ""
    """How the process of an engine ended, if it did."""
    right_without: str = ""
    """The pass of an engine without which it gives what is specified."""
    until: str = ""
    """The oldest version of jaxlib that was tried and does not do it."""

    @property
    def module(self) -> ModuleOp:
        """Both functions."""
        return parse_module(self.text, new_context(), f"{self.name}.mlir")

    def function(self, name: str) -> FuncOp:
        """`@before` or `@after`; of an engine this is a function that takes nothing and gives the same."""
        if self.given and name == "after":
            return constant_function(self.results(name))
        return next(op for op in self.module.ops if isinstance(op, FuncOp) and op.sym_name.data == name)

    @property
    def before(self) -> str:
        """The program before, alone, as a module."""
        return print_module(parse_module(self.text.partition("func.func @after")[0], new_context()))

    def values(self) -> list[Tensor]:
        """The arguments."""
        return parse_arguments(f"[{self.arguments}]", new_context())

    def results(self, name: str) -> tuple[Tensor, ...]:
        """What a function gives for the arguments, or an engine gave in its place."""
        if self.given and name == "after":
            return tuple(parse_arguments(f"[{self.given}]", new_context()))
        return eval_module(self.module, self.values(), name)


def findings() -> list[Finding]:
    """All findings, by tool and name."""
    found = [_finding(path) for path in FOLDER.glob("*.mlir")]
    return sorted(found, key=lambda finding: (finding.tool, finding.name))


def constant_function(results: Sequence[Tensor]) -> FuncOp:
    """A function that takes nothing and gives these: what an engine gave, to be validated."""
    constants = [ConstantOp(result.to_attr()) for result in results]
    returned = [op.results[0] for op in constants]
    block = Block([*constants, ReturnOp(*returned)])
    return FuncOp("after", ([], [value.type for value in returned]), Region(block))


def _finding(path: Path) -> Finding:
    text = path.read_text()
    stated = dict(_STATED.findall(text))
    program = "\n".join([line for line in text.splitlines() if not _STATED.match(line)]).strip() + "\n"
    return Finding(name=path.stem, text=program, **stated)


def _shown(result: Tensor) -> str:
    """A result as text. The sign and the payload of a NaN are left open, and differ between machines: one stands for
    all."""
    array = result.array
    if holds_integers(array.dtype) or holds_complex(array.dtype) or array.dtype == np.bool_:
        return shown(result)
    return shown(Tensor.of(np.where(np.isnan(array), np.asarray(np.nan, array.dtype), array), result.type))


def _outcomes(finding: Finding) -> tuple[str, str]:
    """What is specified, and what a tool made of it."""
    before = ", ".join(map(_shown, finding.results("before")))
    return before, finding.ends or ", ".join(map(_shown, finding.results("after")))


def _section(finding: Finding) -> str:
    before, after = _outcomes(finding)
    off = f", right with `xla_disable_hlo_passes={finding.right_without}`" if finding.right_without else ""
    rows = [
        f"### {finding.title}",
        f"`{finding.call}`{off}, [{finding.name}.mlir](findings/{finding.name}.mlir)",
        f"```mlir\n{finding.text}```",
        "| | |\n|---|---|",
    ]
    names = ("as specified", "given") if finding.given or finding.ends else ("before", "after")
    table = [("for", finding.arguments), (names[0], before), (names[1], after)]
    table += [("not since", f"jaxlib {finding.until}")] if finding.until else []
    lines = "".join(f"\n| {what} | `{value}` |" for what, value in table if value)
    return "\n\n".join(rows) + f"{lines}\n\n{finding.sentence}\n"


def page(found: Sequence[Finding]) -> str:
    """The text of the page."""
    parts = [HEAD]
    for tool in dict.fromkeys(finding.tool for finding in found):
        of_tool = [finding for finding in found if finding.tool == tool]
        parts.append(f"## {tool}: {len(of_tool)}\n")
        parts += map(_section, of_tool)
    return "\n".join(parts)


IMPLEMENTATIONS = {"cpp": "cpp", "xla_gpu": "xla:gpu", "xla": "xla:cpu", "enzyme": "enzyme"}
"""The implementations that pastes are known for, by how the names of findings begin."""


def issue(finding: Finding) -> str:
    """A finding as the text of an issue."""
    program, values = finding.before.replace("@before(", "@main("), finding.values()
    before, after = _outcomes(finding)
    parts = [f"# {finding.title}", f"```mlir\n{program}```"]
    if values:
        parts.append(f"Arguments: `{finding.arguments}`")
    parts += [f"As specified: `{before}`. {finding.tool}: `{after}`.", f"> {finding.sentence}"]
    if finding.right_without:
        parts.append(f"The result is right with `xla_disable_hlo_passes={finding.right_without}`.")
    kind = next((made for begin, made in IMPLEMENTATIONS.items() if finding.name.startswith(begin)), "")
    arrays = [in_python(value.array) for value in values]
    parts += reproduction(kind, program, [finding.arguments], arrays, finding.call)
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Write the page, or print the texts of issues."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="findings to print as texts of issues")
    names: list[str] = parser.parse_args().names
    known = {each.name: each for each in findings()}
    for name in names:
        if name not in known:
            parser.error(f"there is no finding '{name}' in {FOLDER.name}")
        print(issue(known[name]), end="" if name == names[-1] else "\n")
    if not names:
        (HERE / "findings.md").write_text(page(list(known.values())))


if __name__ == "__main__":
    main()
