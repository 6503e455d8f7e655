"""The versions of StableHLO: the order between them, what is supported, which bytecode format each one reads, and the
errors of a conversion between them."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from xdsl.ir import Operation
from xdsl.utils.exceptions import PassFailedException

from xdsl_stablehlo.ir.guards import name_of


class Version(NamedTuple):
    """`major.minor.patch`."""

    major: int
    minor: int
    patch: int = 0

    @staticmethod
    def parse(text: str) -> Version:
        """The version that `text` spells: digits.digits.digits, or `current`. Raises `ValueError`."""
        if text == "current":
            return CURRENT
        match = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)", text, re.ASCII)
        if match is None:
            raise ValueError(f"Invalid target version argument '{text}'")
        return Version(*map(int, match.groups()))

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"

    @property
    def minor_release(self) -> Version:
        """The x.y.0 that a patch release x.y.z writes the bytes of."""
        return self._replace(patch=0)


MINIMUM = Version(0, 9, 0)
"""The oldest version that can be written."""

CURRENT = Version(1, 20, 0)
"""The newest version known here."""

BYTECODE_VERSIONS = (
    (Version(0, 15, 0), 6),
    (Version(0, 14, 0), 4),
    (Version(0, 12, 0), 3),
    (Version(0, 10, 0), 1),
    (Version(0, 9, 0), 0),
)
"""From which version on which bytecode format is written."""


class Compatibility(Enum):
    """The age of the oldest consumers, and the oldest version that all consumers of that age read."""

    NONE = CURRENT
    WEEK_4 = Version(1, 18, 0)
    WEEK_12 = Version(1, 16, 2)
    MAX = MINIMUM


def bytecode_version(version: Version) -> int:
    """The bytecode format that readers of `version` understand."""
    return next(fmt for since, fmt in BYTECODE_VERSIONS if version >= since)


def checked_target(text: str) -> Version:
    """The version to write for, if it is one that can be written. Raises `ValueError` in upstream's words."""
    target = Version.parse(text)
    if target < MINIMUM:
        raise ValueError(f"target version {target} is less than minimum supported {MINIMUM}")
    if target > CURRENT:
        raise ValueError(f"target version {target} is greater than current version {CURRENT}")
    return target


LONGEST = 400
"""Characters of a reason. Attributes of any size stand in it."""


class LegalizationError(PassFailedException):
    """An op that the target dialect or version does not have. `op` is the op, `reason` what about it is the matter."""

    def __init__(self, op: Operation, reason: str):
        reason = " ".join(reason.split())
        reason = reason if len(reason) <= LONGEST else f"{reason[:LONGEST]} ..."
        super().__init__(
            f"failed to legalize operation '{name_of(op)}' that was explicitly marked illegal: {reason}"
        )
        self.op = op
        self.reason = reason
        self.also: tuple[tuple[Operation, str], ...] = ()
        """Errors at other ops that follow from this one."""


class TargetMissing(PassFailedException):
    """No version is named to convert to."""

    def __init__(self, op: Operation):
        super().__init__("No target version specified.")
        self.op = op
        self.also = ((op, "Target version must be of the form `#.#.#`."),)


class VersionError(LegalizationError):
    """An op that a version does not have. `needed` is the version that does, where there is one."""

    def __init__(self, op: Operation, reason: str, target: object, needed: object = None):
        super().__init__(op, reason)
        self.target = target
        self.needed = needed
