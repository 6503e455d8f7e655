"""What SSA values hold while a program runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

Value: TypeAlias = Any
"""An `Array` for a tensor, of storage integers for a quantized one; a Python tuple for a tuple; `Token`, `Future`."""


@dataclass(frozen=True)
class Token:
    """A value of `!stablehlo.token`: it orders effects and carries nothing."""


@dataclass(frozen=True)
class Future:
    """A value of `!stablehlo.future`: what an asynchronous op has given."""

    value: Value
