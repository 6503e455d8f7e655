"""VHLO, the versioned dialect of portable artifacts: every op, attribute and type that StableHLO ever promised.

The tables are in `ops`, `attributes` and `types`; a row is all there is to say of an entry: versions, text, bytecode.
"""

from __future__ import annotations

from xdsl.ir import Dialect

from .attributes import ATTRIBUTES_BY_NAME
from .ops import OPS_BY_NAME
from .types import TYPES_BY_NAME
from .version import CURRENT, MINIMUM, Compatibility, Version

VHLO = Dialect("vhlo", list(OPS_BY_NAME.values()), [*ATTRIBUTES_BY_NAME.values(), *TYPES_BY_NAME.values()])

__all__ = ["CURRENT", "MINIMUM", "VHLO", "Compatibility", "Version"]
