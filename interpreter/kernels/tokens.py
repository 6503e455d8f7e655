"""What SSA values hold that are not tensors. A tuple of the dialect is a Python tuple."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Token:
    """A value of `!stablehlo.token`: it orders effects and carries nothing."""


@dataclass(frozen=True)
class Future:
    """A value of `!stablehlo.future`: what an asynchronous op has given."""

    value: Any
