"""The report as one self-contained page for people: what went into which constant, what stayed, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.runtime import members_on_demand

if TYPE_CHECKING:
    from .document import to_html
    from .markup import today
else:
    __getattr__ = members_on_demand(__name__, {"document": ["to_html"], "markup": ["today"]})

__all__ = ["to_html", "today"]
