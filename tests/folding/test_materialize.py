"""How values become the bytes of constants."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from xdsl_stablehlo.folding.materialize import TILED_BYTES, row_major


@pytest.mark.parametrize("order", [(1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0)])
def test_tiled_copies_move_every_element(order: tuple[int, ...]) -> None:
    size = (31, 70, 300)
    array = np.arange(np.prod(size)).reshape(size).astype(np.int32).transpose(order)
    assert array.nbytes > TILED_BYTES
    assert row_major(array).tobytes() == array.tobytes()


def test_reversed_and_small_floats_are_copied_alike() -> None:
    array = np.arange(600 * 500).reshape(600, 500).astype(ml_dtypes.bfloat16)[::-1, ::-2].T
    assert row_major(array).tobytes() == array.tobytes()
