"""Programs that are interesting to `stablehlo-reduce` because passes of this project make something else of them."""

from __future__ import annotations

from dataclasses import dataclass

from .driver import diagnostics_of, new_context, pass_named
from .options import read_pipeline


@dataclass(frozen=True)
class Refuted:
    """A program is interesting if one of the passes of a pipeline is refuted on it, as `stablehlo-tv` says.

    A program that a pass refuses is not.
    """

    pipeline: str
    seconds: float
    """For the search of arguments for each function, after each pass."""

    def __call__(self, text: str) -> bool:
        from ..reducing import read_program
        from ..validation import validate_passes

        passes = [pass_named(spec) for spec in read_pipeline(self.pipeline)]
        verdicts = validate_passes(
            read_program(text), passes, new_context(), seconds=self.seconds, proofs=False
        )
        try:
            return any(each.is_refuted for each in verdicts)
        except Exception as error:
            diagnostics_of(error)  # raises what is not about the program
            return False

    def __str__(self) -> str:
        return f"stablehlo-tv refutes '{self.pipeline}'"
