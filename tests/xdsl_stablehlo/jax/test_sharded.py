"""Programs on several devices: in processes of their own, because JAX fixes the number of devices when it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.tiers import one_of


@pytest.mark.parametrize("partitioner", one_of(2, ["shardy", "gspmd"]))
def test_programs_on_four_devices(partitioner: str) -> None:
    environment = {
        **os.environ,
        "XLA_FLAGS": "--xla_force_host_platform_device_count=4",
        "JAX_PLATFORMS": "cpu",
    }
    command = [sys.executable, "-m", "tests.xdsl_stablehlo.jax.sharded", partitioner]
    ran = subprocess.run(
        command, env=environment, cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
