"""Write `examples/*.mlir` anew from `programs.py`: `python examples/export.py`. Needs JAX, which folding does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import jax
from programs import PROGRAMS, Program


def export(program: Program) -> str:
    """The StableHLO text of `program`, for CPU, as `jax.jit` lowers it."""
    shapes = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in program.arguments]
    # JAX's annotations leave `jit` partly unknown.
    return cast(Any, jax).jit(program.function).trace(*shapes).lower(lowering_platforms=("cpu",)).as_text()


def main() -> None:
    folder = Path(__file__).parent
    for name, program in PROGRAMS.items():
        (folder / f"{name}.mlir").write_text(export(program))
        print(f"examples/{name}.mlir")


if __name__ == "__main__":
    main()
