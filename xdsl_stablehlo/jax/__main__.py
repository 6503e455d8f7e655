"""`python -m xdsl_stablehlo.jax script.py args...`: run a script whose programs are folded inside of `jax.jit`."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from .inside_jit import folding

USAGE = "usage: python -m xdsl_stablehlo.jax [-m module | script.py] [arguments ...]"


def main(arguments: list[str]) -> None:
    """Run a script, or a module, with its arguments; print a summary of folding on standard error."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(f"{USAGE}\n\n{(folding.__doc__ or '').split('    Examples:')[0].strip()}")
        sys.exit(0 if arguments else 2)
    module = arguments[0] == "-m" and len(arguments) > 1
    if not module and not Path(arguments[0]).is_file():
        print(f"{USAGE}\nfolding: {arguments[0]}: no such file", file=sys.stderr)
        sys.exit(2)
    sys.argv = arguments[module:]
    with folding() as fold:
        try:
            if module:
                runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
            else:
                sys.path[0] = str(Path(arguments[0]).resolve().parent)
                runpy.run_path(arguments[0], run_name="__main__")
        finally:
            print(f"folding: {str(fold.report).splitlines()[0]}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
