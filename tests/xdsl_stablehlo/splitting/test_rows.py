"""Setup in blocks of rows: what NumPy gives for the whole arrays, from few bytes at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.helpers.programs import named, parse
from tests.helpers.tiers import one_of
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.splitting.running import Derived, SavedSetup, run_setup
from xdsl_stablehlo.values.arrays import new_header, stored_arrays
from xdsl_stablehlo.values.element_types import Array

PROGRAMS = named(__file__)

LIMIT = 3000
"""Bytes: `a` has 8192, `i` 256."""

GENERATOR = np.random.default_rng(0)
A = GENERATOR.standard_normal((64, 32), np.float32)
B = GENERATOR.standard_normal((64, 8), np.float32)
C = GENERATOR.standard_normal((4, 16, 32), np.float32)
INDICES = GENERATOR.integers(-3, 70, 64, np.int32)
K = np.asarray(23, np.int32)
V = GENERATOR.standard_normal(1024, np.float32)
WEIGHTS = {"a": A, "b": B, "c": C, "i": INDICES, "k": K, "v": V}
ARGUMENTS = (
    "%a: tensor<64x32xf32>, %b: tensor<64x8xf32>, %c: tensor<4x16x32xf32>, %i: tensor<64xi32>, %k: tensor<i32>,"
    " %v: tensor<1024xf32>"
)

COLUMN_AND_ROW = PROGRAMS["column and row"]
"""The first column of %b, and elements of %v, as large as %a."""

TWICE = "%0 = stablehlo.add %a, %a : tensor<64x32xf32>\n"
TAKE = """dimension_numbers = #stablehlo.gather<offset_dims = [{offset}], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = {ivd}>, slice_sizes = array<i64: 1, 32>"""


def taken(indices: Array) -> Array:
    """As the specification clamps starts of slices."""
    return (A + A)[np.clip(indices, 0, 63)]


def gather(table: str, indices: str, shape: str, result: str, offset: int, ivd: int) -> str:
    said = TAKE.format(offset=offset, ivd=ivd)
    return (
        f'"stablehlo.gather"({table}, {indices}) <{{{said}}}> :'
        f" (tensor<64x32xf32>, tensor<{shape}xi32>) -> tensor<{result}xf32>"
    )


IN_BLOCKS: dict[str, tuple[str, Callable[[], Array]]] = {
    "slice of rows": (
        TWICE + "%r = stablehlo.slice %0 [5:61, 0:32] : (tensor<64x32xf32>) -> tensor<56x32xf32>",
        lambda: (A + A)[5:61],
    ),
    "strided slice of rows and columns": (
        TWICE + "%r = stablehlo.slice %0 [3:64:3, 4:30:5] : (tensor<64x32xf32>) -> tensor<21x6xf32>",
        lambda: (A + A)[3:64:3, 4:30:5],
    ),
    "slices of a sum of slices": (
        TWICE + PROGRAMS["slices of a sum of slices"],
        lambda: ((A + A)[1:] - (A + A)[:-1])[1::2],
    ),
    "dynamic slice": (TWICE + PROGRAMS["dynamic slice"], lambda: (A + A)[23:63, 12:]),
    "reverse of rows and columns": (
        TWICE + "%r = stablehlo.reverse %0, dims = [0, 1] : tensor<64x32xf32>",
        lambda: (A + A)[::-1, ::-1],
    ),
    "slice of reversed rows": (
        TWICE
        + """%1 = stablehlo.reverse %0, dims = [0] : tensor<64x32xf32>
  %r = stablehlo.slice %1 [2:64:3, 0:32] : (tensor<64x32xf32>) -> tensor<21x32xf32>""",
        lambda: (A + A)[::-1][2::3],
    ),
    "rows at indices": (TWICE + "%r = " + gather("%0", "%i", "64", "64x32", 1, 1), lambda: taken(INDICES)),
    "rows at computed indices, as vectors": (
        TWICE + PROGRAMS["rows at computed indices, as vectors"] + gather("%0", "%2", "64x1", "64x32", 1, 1),
        lambda: taken(INDICES[::-1]),
    ),
    "several rows in each": (
        TWICE
        + """%1 = stablehlo.reshape %i : (tensor<64xi32>) -> tensor<16x4xi32>
  %r = """
        + gather("%0", "%1", "16x4", "16x4x32", 2, 2),
        lambda: taken(INDICES.reshape(16, 4)),
    ),
    "rows of rows": (
        TWICE
        + f"""%1 = {gather("%0", "%i", "64", "64x32", 1, 1)}
  %2 = stablehlo.slice %1 [10:50:2, 0:32] : (tensor<64x32xf32>) -> tensor<20x32xf32>
  %3 = stablehlo.slice %i [0:20] : (tensor<64xi32>) -> tensor<20xi32>
  %4 = {gather("%a", "%3", "20", "20x32", 1, 1)}
  %r = stablehlo.add %2, %4 : tensor<20x32xf32>""",
        lambda: taken(INDICES)[10:50:2] + A[np.clip(INDICES[:20], 0, 63)],
    ),
    "elements at indices": (
        PROGRAMS["elements at indices"],
        lambda: (V + V)[np.minimum(np.arange(600) * 2, 1023)],
    ),
    "rows joined": (
        TWICE + PROGRAMS["rows joined"],
        lambda: np.concatenate([A + A, C.reshape(64, 32), A])[7:190:5],
    ),
    "rows joined and reversed": (
        TWICE + PROGRAMS["rows joined and reversed"],
        lambda: np.concatenate([A + A, A])[::-1][1::3],
    ),
    "layers stacked": (TWICE + PROGRAMS["layers stacked"], lambda: np.stack([A + A, A, A])),
    "one row of several": (
        TWICE + PROGRAMS["one row of several"],
        lambda: (A + A).reshape(16, 4, 32).transpose(0, 2, 1)[1::2],
    ),
    "several rows of one": (
        PROGRAMS["several rows of one"],
        lambda: (C + C).transpose(0, 2, 1).reshape(128, 16),
    ),
    "moved within rows": (
        TWICE + PROGRAMS["moved within rows"],
        lambda: 2 * np.concatenate([(A + A)[:, ::-1], B], axis=1).reshape(64, 4, 10).transpose(0, 2, 1),
    ),
    "rows of a weight of another shape": (
        PROGRAMS["rows of a weight of another shape"],
        lambda: (C.reshape(64, 32) + A)[::-1],
    ),
    "padded rows": (
        TWICE + PROGRAMS["padded rows"],
        lambda: np.pad(A + A, ((0, 0), (1, 2)), constant_values=1.5) + np.arange(35, dtype=np.float32),
    ),
    "transposed": (
        TWICE + "%r = stablehlo.transpose %0, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>",
        lambda: (A + A).T,
    ),
    "rows of what was transposed": (
        PROGRAMS["rows of what was transposed"],
        lambda: (C + C).transpose(2, 0, 1)[::-1, ::-1][1::3],
    ),
    "transposed twice, with what varies along some dimensions": (
        COLUMN_AND_ROW + PROGRAMS["transposed twice, with what varies along some dimensions"],
        lambda: -((((A + np.float32(K)) + np.arange(32, dtype=np.float32)) + B[:, :1]) + V[:32]),
    ),
    "transposed, with what varies along some dimensions": (
        COLUMN_AND_ROW + PROGRAMS["transposed, with what varies along some dimensions"],
        lambda: (((A + np.arange(64, dtype=np.float32)[:, None]) + B[:, :1]) + V[:32]).T,
    ),
    "columns of a small value that was computed whole": (
        TWICE + PROGRAMS["columns of a small value that was computed whole"],
        lambda: np.concatenate([(A + A).T, np.sort(B.reshape(16, 32), axis=0).T], axis=1),
    ),
    "rows of a small value that was computed whole": (
        TWICE + PROGRAMS["rows of a small value that was computed whole"],
        lambda: np.concatenate([A + A, B.reshape(8, 64).T], axis=1)[::-1],
    ),
}

AT_ONCE: dict[str, tuple[str, Callable[[], Array]]] = {
    "columns at indices": (TWICE + PROGRAMS["columns at indices"], lambda: (A + A)[:, 23:32]),
    "several rows at each index": (
        TWICE + PROGRAMS["several rows at each index"],
        lambda: np.stack([(A + A)[np.clip(INDICES, 0, 62) + j] for j in (0, 1)], axis=1),
    ),
    "far more rows than there are": (
        TWICE + PROGRAMS["far more rows than there are"] + gather("%1", "%2", "512", "512x32", 1, 1),
        lambda: (4 * A * A)[np.minimum(np.arange(512), 63)],
    ),
    "joined columns in rows of other sizes": (
        PROGRAMS["joined columns in rows of other sizes"],
        lambda: np.concatenate([A + A, B + B], axis=1).reshape(40, 64),
    ),
    "rows that begin inside of one that was divided": (
        PROGRAMS["rows that begin inside of one that was divided"],
        lambda: (C + C).reshape(64, 32)[8:56],
    ),
    "joined columns that were rows": (
        PROGRAMS["joined columns that were rows"],
        lambda: np.concatenate([A + A, B + B], axis=1).T,
    ),
    "products of a batch that is no row": (
        PROGRAMS["products of a batch that is no row"],
        lambda: np.einsum("ijk,ljk->jil", np.sign(C), np.sign(C)),
    ),
    "products of columns": (PROGRAMS["products of columns"], lambda: np.sign(A).T @ np.sign(B)),
    "every second row of one that was divided": (
        PROGRAMS["every second row of one that was divided"],
        lambda: (C + C).reshape(64, 32)[::2],
    ),
}


def computed(folder: Path, body: str, limit: int = LIMIT) -> tuple[Array, int]:
    """What setup writes for `%r`, and in how many blocks it was computed."""
    module = parse(f"func.func @main({ARGUMENTS}) {{\n  {body}\n  return\n}}")
    block = functions_of(module)["main"].body.block
    ops = [op for op in block.ops if op.results]
    value = ops[-1].results[0]
    setup = SavedSetup(module, "", [*WEIGHTS], [Derived("r", value, tuple(WEIGHTS))])
    header, begins = new_header({name: (array.dtype, array.shape) for name, array in WEIGHTS.items()}, {})
    ordered = sorted(begins, key=lambda name: begins[name])
    source = folder / "w.safetensors"
    source.write_bytes(header + b"".join([WEIGHTS[name].tobytes() for name in ordered]))
    run = run_setup(setup, source, folder / "d.safetensors", limit=limit)
    return np.asarray(stored_arrays(folder / "d.safetensors")["r"]), run.blocks


@pytest.mark.parametrize("name", IN_BLOCKS)
def test_blocks_give_the_elements_of_the_whole(tmp_path: Path, name: str) -> None:
    body, expected = IN_BLOCKS[name]
    found, blocks = computed(tmp_path, body)
    np.testing.assert_array_equal(found, expected())
    assert blocks > 1


@pytest.mark.parametrize("name", AT_ONCE)
def test_what_needs_other_rows_is_computed_at_once(tmp_path: Path, name: str) -> None:
    body, expected = AT_ONCE[name]
    found, blocks = computed(tmp_path, body)
    np.testing.assert_array_equal(found, expected())
    assert blocks == 0


def test_few_rows_are_read_alone(tmp_path: Path) -> None:
    """One block is enough for them."""
    body = TWICE + "%r = stablehlo.slice %0 [5:8, 0:32] : (tensor<64x32xf32>) -> tensor<3x32xf32>"
    found, blocks = computed(tmp_path, body)
    np.testing.assert_array_equal(found, (A + A)[5:8])
    assert blocks == 1


SUMS = {
    "products of rows": PROGRAMS["products of rows"],
    "products of a batch": PROGRAMS["products of a batch"],
    "sums of rows at indices": TWICE
    + f"""%1 = {gather("%0", "%i", "64", "64x32", 1, 1)}
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<64x32xf32>, tensor<f32>) -> tensor<64xf32>""",
}


@pytest.mark.parametrize("name", SUMS)
def test_blocks_round_as_the_whole(tmp_path: Path, name: str) -> None:
    found, blocks = computed(tmp_path, SUMS[name])
    whole, one = computed(tmp_path, SUMS[name], limit=1 << 20)
    np.testing.assert_array_equal(found, whole)
    assert (blocks > 1, one) == (True, 0)


def random_program(seed: int) -> str:
    """Ops on `%a`, one behind the other."""
    pick = Random(seed)
    shape, lines = [64, 32], list[str]()

    def declared(sizes: Sequence[int]) -> str:
        return f"tensor<{'x'.join(map(str, sizes))}xf32>"

    def op(text: str, after: Sequence[int]) -> None:
        before = f"%v{len(lines) - 1}" if lines else "%a"
        types = f"({declared(shape)}) -> {declared(after)}"
        lines.append(f"%v{len(lines)} = " + text.format(before, types=types, before=declared(shape)))
        shape[:] = after

    for _ in range(pick.randint(2, 6)):
        rows, *rest = shape
        match pick.randrange(8):
            case 0:
                ranges = [(pick.randrange(n), n, pick.choice([1, 1, 2, 3])) for n in shape]
                text = ", ".join([f"{begin}:{end}:{step}" for begin, end, step in ranges])
                op(f"stablehlo.slice {{}} [{text}] : {{types}}", [len(range(*each)) for each in ranges])
            case 1:
                op(f"stablehlo.reverse {{}}, dims = {pick.choice([[0], [0, 1], [1]])} : {{before}}", shape)
            case 2:
                text = "stablehlo.concatenate {0}, {0}, dim = 0 : ({before}, {before}) -> "
                op(text + declared([2 * rows, *rest]), [2 * rows, *rest])
            case 3:
                size = pick.choice([n for n in range(1, rows + 1) if rows % n == 0])
                op("stablehlo.reshape {} : {types}", [rows // size, size * rest[0], *rest[1:]])
            case 4:
                size = pick.choice([n for n in range(1, rest[0] + 1) if rest[0] % n == 0])
                op("stablehlo.reshape {} : {types}", [rows * size, rest[0] // size, *rest[1:]])
            case 5:
                said = f"offset_dims = {[*range(1, len(shape))]}, collapsed_slice_dims = [0], start_index_map = [0]"
                said = f"dimension_numbers = #stablehlo.gather<{said}, index_vector_dim = 1>"
                said = f"{said}, slice_sizes = array<i64: {', '.join(map(str, [1, *rest]))}>"
                text = f'"stablehlo.gather"({{0}}, %i) <{{{{{said}}}}}> : ({{before}}, tensor<64xi32>) -> '
                op(text + declared([64, *rest]), [64, *rest])
            case 6:
                order = pick.sample(range(len(shape)), len(shape))
                op(f"stablehlo.transpose {{}}, dims = {order} : {{types}}", [shape[i] for i in order])
            case _:
                op("stablehlo.add {0}, {0} : {before}", shape)
    return "\n  ".join(lines)


@pytest.mark.parametrize("first", one_of(4, range(0, 100, 25)))
def test_random_chains_of_ops(first: int, tmp_path: Path) -> None:
    """Half of them run in blocks."""
    counts: list[int] = []
    for seed in range(first, first + 25):
        body = random_program(seed)
        found, blocks = computed(tmp_path, body)
        whole, _ = computed(tmp_path, body, limit=1 << 30)
        np.testing.assert_array_equal(found, whole, body)
        counts.append(blocks)
    assert sum([blocks > 1 for blocks in counts]) > 10
