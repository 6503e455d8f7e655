"""All ways of a program, compiled and run by XLA in turn. Runs in a process of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np
from xdsl.context import Context

from xdsl_stablehlo import register_dialects
from xdsl_stablehlo.transforms.vhlo.artifacts import read_portable_artifact
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.workbench.triage.implementations import ProgramOutcome
from xdsl_stablehlo.workbench.triage.rulings import rule_on

from ..peers import optional
from ..splits import difference
from .artifacts import Store

ROUNDS = 7
"""How often each way is compiled, if that takes no longer than the seconds below; four times at least."""
COMPILE_SECONDS = 5.0
BLOCKS = 31
"""Blocks of calls for each way, if they take no longer than the seconds below; three at least."""
CALL_SECONDS = 3.0
BLOCK_SECONDS = 0.01
"""What a block takes at least: quick calls are made so many times in a row."""
RESAMPLES = 1000

Rounds = list[dict[str, float]]
"""What each way took, round by round."""


class Side(NamedTuple):
    """A program with what it is called with."""

    exported: Any
    leaves: Sequence[Any]
    """Arrays of JAX, placed where the program wants them."""
    donated: Sequence[int]
    inside: Callable[[], Any]
    """The context in which it is compiled."""

    @staticmethod
    def of(store: Store, way: str, donated: Sequence[int]) -> Side:
        """A way as it is stored; one that is compiled inside of `folding()` is the program as it is."""
        from xdsl_stablehlo.jax import folding

        jax = optional("jax")
        stored = "plain" if way == "jit" else way
        exported, arguments = store.exported(stored), store.arguments(stored)
        weights = len(store.arguments("plain")) - len(arguments)
        placed: Any = (
            exported.in_shardings_jax(_mesh(exported)) if exported.nr_devices > 1 else [None] * len(arguments)
        )
        leaves = [jax.device_put(leaf, place) for leaf, place in zip(arguments, placed, strict=True)]
        taken = [i - weights for i in donated] if stored != "split" else []
        return Side(exported, leaves, taken, folding if way == "jit" else contextlib.nullcontext)

    def compiled(self) -> tuple[Any, float]:
        """The program of XLA, and seconds of the processors for it."""
        jax = optional("jax")

        def call(*leaves: Any) -> Any:
            return self.exported.call(*leaves)

        lowered = jax.jit(call, donate_argnums=tuple(self.donated)).lower(*self.leaves)
        with self.inside():
            started = process_time()
            program = lowered.compile()
            return program, process_time() - started

    def copies(self) -> list[Any]:
        """The arguments for one call, new where it overwrites them."""
        jax = optional("jax")
        copy = [jax.numpy.copy(leaf) if i in self.donated else leaf for i, leaf in enumerate(self.leaves)]
        return jax.block_until_ready(copy)


def _mesh(exported: Any) -> Any:
    jax = optional("jax")
    return jax.sharding.Mesh(np.array(jax.devices()[: exported.nr_devices]), ("all",))


def run(store: Store, ways: Mapping[str, str], donated: Sequence[int], more: int = 1) -> dict[str, Any]:
    """Compile time, time of a call, memory and results of each way against those of its base, the way behind it.

    Seconds are those of the processors. Ratios are medians over rounds, with a 95 % confidence interval by bootstrap.
    There are `more` times as many rounds as usually.
    """
    jax = optional("jax")
    jax.block_until_ready(jax.jit(jax.numpy.cos)(1.0))
    names = list(dict.fromkeys([*ways.values(), *ways]))
    sides = {name: Side.of(store, name, donated) for name in names}
    programs: dict[str, Any] = {}

    def compile_one(name: str) -> float:
        programs[name], seconds = sides[name].compiled()
        return seconds

    compiles = in_rounds(names, compile_one, more * ROUNDS, more * 4, more * COMPILE_SECONDS)
    results = {name: _results(programs[name], sides[name]) for name in names}
    calls = _calls(programs, sides, more)
    memory = {name: memory_of(program) for name, program in programs.items()}
    return {
        way: {
            "compile": ratio(compiles, base, way),
            "call": ratio(calls, base, way),
            "memory": [memory[base], memory[way]],
            "difference": difference(results["plain" if "plain" in results else base], results[way]),
        }
        for way, base in ways.items()
    }


def judge(store: Store, way: str, donated: Sequence[int]) -> str:
    """Whether the specification permits the results that XLA has for a way, and why not, as `stablehlo-triage` says."""
    exported, arguments = store.exported("plain"), store.arguments("plain")
    context = Context()
    register_dialects(context)
    module = read_portable_artifact(exported.mlir_module_serialized, context)
    side = Side.of(store, way, donated)
    found = rule_on(module, arguments, ProgramOutcome(results=tuple(_results(side.compiled()[0], side))))
    said = [
        found.ruling,
        found.place,
        found.given and f"{found.given}, expected {found.expected}",
        found.reason,
    ]
    return "; ".join(filter(None, said))


def _results(program: Any, side: Side) -> list[Array]:
    return [np.asarray(leaf) for leaf in optional("jax").tree.leaves(program(*side.copies()))]


def in_rounds(
    names: Sequence[str], work: Callable[[str], float], rounds: int, least: int, seconds: float
) -> Rounds:
    """What `work` says for each name, in turn, and in the other order in every second round.

    A round begins while fewer than `least` are done, or the clock is below `seconds`.
    """
    found: Rounds = []
    started = perf_counter()
    while len(found) < rounds and (len(found) < least or perf_counter() - started < seconds):
        found.append({name: work(name) for name in names[:: -1 if len(found) % 2 else 1]})
    return found


def _calls(programs: Mapping[str, Any], sides: Mapping[str, Side], more: int) -> Rounds:
    jax = optional("jax")

    def call(name: str, count: int) -> float:
        total = 0.0
        for _ in range(count):
            given = sides[name].copies() if sides[name].donated else sides[name].leaves
            started = process_time()
            jax.block_until_ready(programs[name](*given))
            total += process_time() - started
        return total / count

    slowest = max(call(name, 1) for name in programs)
    count = max(1, min(200, int(BLOCK_SECONDS / max(slowest, 1e-6))))
    return in_rounds(list(programs), partial(call, count=count), more * BLOCKS, more * 3, more * CALL_SECONDS)


def ratio(rounds: Rounds, base: str, way: str) -> dict[str, Any]:
    """Medians of both, and of the ratio of the way to its base with its confidence interval by bootstrap."""
    before, after = (np.array([each[name] for each in rounds]) for name in (base, way))
    ratios = after / before
    drawn = np.random.default_rng(0).choice(ratios, (RESAMPLES, len(ratios)))
    low, high = np.quantile(np.median(drawn, axis=1), [0.025, 0.975])
    return {
        "before": float(np.median(before)),
        "after": float(np.median(after)),
        "ratio": float(np.median(ratios)),
        "interval": [float(low), float(high)],
        "rounds": len(rounds),
    }


def memory_of(program: Any) -> int:
    """Bytes that XLA states for arguments, results and temporaries, without what they share."""
    stats = program.memory_analysis()
    return (
        stats.argument_size_in_bytes
        + stats.output_size_in_bytes
        + stats.temp_size_in_bytes
        - stats.alias_size_in_bytes
    )
