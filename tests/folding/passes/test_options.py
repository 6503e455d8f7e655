"""The options: what they are unless somebody says otherwise, and which classes of ops they allow."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import PassFailedException

from tests.helpers.clock import AT_ONCE
from tests.helpers.programs import parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.folding import Exactness, FoldOptions, fold_module
from xdsl_stablehlo.folding.passes.passes import StablehloConstantFoldPass
from xdsl_stablehlo.programs.universe import STABLEHLO_UNIVERSE
from xdsl_stablehlo.tools.command_line.reading import read_pipeline

DOCUMENTED = {
    "fold_op_element_limit": 65536,
    "growth_budget": 16777216,
    "op_work_limit": 2**32,
    "work_budget": 2**33,
    "loop_limit": 1048576,
    "value_bytes_limit": 2**30,
    "seconds": None,
    "optimize_float": True,
    "assume_no_undeclared_side_effects": False,
    "reproducible": False,
    "fold_barriers": False,
    "specialize_calls": True,
    "fuse_locations": False,
}
"""The table of `docs/folding.md`."""


@pytest.mark.parametrize("name", DOCUMENTED)
def test_defaults_are_the_documented_ones(name: str) -> None:
    assert getattr(FoldOptions(), name) == DOCUMENTED[name]
    assert getattr(StablehloConstantFoldPass(), name) == DOCUMENTED[name]
    assert getattr(StablehloConstantFoldPass().options(), name) == DOCUMENTED[name]


def test_defaults_without_names_in_the_table() -> None:
    options, pass_ = FoldOptions(), StablehloConstantFoldPass()
    assert (options.exactness, options.should_fold, options.custom_calls) == (Exactness.LIBM, None, {})
    assert (pass_.exactness, pass_.report, pass_.report_html) == ("libm", None, None)
    assert (pass_.print_report, pass_.verify) == (False, False)


@pytest.mark.parametrize("asked", Exactness)
@pytest.mark.parametrize("of_op", Exactness)
@pytest.mark.parametrize("floats", [False, True])
@pytest.mark.parametrize("optimize_float", [False, True])
def test_which_classes_are_allowed(
    asked: Exactness, of_op: Exactness, floats: bool, optimize_float: bool
) -> None:
    order = ["exact", "rounded", "libm"]
    allowed = order.index(of_op.value) <= order.index(asked.value)
    if of_op is not Exactness.EXACT and floats and not optimize_float:
        allowed = False
    assert FoldOptions(exactness=asked, optimize_float=optimize_float).allows(of_op, floats) is allowed


@pytest.mark.parametrize("name", [name for name, value in DOCUMENTED.items() if value is not None])
def test_options_of_the_pass_are_those_of_the_folder(name: str) -> None:
    value: Any = DOCUMENTED[name]
    other: Any = not value if isinstance(value, bool) else 7
    assert getattr(StablehloConstantFoldPass(**{name: other}).options(), name) == other


@pytest.mark.parametrize("name", ["exact", "rounded", "libm"])
def test_classes_are_known_by_their_names(name: Any) -> None:
    assert FoldOptions(exactness=name) == FoldOptions(exactness=Exactness(name))
    assert FoldOptions(exactness=name).allows(Exactness.ROUNDED, True) is (name != "exact")


def test_a_class_that_there_is_not() -> None:
    wrong: Any = "fast"
    with pytest.raises(ValueError, match=r"^exactness must be one of exact, rounded, libm, not 'fast'$"):
        FoldOptions(exactness=wrong)


@pytest.mark.parametrize("name", [*(n for n, v in DOCUMENTED.items() if type(v) is int), "seconds"])
def test_limits_are_numbers_from_0_on(name: str) -> None:
    options: Any = FoldOptions
    folding: Any = StablehloConstantFoldPass
    assert getattr(options(**{name: 0}), name) == 0
    with pytest.raises(ValueError, match=rf"^{name} must not be negative, and is -1$"):
        options(**{name: -1})
    with pytest.raises(TypeError, match=rf"^{name} must be a number, not '7'$"):
        options(**{name: "7"})
    with pytest.raises(PassFailedException, match=rf"{name.replace('_', '-')} must not be negative"):
        folding(**{name: -1}).options()


def test_options_are_nothing_else() -> None:
    """A context, which came second once, is not taken for options, and options are not taken for nothing."""
    module, wrong = ModuleOp([]), cast("Any", Context())
    with pytest.raises(TypeError, match=r"^options are FoldOptions\(\.\.\.\), not Context$"):
        fold_module(module, wrong)
    assert not fold_module(module, FoldOptions(growth_budget=0)).changed
    with pytest.raises(TypeError, match="positional argument"):
        cast("Any", FoldOptions)(65536)


def test_the_documented_spelling_is_that_of_both_tools() -> None:
    """The stock `xdsl-opt` takes file names in quotes only; `stablehlo-opt` takes either."""
    pages = Path(__file__).parents[3] / "docs"
    spelled = [text for page in pages.glob("*.md") for text in BOUND.findall(page.read_text())]
    assert spelled
    assert [text for text in spelled if '"' not in text] == []
    (ours,) = read_pipeline('stablehlo-bind-arguments{npz="weights.npz"}')
    assert ours.options == (("npz", "weights.npz"),)


BOUND = re.compile(r"stablehlo-bind-arguments\{(.*?)\}")


@pytest.mark.parametrize(("off", "stays"), [((), False), (("add-zero",), True), (("multiply-one",), False)])
def test_rules_that_are_off_are_not_applied(off: tuple[str, ...], stays: bool) -> None:
    module = parse("""func.func @f(%x: tensor<i32>) -> tensor<i32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %sum = stablehlo.add %x, %zero : tensor<i32>
      return %sum : tensor<i32>
    }""")
    fold_module(module, FoldOptions(without_rules=set(off)))
    assert ("stablehlo.add" in print_module(module)) is stays


def test_a_rule_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="without_rules: there is no rule named 'nonsense'"):
        fold_module(ModuleOp([]), FoldOptions(without_rules={"nonsense"}))


@pytest.mark.parametrize(
    ("spelled", "line"),
    [
        (
            "stablehlo-constant-fold{exactness=foo}",
            "exactness must be one of exact, rounded, libm, not 'foo'",
        ),
        ("stablehlo-constant-fold{loop-limit=-1}", "loop-limit must not be negative, and is -1"),
        (
            "stablehlo-constant-fold{verify loop-limit=few}",
            "stablehlo-constant-fold: loop-limit: Incompatible types: given ('few',), expected <class 'int'>",
        ),
        (
            "stablehlo-constant-fold{exactness=1}",
            "stablehlo-constant-fold: exactness: Incompatible types: given (1,), expected <class 'str'>",
        ),
        ("stablehlo-constant-fold{nonsense}", '"nonsense"'),
        ("stablehlo-aggressive-folder{fold-op-element-limit=-1}", "must not be negative, and is -1"),
        ("vhlo-to-version{target=foo}", "Invalid target version argument 'foo'"),
        ("stablehlo-bind-arguments", "needs one of the options npz and safetensors"),
    ],
)
def test_wrong_values_end_the_tool_of_xdsl_with_one_line(spelled: str, line: str, tmp_path: Path) -> None:
    program = tmp_path / "program.mlir"
    program.write_text("func.func @main() { return }")
    command = [sys.executable, "-m", "xdsl.tools.xdsl_opt", str(program), "-p", spelled]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ended.returncode == 1
    (said,) = ended.stderr.splitlines()
    assert said.startswith("error: ")
    assert line in said


def test_errors_of_passes_are_caught_as_ever() -> None:
    wrong = cast("Any", STABLEHLO_UNIVERSE.all_passes["stablehlo-constant-fold"]())(exactness="foo")
    with pytest.raises(PassFailedException, match="exactness must be one of"):
        wrong.apply(Context(), ModuleOp([]))


def test_what_depends_on_the_machine_is_no_option_of_a_reproducible_fold() -> None:
    with pytest.raises(ValueError, match="seconds makes results depend on the machine"):
        FoldOptions(reproducible=True, seconds=AT_ONCE)
    assert not FoldOptions(reproducible=True).allows(Exactness.LIBM, False)
    assert FoldOptions(reproducible=True).allows(Exactness.ROUNDED, True)


def test_what_rests_on_the_machine_is_counted_or_kept() -> None:
    """A function of the user's may do anything."""
    text = """func.func @main() -> (tensor<f32>, tensor<f32>) {
      %x = stablehlo.constant dense<2.0> : tensor<f32>
      %r = stablehlo.custom_call @mine(%x) : (tensor<f32>) -> tensor<f32>
      %y = stablehlo.tanh %x : tensor<f32>
      return %r, %y : tensor<f32>, tensor<f32>
    }"""

    def mine(x: Any) -> Any:
        return x * 2

    report = fold_module(parse(text), FoldOptions(custom_calls={"mine": mine}))
    assert (report.on_machine, report.folded_ops) == (1, 2)
    assert "1 of them with libraries of the machine" in report.to_text()
    report = fold_module(parse(text), FoldOptions(custom_calls={"mine": mine}, reproducible=True))
    assert (report.on_machine, report.folded_ops) == (0, 1)
    (kept,) = report.explained()
    assert (kept.op, kept.reason) == (
        "stablehlo.custom_call",
        "rests on a library of the machine, which is not reproducible",
    )
