"""The runner of golden files: what it compares, what it writes, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..helpers.oracle import Array
from ..helpers.programs import named
from .files import Case, cases
from .runner import bare, check

TWICE = """\
// What two equal operands give.
// fold: unroll-limit=1

// -----

// Known: 3 + 3.
func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.add %c, %c : tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main() -> tensor<i32> {
// =>   %r = stablehlo.constant dense<6> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// fold: keep=add
// unchanged
// kept: stablehlo.add hook

// -----

// Unknown.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}

// unchanged
// kept: nothing
"""


def written(folder: Path, text: str) -> list[Case]:
    path = folder / "a.mlir"
    path.write_text(text)
    return cases(path)


def test_what_is_expected_passes(tmp_path: Path) -> None:
    known, unknown = written(tmp_path, TWICE)
    check(known)
    check(unknown)
    assert (str(known), str(unknown)) == ("a.mlir:6", "a.mlir:24")
    assert known.options == "unroll-limit=1"
    assert [run.head for run in known.runs] == ["", "// fold: keep=add"]


@pytest.mark.parametrize(
    ("right", "wrong", "diff"),
    [
        ("dense<6>", "dense<7>", "+// =>   %r = stablehlo.constant dense<6> : tensor<i32>"),
        ("// =>   return %r : tensor<i32>\n", "", "+// =>   return %r : tensor<i32>"),
        ("stablehlo.add hook", "stablehlo.add memory", "+// kept: stablehlo.add hook"),
        ("stablehlo.add hook", "nothing", "+// kept: stablehlo.add hook"),
        ("keep=add\n// unchanged\n", "keep=add\n", "+// unchanged"),
        ("keep=add", "keep=multiply", "-// unchanged"),
        ("// kept: stablehlo.add hook", "// kept: stablehlo.add hook\n// rules: x-plus-x", "+// rules: none"),
    ],
)
def test_what_is_not_expected_is_a_diff(tmp_path: Path, right: str, wrong: str, diff: str) -> None:
    assert right in TWICE
    known, unknown = written(tmp_path, TWICE.replace(right, wrong, 1))
    with pytest.raises(AssertionError, match=r"^a\.mlir:6: `pytest --bless` writes") as error:
        check(known)
    assert diff in str(error.value).splitlines()
    check(unknown)


def test_bless_writes_what_comes_of_it_and_nothing_else(tmp_path: Path) -> None:
    wrong = TWICE.replace("dense<6>", "dense<7>").replace("add hook", "add memory").replace("nothing", "a b")
    for case in written(tmp_path, wrong):
        check(case, bless=True)
    assert (tmp_path / "a.mlir").read_text() == TWICE


def test_bless_writes_what_was_not_there(tmp_path: Path) -> None:
    """The program alone is enough; a message is written where one is asked for."""
    known, _ = written(tmp_path, TWICE.replace("// kept: stablehlo.add hook", "// kept: ?: ?\n// rules: ?"))
    check(known, bless=True)
    text = (tmp_path / "a.mlir").read_text()
    assert "// kept: stablehlo.add hook: is kept by the should_fold hook\n// rules: none\n" in text
    (bare_one,) = written(tmp_path, TWICE.split("// -----\n")[2].split("\n// unchanged")[0])
    check(bare_one, bless=True)
    assert (tmp_path / "a.mlir").read_text().endswith("}\n\n// unchanged\n")
    (again,) = cases(tmp_path / "a.mlir")
    check(again)


def test_bless_does_not_hide_what_must_hold_of_any_fold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, _ = written(tmp_path, TWICE.replace("dense<6>", "dense<7>"))

    def other_values(*_: object) -> list[str]:
        return ["other values"]

    monkeypatch.setattr("tests.folding.support.verify_fold", other_values)
    with pytest.raises(AssertionError, match="other values"):
        check(known, bless=True)
    assert "dense<7>" in (tmp_path / "a.mlir").read_text()


def test_a_pass_is_run_in_the_place_of_folding(tmp_path: Path) -> None:
    program = TWICE.split("// -----\n")[1].split("// =>")[0]
    (case,) = written(tmp_path, f"{program}// pass: canonicalize,stablehlo-legalize-to-vhlo\n")
    check(case, bless=True)
    assert "vhlo.constant_v1" in (tmp_path / "a.mlir").read_text()
    (again,) = cases(tmp_path / "a.mlir")
    check(again)


RESHAPED = """\
func.func @main(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  %s = stablehlo.constant dense<2> : tensor<2xi32>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// pass: stablehlo-canonicalize-dynamism
// without: dynamic_reshape
// cpp: the same

// pass: stablehlo-refine-arguments{types="tensor<3xf32>"}
// error: 'func.func' op invalid refinement for argument 0, refinement dimension sizes must match for \
static dimensions in tensor<4xf32> -> tensor<3xf32>

// pass: stablehlo-canonicalize-dynamism
// => func.func @main(%x: tensor<4xf32>) -> tensor<2x2xf32> {
// =>   %r = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<2x2xf32>
// =>   return %r : tensor<2x2xf32>
// => }
// unevaluated
"""


def test_what_comes_of_passes_may_be_an_error_or_words_that_are_gone(tmp_path: Path) -> None:
    (case,) = written(tmp_path, RESHAPED)
    check(case)


@pytest.mark.parametrize(
    ("right", "wrong", "diff"),
    [
        ("dynamic_reshape\n// cpp", "dynamic_reshape reshape\n// cpp", "+// without: dynamic_reshape"),
        ("for argument 0", "for argument 1", "-// error: 'func.func' op invalid refinement for argument 1"),
        ('"tensor<3xf32>"', '"tensor<4xf32>"', "+// unchanged"),
        ("cpp: the same", "cpp: within 2 ulps\n// warns: nothing", "-// warns: nothing"),
    ],
)
def test_what_passes_do_not_give_is_a_diff(tmp_path: Path, right: str, wrong: str, diff: str) -> None:
    assert right in RESHAPED
    (case,) = written(tmp_path, RESHAPED.replace(right, wrong, 1))
    with pytest.raises(AssertionError) as error:
        check(case)
    assert any(line.startswith(diff) for line in str(error.value).splitlines())


def test_other_values_of_cpp_are_a_diff(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def one_more(_: str, x: Array) -> tuple[Array]:
        return (x.reshape(2, 2) + 1,)

    (case,) = written(tmp_path, RESHAPED)
    monkeypatch.setattr("tests.golden.runner.oracle", one_more)
    with pytest.raises(AssertionError, match=r"\+// cpp: .* ULP from"):
        check(case)


PAIR = """\
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %c = stablehlo.constant dense<2> : tensor<i8>
  %r = stablehlo.multiply %x, %c : tensor<i8>
  return %r : tensor<i8>
}

// after: Twice a number is the sum of it and itself.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %r = stablehlo.add %x, %x : tensor<i8>
  return %r : tensor<i8>
}
// verdict: proved

// after: It is not the number.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  return %x : tensor<i8>
}
// verdict: refuted
"""


def test_a_pair_has_a_verdict(tmp_path: Path) -> None:
    (case,) = written(tmp_path, PAIR)
    check(case)
    (case,) = written(tmp_path, PAIR.replace("stablehlo.add", "stablehlo.subtract"))
    with pytest.raises(AssertionError, match=r"-// verdict: proved\n\+// verdict: refuted"):
        check(case)
    (case,) = written(tmp_path, PAIR.replace("// verdict: proved", "// verdict: ?"))
    check(case, bless=True)
    assert (tmp_path / "a.mlir").read_text() == PAIR


EVALUATED = """\
// with OP = add, maximum
func.func @main(%x: tensor<2xi8>, %y: tensor<2xi8>) -> tensor<2xi8> {
  %r = stablehlo.$OP %x, %y : tensor<2xi8>
  return %r : tensor<2xi8>
}

// run: [0, 3], [4, 0]
// => [4, 3]
// cpp: the same

// run: sample, iota
// cpp: within 2 ulps

// run: steps=0, sample, iota
// error: 2:1: 'func.func' op takes more than the 0 steps that are allowed
"""


def test_programs_are_run_with_the_arguments_of_a_line(tmp_path: Path) -> None:
    both = written(tmp_path, EVALUATED)
    assert [case.instance for case in both] == ["OP=add", "OP=maximum"]
    for case in both:
        check(case)


@pytest.mark.parametrize(
    ("right", "wrong", "diff"),
    [
        ("=> [4, 3]", "=> [4, 4]", "+// => [4, 3]"),
        ("=> [4, 3]", "error: no", "-// error: no"),
        ("steps=0", "steps=1", "+// => ["),
        ("0 steps", "1 steps", "-// error: 2:1: 'func.func' op takes more than the 1 steps"),
    ],
)
def test_other_results_are_a_diff(tmp_path: Path, right: str, wrong: str, diff: str) -> None:
    assert right in EVALUATED
    case = written(tmp_path, EVALUATED.replace(right, wrong, 1))[0]
    with pytest.raises(AssertionError) as error:
        check(case)
    assert any(line.startswith(diff) for line in str(error.value).splitlines())


def test_a_section_with_parameters_is_not_blessed(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a section with parameters is written by hand"):
        check(written(tmp_path, EVALUATED.replace("[4, 3]", "?"))[0], bless=True)


INVALID = """\
// Operands of other sizes.
func.func @main(%x: tensor<2xi8>, %y: tensor<3xi8>) -> tensor<2xi8> {
  %s = stablehlo.add %x, %x : tensor<2xi8>
  // expected-error@+1 {{custom op 'stablehlo.add' operand is used with type tensor<2xi8>, but has been \
previously used or defined with type tensor<3xi8>}}
  %r = stablehlo.add %s, %y : tensor<2xi8>
  return %r : tensor<2xi8>
}

// cpp: expects different type than prior uses
"""


def test_a_diagnostic_is_in_front_of_its_line(tmp_path: Path) -> None:
    (case,) = written(tmp_path, INVALID.replace("{{custom", "{{other"))
    with pytest.raises(AssertionError, match=r"-  // expected-error@\+1 {{other op"):
        check(case)
    check(case, bless=True)
    assert (tmp_path / "a.mlir").read_text() == INVALID
    lines = INVALID.splitlines(keepends=True)
    (moved,) = written(tmp_path, "".join([*lines[:2], lines[3], lines[2], *lines[4:]]))
    with pytest.raises(AssertionError, match=r"%r = stablehlo.add"):
        check(moved)


def test_other_words_of_cpp_are_a_diff(tmp_path: Path) -> None:
    for right, wrong in (("// cpp: expects different", "// cpp: other words"), ("<3xi8>)", "<2xi8>)")):
        (case,) = written(tmp_path, INVALID.replace(right, wrong))
        with pytest.raises(AssertionError, match=r"\+// cpp: |-  // expected-error"):
            check(case)


@pytest.mark.parametrize(
    ("right", "wrong", "diff"),
    [
        ("// ops: constant", "// ops: add", "+// ops: constant"),
        ("work < 100000", "work < 1", "-// report: work < 1"),
        ("evaluations(add) = 1", "evaluations(add) > 1", "+// report: evaluations(add) = 1"),
        ("constants = 1", "constants = 2", "+// report: constants = 1"),
    ],
)
def test_names_of_ops_and_fields_of_the_report(tmp_path: Path, right: str, wrong: str, diff: str) -> None:
    asked = "// ops: constant\n" + "".join(
        f"// report: {each}\n" for each in ("work < 100000", "evaluations(add) = 1", "constants = 1")
    )
    program = TWICE.split("// -----\n")[1].split("// =>")[0]
    (case,) = written(tmp_path, program + asked)
    check(case)
    (case,) = written(tmp_path, program + asked.replace(right, wrong))
    with pytest.raises(AssertionError) as error:
        check(case)
    assert diff in str(error.value).splitlines()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TWICE + "func.func @late() { return }\n", "'func.func @late.*' stands behind what is expected"),
        (TWICE + "// -----\n// fold: unevaluated\n", r"a\.mlir:\d+: a section without a program"),
    ],
)
def test_files_that_say_nothing_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        written(tmp_path, text)


@pytest.mark.parametrize("option", ["fold-everything", "growth-budget", "keep", "once", "unevaluated=2"])
def test_options_that_there_are_not_are_refused(tmp_path: Path, option: str) -> None:
    _, unknown = written(tmp_path, TWICE.replace("unroll-limit=1", option))
    with pytest.raises(ValueError, match=f"no option of a golden file: '{option}'"):
        check(unknown)


def test_a_module_that_says_something_is_shown_whole() -> None:
    assert bare("module {\n  func.func @f() {\n  }\n}\n") == "func.func @f() {\n}"
    assert bare("module @a {\n}\n") == "module @a {\n}"


def test_programs_with_names_are_read_as_they_are_written(tmp_path: Path) -> None:
    (tmp_path / "cases" / "programs").mkdir(parents=True)
    text = "// Programs.\n\n// -----\n// one\nfunc.func @a()\n\n// -----\n// and two\n\n  // b\nmodule {}\n"
    (tmp_path / "cases" / "programs" / "a.mlir").write_text(text)
    expected = {"one": "func.func @a()", "and two": "\n  // b\nmodule {}"}
    assert named(str(tmp_path / "test_a.py")) == named(str(tmp_path / "a.py")) == expected


FORMS = """\
func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %0 = stablehlo.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xf32>
  return
}
func.func @abs(%x: tensor<2xf32>) -> () {
  %0 = "stablehlo.abs"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// infer:

// speculate:

// print:
// cpp: the same
"""


def test_forms_of_ops(tmp_path: Path) -> None:
    """Types that are not inferred, ops that may not run early, and another text than that of C++."""
    (case,) = written(tmp_path, FORMS)
    check(case, bless=True)
    text = (tmp_path / "a.mlir").read_text()
    assert "// infer:\n// => stablehlo.add: tensor<?xf32>\n" in text
    assert "// speculate:\n// => yes: @abs\n// => no: @add\n" in text
    assert "// =>   %0 = stablehlo.abs %x : tensor<2xf32>\n" in text
    assert "// cpp: the same\n" in text
