"""interpreter.print, interpreter.probe and check.expect_serialized_eq, and how values look as text."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import IO

import ml_dtypes
import numpy as np
import pytest
from xdsl.dialects.builtin import Float32Type, IntegerType, Signedness, TensorType, TupleType
from xdsl.dialects.func import FuncOp

from tests.helpers.programs import evaluate, named, parse
from xdsl_stablehlo.dialects.base.quant import UniformQuantizedType
from xdsl_stablehlo.dialects.stablehlo.hlo_types import TokenType
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.interpreter.kernels.support.output import INDEX_FILE, probing, value_name, value_text
from xdsl_stablehlo.interpreter.kernels.support.values import Token
from xdsl_stablehlo.values.element_types import Array

PROGRAMS = named(__file__)


def probe(tensor_type: str, check: bool = True) -> str:
    ending = f'check.expect_serialized_eq %y, probe_id = "p" : {tensor_type}' if check else ""
    return f"""func.func @main(%x: {tensor_type}) -> {tensor_type} {{
  %y = interpreter.probe %x, probe_id = "p" : {tensor_type}
  {ending}
  return %y : {tensor_type}
}}"""


@pytest.mark.parametrize(
    ("tensor_type", "array", "stored"),
    [
        ("tensor<3x1xi1>", np.array([[True], [False], [True]]), None),
        ("tensor<2xi64>", np.array([-128, 127], "i8"), None),
        ("tensor<2x2xui64>", np.array([[2**64 - 1, 0], [1, 2]], "u8"), None),
        ("tensor<f16>", np.array(1.5, "f2"), None),
        ("tensor<3xf64>", np.array([0.1, -0.0, 1e300]), None),
        ("tensor<2xcomplex<f32>>", np.array([1 + 2j, -3j], "c8"), None),
        ("tensor<3xbf16>", np.array([1.5, 4, -3]).astype(ml_dtypes.bfloat16), "u2"),
        ("tensor<2xf8E5M2>", np.array([1.5, 4]).astype(ml_dtypes.float8_e5m2), "u1"),
        ("tensor<2xi4>", np.array([-8, 7]).astype(ml_dtypes.int4), "u1"),
        ("tensor<0xf32>", np.zeros(0, "f4"), None),
    ],
)
def test_probe_writes_what_check_reads(tmp_path: Path, tensor_type: str, array: Array, stored: str | None):
    with probing(tmp_path):
        (result,) = evaluate(probe(tensor_type), array)
    np.testing.assert_array_equal(result, array)
    on_disk = np.load(tmp_path / "probe1.npy")
    np.testing.assert_array_equal(on_disk, array if stored is None else array.view(stored))
    assert (tmp_path / INDEX_FILE).read_text() == f"p,{tensor_type},{tmp_path / 'probe1.npy'}\n"


LOOP = PROGRAMS["loop"]


def test_every_iteration_of_a_loop_is_written(tmp_path: Path):
    with probing(tmp_path):
        evaluate(LOOP)
    assert [np.load(tmp_path / f"probe{i}.npy").item() for i in (1, 2, 3)] == [1, 2, 3]


def test_what_is_not_there_is_reported(tmp_path: Path):
    with probing(tmp_path), pytest.raises(EvaluationError, match="finds 3 serialized values for probe step"):
        evaluate(LOOP.replace("iter = 2", "iter = 3"))
    with pytest.raises(EvaluationError, match="--probe-output-dir"):
        evaluate(LOOP)


def test_values_of_an_earlier_run_can_be_checked(tmp_path: Path):
    with probing(tmp_path):
        evaluate(probe("tensor<2xi32>", check=False), np.array([1, 2], "i4"))
    later = PROGRAMS["values of an earlier run can be checked"]
    with probing(tmp_path):
        evaluate(later, np.array([1, 2], "i4"))
    with probing(tmp_path), pytest.raises(EvaluationError, match=r"\(actual\) vs"):
        evaluate(later, np.array([1, 3], "i4"))
    with probing(tmp_path), pytest.raises(EvaluationError, match="types don't match"):
        evaluate(later.replace("i32", "ui32"), np.array([1, 2], "u4"))
    for content in (b"broken", b""):
        (tmp_path / "probe1.npy").write_bytes(content)
        with probing(tmp_path), pytest.raises(EvaluationError, match=r"cannot read .*probe1\.npy"):
            evaluate(later, np.array([1, 2], "i4"))


def test_each_run_begins_a_new_index(tmp_path: Path):
    with probing(tmp_path):
        evaluate(LOOP)
    with probing(tmp_path):
        evaluate(probe("tensor<f32>"), np.float32(1))
    assert (tmp_path / INDEX_FILE).read_text() == f"p,tensor<f32>,{tmp_path / 'probe1.npy'}\n"


def test_a_full_disk_is_reported_and_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(file: IO[bytes], *_: object, **__: object) -> None:
        file.write(b"half")
        raise OSError(errno.ENOSPC, "No space left on device")

    with probing(tmp_path):
        evaluate(probe("tensor<f32>"), np.float32(1))
    before = (tmp_path / "probe1.npy").read_bytes()
    monkeypatch.setattr(np, "save", full)
    with probing(tmp_path), pytest.raises(EvaluationError, match=r"cannot write to .*No space left"):
        evaluate(probe("tensor<f32>"), np.float32(2))
    assert sorted(os.listdir(tmp_path)) == [INDEX_FILE, "probe1.npy"]
    assert (tmp_path / "probe1.npy").read_bytes() == before


def test_ids_cannot_forge_the_index(tmp_path: Path):
    elsewhere = tmp_path / "elsewhere.npy"
    np.save(elsewhere, np.array([1, 2], "i4"))
    program = probe("tensor<2xi32>", check=False)
    forged = f"v,tensor<2xi32>,{elsewhere}"
    with probing(tmp_path / "probes"):
        evaluate(program.replace('"p"', f'"{forged}"'), np.array([3, 4], "i4"))
    later = PROGRAMS["ids cannot forge the index"]
    with probing(tmp_path / "probes"):
        evaluate(later.replace("ID", forged), np.array([3, 4], "i4"))
    with probing(tmp_path / "probes"), pytest.raises(EvaluationError, match="finds 0 serialized values"):
        evaluate(later.replace("ID", "v"), np.array([1, 2], "i4"))
    (tmp_path / "probes" / INDEX_FILE).write_text(f"v,tensor<2xi32>,{elsewhere}\n")
    with probing(tmp_path / "probes"), pytest.raises(EvaluationError, match="finds 0 serialized values"):
        evaluate(later.replace("ID", "v"), np.array([1, 2], "i4"))
    for end in ("\\00", "\\0A", "\\0D"):
        with probing(tmp_path / "probes"), pytest.raises(EvaluationError, match="holds what ends a line"):
            evaluate(program.replace('"p"', f'"v{end}w"'), np.array([3, 4], "i4"))


def test_a_directory_that_cannot_be_used_is_reported(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with probing(tmp_path / "file"), pytest.raises(EvaluationError, match="cannot write to"):
        evaluate(probe("tensor<f32>", check=False), np.float32(1))
    check = PROGRAMS["a directory that cannot be used is reported"]
    with probing(tmp_path / "none"), pytest.raises(EvaluationError, match=r"cannot read .*index\.csv"):
        evaluate(check, np.float32(1))


def test_print_names_the_value_as_the_printer_numbers_it(capsys: pytest.CaptureFixture[str]):
    program = PROGRAMS["print names the value as the printer numbers it"]
    evaluate(program, np.array([1, -2], "i4"))
    values = ["%arg0 = tensor<2xi32> {\n  [1, -2]\n}\n", "%0#1 = tensor<2xi32> {\n  [1, -2]\n}\n"]
    values.append("%1 = tensor<2xi32> {\n  [2, -1]\n}\n")
    assert capsys.readouterr().out == "".join(values)


def test_print_in_a_loop_of_values_without_names(capsys: pytest.CaptureFixture[str]):
    program = PROGRAMS["print in a loop of values without names"]
    evaluate(program, np.array(True))
    assert capsys.readouterr().out == "%2 = tensor<i1> {false}\n%arg0 = tensor<i1> {true}\n"


def test_values_that_are_no_tensors_as_text():
    i32, ui8 = TensorType(IntegerType(32), [1]), TensorType(IntegerType(8, Signedness.UNSIGNED), [])
    pair = (np.array([1], "i4"), np.array(255, "u1"))
    assert value_text(pair, TupleType((i32, ui8))) == (
        "tuple<tensor<1xi32>, tensor<ui8>> (\ntensor<1xi32> {\n  [1]\n},\ntensor<ui8> {255}\n)"
    )
    assert value_text(Token(), TokenType()) == "!stablehlo.token"


def test_quantized_values_are_shown_as_their_storage_integers():
    tensor_type = TensorType(UniformQuantizedType(IntegerType(8), Float32Type(), 0.5), [2])
    assert value_text(np.array([-3, 4], "i1"), tensor_type).endswith("{\n  [-3, 4]\n}")


def test_quantized_values_are_printed_and_probed_as_they_are_stored(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """As integers that float32 does not hold."""
    text = PROGRAMS["quantized values are printed and probed as they are stored"]
    with probing(tmp_path):
        (result,) = evaluate(text, np.array([16777217, -16777219], np.int32))
    assert result.tolist() == [16777217, -16777219]
    assert np.load(tmp_path / "probe1.npy").tolist() == [16777217, -16777219]
    assert "[16777217, -16777219]" in capsys.readouterr().out


def test_a_value_goes_by_its_own_name_before_its_number() -> None:
    """Numbers count the ops before that have results, are no constants and have no name."""
    module = parse(PROGRAMS["a value goes by its own name before its number"])
    (func,) = module.ops
    assert isinstance(func, FuncOp)
    values = [*func.args, *(result for op in func.body.block.ops for result in op.results)]
    assert [value_name(value) for value in values] == [
        *("%x", "%y", "%c", "%sum", "%0"),
        *("%pair", "%pair", "%1"),
    ]
    for value in values:
        value.name_hint = None
    assert [value_name(value) for value in values] == [
        *("%arg0", "%arg1", "%0", "%0", "%1"),
        *("%2#0", "%2#1", "%3"),
    ]
    values[3].name_hint = "sum"
    assert [value_name(value) for value in values[3:]] == ["%sum", "%0", "%1#0", "%1#1", "%2"]
