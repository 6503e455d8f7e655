"""Records of the evaluations of one run, which its report sums up."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Operation


@dataclass
class FoldedKind:
    """The folded ops of one kind, and the evaluations for them."""

    count: int = 0
    """Ops of the program that went into constants, each one once."""
    evaluations: int = 0
    """The number of evaluations of such ops: for each context of a function, also for decisions, and in vain."""
    bytes: int = 0
    """Bytes of the values that were computed."""
    seconds: float = 0.0
    work: int = 0
    """Nanoseconds, as estimated, that computing them was to take."""
    on_machine: int = 0
    """The number of these evaluations that rest on a library of the machine: another machine may give other bits."""


@dataclass
class Evaluated:
    """The evaluations of one run."""

    kinds: dict[str, FoldedKind] = field(default_factory=dict[str, FoldedKind])
    ops: list[Operation] = field(default_factory=list[Operation])
    """Ops whose results follow from known operands by an evaluation, of the op itself or of an equal one."""


@dataclass
class EngineUse:
    """The evaluations that an engine did in the place of the interpreter."""

    name: str
    device: str = ""
    """The device on which it ran; empty if it did not run."""
    programs: int = 0
    """The number of programs that it was given."""
    ops: int = 0
    on_floats: int = 0
    """The number of its ops that computed on floats, so that their bits may differ from the interpreter's."""
    seconds: float = 0.0
    """Seconds that its programs took, including their compilation."""
    refused: dict[str, int] = field(default_factory=dict[str, int])
    """The number of ops that the interpreter evaluated, by reason, beside others that were enough for the engine."""

    def refuse(self, reason: str) -> None:
        """Note that the interpreter evaluates an op."""
        self.refused[reason] = self.refused.get(reason, 0) + 1
