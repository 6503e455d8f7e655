"""Explanations of a fold for people: causes of what stayed, the text of a terminal, a page.

Imports the fold and all below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl_stablehlo.ir.runtime import members_on_demand

if TYPE_CHECKING:
    from .page.document import to_html
    from .page.markup import today
else:
    __getattr__ = members_on_demand(__name__, {"page.document": ["to_html"], "page.markup": ["today"]})

__all__ = ["to_html", "today"]
