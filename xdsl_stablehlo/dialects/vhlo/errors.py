"""The error of a conversion between StableHLO, VHLO and VHLO's versions."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.utils.exceptions import PassFailedException

LONGEST = 400
"""Characters of a reason. Attributes of any size stand in it."""


class LegalizationError(PassFailedException):
    """An op that the target dialect or version does not have. `op` is the op, `reason` what about it is the matter."""

    def __init__(self, op: Operation, reason: str):
        reason = " ".join(reason.split())
        reason = reason if len(reason) <= LONGEST else f"{reason[:LONGEST]} ..."
        super().__init__(
            f"failed to legalize operation '{op.name}' that was explicitly marked illegal: {reason}"
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
