"""`python -m benchmarks.findings`: whether the tools still do what `docs/findings.md` says of them.

`--enzyme PYTHON` names a Python that has `enzyme_ad`, `--stablehlo PYTHON` one that has jaxlib 0.5.0, `--xdsl PYTHON`
one that has xDSL 0.74 and this project, `--xla PYTHON` and `--cpp PYTHON` one that has jaxlib 0.10.2, as for the
probes, and `--xla-gpu PYTHON` one that has jaxlib 0.11.2 with CUDA, on a machine with a GPU. What a tool makes of
each program now is given to `stablehlo-tv`; of XLA and the C++ interpreter it is what comes out for the arguments of
the finding, of XLA with all passes and without the one that is named. Findings that end a process are left out: a
test runs them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from docs.findings import Finding, constant_function, findings
from xdsl_stablehlo import parse_module, verify_module
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.tools.programs import new_context
from xdsl_stablehlo.workbench.validation import Verdict, validate

from .probes import CHILD

PEERS = {
    "enzyme": "Enzyme-JAX 0.0.16",
    "stablehlo": "StableHLO, of jaxlib 0.5.0",
    "cpp": "StableHLO's C++ interpreter, of jaxlib 0.10.2",
    "xdsl": "xDSL 0.74",
    "xla": "XLA on CPU, of jaxlib 0.10.2",
    "xla_gpu": "XLA on NVIDIA GPU, of jaxlib 0.11.2",
}


def asked(python: str, name: str, questions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a peer answers."""
    done = subprocess.run(
        [python, str(CHILD), name],
        input="\n".join(map(json.dumps, questions)),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def question(finding: Finding, without: str = "") -> dict[str, Any]:
    """What a peer is asked: the program, and for an engine the arguments, and the pass that it should leave out."""
    if not finding.given:
        return {"text": finding.before, "inputs": [], "options": {"pipeline": finding.call}}
    arrays = [np.ascontiguousarray(value.array) for value in finding.values()]
    inputs = [[(str(array.dtype), array.shape, array.tobytes().hex()) for array in arrays]]
    options = {"xla_disable_hlo_passes": without} if without else {}
    return {"text": finding.text.replace("@before(", "@main("), "inputs": inputs, "options": options}


def judged(finding: Finding, answer: dict[str, Any]) -> Verdict:
    """What `stablehlo-tv` says of what a tool made, or of what an engine gave."""
    if finding.given:
        given = constant_function(_results(finding, answer["outputs"][0]))
        (said,) = validate(finding.function("before"), given, bound=dict(enumerate(finding.values())))
        return said
    text: str = answer["text"]
    after = parse_module(text.replace("func.func private", "func.func"), new_context())
    verify_module(after)
    before = parse_module(finding.before, new_context())
    (said,) = validate(before, after)
    return said


def _results(finding: Finding, outputs: Sequence[str]) -> list[Tensor]:
    """What an engine gave, from its bytes in hexadecimal."""
    like = finding.results("after")
    arrays = [
        np.frombuffer(bytes.fromhex(data), x.array.dtype) for data, x in zip(outputs, like, strict=True)
    ]
    return [Tensor(x.type, array.reshape(x.shape)) for array, x in zip(arrays, like, strict=True)]


def verdicts(name: str, python: str, found: Sequence[Finding]) -> Iterator[tuple[str, bool]]:
    """What is said of each finding, and whether it is still so."""
    asks = [(each, "") for each in found]
    asks += [(each, each.right_without) for each in found if each.right_without]
    answers = asked(python, name, [question(*ask) for ask in asks])
    for (finding, without), answer in zip(asks, answers, strict=True):
        label = f"{finding.name} without {without}" if without else finding.name
        if "error" in answer:
            yield f"{label}: {answer['error']}", False
            continue
        said = judged(finding, answer)
        yield f"{label}: {said}", said.is_refuted is not bool(without)


def main() -> int:
    """Ask the tools that are named; 1 where one does something else now."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in PEERS:
        parser.add_argument(f"--{name.replace('_', '-')}", metavar="PYTHON")
    options = parser.parse_args()
    changed = 0
    for name, tool in PEERS.items():
        python: str | None = getattr(options, name)
        found = [each for each in findings() if each.tool == tool and not each.ends]
        for line, holds in verdicts(name, python, found) if python else ():
            changed += not holds
            print(line)
    return int(changed > 0)


if __name__ == "__main__":
    sys.exit(main())
