"""The table of kernels, filled: each family registers its ops when it is imported.

Those of CHLO, its own dialect, are imported when the first of its ops is met: most programs have none. The files here
that are no families hold what several share: `table` and `regions`, the values `tokens`, arithmetic on whole arrays
(`contraction`, `reducer_bodies`, `strided_views`), and values as text and in files (`printing`, `probe_files`).
"""

from __future__ import annotations

from functools import partial
from importlib import import_module

from . import (
    async_ops as async_ops,
    batch_norm as batch_norm,
    check as check,
    collective as collective,
    composite as composite,
    concatenate_pad as concatenate_pad,
    control_flow as control_flow,
    convolution as convolution,
    custom_call as custom_call,
    data_movement as data_movement,
    dimension_size as dimension_size,
    dot as dot,
    dynamism as dynamism,
    elementwise as elementwise,
    indexing as indexing,
    interpreter as interpreter,
    linalg as linalg,
    quantization as quantization,
    random as random,
    reduction as reduction,
    scatter as scatter,
    sort as sort,
    transfer as transfer,
    tuples_tokens as tuples_tokens,
    windows as windows,
)
from .table import KERNELS as KERNELS, LATER, every_kernel as every_kernel, kernel_of as kernel_of

LATER["chlo"] = partial(import_module, "xdsl_stablehlo.interpreter.kernels.chlo")
