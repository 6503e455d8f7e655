"""The steps of a reduction, in the order in which they are tried: what removes much at once comes first."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import f32, i1, i32

from .of_functions import (
    CutTails,
    DropArguments,
    DropFunctions,
    DropResults,
    HeadsToArguments,
    InlineCalls,
    MergeArguments,
)
from .of_ops import (
    DropAttributes,
    DropBranches,
    DropUnread,
    PlainConstants,
    ToConstants,
    ToOperands,
    ToValues,
    Unwrap,
)
from .of_types import SimplerElements, SmallerSizes
from .step import AnyStep

STEPS: Sequence[AnyStep] = (
    DropFunctions(),
    DropUnread(),
    DropResults(),
    CutTails(),
    HeadsToArguments(),
    ToValues(),
    ToConstants(0),
    ToOperands(),
    Unwrap(),
    DropBranches(),
    InlineCalls(),
    ToConstants(1),
    DropArguments(),
    MergeArguments(),
    SmallerSizes(1),
    SmallerSizes(2),
    SmallerSizes(None),
    SimplerElements(f32),
    SimplerElements(i32),
    SimplerElements(i1),
    PlainConstants(0),
    PlainConstants(1),
    PlainConstants(None),
    DropAttributes(),
)
