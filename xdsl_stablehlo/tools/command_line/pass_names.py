"""Names of passes: in what order they are listed, and what is said of one that there is not."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from xdsl_stablehlo.ir.printable import nearest

OURS = ("stablehlo-bind-arguments", "stablehlo-constant-fold", "stablehlo-split")
"""Passes that are this project's own."""

OF_MLIR = ("canonicalize", "cse", "dce", "inline", "strip-debuginfo")
"""Passes for any program, under MLIR's names or xDSL's."""

LEFT_OUT = {
    "stablehlo-legalize-to-linalg": "linalg",
    "stablehlo-legalize-to-tosa": "TOSA",
    "stablehlo-prepare-for-tosa": "TOSA",
    "stablehlo-quant-legalize-to-tosa-rescale": "TOSA",
    "tosa-rescale-legalize-to-stablehlo": "TOSA",
}
"""Upstream's passes that are not here, with the dialect that they are about."""

RENAMED = {"loop-invariant-code-motion": "licm"}
"""MLIR's names of passes that xDSL has under another one."""


def by_origin(names: Iterable[str]) -> list[tuple[str, list[str]]]:
    """Names of passes under headings: StableHLO's, then ours, then those for any program; in each, alphabetically."""
    groups: dict[str, list[str]] = {"of StableHLO": [], "of this project": [], "for any program": []}
    for name in sorted(names):
        heading = (
            "of this project" if name in OURS else "for any program" if name in OF_MLIR else "of StableHLO"
        )
        groups[heading].append(name)
    return [(heading, found) for heading, found in groups.items() if found]


def advice(name: str, passes: Collection[str], others: Collection[str] = (), dashes: str = "") -> str:
    """An addition to an error about a name that is no pass, nor one of the `others`."""
    dialect = LEFT_OUT.get(name)
    if dialect is not None:
        return f": upstream's passes for {dialect} are left out (docs/passes.md)"
    renamed = RENAMED.get(name)
    if renamed in passes:
        return f": did you mean '{dashes}{renamed}'?"
    return nearest(name, (*others, *passes), dashes)
