"""Programs on several devices: in processes of their own, because JAX fixes the number of devices when it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.tiers import one_of

PROGRAMS = ("interpreted", "folded")


@pytest.mark.parametrize(
    ("program", "partitioner"),
    one_of(
        2, [(program, partitioner) for program in PROGRAMS for partitioner in ("shardy", "gspmd")], rows=True
    ),
)
def test_programs_on_four_devices(program: str, partitioner: str) -> None:
    environment = {
        **os.environ,
        "XLA_FLAGS": "--xla_force_host_platform_device_count=4",
        "JAX_PLATFORMS": "cpu",
    }
    command = [sys.executable, "-m", f"tests.xdsl_stablehlo.jax.sharded.{program}", partitioner]
    ran = subprocess.run(
        command, env=environment, cwd=Path(__file__).parents[4], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
