"""`python -m benchmarks.bits [NUMBER]`: whether programs fold to the same bits on other machines.

Programs are folded in processes that see another machine: other features of the processor, other kernels of BLAS, other
functions of the C library, other numbers of threads, other seeds of hashes, another floating-point environment. With
`--python PATH`, as often as wanted, another Python runs them as well, which may have another NumPy. With `--programs
FOLDER`, as often as wanted, the texts and artifacts of a folder are folded, too, for example upstream's test data;
JAX's own cases are, where JAX is installed.

The folded modules of each machine have one SHA-256. Programs whose module differs from that of the first machine are
listed. NUMBER is how many random programs there are (2000).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]

FEATURES = "import numpy._core._multiarray_umath as m; print(' '.join(m.__cpu_dispatch__))"
"""A program that prints the features of processors for which NumPy has code of its own."""

HAS_WIDE = "import numpy._core._multiarray_umath as m; print(m.__cpu_features__.get('AVX512F', False))"
"""A program that says whether the processor has vector registers of 512 bits."""

WIDE = ("AVX512", "X86_V4")

GLIBC = "glibc.cpu.hwcaps=-AVX2_Usable,-AVX2,-FMA_Usable,-FMA,-FMA4,-AVX512F,-AVX512VL,-AVX512DQ,-AVX512BW,-ERMS,-AVX"

FLOATING_POINT = "FLOATING_POINT_ENVIRONMENT"
"""Names one of `tests.golden.environments`, which is set before anything is imported."""

MACHINES: dict[str, dict[str, str]] = {
    "this one": {},
    "without vector registers of 512 bits": {"NPY_DISABLE_CPU_FEATURES": "wide"},
    "without any feature of its processor": {"NPY_DISABLE_CPU_FEATURES": "all"},
    "BLAS for Haswell": {"OPENBLAS_CORETYPE": "Haswell"},
    "BLAS for Zen": {"OPENBLAS_CORETYPE": "Zen"},
    "BLAS for Nehalem": {"OPENBLAS_CORETYPE": "Nehalem"},
    "BLAS for SkylakeX": {"OPENBLAS_CORETYPE": "SkylakeX"},
    "one thread": {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
    "four threads": {"OPENBLAS_NUM_THREADS": "4", "OMP_NUM_THREADS": "4"},
    "another seed of hashes": {"PYTHONHASHSEED": "7"},
    "a C library without AVX2 and FMA": {"GLIBC_TUNABLES": GLIBC},
    "without compiled functions": {"XDSL_STABLEHLO_COMPILED": "0"},
    "compiled functions for AVX2": {"XDSL_STABLEHLO_COMPILED": "avx2"},
    "compiled functions for any processor": {"XDSL_STABLEHLO_COMPILED": "any"},
    "subnormal numbers flushed to zero": {FLOATING_POINT: "flushed"},
    "rounding up": {FLOATING_POINT: "up"},
    "rounding down": {FLOATING_POINT: "down"},
    "rounding to zero": {FLOATING_POINT: "to-zero"},
    "an old processor altogether": {
        "NPY_DISABLE_CPU_FEATURES": "all",
        "OPENBLAS_CORETYPE": "Nehalem",
        "GLIBC_TUNABLES": GLIBC,
        "PYTHONHASHSEED": "11",
    },
}


def runnable() -> dict[str, dict[str, str]]:
    """The machines whose code this processor can run: BLAS does not ask whether it has registers of 512 bits."""
    listed = subprocess.run(
        [sys.executable, "-c", HAS_WIDE], capture_output=True, text=True, check=True
    ).stdout
    wide = listed.strip() == "True"
    return {name: changes for name, changes in MACHINES.items() if wide or name != "BLAS for SkylakeX"}


def environment(python: str, changes: Mapping[str, str]) -> dict[str, str]:
    """The environment of a process that sees a machine."""
    found = {name: value for name, value in os.environ.items() if name not in changes}
    found["PYTHONPATH"] = str(ROOT)
    disabled = changes.get("NPY_DISABLE_CPU_FEATURES")
    if disabled is not None:
        listed = subprocess.run([python, "-c", FEATURES], capture_output=True, text=True, check=True).stdout
        names = [n for n in listed.split() if disabled == "all" or n.startswith(WIDE)]
        changes = {**changes, "NPY_DISABLE_CPU_FEATURES": " ".join(names)}
    return {**found, **changes}


def digests(python: str, programs: Path, changes: Mapping[str, str]) -> dict[str, str]:
    """The SHA-256 of each program, folded by a process that sees a machine."""
    command = [python, "-W", "ignore", "-m", "benchmarks.bits", "--fold", str(programs)]
    env = environment(python, changes)
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def fold(programs: Mapping[str, str]) -> dict[str, str]:
    """The SHA-256 of each program as it is printed after folding."""
    from xdsl.context import Context

    from xdsl_stablehlo import parse_module, print_module, register_dialects
    from xdsl_stablehlo.folding import FoldOptions, fold_module

    context = Context()
    register_dialects(context)
    found: dict[str, str] = {}
    for name, text in programs.items():
        module = parse_module(text, context)
        fold_module(module, FoldOptions(reproducible=True))
        found[name] = sha256(print_module(module).encode()).hexdigest()
    return found


def another_environment() -> AbstractContextManager[None]:
    """The floating-point environment of the machine that this process sees."""
    if FLOATING_POINT not in os.environ:
        return nullcontext()
    from tests.golden.environments import environment

    return environment(os.environ[FLOATING_POINT])


def whole(found: Mapping[str, str]) -> str:
    """One SHA-256 of all programs."""
    return sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()


# The programs. They are drawn here once, so that every machine folds the same ones.


def random_programs(count: int) -> Iterator[tuple[str, str]]:
    """Half of them of one op on constants, half of many ops of which constants decide a part."""
    from tests.campaigns.random_programs import random_case
    from tests.helpers.drawn.partial_programs import partial_program
    from tests.helpers.programs import parse
    from xdsl_stablehlo import print_module
    from xdsl_stablehlo.folding.fold.bind import bind_positions

    for seed in range(count // 2):
        yield f"partial {seed}", partial_program(seed)
        case = random_case(seed)
        module = parse(case.program)
        bind_positions(module, {i: (f"argument {i}", value) for i, value in enumerate(case.args)})
        yield f"case {seed}", print_module(module)


def files(folder: Path) -> Iterator[tuple[str, str]]:
    """The programs of a folder as text: files that end with `.mlir`, and artifacts, which end with `.bc`."""
    from xdsl.context import Context

    from xdsl_stablehlo import print_module, register_dialects
    from xdsl_stablehlo.transforms.vhlo.artifacts import read_portable_artifact

    context = Context()
    register_dialects(context)
    for path in sorted(folder.glob("*.mlir")):
        yield path.name, path.read_text()
    for path in sorted(folder.glob("*.bc")):
        yield path.name, print_module(read_portable_artifact(path.read_bytes(), context))


def jax_programs(count: int) -> Iterator[tuple[str, str]]:
    """Every so many of JAX's own cases, on constants."""
    try:
        from tests.campaigns.conformance.jax_harnesses import RefusedByJax, arguments_of, harnesses, module_of
    except ImportError:
        return
    from xdsl_stablehlo import print_module

    every = harnesses()
    for harness in every[:: max(1, len(every) // count)]:
        try:
            args = arguments_of(harness)
            yield harness.fullname, print_module(module_of(partial(harness.dyn_fun, *args)))
        except RefusedByJax:
            continue


def differences(machines: Mapping[str, Mapping[str, str]]) -> Counter[str]:
    """On how many machines each program differs from the first one."""
    first, *others = machines.values()
    return Counter([name for each in others for name in first if each[name] != first[name]])


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bits", description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=2000)
    parser.add_argument(
        "--programs", type=Path, action="append", default=[], help="a folder of .mlir and .bc"
    )
    parser.add_argument("--jax", type=int, default=300, help="how many of JAX's cases")
    parser.add_argument("--python", action="append", default=[], help="another Python, with another NumPy")
    parser.add_argument("--fold", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.fold is not None:
        programs = json.loads(options.fold.read_text())
        with another_environment():
            found = fold(programs)
        print(json.dumps(found))
        return 0
    programs = dict(random_programs(options.number))
    programs.update(files(ROOT / "examples"))
    programs.update(jax_programs(options.jax) if options.jax else ())
    for folder in options.programs:
        programs.update(files(folder))
    print(f"{len(programs)} programs", flush=True)
    machines: dict[str, dict[str, str]] = {}
    with TemporaryDirectory() as folder:
        file = Path(folder, "programs.json")
        file.write_text(json.dumps(programs))
        for name, python, changes in [
            *[(name, sys.executable, changes) for name, changes in runnable().items()],
            *[(python, python, {}) for python in options.python],
        ]:
            machines[name] = digests(python, file, changes)
            print(f"{whole(machines[name])}  {name}", flush=True)
    differing = differences(machines)
    for name, count in differing.most_common():
        print(f"{name} differs on {count} of {len(machines) - 1} machines")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
