"""`python -m benchmarks.findings`: whether the tools still do what `docs/findings.md` says of them.

`--enzyme PYTHON` names a Python that has `enzyme_ad`, `--stablehlo PYTHON` one that has jaxlib 0.5.0, as for the
probes. What a tool makes of each program now is given to `stablehlo-tv`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence

from docs.findings import Finding, findings
from xdsl_stablehlo import parse_module, print_module, verify_module
from xdsl_stablehlo.tools.driver import new_context
from xdsl_stablehlo.validation import validate

from .probes import CHILD

PEERS = {"enzyme": "Enzyme-JAX 0.0.16", "stablehlo": "StableHLO, of jaxlib 0.5.0"}


def asked(python: str, name: str, found: Sequence[Finding]) -> list[str]:
    """What a peer makes of each program, as text."""
    questions = [json.dumps({"text": _only(each), "inputs": []}) for each in found]
    done = subprocess.run(
        [python, str(CHILD), name],
        input="\n".join(questions),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
    )
    return [json.loads(line).get("text", "") for line in done.stdout.splitlines()]


def _only(finding: Finding) -> str:
    """The function before, without the one after."""
    return str(print_module(parse_module(finding.text.partition("func.func @after")[0], new_context())))


def verdict(finding: Finding, text: str) -> str:
    """What `stablehlo-tv` says of what a tool made."""
    if not text:
        return "gives nothing"
    after = parse_module(text.replace("func.func private", "func.func"), new_context())
    verify_module(after)
    before = parse_module(finding.text.partition("func.func @after")[0], new_context())
    (said,) = validate(before, after)
    return str(said)


def main() -> int:
    """Ask the tools that are named; 1 where one does something else now."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in PEERS:
        parser.add_argument(f"--{name}", metavar="PYTHON")
    options = parser.parse_args()
    changed = 0
    for name, tool in PEERS.items():
        python: str | None = getattr(options, name)
        found = [each for each in findings() if each.tool == tool]
        for finding, text in zip(found, asked(python, name, found) if python else ()):
            said = verdict(finding, text)
            changed += "refuted: " not in said
            print(f"{finding.name}: {said}")
    return int(changed > 0)


if __name__ == "__main__":
    sys.exit(main())
