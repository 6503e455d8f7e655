"""Reductions from Python."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo.text import print_module

from .search import Reduced, Reduction
from .specialising import Shown, Specialising
from .trial import Interesting
from .workers import this_process, workers


class NotInterestingError(ValueError):
    """What is to be reduced does not show what is looked for."""


def reduce_program(
    module: ModuleOp,
    interesting: Interesting,
    *,
    jobs: int = 0,
    timeout: float = 60.0,
    seconds: float | None = None,
    improved: Callable[[Reduced], None] = lambda _: None,
    arguments: Shown | None = None,
) -> Reduced:
    """The smallest program made of `module`, which stays as it is, that is found to be `interesting`.

    `interesting` is asked with the text of valid programs only. With `jobs` it runs in so many processes, which it is
    pickled for, and an answer that takes longer than `timeout` seconds, or ends the process, is a no. After `seconds`
    the search ends with what it has. `improved` is told of each program that is smaller than all before. Where
    `arguments` says for which arguments a program is interesting, they are tried as constants.
    Raises `NotInterestingError` where `module` is not interesting, `WorkerError` where other processes cannot import
    `interesting`, and what `interesting` raises.

    Examples:
        >>> reduce_program(module, lambda text: "stablehlo.add" in text).ops
        1
    """
    text = print_module(module)
    if not interesting(text):
        why = getattr(interesting, "denied", f"{interesting} says no")
        raise NotInterestingError(f"the program is not interesting before anything is removed: {why}")
    with workers(interesting, jobs, timeout) if jobs else this_process(interesting) as asked:
        found = Reduction(text, asked, max(jobs, 1), improved, seconds).run()
        if arguments is None:
            return found

        def search(specialised: str, left: float | None, adds_arguments: bool) -> Reduced:
            return Reduction(specialised, asked, max(jobs, 1), lambda _: None, left, adds_arguments).run()

        left = None if seconds is None else seconds - found.seconds
        return Specialising(interesting, arguments, search, improved, left).run(found)
