"""Folding inside of `jax.jit`: values are JAX's, what is worth it leaves the program, and JAX's ways all work."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn, cast

import numpy as np
import pytest
from jax._src.interpreters import mlir as _private_mlir
from jax._src.lib import mlir as _private_lib

from tests.helpers.programs import named
from xdsl_stablehlo.folding import FoldOptions, Progress
from xdsl_stablehlo.ir import environment as environments
from xdsl_stablehlo.jax import JitReport, cones, folding, inside_jit, interpreting, private
from xdsl_stablehlo.jax.exchange import fold_cones
from xdsl_stablehlo.jax.private import LoweredProgram

from ....golden.environments import environment
from ..functions import binary, jax, jnp, lax, new_ref, unary

PROGRAMS = named(__file__)

mlir, ir = cast(Any, _private_mlir), cast(Any, _private_lib).ir

SIZE = 5000
W = np.random.default_rng(0).random(SIZE, dtype=np.float32)
S = np.sort(W)
X = np.arange(SIZE, dtype=np.float32)


def fresh(added: float = 0.0) -> Callable[[Any], Any]:
    """A function that sorts a constant, which JAX has not seen before."""
    return lambda x: jnp.sort(W) * x + added


def jax_module(text: str) -> Any:
    """A module of jaxlib's own MLIR."""
    with mlir.make_ir_context():
        return ir.Module.parse(text)


def folded(function: Callable[..., Any], *args: Any) -> tuple[Any, JitReport]:
    with folding() as fold:
        result = jax.block_until_ready(function(*args))
    assert fold.report.failures == []
    return result, fold.report


CASES: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "jit": (jax.jit(fresh()), S * X),
    "grad": (jax.grad(unary(lambda x: jax.jit(fresh())(x).sum())), S),
    "jvp": (jax.jit(unary(lambda x: jax.jvp(fresh(), (x,), (x,))[1])), S * X),
    "vmap": (unary(lambda x: jax.vmap(jax.jit(fresh()))(jnp.stack([x, x]))), np.stack([S * X, S * X])),
    "nested": (jax.jit(unary(lambda x: jax.jit(fresh())(x) + 1)), S * X + 1),
    "donated": (unary(lambda x: jax.jit(fresh(), donate_argnums=0)(jnp.array(x))), S * X),
    "a branch": (jax.jit(unary(lambda x: lax.cond(x[1] > 0, fresh(), fresh(), x))), S * X),
    "a loop": (
        jax.jit(unary(lambda x: lax.fori_loop(0, 3, binary(lambda _, c: c + jnp.sort(W)), x))),
        X + 3 * S,
    ),
    "a scan": (
        jax.jit(unary(lambda x: lax.scan(binary(lambda c, w: (c + w, None)), x[0], jnp.sort(W))[0])),
        S.sum(dtype=np.float64),
    ),
    "complex numbers": (
        jax.jit(unary(lambda x: jnp.abs(jnp.asarray([1j, 2 + 1j, 3])[1] * jnp.sort(W)) * x)),
        np.float32(5**0.5) * S * X,
    ),
    "no arguments": (unary(lambda _: jax.jit(lambda: jnp.sort(W))()), S),
    "bf16": (
        jax.jit(unary(lambda x: jnp.sort(jnp.asarray(W).astype(jnp.bfloat16)) + 0 * x[0])),
        np.sort(W.astype(jnp.bfloat16)).astype(np.float32),
    ),
    "ahead of time": (unary(lambda x: jax.jit(fresh()).lower(x).compile()(x)), S * X),
    "exported": (unary(lambda x: jax.export.export(jax.jit(fresh()))(x).call(x)), S * X),
}


@pytest.mark.parametrize("name", CASES)
def test_values_are_those_of_the_program(name: str) -> None:
    function, expected = CASES[name]
    result, report = folded(function, jnp.asarray(X))
    np.testing.assert_allclose(np.asarray(result, np.float32), expected, rtol=1e-5)
    assert len(report.folded) == 1
    assert report.folded[0].xla_seconds > 0.1


def test_what_lapack_computes_is_a_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    """JAX says of its calls of LAPACK how many dimensions are of the batch, as it says elsewhere where they run."""
    monkeypatch.setattr(cones, "EVERYTHING", True)
    matrix = np.eye(512, dtype=np.float32) * 4
    inverse, report = folded(jax.jit(unary(lambda x: jnp.linalg.inv(matrix) * x)), 2.0)
    np.testing.assert_array_equal(inverse, np.eye(512, dtype=np.float32) / 2)
    (program,) = report.folded
    assert program.call_seconds > 0.01


STAYS = {
    "an effect": """
      %0 = "stablehlo.custom_call"(%c) {call_target_name = "lapack_x", has_side_effect = true} : ({T}) -> {T}""",
    "a custom call that is not known": """
      %0 = stablehlo.custom_call @mine(%c) : ({T}) -> {T}""",
    "a custom call that is placed": """
      %0 = stablehlo.custom_call @lapack_x(%c) {mhlo.sharding = "{replicated}"} : ({T}) -> {T}""",
    "a sharding as a custom call": """
      %0 = stablehlo.custom_call @Sharding(%c) {mhlo.sharding = "{replicated}"} : ({T}) -> {T}""",
    "an op that is placed": """
      %0 = stablehlo.add %c, %c {mhlo.frontend_attributes = {_xla_compute_type = "host"}} : {T}""",
    "an op that is sharded": """
      %0 = stablehlo.add %c, %c {mhlo.sharding = "{replicated}"} : {T}""",
    "a call that is placed": """
      %0 = func.call @sum(%c) {mhlo.frontend_attributes = {_xla_compute_type = "host"}} : ({T}) -> {T}""",
    "a call of a function with an effect": """
      %0 = func.call @effect(%c) : ({T}) -> {T}""",
    "a barrier": """
      %0 = stablehlo.optimization_barrier %c : {T}""",
    "a composite": """
      %0 = stablehlo.composite "my.sum" %c {decomposition = @sum} : ({T}) -> {T}""",
    "random numbers": """
      %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> {T}""",
    "random bits": """
      %1, %0 = stablehlo.rng_bit_generator %k, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, {T})""",
    "a collective": PROGRAMS["a collective"],
    "a permutation of devices": """
      %0 = "stablehlo.collective_permute"(%c) {source_target_pairs = dense<0> : tensor<1x2xi64>} : ({T}) -> {T}""",
    "the number of the device": """
      %1 = stablehlo.partition_id : tensor<ui32>
      %0 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> {T}""",
    "a token": """
      %1 = stablehlo.create_token : !stablehlo.token
      %0, %2 = "stablehlo.infeed"(%1) {infeed_config = ""} : (!stablehlo.token) -> ({T}, !stablehlo.token)""",
    "a branch with an effect": PROGRAMS["a branch with an effect"],
}


@pytest.mark.parametrize("name", STAYS)
def test_what_must_not_leave_is_not_constant(name: str) -> None:
    element = {"the number of the device": "ui32", "random bits": "ui64"}.get(name, "f32")
    tensor = f"tensor<4x{element}>"
    text = PROGRAMS["what must not leave is not constant"].replace("OPS", STAYS[name])
    one = "1" if element != "f32" else "1.0"
    module = jax_module(text.replace("dense<1> : {T}", f"dense<{one}> : {{T}}").replace("{T}", tensor))
    found = cones.Look(module).run()
    assert "stablehlo.subtract" not in {op.name for op in found.ops}
    assert not found.calls


def test_cumulative_sums_as_jax_writes_them_for_gpus() -> None:
    """JAX 0.11 writes them as CHLO's scan. XLA folds that for most of a minute (50 s on an H200, for 2,000,000)."""
    whole, part = "tensor<20000xi32>", "tensor<i32>"
    module = jax_module(f"""
    func.func @main(%i: {whole}, %x: {whole}) -> {whole} {{
      %zero = stablehlo.constant dense<0> : {part}
      %sums:2 = chlo.scan(%i) inits (%zero) dimension=0 attributes {{is_associative = true}} {{
      ^bb0(%each: {part}, %carry: {part}):
        %sum = stablehlo.add %each, %carry : {part}
        stablehlo.return %sum, %sum : {part}, {part}
      }} : ({whole}, {part}) -> ({whole}, {part})
      %r = stablehlo.add %sums#0, %x : {whole}
      return %r : {whole}
    }}
    """)
    found = fold_cones(module, 0, [np.arange(20000, dtype=np.int32)], FoldOptions())
    assert found is not None
    assert "chlo.scan" not in str(found.module)
    (sums,) = found.arguments
    np.testing.assert_array_equal(
        np.asarray(sums), np.cumsum(np.arange(20000, dtype=np.int32), dtype=np.int32)
    )


def test_gathers_that_xla_folded_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs of openxla/xla #34260 and jax-ml/jax #33479, folded here although they are small."""
    monkeypatch.setattr(cones, "EVERYTHING", True)
    tokens = jnp.asarray(np.tile(np.arange(6, dtype=np.int32), (2, 1)))

    def by_columns() -> Any:
        return tokens[:, jnp.arange(6)] + 1

    def by_rows() -> Any:
        return jax.vmap(unary(lambda row: row[jnp.arange(6)]))(tokens) + 1

    for function in (by_columns, by_rows):
        result, report = folded(jax.jit(function))
        np.testing.assert_array_equal(result, np.asarray(tokens) + 1)
        assert len(report.folded) == 1


def test_memory_that_is_not_there_costs_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(inside_jit, "exchanged", fails)
    with folding(), pytest.warns(RuntimeWarning, match="without folding: MemoryError"):
        assert jax.jit(unary(lambda x: x + 2))(1) == 3


@pytest.mark.parametrize(
    ("value", "same"), [(W, False), (np.full(9999, 3.0), True), (np.r_[np.ones(9999), 2], False)]
)
def test_constants_of_one_value(value: Any, same: bool) -> None:
    module = jax.jit(unary(lambda x: x + jnp.asarray(value))).lower(1.0).compiler_ir()
    constants = [op for op in cones.Look(module).run().ops if op.name == "stablehlo.constant"]
    assert [cones.has_one_value(op) for op in constants] == [same]


def test_what_jax_does_not_pass_is_passed_on_its_fast_path() -> None:
    function = jax.jit(fresh())
    folded(function, X)
    lowered = function.lower(X)
    assert "tensor<5000xf32>, %arg1" not in lowered.as_text()  # the program as it is lowered stays
    for _ in range(3):
        np.testing.assert_array_equal(function(X), S * X)


def test_a_program_may_be_compiled_again_outside() -> None:
    lowered = jax.jit(fresh()).lower(X)
    with folding() as fold:
        inside = lowered.compile()
    outside = lowered.compile({"xla_cpu_enable_fast_math": False})
    assert len(fold.report.folded) == 1
    for compiled in (inside, outside):
        np.testing.assert_array_equal(compiled(X), S * X)
        np.testing.assert_array_equal(compiled(X), S * X)


def test_constants_that_jax_passes_itself() -> None:
    script = (
        "import jax, jax.numpy as jnp, numpy as np\n"
        "from xdsl_stablehlo.jax import folding\n"
        f"W = jnp.asarray(np.random.default_rng(0).random({SIZE}, dtype=np.float32))\n"
        "with folding() as fold:\n"
        "    x = jax.jit(lambda x: jnp.sort(W) * x)(2.0)\n"
        "np.testing.assert_array_equal(x, np.sort(W) * 2)\n"
        "print(len(fold.report.folded), fold.report.failures)\n"
    )
    # JAX 0.7.2 itself cannot run this program with the flag: there the constants are passed without it.
    environment = {**os.environ, "JAX_USE_SIMPLIFIED_JAXPR_CONSTANTS": str(int(private.VERSION >= (0, 8)))}
    run = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout == "1 []\n"


def test_effects_and_references() -> None:
    printed: list[float] = []
    cell = new_ref(jnp.zeros(SIZE))

    def step(x: Any) -> Any:
        jax.debug.callback(unary(lambda v: printed.append(float(v))), x[1], ordered=True)
        cell[...] = cell[...] + jnp.sort(W)
        return x + cell[...]

    result, report = folded(jax.jit(step), jnp.asarray(X))
    jax.effects_barrier()
    np.testing.assert_allclose(result, X + S, rtol=1e-6)
    np.testing.assert_array_equal(cell[...], S)
    assert printed == [1.0]
    assert len(report.folded) == 1


def test_random_numbers_and_callbacks_stay() -> None:
    def draw(x: Any) -> Any:
        shape = jax.ShapeDtypeStruct((SIZE,), np.float32)
        return jax.pure_callback(lambda: W, shape) + lax.rng_uniform(0.0, 1.0, (SIZE,)) * 0 + x

    result, report = folded(jax.jit(draw), jnp.asarray(X))
    np.testing.assert_allclose(result, W + X, rtol=1e-6)
    assert report.folded == []


def test_a_program_in_which_nothing_is_to_be_won_is_compiled_as_it_is() -> None:
    modules: list[Any] = []

    def tiny(x: Any) -> Any:
        return jnp.tanh(x @ jnp.ones((3, 3))) + jnp.arange(3)

    with folding() as fold:
        modules.append(fold.passed(LoweredProgram.of(jax.jit(tiny).lower(np.ones((2, 3)))._lowering)))
    assert modules == [None]
    assert fold.report.looked_at == 1
    assert fold.report.folded == []


@pytest.mark.parametrize(("calls", "patience"), [(0, 1e9), (cones.REPAID_CALLS, cones.PATIENCE), (1000, 1e9)])
def test_what_few_calls_do_not_repay_stays(
    calls: int, patience: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """XLA folds no transform, but computes it at each call."""
    monkeypatch.setattr(cones, "REPAID_CALLS", calls)
    monkeypatch.setattr(cones, "PATIENCE", patience)
    noted: list[Progress] = []
    values = np.ones(1 << 19, np.complex64)
    with folding(FoldOptions(on_progress=noted.append)) as fold:
        jax.block_until_ready(jax.jit(unary(lambda x: jnp.fft.fft(values) * x))(2.0))
    assert fold.report.failures == []
    assert bool(fold.report.folded) == bool(noted) == (calls == 1000)


def test_one_array_serves_all_programs_that_take_it() -> None:
    with folding() as fold:
        lowered = [jax.jit(fresh(added)).lower(2.0) for added in (1.0, 2.0)]
        passed = [fold.passed(LoweredProgram.of(each._lowering)) for each in lowered]
    arrays = [each.arrays for each in passed if each is not None]
    assert arrays[0][0] is arrays[1][0]


def test_what_is_over_a_limit_is_passed_so_that_xla_does_not_fold_it() -> None:
    with folding(FoldOptions(op_work_limit=1)) as fold:
        result = jax.jit(fresh())(X)
    np.testing.assert_array_equal(result, S * X)
    assert fold.report.folded[0].passed_bytes == W.nbytes


def test_a_failure_costs_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise ValueError("broken\nin two lines")

    monkeypatch.setattr(inside_jit, "exchanged", fails)
    with folding() as fold, pytest.warns(RuntimeWarning, match=r"without folding: ValueError: broken$"):
        result = jax.jit(unary(lambda x: x + 1))(1)
    assert result == 2
    assert len(fold.report.failures) == 1


def test_a_program_that_xla_refuses_is_compiled_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(computation: Any, _: Any) -> Any:
        raise RuntimeError(f"no {computation._name}")

    monkeypatch.setattr(private, "taking_more", breaks)
    with folding(), pytest.warns(RuntimeWarning, match="without folding: RuntimeError: no jit"):
        result = jax.jit(fresh())(2.0)
    np.testing.assert_array_equal(result, S * 2)


def test_what_is_wrong_with_a_program_is_said_by_jax_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: Any, **__: Any) -> Any:
        raise ValueError("no devices")

    monkeypatch.setattr(private, "compile_as_is", refuses)
    with folding() as fold, pytest.raises(ValueError, match="no devices"):
        jax.jit(fresh())(2.0)
    assert fold.report.failures == []


def test_as_a_decorator_and_from_threads() -> None:
    report = JitReport()
    results: list[Any] = []

    def run(added: float) -> None:
        results.append(jax.jit(fresh(added))(X))

    @folding(report=report)
    def work() -> None:
        threads = [threading.Thread(target=run, args=(float(k),)) for k in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    work()
    assert len(report.folded) == 3
    total = sum(np.asarray(result, np.float64) for result in results)
    np.testing.assert_allclose(total, 3 * (S * X) + 3, rtol=1e-6)


def test_nothing_is_looked_at_afterwards() -> None:
    with folding() as fold:
        jax.block_until_ready(jax.jit(fresh())(X))
    before = fold.report.looked_at
    jax.jit(unary(lambda x: x * 3))(X)
    assert fold.report.looked_at == before


def test_the_report_says_what_was_saved() -> None:
    _, report = folded(jax.jit(fresh()), X)
    text = str(report)
    assert "1 of" in text
    assert "of XLA's constant folding" in text
    assert "19.5 KiB passed to it" in text


def test_a_script_is_run_unchanged(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\n"
        "import jax, jax.numpy as jnp, numpy as np\n"
        f"W = np.linspace(1, 0, {SIZE}, dtype=np.float32)\n"
        "if __name__ == '__main__':\n"
        "    print(sys.argv[1:], float(jax.jit(lambda i: jnp.sort(W)[i])(0)))\n"
        "    sys.exit(3)\n"
    )
    run = subprocess.run(
        [sys.executable, "-m", "xdsl_stablehlo.jax", str(script), "a", "--b"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 3, run.stderr
    assert run.stdout == "['a', '--b'] 0.0\n"
    assert run.stderr.startswith("folding: 1 of ")
    assert run.stderr.count("\n") == 1


def test_a_script_that_is_not_there(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "xdsl_stablehlo.jax", str(tmp_path / "none.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1].endswith("none.py: no such file")


def test_times_are_written_without_exponents() -> None:
    assert str(JitReport(2, 9.2e-5)).endswith("; looking at the others took 0.1 ms")


# ---- another floating-point environment ----


def quotient_of_sorted() -> Callable[[Any], Any]:
    """A function that reads an element of a constant, which is computed; some are subnormal, all are rounded."""
    table = np.concatenate([W, np.arange(1, 9, dtype=np.uint32).view(np.float32)])
    return lambda i: (jnp.sort(table) / np.float32(3))[i]


def bits_of_quotients() -> list[int]:
    """The bit patterns of the first and the last elements of that constant: of exact quotients, rounded to nearest."""
    multiples, last = [round(Fraction(k, 3)) for k in range(1, 9)], np.float32(S[-1] / np.float32(3))
    return [*multiples, int(last.view(np.uint32))]


@pytest.mark.parametrize("name", ["flushed-up", "down"])
def test_another_environment_changes_no_constant(name: str) -> None:
    expected, function = bits_of_quotients(), jax.jit(quotient_of_sorted())
    with environment(name), folding() as fold:
        compiled = function.lower(0).compile()
    assert (len(fold.report.folded), fold.report.failures) == (1, [])
    found = [int(np.asarray(compiled(i)).view(np.uint32)) for i in (*range(8), SIZE + 7)]
    assert found == expected


def test_where_the_environment_cannot_be_set_jax_goes_on_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    cannot = environments.c_library()._replace(default=None)
    monkeypatch.setattr(environments, "c_library", lambda: cannot)
    said = "without folding: EnvironmentRefusal: the floating-point environment of this thread does not round"
    with environment("down"), folding() as fold, pytest.warns(RuntimeWarning, match=said) as warned:
        compiled = jax.jit(fresh()).lower(2.0).compile()
    assert (len(warned), len(fold.report.failures)) == (1, 1)
    np.testing.assert_array_equal(compiled(2.0), S * 2)


# Versions of JAX that have changed in what is used of them: `folding()` steps aside with one warning.

hooks: Any = private
"""Its private names are replaced here by what another version of JAX would have."""
COMPILE = "jax._src.interpreters.pxla.MeshComputation.compile"
REVERSED = np.linspace(1, 0, 5_000, dtype=np.float32)


def smallest(offset: float) -> float:
    """The result of a program of its own, in which a sort is folded."""

    def taken(index: Any) -> Any:
        return jnp.sort(REVERSED)[index] + offset

    return float(jax.jit(taken)(0))


def warned() -> tuple[list[str], list[str]]:
    """The warnings of `folding()` for two programs, whose results are right, and what the report says."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with folding() as fold:
            assert [smallest(1.0), smallest(2.0)] == [1.0, 2.0]
    assert fold.report.folded == []
    return [str(each.message) for each in caught], fold.report.failures


@pytest.fixture
def unhooked(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """JAX as it is before the first `folding()`."""
    if hooks._replaced:
        monkeypatch.setattr(COMPILE, hooks._replaced["compile"])
        monkeypatch.setattr(private, "_replaced", {})
    return monkeypatch


def test_a_method_with_another_signature_is_not_replaced(unhooked: pytest.MonkeyPatch) -> None:
    before: Any = hooks._pxla.MeshComputation.compile

    def another(
        computation: Any, options: Any = None, *, device_assignment: Any = None, lazily: bool = True
    ) -> Any:
        return before(computation, options, device_assignment=device_assignment)

    unhooked.setattr(COMPILE, another)
    said, failures = warned()
    assert said == failures
    whose = "another form of 'MeshComputation.compile', which xdsl_stablehlo uses"
    assert said == [f"nothing is folded: JAX {jax.__version__} has {whose}"]
    assert hooks._pxla.MeshComputation.compile is another


def test_a_module_that_is_gone(unhooked: pytest.MonkeyPatch) -> None:
    unhooked.setattr(private, "_pxla", hooks._Untyped("jax._src.interpreters.gone"))
    said, failures = warned()
    assert said == failures
    assert len(said) == 1
    assert "'jax._src.interpreters.gone.MeshComputation'" in said[0]
    with pytest.raises(private.JaxChangedError, match=r"gone\.UnloadedMeshExecutable"), interpreting():
        pass


@pytest.mark.parametrize("name", ["const_args", "compile_args"])
def test_a_lowered_program_that_lacks_something(name: str, unhooked: pytest.MonkeyPatch) -> None:
    """All of its attributes are there for JAX, and one is not for what is read of it here."""

    def lacking(lowered: Any) -> NoReturn:
        with hooks._known_form("a lowered program"):
            raise AttributeError(name, lowered)

    unhooked.setattr(private.LoweredProgram, "of", lacking)
    said, failures = warned()
    assert said == failures
    assert len(said) == 1
    assert "has another form of a lowered program" in said[0]


@pytest.mark.parametrize("error", [KeyError("mut"), AttributeError("debug_info"), TypeError("in_avals")])
def test_arguments_that_cannot_be_put_in_front(error: Exception, unhooked: pytest.MonkeyPatch) -> None:
    def lacking(*_: object) -> NoReturn:
        raise error

    unhooked.setattr(private, "taking_more", hooks._known_form("a lowered program")(lacking))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with folding() as fold:
            assert [smallest(1.0), smallest(2.0)] == [1.0, 2.0]
    assert [str(each.message) for each in caught] == fold.report.failures
    assert len(caught) == 1
