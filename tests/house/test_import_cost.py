"""What `import xdsl_stablehlo.folding` leaves alone until somebody asks for it."""

from __future__ import annotations

import subprocess
import sys

IMPORT = """
import sys
import xdsl_stablehlo.folding
print("\\n".join(sys.modules))
"""

UNASKED = {
    "difflib",
    "html",
    "xdsl.dialects.arith",
    "xdsl.interpreter",  # starts a process, `file`
    "xdsl_stablehlo.dialects.chlo",
    "xdsl_stablehlo.dialects.vhlo",
    "xdsl_stablehlo.interpreter.kernels.chlo",
    "xdsl_stablehlo.text.parser",
    "xdsl_stablehlo.text.printer",
    "xdsl_stablehlo.vhlo",
}


def test_what_nobody_asked_for_is_not_imported() -> None:
    found = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True)
    lines = set(found.stdout.splitlines())
    assert lines & UNASKED == set()
    assert [line for line in lines if "format of" in line and "func." not in line] == []
