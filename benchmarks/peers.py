"""Who is measured. A peer turns a row into something to call once per measurement, or says that it is not there."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.interpreter import Program, eval_module

from .works import Work

Setup = Callable[[], Any]
"""Makes ready what one run needs, outside of the clock."""
Run = Callable[[Any], Any]
"""One run, on what `Setup` gave. One that gives `Seconds` was timed where it ran."""


class Seconds(float):
    """What a run in another process took there."""


class Absent(Exception):
    """The peer is not installed, or does not take this row."""


def optional(name: str) -> Any:
    """A module that need not be installed. Raises `Absent` where it is not."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Absent(str(error)) from None


def _parsed(work: Work) -> tuple[ModuleOp, Context]:
    ctx = Context()
    register_dialects(ctx)
    return parse_module(work.program(), ctx), ctx


def numpy_floor(work: Work) -> tuple[Setup, Run]:
    return (lambda: None), (lambda _: work.numpy(*work.data))


def evaluate(work: Work) -> tuple[Setup, Run]:
    """Our interpreter, on a compiled program."""
    module, _ = _parsed(work)
    program = Program.of(module)
    return (lambda: None), (lambda _: program())


def whole_evaluation(work: Work) -> tuple[Setup, Run]:
    """Our interpreter, compiling the parsed module each time."""
    module, _ = _parsed(work)
    return (lambda: None), (lambda _: eval_module(module))


def fold(work: Work) -> tuple[Setup, Run]:
    """Our folder, from a module in memory to the folded module."""
    module, _ = _parsed(work)
    options = FoldOptions(fold_op_element_limit=1 << 40)
    return module.clone, lambda fresh: fold_module(fresh, options)


def cpp_interpreter(work: Work) -> tuple[Setup, Run]:
    """StableHLO's reference interpreter, on a parsed module."""
    stablehlo, ir = optional("jaxlib.mlir.dialects.stablehlo"), optional("jaxlib.mlir.ir")
    context = optional("jax._src.interpreters.mlir").make_ir_context()
    with context:
        module = ir.Module.parse(work.program())
    return (lambda: None), (lambda _: stablehlo.eval_module(module, []))


def enzyme(work: Work) -> tuple[Setup, Run]:
    """Enzyme-JAX's pass over text: parsing and printing are in its time, as its API offers nothing else."""
    call, text = optional("enzyme_ad.jax.enzyme_call"), work.program()
    pipeline = "enzyme-hlo-opt{max_constant_expansion=1000000000}"
    _, folded = call.run_pass_pipeline([], text, pipeline)
    if f"stablehlo.{work.body.split('stablehlo.')[1].split()[0].split('(')[0].rstrip(chr(34))}" in folded:
        raise Absent("does not fold it")
    return (lambda: None), (lambda _: call.run_pass_pipeline([], text, pipeline))


def xla(work: Work) -> tuple[Setup, Run]:
    """XLA's constant folding inside a compilation for CPU."""
    jax, mlir = optional("jax"), optional("jax._src.interpreters.mlir")
    ir, extend = optional("jaxlib.mlir.ir"), optional("jaxlib._jax")
    client = jax.devices("cpu")[0].client
    with mlir.make_ir_context():
        module = ir.Module.parse(f"module @m {{\n{work.program()}\n}}")
        text = str(module)
    devices = extend.DeviceList(tuple(client.local_devices()[:1]))

    def compiled(_: Any) -> Any:
        return client.compile_and_load(text, devices, extend.CompileOptions())

    program = compiled(None).hlo_modules()[0].to_string()
    steps = program[program.index("ENTRY") :].splitlines()[1:]
    if any(" = " in step and " constant(" not in step and " copy(" not in step for step in steps):
        raise Absent("does not fold it")
    return (lambda: None), compiled


def stablehlo_folder(work: Work) -> tuple[Setup, Run]:
    """`stablehlo-aggressive-folder` of the jaxlib in the directory STABLEHLO_FOLDER (see `old_folder.py`)."""
    directory = os.environ.get("STABLEHLO_FOLDER")
    if directory is None:
        raise Absent("STABLEHLO_FOLDER is not set")
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("old_folder.py"))],
        env={**os.environ, "PYTHONPATH": directory},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    commands, answers = process.stdin, process.stdout

    def ask(command: str) -> str:
        commands.write(command + "\n")
        commands.flush()
        return answers.readline().strip()

    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(work.program())
        file.flush()
        said = ask(f"load {file.name}")
    if said != "ready":
        raise Absent(said)
    return (lambda: None), (lambda _: Seconds(ask("run")))


EVALUATING: dict[str, Callable[[Work], tuple[Setup, Run]]] = {
    "NumPy": numpy_floor,
    "evaluate": evaluate,
    "eval_module": whole_evaluation,
    "C++ interpreter": cpp_interpreter,
}
FOLDING: dict[str, Callable[[Work], tuple[Setup, Run]]] = {
    "fold": fold,
    "StableHLO folder": stablehlo_folder,
    "Enzyme": enzyme,
    "XLA": xla,
}
