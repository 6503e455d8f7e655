"""What a suite says of each thing it tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias


class Outcome(NamedTuple):
    """One measured thing: its name, whether it holds, and what was seen where it does not."""

    name: str
    holds: bool
    seen: str = ""
    refused: bool = False
    """Whether nothing was there to compare with, because who was to give it refused: it neither holds nor fails."""


Suite: TypeAlias = Callable[[Path], Iterator[Outcome]]
"""From the checkout's `stablehlo/` folder to outcomes."""
