"""Random programs, to test compilers with: valid, defined, and the same for the same seed."""

from __future__ import annotations

from .api import FuzzedProgram, fuzz
from .generator import FuzzOptions

__all__ = ["FuzzOptions", "FuzzedProgram", "fuzz"]
