"""Commands of Python in processes of their own, beside this checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.helpers.clock import PATIENCE

ROOT = Path(__file__).parents[2]


def python(folder: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """`python COMMAND` in a folder, which finds this checkout; `variables` are more of the environment."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
