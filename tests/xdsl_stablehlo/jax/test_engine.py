"""XLA in the place of the interpreter: the same bits of integers and of what is moved, reasons for what stays here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import PassFailedException

from tests.helpers.programs import named, parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo.folding import FoldOptions, FoldReport, fold_module
from xdsl_stablehlo.folding.passes.passes import StablehloConstantFoldPass
from xdsl_stablehlo.interpreter import EvaluationError, Program, eval_module
from xdsl_stablehlo.interpreter.interface.engines import EngineError, engine_named, engine_names
from xdsl_stablehlo.interpreter.interface.limits import Limits
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness
from xdsl_stablehlo.jax.engine import XlaEngine, XlaProgram

from .functions import export, jax, jnp

PROGRAMS = named(__file__)

N = 4096
INTEGERS = ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64")
FLOATS = ("f8E4M3FN", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E5M2", "f8E3M4", "bf16", "f16", "f32", "f64")


def bits(array: Any) -> Any:
    """The bytes of the elements."""
    return np.ascontiguousarray(array).view(np.uint8)


def both_ways(text: str, **options: Any) -> FoldReport:
    """Fold a program without arguments here and with XLA; the results are the same bits. Gives XLA's report."""
    here, there = parse(text), parse(text)
    fold_module(here, FoldOptions(fold_expansions=True))
    report = fold_module(there, FoldOptions(fold_expansions=True, engine="xla", engine_work=1, **options))
    for ours, theirs in zip(eval_module(here), eval_module(there), strict=True):
        np.testing.assert_array_equal(bits(ours.array), bits(theirs.array))
    return report


def handed_over(report: FoldReport) -> int:
    """How many ops XLA evaluated."""
    assert report.engine is not None
    return report.engine.ops


def spread(element_type: str) -> str:
    """Ops that make `%x` and `%y`: integers of any size, each element another."""
    kind = f"tensor<{N}x{element_type}>"
    return f"""
    %i = stablehlo.iota dim = 0 : tensor<{N}xui64>
    %k = stablehlo.constant dense<11400714819323198485> : tensor<{N}xui64>
    %h = stablehlo.multiply %i, %k : tensor<{N}xui64>
    %s = stablehlo.constant dense<29> : tensor<{N}xui64>
    %g = stablehlo.shift_right_logical %h, %s : tensor<{N}xui64>
    %x = stablehlo.convert %g : (tensor<{N}xui64>) -> {kind}
    %y = stablehlo.reverse %x, dims = [0] : {kind}
    """


@pytest.mark.parametrize("element_type", one_of(4, INTEGERS))
def test_integers_are_the_same_bits(element_type: str) -> None:
    kind = f"tensor<{N}x{element_type}>"
    unary = ["not", "popcnt", "count_leading_zeros", "negate"]
    binary = ["add", "subtract", "multiply", "and", "or", "xor", "minimum", "maximum"]
    binary += ["shift_left", "shift_right_logical", "shift_right_arithmetic"]
    lines = [f"%{name} = stablehlo.{name} %x : {kind}" for name in unary]
    lines += [f"%{name} = stablehlo.{name} %x, %y : {kind}" for name in binary]
    names = [*unary, *binary]
    text = f"""
    func.func @main() -> ({", ".join([kind] * len(names))}, tensor<{N}xi1>, tensor<{element_type}>, {kind}) {{
      {spread(element_type)}
      {chr(10).join(lines)}
      %compare = stablehlo.compare LT, %x, %y : ({kind}, {kind}) -> tensor<{N}xi1>
      %zero = stablehlo.constant dense<0> : tensor<{element_type}>
      %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
        : ({kind}, tensor<{element_type}>) -> tensor<{element_type}>
      %select = stablehlo.select %compare, %x, %y : tensor<{N}xi1>, {kind}
      return {", ".join([f"%{name}" for name in names])}, %compare, %sum, %select
        : {", ".join([kind] * len(names))}, tensor<{N}xi1>, tensor<{element_type}>, {kind}
    }}"""
    report = both_ways(text, exactness=Exactness.EXACT, optimize_float=False)
    assert handed_over(report) >= len(names)
    assert report.engine is not None
    assert report.engine.on_floats == 0


def test_contractions_and_sorts_of_integers_are_the_same_bits() -> None:
    text = f"""
    func.func @main() -> (tensor<64x64xi32>, tensor<{N}xi32>, tensor<{N}xi32>) {{
      {spread("i32")}
      %a = stablehlo.reshape %x : (tensor<{N}xi32>) -> tensor<64x64xi32>
      %d = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0]
        : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi32>
      %t:2 = "stablehlo.sort"(%x, %y) ({{
      ^bb0(%p: tensor<i32>, %q: tensor<i32>, %r: tensor<i32>, %u: tensor<i32>):
        %c = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }}) {{dimension = 0 : i64, is_stable = true}}
        : (tensor<{N}xi32>, tensor<{N}xi32>) -> (tensor<{N}xi32>, tensor<{N}xi32>)
      return %d, %t#0, %t#1 : tensor<64x64xi32>, tensor<{N}xi32>, tensor<{N}xi32>
    }}"""
    assert handed_over(both_ways(text, exactness=Exactness.EXACT)) >= 2


@pytest.mark.parametrize("element_type", FLOATS)
def test_moved_floats_are_the_same_bits(element_type: str) -> None:
    """NaNs of all kinds among them: what moves floats of 8 bits stays here, and what joins small ones."""
    width = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16}.get(element_type, 8)
    kind, pair = f"tensor<{N}x{element_type}>", f"tensor<{2 * N}x{element_type}>"
    text = f"""
    func.func @main() -> ({kind}, {pair}, tensor<2x{N}x{element_type}>, tensor<64x64x{element_type}>) {{
      {spread(f"ui{width}")}
      %v = stablehlo.bitcast_convert %x : (tensor<{N}xui{width}>) -> {kind}
      %w = stablehlo.reverse %v, dims = [0] : {kind}
      %p = stablehlo.compare LT, %x, %y : (tensor<{N}xui{width}>, tensor<{N}xui{width}>) -> tensor<{N}xi1>
      %0 = stablehlo.select %p, %v, %w : tensor<{N}xi1>, {kind}
      %1 = stablehlo.concatenate %0, %w, dim = 0 : ({kind}, {kind}) -> {pair}
      %2 = stablehlo.broadcast_in_dim %w, dims = [1] : ({kind}) -> tensor<2x{N}x{element_type}>
      %3 = stablehlo.reshape %w : ({kind}) -> tensor<64x64x{element_type}>
      %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<64x64x{element_type}>) -> tensor<64x64x{element_type}>
      return %0, %1, %2, %4 : {kind}, {pair}, tensor<2x{N}x{element_type}>, tensor<64x64x{element_type}>
    }}"""
    report = both_ways(text, exactness=Exactness.EXACT, optimize_float=False)
    assert report.engine is not None
    assert handed_over(report) >= (3 if width > 8 else 1)
    if width < 32:
        what = "moves floats of 8 bits or less" if width == 8 else "puts small floats together"
        assert f"{what}, whose NaNs engines make one" in report.engine.refused


FLOAT_WORK = PROGRAMS["float work"]


def test_floats_are_near_and_the_report_says_so() -> None:
    module = parse(FLOAT_WORK)
    (expected,) = eval_module(module)
    report = fold_module(module, FoldOptions(engine="xla", engine_work=1))
    (found,) = eval_module(module)
    np.testing.assert_allclose(np.asarray(found), np.asarray(expected), rtol=1e-4)
    use = report.engine
    assert use is not None
    assert use.on_floats > 0
    assert (use.name, use.programs, use.refused) == ("xla", 1, {})
    assert use.device == engine_named("xla").device
    assert f"engine    xla on {use.device}" in str(report)
    assert "of them on floats: other bits than the interpreter's" in str(report)
    assert report.to_dict()["engine"] == vars(use)
    assert report.folded["stablehlo.dot_general"].count == 1


@pytest.mark.parametrize("options", [{"exactness": Exactness.EXACT}, {"optimize_float": False}])
def test_the_class_of_exactness_is_obeyed(options: dict[str, Any]) -> None:
    """`log_plus_one` is of the class `rounded`, with an engine or without."""
    with_engine, without = parse(FLOAT_WORK), parse(FLOAT_WORK)
    fold_module(with_engine, FoldOptions(engine="xla", engine_work=1, **options))
    fold_module(without, FoldOptions(**options))
    assert "stablehlo.log_plus_one" in str(with_engine)
    assert str(with_engine) == str(without)


def test_exact_arithmetic_on_floats_stays_here_where_rounding_is_not_allowed() -> None:
    """XLA may take a subnormal number for zero."""
    text = f"""
    func.func @main() -> tensor<{N}xf32> {{
      {spread("ui32")}
      %v = stablehlo.bitcast_convert %x : (tensor<{N}xui32>) -> tensor<{N}xf32>
      %w = stablehlo.floor %v : tensor<{N}xf32>
      %q = stablehlo.reverse %w, dims = [0] : tensor<{N}xf32>
      return %q : tensor<{N}xf32>
    }}"""
    report = both_ways(text, exactness=Exactness.EXACT)
    assert report.engine is not None
    assert report.engine.refused == {"computes on floats, whose bits an engine does not promise": 1}


def chain(*ops: str) -> str:
    """A program that multiplies integers, with `ops` from `%x` and `%y` to `%q` in between."""
    kind = f"tensor<{N}xi64>"
    return f"""
    func.func @main() -> {kind} {{
      {spread("i64")}
      {chr(10).join(ops)}
      %m = stablehlo.multiply %q, %q : {kind}
      return %m : {kind}
    }}"""


WIDE = f"tensor<{N}xi64>"


@pytest.mark.parametrize(
    ("reason", "ops"),
    [
        ("may be undefined", (f"%q = stablehlo.divide %x, %k2 : {WIDE}",)),
        (
            "raises integers to powers, which XLA does for small ones alone",
            (f"%q = stablehlo.power %x, %y : {WIDE}",),
        ),
        (
            "computes on elements of less than a byte",
            (
                f"%n = stablehlo.convert %x : ({WIDE}) -> tensor<{N}xi4>",
                f"%n2 = stablehlo.popcnt %n : tensor<{N}xi4>",
                f"%q = stablehlo.convert %n2 : (tensor<{N}xi4>) -> {WIDE}",
            ),
        ),
    ],
)
def test_what_may_mean_something_else_stays_here(reason: str, ops: tuple[str, ...]) -> None:
    ops = (f"%k2 = stablehlo.constant dense<7> : {WIDE}", *ops)
    report = both_ways(chain(*ops))
    assert report.engine is not None
    assert report.engine.refused[reason] >= 1
    assert handed_over(report) >= 2


def test_undefined_divisions_are_not_folded() -> None:
    module = parse(
        chain(f"%z = stablehlo.subtract %x, %x : {WIDE}", f"%q = stablehlo.divide %x, %z : {WIDE}")
    )
    report = fold_module(module, FoldOptions(engine="xla", engine_work=1, fold_expansions=True))
    assert "stablehlo.divide" in str(module)
    assert "undefined" in report.reasons()


def test_calls_and_regions_go_with_what_they_run() -> None:
    text = f"""
    func.func private @twice(%a: {WIDE}) -> {WIDE} {{
      %0 = func.call @once(%a) : ({WIDE}) -> {WIDE}
      %1 = stablehlo.multiply %0, %a : {WIDE}
      return %1 : {WIDE}
    }}
    func.func private @once(%a: {WIDE}) -> {WIDE} {{
      %0 = stablehlo.add %a, %a : {WIDE}
      return %0 : {WIDE}
    }}
    {chain(f"%q = func.call @twice(%x) : ({WIDE}) -> {WIDE}")}"""
    assert handed_over(both_ways(text)) >= 2


def test_loops_stay_here() -> None:
    loop = PROGRAMS["loops stay here"]
    report = both_ways(chain(loop))
    assert report.engine is not None
    assert report.engine.refused == {"is a loop, which nobody could stop": 1}


def test_an_engine_that_fails_leaves_its_ops_to_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    """XLA has no floats of six bits; here it has no programs at all."""
    kind = "tensor<65536xf6E3M2FN>"
    moved = f"func.func @main(%x: {kind}) -> {kind} {{ return %x : {kind} }}"
    with pytest.raises(EngineError, match="XLA has no elements of type f6E3M2FN"):
        XlaEngine().prepared(parse(moved))

    def refuse(_: object) -> NoReturn:
        raise EngineError("XLA does not take the program")

    monkeypatch.setattr(XlaProgram, "of", refuse)
    report = fold_module(parse(FLOAT_WORK), FoldOptions(engine="xla", engine_work=1))
    assert report.engine is not None
    assert report.engine.refused["XLA does not take the program"] > 0
    assert report.folded


def test_what_is_handed_over_in_nested_modules_counts() -> None:
    module = parse(f"module {{ module {{ {FLOAT_WORK} }} }}")
    report = fold_module(module, FoldOptions(engine="xla", engine_work=1))
    assert handed_over(report) > 0
    assert report.engine is not None
    assert report.engine.device


def test_little_is_not_handed_over() -> None:
    module = parse(FLOAT_WORK)
    report = fold_module(module, FoldOptions(engine="xla"))
    assert report.engine is not None
    assert (report.engine.ops, report.engine.refused) == (0, {})
    assert "engine" not in str(report)


def test_unknown_engines_are_said() -> None:
    assert "xla" in engine_names()
    with pytest.raises(
        ValueError, match=r"engine must be one of those that are installed \(.*xla.*\), not 'abacus'"
    ):
        FoldOptions(engine="abacus")
    with pytest.raises(EngineError, match="there is no engine 'abacus'"):
        Program.of(parse(FLOAT_WORK), engine="abacus")
    with pytest.raises(PassFailedException, match=r"engine must be one of .* not 'abacus'"):
        StablehloConstantFoldPass(engine="abacus").options()
    assert StablehloConstantFoldPass(engine="xla").options().engine == "xla"


# ---- whole programs ----


def test_a_program_runs_on_xla() -> None:
    module: ModuleOp = parse(PROGRAMS["a program runs on xla"])
    a, b = np.linspace(-2, 2, 6, dtype=np.float32).reshape(2, 3), np.array([3, 1 << 40, -5])
    before = str(module)
    program = Program.of(module, engine="xla")
    assert str(module) == before
    ours = eval_module(module, [a, b])
    for theirs in (program(a, b), program(a, b), eval_module(module, [a, b], engine="xla")):
        np.testing.assert_allclose(np.asarray(theirs[0]), np.asarray(ours[0]), rtol=1e-6)
        assert list(theirs[1:]) == list(ours[1:])
    (alone,) = Program.of(module, "f", engine="xla")(a)
    assert alone == program(a, b)[0]


def test_what_a_program_cannot_have_on_xla() -> None:
    module = parse(FLOAT_WORK)
    with pytest.raises(EngineError, match="the engine 'xla' knows no limits and no steps"):
        Program.of(module, engine="xla", limits=Limits(steps=10))
    unknown = parse(PROGRAMS["what a program cannot have on xla"])
    with pytest.raises(EvaluationError, match=r"XLA does not take the program: .*nobody_knows"):
        Program.of(unknown, engine="xla")(np.ones(2, np.float32))
    token = parse(
        "func.func @main(%t: !stablehlo.token) -> !stablehlo.token { return %t : !stablehlo.token }"
    )
    with pytest.raises(EvaluationError, match="XLA gives tensors only"):
        Program.of(token, engine="xla")
    many = parse(
        """module attributes {mhlo.num_partitions = 64 : i32} {
          func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> { return %a : tensor<64xf32> }
        }"""
    )
    with pytest.raises(EvaluationError, match="the program is for 64 devices, and JAX has"):
        Program.of(many, engine="xla")


def test_a_program_calls_lapack_in_a_process_that_did_not(tmp_path: Path) -> None:
    """JAX loads LAPACK where it lowers a call of it; XLA by itself ends the process."""
    x = np.array([[2.0, 1.0], [1.0, 3.0]], np.float32)
    path = tmp_path / "eigenvalues.mlir.bc"
    path.write_bytes(export.export(jax.jit(jnp.linalg.eigvalsh))(x).mlir_module_serialized)
    args = "[dense<[[2.0, 1.0], [1.0, 3.0]]> : tensor<2x2xf32>]"
    command = [sys.executable, "-m", "xdsl_stablehlo", "translate", "--interpret", str(path)]
    ran = subprocess.run(
        [*command, "--engine=xla", f"--args={args}"],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert "1.38196" in ran.stdout


def test_what_to_install_where_jax_is_missing() -> None:
    script = "import sys; sys.modules['jax'] = None\n"
    script += "from xdsl_stablehlo.interpreter.interface.engines import engine_named\n"
    command = [sys.executable, "-c", f"{script}engine_named('xla')"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].endswith(
        "cannot be loaded: this needs 'jax': pip install 'xdsl-stablehlo[jax]'"
    )


def test_the_door_to_jax_says_what_to_install() -> None:
    code = "import sys; sys.modules['jax'] = None\nimport xdsl_stablehlo.jax"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].endswith("needs 'jax': pip install 'xdsl-stablehlo[jax]'")
