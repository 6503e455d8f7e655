"""What a report names and where that is."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import LocationAttr

from xdsl_stablehlo.text.locations import origin_of


class Located:
    """What is somewhere in the program. Where that is, is read out of the location when somebody asks."""

    source: LocationAttr

    @property
    def location(self) -> str:
        """`file:line:column` where the location says it, otherwise nothing."""
        return origin_of(self.source).place

    @property
    def name(self) -> str:
        """The name that the location says, which JAX makes of its transformations, functions and ops: `jit(f)/mul`."""
        return origin_of(self.source).name

    @property
    def called_from(self) -> tuple[str, ...]:
        """Where the calls are that led to the place, the innermost first: `file:line:column in function`."""
        return origin_of(self.source).callers

    def to_dict(self) -> dict[str, Any]:
        """It as plain data."""
        place, (name, _) = self.location, origin_of(self.source)
        where = {"location": place, "name": name, "called_from": [*self.called_from]}
        return {**{key: value for key, value in vars(self).items() if key not in NOT_DATA}, **where}


NOT_DATA = ("source", "operation", "operations", "waiting_operations", "chain")
"""What is said in other words in plain data, or is a part of the program."""
