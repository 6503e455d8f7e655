"""`python -m xdsl_stablehlo opt ...` runs `stablehlo-opt ...`, whichever tool of that name comes first on PATH."""

from __future__ import annotations

import sys

from xdsl_stablehlo.ir.printable import nearest
from xdsl_stablehlo.tools.driver import TOOLS, main_of


def main() -> None:
    """Run the tool that the first argument names."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in TOOLS:
        print(f"usage: python -m xdsl_stablehlo {'|'.join(TOOLS)} [options] [FILE]")
        if name not in ("", "-h", "--help"):
            print(f"error: there is no tool '{name}'{nearest(name, TOOLS)}", file=sys.stderr)
        sys.exit(name not in ("-h", "--help"))
    del sys.argv[1]
    main_of(TOOLS[name].run)


if __name__ == "__main__":
    main()
