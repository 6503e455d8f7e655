"""StableHLO's folder in a process of its own: only jaxlib up to 0.5.0 registers the pass, next to no other jaxlib.

`PYTHONPATH=<directory with jaxlib 0.5.0> python old_folder.py` reads commands from its input and answers a line each:
`load <file>` says "ready", or why the pass does not fold the program; `run` says how many seconds the pass took.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

PASS = "builtin.module(func.func(stablehlo-aggressive-folder))"


def main() -> None:
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    passes: Any = importlib.import_module("jaxlib.mlir.passmanager")
    stablehlo: Any = importlib.import_module("jaxlib.mlir.dialects.stablehlo")
    jax_dialects: Any = importlib.import_module("jaxlib.mlir._mlir_libs.register_jax_dialects")
    stablehlo.register_stablehlo_passes()
    registry = ir.DialectRegistry()
    jax_dialects.register_dialects(registry)
    module: Any = None
    with ir.Context() as context:
        context.append_dialect_registry(registry)
        stablehlo.register_dialect(context)
        context.load_all_available_dialects()
        folder = passes.PassManager.parse(PASS)
        for line in sys.stdin:
            command, _, path = line.strip().partition(" ")
            if command == "load":
                module = ir.Module.parse(Path(path).read_text())
                fresh = module.operation.clone()
                folder.run(fresh)
                folded = all(
                    op.operation.name in ("stablehlo.constant", "func.return") for op in _body(fresh)
                )
                print("ready" if folded else "does not fold it", flush=True)
                continue
            fresh = module.operation.clone()
            started = perf_counter()
            folder.run(fresh)
            print(perf_counter() - started, flush=True)


def _body(module: Any) -> Any:
    (function,) = module.regions[0].blocks[0].operations
    return function.regions[0].blocks[0].operations


if __name__ == "__main__":
    main()
