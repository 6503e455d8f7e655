"""What is measured of texts, tools and interpretation as a whole: one figure each, with the bar that it is held to."""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, f32
from xdsl.interpreter import Interpreter
from xdsl.parser import Parser

from xdsl_stablehlo import parse_module, register_dialects, verify_module
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import Program, Tensor, register_implementations
from xdsl_stablehlo.text.printer import TextPrinter
from xdsl_stablehlo.values.elements import attribute_of

from . import programs
from .peers import Absent, optional

ROOT = Path(__file__).parent.parent
OPS = 10_000
SIZE = 100_000_000
LITERALS = 100_000


@dataclass
class Figure:
    """One measure. `others` are the same figure for other tools that do the same."""

    label: str
    value: float
    unit: str
    bar: float
    at_least: bool = False
    """Whether more is better."""
    others: dict[str, float] = field(default_factory=dict[str, float])

    @property
    def holds(self) -> bool:
        return self.value >= self.bar if self.at_least else self.value <= self.bar

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "holds": self.holds}


def seconds(run: Callable[[], Any], rounds: int = 7) -> float:
    """The median time of a call."""
    taken: list[float] = []
    for _ in range(rounds):
        started = perf_counter()
        run()
        taken.append(perf_counter() - started)
    return median(taken)


def _context() -> Context:
    ctx = Context()
    register_dialects(ctx)
    return ctx


def _parsed(text: str) -> ModuleOp:
    return parse_module(text, _context())


def interpretation(_: Path | None) -> list[Figure]:
    """Scalar ops one after the other, on a compiled block and through xDSL's interpreter."""
    module = _parsed(programs.chain(1000, "tensor<f32>"))
    program, argument = Program.of(module), np.float32(1.0)
    program(argument)
    compiled = seconds(lambda: program(argument), 30) / 1000

    interpreter = Interpreter(module)
    register_implementations(interpreter)
    given = (Tensor.of(argument),)
    interpreter.call_op("main", given)
    through_xdsl = seconds(lambda: interpreter.call_op("main", given), 30) / 1000
    return [
        Figure("scalar op in a compiled block", compiled * 1e6, "us", 3),
        Figure("scalar op through xDSL's Interpreter", through_xdsl * 1e6, "us", 10),
    ]


def _parsers() -> dict[str, Callable[[str], Any]]:
    """Other parsers of the same text."""
    found: dict[str, Callable[[str], Any]] = {
        "xDSL, our dialects": lambda t: Parser(_context(), t).parse_module()
    }
    try:
        mlir, ir = optional("jax._src.interpreters.mlir"), optional("jaxlib.mlir.ir")

        def parse_in_mlir(text: str) -> Any:
            with mlir.make_ir_context():
                return ir.Module.parse(text)

        found["MLIR"] = parse_in_mlir
    except Absent:
        pass
    try:
        dialect = optional("xdsl_jax.dialects.stablehlo").StableHLO
        builtin, func = optional("xdsl.dialects.builtin").Builtin, optional("xdsl.dialects.func").Func

        def parse_with_xdsl_jax(text: str) -> Any:
            ctx = Context()
            for one in (builtin, func, dialect):
                ctx.load_dialect(one)
            return Parser(ctx, text).parse_module()

        found["xdsl-jax"] = parse_with_xdsl_jax
    except Absent:
        pass
    return found


def _parsing(label: str, text: str, amount: float, unit: str, bar: float, peers: tuple[str, ...]) -> Figure:
    ctx = _context()
    parse_module(text, ctx)
    figure = Figure(label, amount / seconds(lambda: parse_module(text, ctx)), unit, bar, at_least=True)
    others = _parsers()
    for name, parse in others.items():
        if name in peers:
            figure.others[name] = amount / seconds(partial(parse, text), 3)
    return figure


def parsing(_: Path | None) -> list[Figure]:
    """Text to module."""
    every = ("MLIR", "xDSL, our dialects", "xdsl-jax")
    chain, literals = programs.chain(OPS), programs.literals(LITERALS)
    return [
        _parsing(f"parse {OPS:,} ops", chain, OPS / 1e3, "thousand ops/s", 12, every),
        _parsing(f"parse {LITERALS:,} float literals", literals, LITERALS / 1e6, "million/s", 5, every),
        _parsing(
            "parse 100 MB of hexadecimal", programs.hexadecimal(SIZE), SIZE / 1e6, "MB/s", 300, ("MLIR",)
        ),
    ]


def printing(_: Path | None) -> list[Figure]:
    """A large constant to a stream that keeps nothing; memory counts the constant itself."""
    before = _resident()
    module = _parsed(
        "func.func @main() -> tensor<1xf32> {\n  %r = stablehlo.constant dense<1.0> : tensor<1xf32>\n"
        "  return %r : tensor<1xf32>\n}\n"
    )
    array = np.frombuffer(np.random.default_rng(4).bytes(SIZE), np.float32)
    constant = next(op for op in module.walk() if op.name == "stablehlo.constant")
    constant.properties["value"] = attribute_of(array, TensorType(f32, array.shape))

    def to_stream() -> None:
        with open(os.devnull, "w") as stream:
            TextPrinter(stream).print_op(module)

    taken = seconds(to_stream, 5)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before
    return [
        Figure("print 100 MB as hexadecimal", SIZE / 1e6 / taken, "MB/s", 300, at_least=True),
        Figure("... peak memory", peak / SIZE, "x the constant", 2.5),
    ]


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _tool(*arguments: str) -> tuple[float, int]:
    """Seconds and the peak of memory in bytes of one run of `stablehlo-opt`."""
    command = [sys.executable, "-m", "xdsl_stablehlo", "opt", *arguments]
    started = perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} ended with {status}")
    return perf_counter() - started, usage.ru_maxrss * 1024


def tool(_: Path | None) -> list[Figure]:
    """Whole processes."""
    starts = [_tool("--help")[0] for _ in range(9)]
    side = round((SIZE / 4) ** 0.5)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "weights.mlir"
        # By another process: the peak of this one would count as that of the processes that it starts.
        writing = "import sys; from benchmarks.programs import weights; print(weights(int(sys.argv[1])))"
        with path.open("w") as stream:
            subprocess.run([sys.executable, "-c", writing, str(side)], stdout=stream, check=True, cwd=ROOT)
        runs = [
            _tool("-p", "stablehlo-constant-fold", str(path), "-o", str(Path(folder) / "out"))
            for _ in range(5)
        ]
    return [
        Figure("stablehlo-opt --help", median(starts), "s", 0.35),
        Figure("stablehlo-opt folds 100 MB of weights", median([taken for taken, _ in runs]), "s", 3),
        Figure("... peak memory", max(peak for _, peak in runs) / SIZE, "x the weights", 5),
    ]


def testdata(checkout: Path | None) -> list[Figure]:
    """Every program of StableHLO's `testdata` parsed, verified and folded in this process."""
    if checkout is None:
        return []
    paths = sorted((checkout / "stablehlo" / "testdata").glob("*.mlir"))
    ctx = _context()
    started = perf_counter()
    for path in paths:
        module = parse_module(path.read_text(), ctx)
        verify_module(module)
        fold_module(module)
    return [Figure(f"{len(paths):,} testdata programs", perf_counter() - started, "s", 120)]


def growth(_: Path | None) -> list[Figure]:
    """How much more an op costs in a module of a hundred thousand than in one of a thousand: 1 is linear."""
    found: list[Figure] = []
    for name, make in (("chain", programs.constant_chain), ("fan", programs.fan), ("calls", programs.calls)):
        for what, run in (("parse", _parse_time), ("fold", _fold_time), ("evaluate", _evaluate_time)):
            small = median([run(make(1_000)) for _ in range(9)]) / 1_000
            large = min(run(make(100_000)) for _ in range(2)) / 100_000
            found.append(Figure(f"{what} a {name}, 1e5 ops against 1e3", large / small, "x per op", 2))
    return found


def _parse_time(text: str) -> float:
    ctx = _context()
    return seconds(lambda: parse_module(text, ctx), 1)


def _fold_time(text: str) -> float:
    module = _parsed(text)
    _settle()
    return seconds(lambda: fold_module(module), 1)


def _evaluate_time(text: str) -> float:
    module = _parsed(text)
    _settle()

    def run() -> None:
        Program.of(module)()

    return seconds(run, 1)


def mlir_modules(_: Path | None) -> list[Figure]:
    """`fold(ir_module)` and `fold_module` of the same program of 23 layers in turn, in processor time.

    MLIR's part is that it verifies the module, writes it as bytecode, and reads the bytecode of the folded one.
    """
    try:
        jax, bindings = optional("jax"), optional("xdsl_stablehlo.jax")
        private = optional("xdsl_stablehlo.jax.private")
    except Absent:
        return []
    jnp = jax.numpy

    def layers(parameters: Any, x: Any) -> Any:
        for weights, bias in parameters:
            hidden = jnp.dot(x, weights) + bias
            centred = hidden - jnp.mean(hidden, axis=-1, keepdims=True)
            scaled = centred * jax.lax.rsqrt(jnp.var(hidden, axis=-1, keepdims=True) + 1e-5)
            x = x + jax.nn.gelu(scaled)
        return x

    given = [(np.ones((16, 16), np.float32), np.ones(16, np.float32))] * 23
    module = jax.jit(layers).lower(given, np.ones((4, 16), np.float32)).compiler_ir("stablehlo")
    ops = len(list(bindings.from_jax(module).walk()))
    folded = private.bytecode_of(bindings.fold(module).mlir)

    def by_mlir() -> None:
        module.operation.verify()
        private.bytecode_of(module)
        private.mlir_module(folded, module)

    differences: list[float] = []
    floor: list[float] = []
    while len(differences) < 15:
        ours = bindings.from_jax(module)
        folding = _processor_time(partial(fold_module, ours))
        differences.append(_processor_time(partial(bindings.fold, module)) - folding)
        floor.append(_processor_time(by_mlir))
    label, others = f"fold(ir_module) beyond fold_module, {ops:,} ops", {"MLIR's part": median(floor) * 1e3}
    return [Figure(label, median(differences) * 1e3, "ms", 10, others=others)]


def _processor_time(run: Callable[[], Any]) -> float:
    _settle()
    started = process_time()
    run()
    return process_time() - started


def _settle() -> None:
    """Let Python's garbage collector pass by what is there already, so that its rounds are not part of a measure."""
    gc.collect()
    gc.freeze()


WHOLES: tuple[Callable[[Path | None], list[Figure]], ...] = (
    interpretation,
    parsing,
    printing,
    tool,
    testdata,
    growth,
    mlir_modules,
)
"""Each is measured in a process of its own."""
