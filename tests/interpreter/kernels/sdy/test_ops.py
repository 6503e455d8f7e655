"""Shardy: shardings change nothing, and manual computations run on a grid of their own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.parser import Parser

from tests.helpers.oracle import Array
from xdsl_stablehlo.dialects.sdy import structure
from xdsl_stablehlo.dialects.sdy.attributes import MeshAttr, ShardingAttr
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.parallel.groups import Mesh, sharding_along


def read(kind: type[MeshAttr] | type[ShardingAttr], text: str) -> Any:
    return kind.read(Parser(Context(), text))


def parts(text: str, mesh: str, shape: tuple[int, ...]) -> dict[int, Array]:
    said: structure.TensorSharding = read(ShardingAttr, text)
    inline = said.mesh if isinstance(said.mesh, structure.DeviceMesh) else read(MeshAttr, mesh)
    sharding = sharding_along(Mesh.of(inline), said)
    whole = np.arange(np.prod(shape)).reshape(shape)
    return {device: whole[sharding.part(shape, device)] for device in sharding.mesh.devices}


def test_devices_may_be_in_any_order_and_axes_in_parts() -> None:
    held = parts('<@m, [{"x"}]>', '<["x"=2], device_ids=[1, 0]>', (4,))
    assert [held[device].tolist() for device in (0, 1)] == [[2, 3], [0, 1]]
    held = parts('<@m, [{"x":(2)2}]>', '<["x"=4]>', (4,))
    assert [held[device].tolist() for device in range(4)] == [[0, 1], [2, 3], [0, 1], [2, 3]]
    held = parts('<@m, [{"x":(1)2}]>', '<["x"=4]>', (4,))
    assert [held[device].tolist() for device in range(4)] == [[0, 1], [0, 1], [2, 3], [2, 3]]
    held = parts('<mesh<["x"=2]>, [{?}, {"x", ?}p1]>', "", (1, 4))
    assert held[1].tolist() == [[2, 3]]


def test_what_cannot_be_cut_says_so() -> None:
    with pytest.raises(EvaluationError, match="cuts a dimension of size 3 into 2 parts"):
        parts('<@m, [{"x"}]>', '<["x"=2]>', (3,))


def test_places_of_devices() -> None:
    mesh = Mesh.of(read(MeshAttr, '<["x"=2, "y"=3]>'))
    assert mesh.place(4) == {"x": 1, "y": 1}
