"""Names of ways and of measures, and what each is compared with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Way(NamedTuple):
    """One thing that may be done to a program before XLA compiles it."""

    title: str
    text: str
    ours: bool
    base: str = "plain"
    """The way that it is compared with."""


WAYS = {
    "plain": Way("as it is", "a function of weights and inputs, as JAX exports it", ours=False),
    "folded": Way("folded", "`fold_module` with default options", ours=True),
    "closed": Way("XLA alone", "weights as constants, which XLA folds by itself", ours=False),
    "bound": Way("weights bound", "weights as constants, folded", ours=True, base="closed"),
    "split": Way(
        "split",
        "main of `xdsl_stablehlo.jax.split`; setup has run before. Making it includes JAX's tracing",
        ours=True,
    ),
    "jit": Way("in jit", "compiled inside of `folding()`", ours=True),
    "enzyme": Way("Enzyme-JAX", "`enzyme-hlo-opt`", ours=False),
    "stablehlo": Way("StableHLO's folder", "`stablehlo-aggressive-folder` of jaxlib 0.5.0", ours=False),
}
"""In the order of the page. Every way is made from "plain" or "closed"."""


class Measure(NamedTuple):
    """A ratio to the base: `after / before`, where less is better."""

    title: str
    text: str
    bar: float
    """The ratio from which it is a loss."""
    unit: str = ""
    """Of the amounts; counts have none."""

    def amount(self, value: float) -> str:
        """A number with a prefix of its unit, as in `5.4 kB` and `12 ms`; counts as they are."""
        if not self.unit or not value:
            return f"{value:.0f} {self.unit}".rstrip()
        for factor, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m")):
            if value >= factor:
                return f"{value / factor:.3g} {prefix}{self.unit}"
        return f"{value * 1e6:.3g} u{self.unit}"


MEASURES = {
    "ops": Measure("ops", "operations in the module, of all functions and regions", 1.01),
    "bytes": Measure("bytes", "the portable artifact, without locations", 1.01, "B"),
    "make": Measure("making / XLA's compile", "CPU time of the way, against XLA's for the base", 0.1, "s"),
    "compile": Measure("compile", "CPU time of XLA's compile", 1.02, "s"),
    "call": Measure("call", "CPU time of one call", 1.01, "s"),
    "memory": Measure("device memory", "arguments, results and temporaries, as XLA states them", 1.01, "B"),
}
"""The seventh measure, the largest difference of results, has no ratio."""


def same(made: Mapping[str, Any], way: str, base: str) -> bool:
    """Whether a way left its base as it was."""
    return "digest" in made[way] and made[way]["digest"] == made[base].get("digest")
