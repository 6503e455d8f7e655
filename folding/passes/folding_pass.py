"""What the passes that fold have in common."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from xdsl.passes import ModulePass

from ..options import FoldOptions


@dataclass(frozen=True)
class FoldingPass(ModulePass):
    """A pass that folds: `stablehlo-opt --explain` tells of values what it does with them."""

    @abstractmethod
    def options(self) -> FoldOptions:
        """The options of the pass as those of `fold_module`. Raises `PassFailedException` for wrong values."""
