"""Exceptions inside the folder: only the op at which one is raised is not folded, and compilation goes on.

Wherever a part of the folder is called for one op (its handler with rules, its evaluator, a transfer function, a form
that is built) it is called in a `try`, and `Failures` makes the reason for the report. An exception anywhere else
ends the fold and leaves the program unchanged.
"""

from __future__ import annotations

from xdsl_stablehlo.programs.foreign import AdoptionError

from ..options import FoldOptions, Hook
from ..reasons import Code, Refusal

RAISES = False
"""Whether exceptions reach the caller all the same. Tests set it, so that no defect stays unseen."""


class Failures:
    """The exceptions of one fold."""

    def __init__(self, options: FoldOptions):
        self._options = options
        self.any = False
        """Whether there was one."""

    def refusal(self, error: Exception, doing: str = "fold") -> Refusal:
        """The reason for an op that is not folded because of `error`, which is raised again if it is for the caller.

        Call it in the handler of that exception.
        """
        if RAISES or self.is_for_caller(error):
            raise error
        self.any = True
        message = next(iter(str(error).splitlines()), "")
        return Refusal(Code.FAILED, f"fails to {doing}: {type(error).__name__}: {message}".rstrip(": "))

    def is_for_caller(self, error: Exception) -> bool:
        """Whether `error` is one of the options' hooks, a `MemoryError`, or one in a program of foreign classes."""
        hooks = (self._options.should_fold, self._options.on_progress)
        of_hook = any(isinstance(hook, Hook) and hook.raised is error for hook in hooks)
        return of_hook or isinstance(error, MemoryError | AdoptionError)
