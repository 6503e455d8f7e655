"""The format of golden files: sections of an MLIR program and what comes of it. CONTRIBUTING.md describes it."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from pathlib import Path

ROOMS = Path(__file__).parents[1]
SEPARATOR = "// -----"
FOLD, PASS, AFTER, RUN, WITH = "// fold:", "// pass:", "// after:", "// run:", "// with "
PRINT, INFER, SPECULATE = "// print:", "// infer:", "// speculate:"
RESULT, UNCHANGED, ERROR = "// =>", "// unchanged", "// error:"
WITHOUT, OPS, VERDICT = "// without:", "// ops:", "// verdict:"
KEPT, RULES, REPORT, WARNS = "// kept:", "// rules:", "// report:", "// warns:"
CPP, UNEVALUATED = "// cpp:", "// unevaluated"
REFUSED = re.compile(r"^ *// expected-error@\+1 \{\{(.*)\}\}$", re.MULTILINE)
"""The line in front of the one for which the parser or the verifier has a diagnostic."""

HEADS = (FOLD, PASS, AFTER, RUN, PRINT, INFER, SPECULATE)
EXPECTED = (RESULT, UNCHANGED, ERROR, WITHOUT, OPS, VERDICT)
NOTES = (KEPT, RULES, REPORT, WARNS, CPP, UNEVALUATED)


@dataclass
class Run:
    """One way to treat the program of a case, and what comes of it."""

    head: str = ""
    """The line with the options or the pass, or that a rewritten program follows; empty for the options of the file."""
    rewritten: list[str] = field(default_factory=list[str])
    """The program after a rewrite, which is validated in the place of folding."""
    expected: list[str] = field(default_factory=list[str])
    """The module as printed, results, or one line: nothing changed, an error, names of ops, or words that are gone."""
    notes: list[str] = field(default_factory=list[str])
    """What else is asked: ops that stayed, rules, warnings, values. A kind is compared if there is a line of it."""

    def lines(self) -> list[str]:
        """The run as it is written."""
        return [*([self.head] if self.head else []), *self.rewritten, *self.expected, *self.notes]


@dataclass
class Case:
    """A section of a golden file, or one instance of a section with parameters."""

    path: Path
    part: int
    """The number of the section in the file, from 0."""
    line: int
    """The line of the file on which the section begins, from 1."""
    program: str
    runs: list[Run]
    options: str = ""
    """The options of the whole file."""
    instance: str = ""
    """The values of the parameters, `OP=add, T=f32`."""

    def __str__(self) -> str:
        path = self.path.relative_to(ROOMS) if self.path.is_relative_to(ROOMS) else self.path.name
        return f"{path}:{self.line}" + f"[{self.instance}]" * bool(self.instance)

    def lines(self) -> list[str]:
        """The section as it is written."""
        return [*self.program.splitlines(), *(line for run in self.runs for line in ("", *run.lines()))]


def cases(path: Path) -> list[Case]:
    """The sections of a golden file. The first one is the head of the file if it has no program."""
    found: list[Case] = []
    options, line = "", 1
    for part, text in enumerate(sections(path.read_text())):
        program, runs = read_section(text)
        begins = line + len(text) - len(text.lstrip("\n"))
        if re.sub(r"//.*", "", program).strip():
            for instance in instances(text):
                program, runs = read_section(substituted(text, instance))
                said = ", ".join(f"{name}={value}" for name, value in instance.items())
                found.append(Case(path, part, begins, program, runs, options, said))
        elif part:
            raise ValueError(f"{path}:{begins}: a section without a program")
        else:
            options = ", ".join(run.head.removeprefix(FOLD).strip() for run in runs)
        line += text.count("\n") + 1
    return found


def instances(text: str) -> list[dict[str, str]]:
    """The values of the parameters of a section, of every line `// with NAME = value, value` each of its values."""
    named = re.findall(rf"^{WITH}(\w+) = (.*)$", text, flags=re.MULTILINE)
    values = [[value.strip() for value in re.split(r",(?![^<(\[]*[>)\]])", listed)] for _, listed in named]
    return [dict(zip((name for name, _ in named), chosen)) for chosen in itertools.product(*values)]


def substituted(text: str, instance: dict[str, str]) -> str:
    """A section in which `$NAME` is the value of the parameter."""
    for name, value in instance.items():
        text = text.replace(f"${name}", value)
    return text


def sections(text: str) -> list[str]:
    """The text between separators, which are lines of their own."""
    return re.split(rf"^{SEPARATOR}\n", text, flags=re.MULTILINE)


def read_section(text: str) -> tuple[str, list[Run]]:
    """The program and the runs of a section; one with the options of the file where none is written."""
    program: list[str] = []
    runs: list[Run] = []
    for line in text.splitlines():
        if line.startswith(HEADS):
            runs.append(Run(line))
        elif line.startswith((*EXPECTED, *NOTES)):
            if not runs:
                runs.append(Run())
            (runs[-1].notes if line.startswith(NOTES) else runs[-1].expected).append(line)
        elif runs and runs[-1].head.startswith(AFTER) and not runs[-1].expected:
            runs[-1].rewritten += [line] if line.strip() else []
        elif line.strip() and runs:
            raise ValueError(f"{line!r} stands behind what is expected")
        else:
            program.append(line)
    written = "\n".join(program).strip("\n")
    return written, runs if runs or REFUSED.search(written) else [Run()]


def write(case: Case, program: str, runs: list[Run]) -> None:
    """Put this program and these runs in the place of those that the file has."""
    if case.instance:
        raise ValueError(f"{case}: a section with parameters is written by hand")
    texts = sections(case.path.read_text())
    begin = "\n" if case.part else ""
    blocks = ["\n".join(run.lines()) for run in runs]
    texts[case.part] = begin + "\n\n".join([program, *blocks]) + "\n"
    if case.part < len(texts) - 1:
        texts[case.part] += "\n"
    case.path.write_text(f"{SEPARATOR}\n".join(texts))
