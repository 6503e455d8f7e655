"""Running setup for files: the same bytes however it is run, interrupted and taken up, and nothing stale is taken."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from tests.helpers.programs import context, named, parse
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.splitting import SplitOptions, split
from xdsl_stablehlo.splitting.running import SavedSetup, SplitError, run_setup, save_split, setup_hash
from xdsl_stablehlo.values.arrays import ArrayFileError, new_header, read_metadata, stored_arrays
from xdsl_stablehlo.values.element_types import Array

PROGRAMS = named(__file__)

PROGRAM = PROGRAMS["program"]


def weights(seed: int = 0) -> dict[str, Array]:
    generator = np.random.default_rng(seed)
    return {
        "a": generator.standard_normal((64, 32), np.float32),
        "b": generator.standard_normal((32, 16), np.float32).astype(ml_dtypes.bfloat16),
        "g": generator.standard_normal(32, np.float32),
    }


def written(path: Path, arrays: Mapping[str, Array]) -> Path:
    header, begins = new_header({name: (a.dtype, a.shape) for name, a in arrays.items()}, {})
    ordered = sorted(begins, key=lambda name: begins[name])
    path.write_bytes(header + b"".join([arrays[name].tobytes() for name in ordered]))
    return path


@pytest.fixture
def model(tmp_path: Path) -> Path:
    save_split(split(parse(PROGRAM), ["a", "b", "g", "u"], SplitOptions(growth=1.0)), tmp_path / "model")
    written(tmp_path / "w.safetensors", weights())
    return tmp_path


def setup_of(model: Path) -> SavedSetup:
    return SavedSetup.read(model / "model", context())


def expected(seed: int = 0) -> dict[str, bytes]:
    """What the interpreter makes of the whole setup."""
    found = split(parse(PROGRAM), ["a", "b", "g", "u"], SplitOptions(growth=1.0))
    given = [*weights(seed).values(), np.zeros(8, np.int32)]
    results = eval_module(found.setup, given)
    return {name: np.asarray(result.array).tobytes() for name, result in zip(found.names, results)}


def content(path: Path) -> dict[str, bytes]:
    return {name: np.asarray(array).tobytes() for name, array in stored_arrays(path).items()}


def test_derived_weights_are_those_of_setup(model: Path) -> None:
    run = run_setup(setup_of(model), model / "w.safetensors", model / "d.safetensors")
    assert content(model / "d.safetensors") == expected()
    assert (sorted(run.computed), run.copied, run.kept) == (["a/divide", "a/reduce", "b/tanh"], ["g"], [])
    assert all(
        array.offset and array.offset % array.dtype.itemsize == 0
        for array in stored_arrays(model / "d.safetensors").values()
    )
    assert sorted(each.name for each in model.iterdir()) == ["d.safetensors", "model", "w.safetensors"]


def test_blocks_of_rows_give_the_same_bits(model: Path) -> None:
    run = run_setup(setup_of(model), model / "w.safetensors", model / "d.safetensors", limit=5000)
    assert run.blocks > 10
    assert content(model / "d.safetensors") == expected()


def test_npz_in_and_out(model: Path) -> None:
    a, b, g = weights().values()
    np.savez(model / "w.npz", a=a, b=b.view(np.uint16), g=g)
    run_setup(setup_of(model), model / "w.npz", model / "d.npz", limit=5000)
    assert content(model / "d.npz") == expected()


def test_shards_and_their_index(model: Path) -> None:
    run_setup(setup_of(model), model / "w.safetensors", model / "d.safetensors", shard_bytes=2000)
    index = model / "d.safetensors.index.json"
    assert content(index) == expected()
    files = {*json.loads(index.read_text())["weight_map"].values()}
    assert files == {path.name for path in model.glob("d-*.safetensors")}
    assert len(files) > 1
    again = run_setup(setup_of(model), index.with_name("w.safetensors"), model / "e.safetensors", since=index)
    assert again.computed == [] == again.copied
    assert setup_hash(index) == setup_hash(model / "e.safetensors") == setup_of(model).digest


def test_only_what_depends_on_a_change_is_computed_again(model: Path) -> None:
    run_setup(setup_of(model), model / "w.safetensors", model / "d.safetensors")
    written(model / "v.safetensors", {**weights(1), "b": weights()["b"]})
    run = run_setup(
        setup_of(model), model / "v.safetensors", model / "e.safetensors", since=model / "d.safetensors"
    )
    assert (sorted(run.computed), run.copied, run.kept) == (["a/divide", "a/reduce"], ["g"], ["b/tanh"])
    whole = run_setup(setup_of(model), model / "v.safetensors", model / "f.safetensors")
    assert whole.kept == []
    assert (model / "e.safetensors").read_bytes() == (model / "f.safetensors").read_bytes()


def test_a_complete_result_is_not_computed_again_and_another_is_replaced(model: Path) -> None:
    result = model / "d.safetensors"
    result.write_bytes(b"something else")
    first = run_setup(setup_of(model), model / "w.safetensors", result)
    second = run_setup(setup_of(model), model / "w.safetensors", result)
    assert (first.kept, sorted(second.kept)) == ([], sorted(stored_arrays(result)))
    written(model / "w.safetensors", weights(1))
    assert run_setup(setup_of(model), model / "w.safetensors", result).kept == []
    assert "sources" in read_metadata(result)


def test_setup_on_xla(model: Path) -> None:
    """XLA rounds in its own way."""
    run = run_setup(setup_of(model), model / "w.safetensors", model / "d.safetensors", engine="xla")
    assert len(run.computed) == 3
    found, wanted = stored_arrays(model / "d.safetensors"), expected()
    for name, array in found.items():
        exact = np.frombuffer(wanted[name], array.dtype).reshape(array.shape)
        np.testing.assert_allclose(
            np.asarray(array).astype(np.float32), exact.astype(np.float32), rtol=0.01, atol=1e-6
        )


INTERRUPTED = """
import os, signal, sys
from tests.helpers.programs import context
from xdsl_stablehlo.splitting.running import SavedSetup, run_setup
folder, last = sys.argv[1], int(sys.argv[2])
sync, calls = os.fsync, 0
def interrupted(number):
    global calls
    calls += 1
    if calls == last:
        os.kill(os.getpid(), signal.SIGKILL)
    sync(number)
os.fsync = interrupted
run_setup(SavedSetup.read(f"{folder}/model", context()), f"{folder}/w.safetensors", f"{folder}/d.safetensors",
    shard_bytes=2000)
"""


@pytest.mark.prove
def test_killed_at_any_moment_it_is_taken_up(model: Path) -> None:
    """Killed at its first ten writes to disk, each time where it has come to since, and then to the end."""
    for last in (1, 2, 3, 1, 4, 2, 5, 3, 6, 2):
        ended = subprocess.run([sys.executable, "-c", INTERRUPTED, str(model), str(last)], check=False)
        assert ended.returncode in (-signal.SIGKILL, 0)
        for path in model.glob("d-*.safetensors"):
            assert content(path).items() <= expected().items()
        if ended.returncode == 0:
            break
    run_setup(setup_of(model), model / "w.safetensors", model / "d.safetensors", shard_bytes=2000)
    assert content(model / "d.safetensors.index.json") == expected()
    assert list(model.glob("*.partial*")) == []
    run_setup(setup_of(model), model / "w.safetensors", model / "whole.safetensors", shard_bytes=2000)
    for path in model.glob("d-*.safetensors"):
        assert path.read_bytes() == path.with_name(path.name.replace("d-", "whole-")).read_bytes()


def test_a_run_that_failed_is_taken_up(model: Path) -> None:
    """The source is cut off behind its first array; what was complete is not computed again."""
    source = model / "w.safetensors"
    whole = source.read_bytes()
    setup = setup_of(model)
    run = run_setup(setup, source, model / "d.safetensors")
    (model / "d.safetensors").rename(model / "d.safetensors.partial")
    (model / "d.safetensors.partial.done").write_text(f"{run.computed[0]}\n")
    data = bytearray((model / "d.safetensors.partial").read_bytes())
    data[-8:] = bytes(8)
    (model / "d.safetensors.partial").write_bytes(data)
    again = run_setup(setup, source, model / "d.safetensors")
    assert again.kept == run.computed[:1]
    assert source.read_bytes() == whole
    assert content(model / "d.safetensors") == expected()


def test_what_does_not_fit_is_refused_in_one_line(model: Path) -> None:
    setup, some = setup_of(model), weights()
    del some["b"]
    with pytest.raises(SplitError, match=r"there is no array for b$"):
        run_setup(setup, written(model / "v.safetensors", some), model / "d.safetensors")
    odd = {**weights(), "a": np.zeros(3, np.float32)}
    with pytest.raises(SplitError, match=r"'a' is float32\[3\], and setup takes tensor<64x32xf32>"):
        run_setup(setup, written(model / "v.safetensors", odd), model / "d.safetensors")
    nothing = written(model / "v.safetensors", {"c": np.zeros(3, np.float32)})
    with pytest.raises(
        SplitError, match=r"there is no array for g, nor for 2 others; setup does not know 'c'$"
    ):
        run_setup(setup, nothing, model / "d.safetensors")
    with pytest.raises(SplitError, match="holds no derived weights"):
        run_setup(setup, model / "w.safetensors", model / "d.safetensors", since=model / "w.safetensors")
    save_split(split(parse(PROGRAM.replace("tanh", "abs")), ["a", "b", "g", "u"]), model / "another")
    another = SavedSetup.read(model / "another", context())
    run_setup(another, model / "w.safetensors", model / "another.safetensors")
    with pytest.raises(SplitError, match="was computed by another setup"):
        run_setup(
            setup, model / "w.safetensors", model / "d.safetensors", since=model / "another.safetensors"
        )
    with pytest.raises(SplitError, match=r"d.bin' ends neither in .safetensors nor in .npz"):
        run_setup(setup, model / "w.safetensors", model / "d.bin")
    with pytest.raises(SplitError, match="cannot read the split"):
        SavedSetup.read(model, context())
    (model / "model" / "split.json").write_text("[]")
    with pytest.raises(SplitError, match="does not describe a split"):
        setup_of(model)
    save_split(split(parse(PROGRAM), ["a"]), model / "other")
    (model / "other" / "split.json").rename(model / "model" / "split.json")
    with pytest.raises(SplitError, match="do not belong together"):
        setup_of(model)


def test_no_weights_are_replaced(model: Path) -> None:
    """Neither those that setup reads, nor earlier results while they are read."""
    setup, source = setup_of(model), model / "w.safetensors"
    whole = source.read_bytes()
    with pytest.raises(SplitError, match=r"w.safetensors' would replace the weights"):
        run_setup(setup, source, model / "model" / ".." / "w.safetensors")
    index = model / "w.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": dict.fromkeys("abg", source.name)}))
    for name, shard_bytes in (("w.safetensors", None), ("w.safetensors", 2000)):
        with pytest.raises(SplitError, match="would replace the weights"):
            run_setup(setup, index, model / name, shard_bytes=shard_bytes)
    assert source.read_bytes() == whole
    assert "".join(json.loads(index.read_text())["weight_map"]) == "abg"
    run_setup(setup, source, model / "d.safetensors", shard_bytes=2000)
    earlier = model / "d.safetensors.index.json"
    with pytest.raises(SplitError, match="would replace what is still read"):
        run_setup(setup, source, model / "d.safetensors", shard_bytes=2000, since=earlier)
    one = run_setup(setup, source, model / "d.safetensors", since=earlier)
    again = run_setup(setup, source, model / "d.safetensors", since=model / "d.safetensors")
    assert one.computed == again.computed == []


def test_types_that_the_format_lacks() -> None:
    header, begins = new_header({"q": (np.dtype(ml_dtypes.int4), (3,)), "x": (np.dtype(np.float64), ())}, {})
    assert b'"dtype":"U8"' in header
    assert begins["x"] % 8 == 0
    assert begins["q"] == begins["x"] + 8
    with pytest.raises(ArrayFileError, match="cannot hold 'z', whose elements are complex128"):
        new_header({"z": (np.dtype(np.complex128), ())}, {})
