"""What folding takes beside XLA's compile of the same program, and device memory, without any call.

One process for each model. XLA compiles the program several times, so folding is measured several times, too, each time
on a module that was read anew. The first time has imports and tables of the kinds of ops that were not met before; it
is stated by itself.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from xdsl.context import Context

from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    artifact_version,
    read_portable_artifact,
    serialize_portable_artifact,
)

from ..fold_alone import SAMPLE
from ..peers import optional
from .artifacts import Store
from .execution import Side, memory_of
from .ways import MEASURES

ROUNDS = 4
"""How often each is measured; of what takes more than `LONG` seconds two are enough."""
LONG = 2.0
HEAD_OF_MAKING = ("model", "XLA's compile", "folded", "first", "in jit", "first", "memory, folded", "in jit")
SHARES = ("folded", "first_folded", "jit", "first_jit")


def making(store: Store, donated: Sequence[int]) -> dict[str, Any]:
    """Seconds of the processors for XLA's compile, for folding and inside of `folding()`; bytes of memory."""
    from xdsl_stablehlo.jax import folding

    class Timed(folding):
        seconds = 0.0

        def passed(self, program: Any) -> Any:
            started = process_time()
            found = super().passed(program)
            self.seconds += process_time() - started
            return found

    jax = optional("jax")
    jax.block_until_ready(jax.jit(jax.numpy.cos)(1.0))
    folds = _rounds(_fold(store))
    plain, folded = (Side.of(store, way, donated) for way in ("plain", "folded"))
    programs: list[Any] = []

    def compile_plain() -> float:
        program, seconds = plain.compiled()
        programs.append(program)
        return seconds

    def look() -> float:
        around = Timed()
        programs.append(plain._replace(inside=partial(_itself, around)).compiled()[0])
        return around.seconds

    compiles, looks = _rounds(compile_plain), _rounds(look, len(programs))
    return {
        "compile": median(compiles),
        **dict(zip(SHARES, (median(folds[1:]), folds[0], median(looks[1:]), looks[0]))),
        "memory": [memory_of(each) for each in (programs[0], folded.compiled()[0], programs[-1])],
    }


def _fold(store: Store) -> Callable[[], float]:
    """Folds the program, and keeps it; gives the seconds that folding takes."""
    exported, ctx = store.exported("plain"), Context()
    register_dialects(ctx)
    fold_module(parse_module(SAMPLE, ctx))
    data = exported.mlir_module_serialized

    def fold() -> float:
        module = read_portable_artifact(data, ctx)
        gc.collect()
        started = process_time()
        fold_module(module)
        seconds = process_time() - started
        written = serialize_portable_artifact(module, str(artifact_version(data)), allow_other_dialects=True)
        store.save("folded", replace(exported, mlir_module_serialized=written))
        return seconds

    return fold


def _rounds(work: Callable[[], float], count: int = ROUNDS) -> list[float]:
    found = [work(), work()]
    while len(found) < count and found[0] < LONG:
        found.append(work())
    return found


def _itself(one: Any) -> Any:
    return one


def row(name: str, found: Mapping[str, Any]) -> list[str]:
    """A model in the table: parts of XLA's compile, and memory as a part of that of the program as it is."""
    before, *others = found["memory"]
    shares = [_bold(found[share] / found["compile"], MEASURES["make"].bar) for share in SHARES]
    memory = [_bold(after / before if before else 1.0, MEASURES["memory"].bar) for after in others]
    return [f"`{name}`", MEASURES["compile"].amount(found["compile"]), *shares, *memory]


def _bold(ratio: float, bar: float) -> str:
    return f"**{ratio:.3g}**" if ratio > bar else f"{ratio:.3g}"
