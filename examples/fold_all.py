"""Fold every `examples/*.mlir` (or the files named on the command line) and say what was folded, what not, and why.

The folded programs are written to `folded/`; the files read are never changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from xdsl.context import Context
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_stablehlo import parse_module, print_module, register_dialects, verify_module
from xdsl_stablehlo.folding import fold_module


def fold_file(path: Path, folder: Path) -> None:
    """Fold the program in `path`, write it to `folder`, and print the report."""
    ctx = Context()
    register_dialects(ctx)
    module = parse_module(path.read_text(), ctx, str(path))
    verify_module(module)
    report = fold_module(module)
    verify_module(module)
    target = folder / path.name
    target.write_text(print_module(module) + "\n")
    print(f"== {path} -> {target}\n{report}\n")


def main() -> int:
    here = Path(__file__).parent
    paths = [Path(name) for name in sys.argv[1:]] or sorted(here.glob("*.mlir"))
    folder = here.parent / "folded"
    folder.mkdir(exist_ok=True)
    for path in paths:
        try:
            fold_file(path, folder)
        except (OSError, ParseError, VerifyException) as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
