"""Kernels of the CHLO dialect: each family registers its ops when it is imported."""

from . import (
    broadcast as broadcast,
    constant as constant,
    elementwise as elementwise,
    ragged_dot as ragged_dot,
    scan as scan,
    top_k as top_k,
)
