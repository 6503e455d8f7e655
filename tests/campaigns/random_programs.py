"""Random programs evaluated here and by the C++ interpreter.

    python -m tests.campaigns.random_programs 5000 0

Three of four programs have one op and arguments of all kinds, the fourth many ops, branches, loops and calls.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterable
from random import Random

import numpy as np

from tests.helpers.drawn.op_programs import ELEMENTWISE, MOVEMENT, Case
from tests.helpers.drawn.op_programs_special import SPECIAL
from tests.helpers.drawn.op_programs_structured import STRUCTURED
from tests.helpers.drawn.whole_programs import random_program
from tests.helpers.exact import assert_as_cpp_or_right
from tests.helpers.oracle import Array, oracle
from tests.helpers.programs import assert_same, evaluate, parse, sample, ulp_distance
from tests.helpers.upstream.copied import with_copied_inputs

from .seeds import Finding, as_findings, flags, main


def random_case(seed: int) -> Case:
    """The program of a seed."""
    r = Random(seed)
    family = r.choice((ELEMENTWISE, MOVEMENT, (*STRUCTURED, *SPECIAL), None))
    return whole_program(r) if family is None else r.choice(family)(r)


def whole_program(r: Random) -> Case:
    """A program of many ops. Its f64 functions are those of the C library, as in the oracle: all bits are equal."""
    program = random_program(r.randrange(1 << 30), portable=True)
    header = re.search(r"func\.func public @main\((.*?)\) ->", program)
    assert header is not None
    arguments = [
        sample(element, tuple([int(size) for size in sizes.split("x")[:-1]]), r.randrange(1 << 30))
        for sizes, element in re.findall(r"tensor<((?:\d+x)*)(\w+|complex<\w+>)>", header[1])
    ]
    return Case(with_copied_inputs(parse(program)), tuple(arguments))


def difference(seed: int) -> str | None:
    """How this project and the C++ interpreter differ on the program of `seed`; None where they do not."""
    case = random_case(seed)
    try:
        expected = oracle(case.program, *case.args)
        given = evaluate(case.program, *case.args)
        with np.errstate(all="ignore"):
            for ours, theirs in zip(given, expected, strict=True):
                _compare(ours, theirs, case)
    except Exception as error:
        return f"{type(error).__name__}: {error}\n{case.program}"
    return None


def _compare(ours: Array, theirs: Array, case: Case) -> None:
    if case.op is not None and ours.dtype.kind == "c":
        differ = ulp_distance(ours, theirs) > case.ulps
        assert_as_cpp_or_right(case.op, *[array[differ] for array in (ours, theirs, *case.args)])
        return
    if not case.of_largest:
        assert_same(ours, theirs, case.ulps)
        return
    assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
    largest = np.abs(theirs).max(initial=0)
    worst = np.abs(ours - theirs).max(initial=0)
    assert worst <= case.ulps * np.spacing(largest), f"{worst} off, where the largest element is {largest}"


def find(seed: int, asked: Namespace) -> Iterable[Finding]:
    """What differs for the program of a seed."""
    return as_findings(difference(seed))


if __name__ == "__main__":
    main(find, flags("Evaluates random programs here and by the C++ interpreter."))
