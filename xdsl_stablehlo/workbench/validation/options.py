"""What a validation may spend, what it takes for equal, and how the two sides' arguments and results correspond."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from xdsl_stablehlo.interpreter.tensor import Tensor


@dataclass(frozen=True)
class FloatTolerance:
    """How far floats may be apart: not at all (`bits`), as rounding explains (`rounding`), or `ulps` of the type.

    Examples:
        >>> FloatTolerance.of("ulp=3")
        FloatTolerance(mode='ulp', ulps=3)
    """

    mode: str = "rounding"
    ulps: int = 0

    @staticmethod
    def of(text: str) -> FloatTolerance:
        """`bits`, `rounding` or `ulp=N`. Raises `ValueError` for anything else."""
        if text in ("bits", "rounding"):
            return FloatTolerance(text)
        found = re.fullmatch(r"ulp=(\d{1,9})", text, re.ASCII)
        if found is None:
            raise ValueError(f"'{text}' is not bits, rounding or ulp=N")
        return FloatTolerance("ulp", int(found[1]))

    @property
    def may_round(self) -> bool:
        """Whether what rounding explains is no difference of values."""
        return self.mode == "rounding"

    @property
    def distinguishes_nans(self) -> bool:
        """Whether NaNs of different bits are different."""
        return self.mode == "bits"


@dataclass(frozen=True)
class ValidationOptions:
    """How a validation is made.

    Examples:
        >>> ValidationOptions(floats=FloatTolerance.of("ulp=2"), inputs=50).floats.ulps
        2
    """

    floats: FloatTolerance = field(default_factory=FloatTolerance)
    inputs: int = 200
    """How many arguments are tried behind the directed ones, at most."""
    work_budget: int = 1 << 35
    """Nanoseconds, as estimated, that all evaluations for one function may take: the same on every machine."""
    seconds: float | None = None
    """Seconds of the clock on the wall that one function may take. Verdicts then depend on the machine."""
    steps: int = 200_000
    """Ops that one evaluation may take."""
    bytes: int = 1 << 31
    """Bytes that one evaluation may hold."""
    seed: int = 0
    arguments: Sequence[int] | None = None
    """For each parameter of `after` the number of the argument of `before` that it takes; None: one for one."""
    results: Sequence[int] | None = None
    """For each result of `after` the number of the result of `before` that it is compared with; None: one for one."""
    bound: Mapping[int, Tensor] = field(default_factory=dict[int, Tensor])
    """Arguments of `before` with the one value that they have. Without `arguments`, `after` does not take them."""
    proofs: bool = True
    """Whether a proof is looked for before arguments are tried."""
    proofs_by_folding: bool = True
    """Whether a proof may rest on this project's own folding; none of `validate_passes` does."""
