"""Programs that are interesting to `stablehlo-reduce` because passes of this project make something else of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .support.driver import diagnostics_of, new_context, pass_named
from .support.options import read_pipeline

if TYPE_CHECKING:
    from xdsl_stablehlo.workbench.validation import Verdict


@dataclass(frozen=True)
class Refuted:
    """A program is interesting if one of the passes of a pipeline is refuted on it, as `stablehlo-tv` says.

    A program that a pass refuses is not.
    """

    pipeline: str

    def __call__(self, text: str) -> bool:
        return self._refutation(text) is not None

    def arguments(self, text: str) -> Mapping[str, Sequence[Any]]:
        """The arguments of a function for which a pass is refuted on a program, by its name."""
        found = self._refutation(text)
        if found is None or found.counterexample is None:
            return {}
        return {found.function: found.counterexample.arguments}

    def _refutation(self, text: str) -> Verdict | None:
        """The verdict on the first function that a pass is refuted on."""
        from xdsl_stablehlo.workbench.reducing import read_program
        from xdsl_stablehlo.workbench.validation import validate_passes

        passes = [pass_named(spec) for spec in read_pipeline(self.pipeline)]
        all_verdicts = validate_passes(read_program(text), passes, new_context(), proofs=False)
        try:
            return next((v for each in all_verdicts for v in each.verdicts if v.is_refuted), None)
        except Exception as error:
            diagnostics_of(error)  # raises what is not about the program
            return None

    @property
    def denied(self) -> str:
        """What holds where a program is not interesting."""
        return f"stablehlo-tv does not refute '{self.pipeline}'"
