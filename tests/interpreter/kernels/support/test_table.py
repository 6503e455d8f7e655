"""What the table of kernels says of ops: effects, exactness, work and storage."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.ir import Operation

from tests.helpers.programs import function, named, parse
from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.check import Check
from xdsl_stablehlo.dialects.interpreter import Interpreter
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.interpreter.execution.meter import work_of
from xdsl_stablehlo.interpreter.execution.type_facts import KnownTypes
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, Exactness, kernel_of, register_kernel
from xdsl_stablehlo.programs.registry import register_all_dialects

PROGRAMS = named(__file__)


def entry_and_op(body: str, inputs: list[str]) -> tuple[Entry, Operation]:
    """The last op of `body`, and what the table says of its class."""
    module = parse(function(body, inputs))
    (main,) = module.ops
    op = list(main.regions[0].block.ops)[-2]
    entry = kernel_of(type(op))
    assert entry is not None
    return entry, op


@pytest.mark.parametrize("op", [*Check.operations, *Interpreter.operations], ids=lambda op: op.name)
def test_checks_prints_probes_and_grids_have_effects(op: type[Operation]) -> None:
    entry = kernel_of(op)
    assert entry is not None
    assert entry.effects


def test_ops_of_this_project_keep_their_kernels() -> None:
    before = kernel_of(hlo.AddOp)
    with pytest.raises(ValueError, match=r"^'stablehlo\.add' has a kernel; define an op of your own"):
        register_kernel(hlo.AddOp, lambda op: np.subtract)
    assert kernel_of(hlo.AddOp) is before


# ---- exactness ----


def applied(name: str, count: int, result: str | None = None) -> str:
    """An op in its generic form on so many operands, all of type T."""
    operands = ", ".join([f"%a{i}" for i in range(count)])
    return f'%r = "{name}"({operands}) : ({", ".join(["T"] * count)}) -> {result or "T"}'


EXACT, ROUNDED, LIBM = Exactness.EXACT, Exactness.ROUNDED, Exactness.LIBM


@pytest.mark.parametrize(
    ("name", "operands", "element", "exactness"),
    [
        # IEEE 754 defines these on numbers, nobody on complex ones.
        *[("stablehlo.abs", 1, kind, exactness) for kind, exactness in (("i32", EXACT), ("f32", EXACT))],
        *[(f"stablehlo.{op}", 1, "f32", EXACT) for op in ("sqrt", "sign", "negate", "floor")],
        *[(f"stablehlo.{op}", 1, "complex<f32>", ROUNDED) for op in ("sqrt", "sign")],
        ("stablehlo.negate", 1, "complex<f32>", EXACT),
        *[("stablehlo.divide", 2, kind, EXACT) for kind in ("i32", "f32")],
        ("stablehlo.divide", 2, "complex<f32>", ROUNDED),
        *[("stablehlo.power", 2, kind, EXACT) for kind in ("i32", "ui8")],
        *[("stablehlo.power", 2, kind, level) for kind, level in (("f32", ROUNDED), ("complex<f32>", ROUNDED))],
        *[(f"stablehlo.{op}", 2, "f32", EXACT) for op in ("add", "multiply", "remainder", "maximum")],
        *[("stablehlo.atan2", 2, kind, level) for kind, level in (("f32", ROUNDED), ("complex<f32>", ROUNDED))],
        ("chlo.broadcast_divide", 2, "f32", EXACT),
        ("chlo.broadcast_divide", 2, "complex<f32>", ROUNDED),
        ("chlo.broadcast_power", 2, "i32", EXACT),
        ("chlo.broadcast_power", 2, "f32", ROUNDED),
    ],
)  # fmt: skip
def test_exactness_of_elementwise_ops(name: str, operands: int, element: str, exactness: Exactness) -> None:
    tensor = f"tensor<2x{element}>"
    entry, op = entry_and_op(applied(name, operands).replace("T", tensor), [tensor] * operands)
    assert entry.exactness_of(op) is exactness


def reduction(element: str, body: str) -> str:
    scalar = f"tensor<{element}>"
    return (
        f'%r = "stablehlo.reduce"(%a0, %a1) <{{dimensions = array<i64: 0>}}> ({{ ^bb0(%x: {scalar}, %y: {scalar}): '
        f"{body.replace('S', scalar)} stablehlo.return %z : {scalar} }}) : (tensor<2x{element}>, {scalar}) -> {scalar}"
    )


@pytest.mark.parametrize(
    ("element", "body", "exactness"),
    [
        ("f32", "%z = stablehlo.add %x, %y : S", ROUNDED),
        ("complex<f32>", "%z = stablehlo.add %x, %y : S", ROUNDED),
        ("i32", "%z = stablehlo.add %x, %y : S", EXACT),
        ("f32", "%z = stablehlo.maximum %x, %y : S", EXACT),
        ("f32", "%z = stablehlo.minimum %x, %y : S", EXACT),
        (
            "f32",
            "%p = stablehlo.compare LT, %x, %y : (S, S) -> tensor<i1> "
            "%z = stablehlo.select %p, %x, %y : tensor<i1>, S",
            EXACT,
        ),
        ("f32", "%e = stablehlo.exponential %x : S %z = stablehlo.maximum %e, %y : S", ROUNDED),
        ("f32", "%e = stablehlo.add %x, %y : S %z = stablehlo.exponential %e : S", ROUNDED),
        ("complex<f32>", "%e = stablehlo.add %x, %y : S %z = stablehlo.exponential %e : S", ROUNDED),
        ("f32", "%e = stablehlo.add %x, %y : S %z = stablehlo.maximum %e, %y : S", ROUNDED),
    ],
)
def test_exactness_of_reductions_is_that_of_their_bodies(
    element: str, body: str, exactness: Exactness
) -> None:
    tensors = [f"tensor<2x{element}>", f"tensor<{element}>"]
    entry, op = entry_and_op(reduction(element, body), tensors)
    assert entry.exactness_of(op) is exactness


def scatter(element: str, body: str) -> tuple[str, list[str]]:
    scalar, inputs = f"tensor<{element}>", [f"tensor<4x{element}>", "tensor<2x1xi32>", f"tensor<2x{element}>"]
    return (
        '%r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<'
        "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> "
        f"({{ ^bb0(%x: {scalar}, %y: {scalar}): {body.replace('S', scalar)} }}) "
        f": ({', '.join(inputs)}) -> {inputs[0]}"
    ), inputs


@pytest.mark.parametrize(
    ("body", "exactness"),
    [
        ("stablehlo.return %y : S", EXACT),
        ("%z = stablehlo.add %x, %y : S stablehlo.return %z : S", ROUNDED),
        ("%z = stablehlo.sine %y : S stablehlo.return %z : S", ROUNDED),
    ],
)
def test_exactness_of_scatters(body: str, exactness: Exactness) -> None:
    entry, op = entry_and_op(*scatter("f32", body))
    assert entry.exactness_of(op) is exactness


DOT = "%r = stablehlo.dot %a0, %a1 : (tensor<2x3xT>, tensor<3x4xT>) -> tensor<2x4xT>"
EINSUM = (
    '%r = "stablehlo.einsum"(%a0, %a1) <{einsum_config = "ab,bc->ac"}> '
    ": (tensor<2x3xT>, tensor<3x4xT>) -> tensor<2x4xT>"
)


@pytest.mark.parametrize("text", [DOT, EINSUM])
@pytest.mark.parametrize(
    ("element", "exactness"), [("i32", EXACT), ("i1", EXACT), ("f32", ROUNDED), ("complex<f32>", ROUNDED)]
)
def test_sums_of_products_of_floats_are_rounded(text: str, element: str, exactness: Exactness) -> None:
    shapes = [f"tensor<2x3x{element}>", f"tensor<3x4x{element}>"]
    entry, op = entry_and_op(text.replace("T", element), shapes)
    assert entry.exactness_of(op) is exactness


# ---- work: elementary operations by the textbook; what one takes is calibrated (`benchmarks/estimates.py`) ----

GROWING: dict[str, tuple[str, list[str], int]] = {
    "dot: a multiplication and an addition for each of m * k * n": (
        "%r = stablehlo.dot %a0, %a1 : (tensor<{n}x{n}xf32>, tensor<{n}x{n}xf32>) -> tensor<{n}x{n}xf32>",
        ["tensor<{n}x{n}xf32>"] * 2,
        8,
    ),
    "dot_general: the same, for each batch": (
        "%r = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2, 3] x [1, 2]\n"
        ": (tensor<{n}x2x3x7xf32>, tensor<{n}x3x7x4xf32>) -> tensor<{n}x2x4xf32>",
        ["tensor<{n}x2x3x7xf32>", "tensor<{n}x3x7x4xf32>"],
        2,
    ),
    "convolution: for each element of the result and of the kernel for it": (
        "%r = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
        "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
        ": (tensor<{n}x8x2xf32>, tensor<3x2x{n}xf32>) -> tensor<{n}x6x{n}xf32>",
        ["tensor<{n}x8x2xf32>", "tensor<3x2x{n}xf32>"],
        4,
    ),
    "cholesky: for each matrix": (
        '%r = "stablehlo.cholesky"(%a0) {lower = true} : (tensor<{n}x99x99xf32>) -> tensor<{n}x99x99xf32>',
        ["tensor<{n}x99x99xf32>"],
        2,
    ),
    "triangular_solve: for each element of the right side": (
        '%r = "stablehlo.triangular_solve"(%a0, %a1) {left_side = true, lower = true, unit_diagonal = false, '
        "transpose_a = #stablehlo<transpose NO_TRANSPOSE>} "
        ": (tensor<9x9xf32>, tensor<9x{n}000xf32>) -> tensor<9x{n}000xf32>",
        ["tensor<9x9xf32>", "tensor<9x{n}000xf32>"],
        2,
    ),
    "fft: for each element": (
        "%r = stablehlo.fft %a0, type = FFT, length = [4, 8] : (tensor<{n}x4x8xcomplex<f32>>) "
        "-> tensor<{n}x4x8xcomplex<f32>>",
        ["tensor<{n}x4x8xcomplex<f32>>"],
        2,
    ),
    "rng_bit_generator: for each element": (
        "%s, %r = stablehlo.rng_bit_generator %a0, algorithm = PHILOX : (tensor<2xui64>) "
        "-> (tensor<2xui64>, tensor<3x{n}xui32>)",
        ["tensor<2xui64>"],
        2,
    ),
}


@pytest.mark.parametrize("case", GROWING)
def test_work_grows_as_the_operations_do(case: str) -> None:
    """So many times, when sizes double."""
    body, inputs, times = GROWING[case]

    def work(n: int) -> int:
        entry, op = entry_and_op(
            body.replace("{n}", str(n)), [kind.replace("{n}", str(n)) for kind in inputs]
        )
        assert entry.cost.work is not None
        return entry.cost.work(op)

    assert work(128) == pytest.approx(times * work(64), rel=0.02)


WORK: dict[str, tuple[str, list[str], int]] = {
    "einsum: every element with every other": (
        EINSUM.replace("T", "f32"),
        ["tensor<2x3xf32>", "tensor<3x4xf32>"],
        2 * 6 * 12,
    ),
    "reduce: every element of every input": (
        PROGRAMS["reduce: every element of every input"],
        ["tensor<5x6xf32>", "tensor<f32>"],
        2 * 30,
    ),
    "scatter: every element of inputs and updates": (*scatter("f32", "stablehlo.return %y : S"), 4 + 2),
    "sort: n log2(n) for every input": (
        PROGRAMS["sort: n log2(n) for every input"],
        ["tensor<3x8xf32>"],
        2 * 24 * 4,
    ),
    "sort: a dimension without elements": (
        '%r = "stablehlo.sort"(%a0) <{dimension = 1 : i64}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): '
        "%p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> "
        "stablehlo.return %p : tensor<i1> }) : (tensor<3x1xf32>) -> tensor<3x1xf32>",
        ["tensor<3x1xf32>"],
        3 * 1,
    ),
    "ragged_dot: a product for each group": (
        PROGRAMS["ragged dot: a product for each group"],
        ["tensor<6x5xf32>", "tensor<3x5x7xf32>", "tensor<3xi64>"],
        30_000 * 3 + 2 * 5 * 6 * 7,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WORK)
def test_work_of_ops(case: str) -> None:
    body, inputs, work = WORK[case]
    entry, op = entry_and_op(body, inputs)
    assert entry.cost.work is not None
    assert entry.cost.work(op) == work


def test_a_dot_has_the_price_of_the_dot_general_that_says_the_same() -> None:
    """An einsum, which becomes such products, is no cheaper."""
    general = DOT.replace(
        "stablehlo.dot %a0, %a1", "stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0]"
    )
    costs: list[tuple[int, int]] = []
    works: list[int] = []
    for text in (DOT, general, EINSUM):
        entry, op = entry_and_op(text.replace("T", "f32"), ["tensor<2x3xf32>", "tensor<3x4xf32>"])
        assert entry.cost.once is not None
        costs.append((entry.cost.once, entry.cost.each))
        works.append(work_of(op, entry, KnownTypes()))
    assert costs[0] == costs[1]
    assert costs[0][1] == costs[2][1] == 1
    assert costs[2][0] > 2 * costs[0][0]
    assert costs[0][0] < works[0] == works[1] < works[2]


def reduce_window(size: int, window: int) -> tuple[str, list[str]]:
    inputs = [f"tensor<{size}xf32>", "tensor<f32>"]
    return (
        f'%r = "stablehlo.reduce_window"(%a0, %a1) <{{window_dimensions = array<i64: {window}>}}> ({{ '
        "^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> "
        f"stablehlo.return %z : tensor<f32> }}) : ({', '.join(inputs)}) -> tensor<{size - window + 1}xf32>"
    ), inputs


@pytest.mark.parametrize(
    ("size", "window", "work"),
    [(100, 1, 100), (100, 32, 100 * 32), (100, 33, 100 * 2 * 6), (100, 64, 100 * 2 * 7)],
)
def test_large_windows_double(size: int, window: int, work: int) -> None:
    entry, op = entry_and_op(*reduce_window(size, window))
    assert entry.cost.work is not None
    assert entry.cost.work(op) == work


def test_work_of_select_and_scatter_is_that_of_all_windows() -> None:
    entry, op = entry_and_op(
        PROGRAMS["work of select and scatter is that of all windows"],
        ["tensor<4x6xf32>", "tensor<2x2xf32>", "tensor<f32>"],
    )
    assert entry.cost.work is not None
    assert entry.cost.work(op) == 4 * 6


# ---- storage ----

Q = "!quant.uniform<i32:f32, 1.0>"
WIDE = [16777217, -16777219, 2147483647]
"""Integers that float32 does not hold: what dequantizes them on the way loses them."""

MOVES: dict[str, tuple[str, list[int]]] = {
    "broadcast": ("%r = stablehlo.broadcast %q, sizes = [1] : (T3) -> T1x3", WIDE),
    "broadcast_in_dim": ("%r = stablehlo.broadcast_in_dim %q, dims = [1] : (T3) -> T1x3", WIDE),
    "concatenate": ("%r = stablehlo.concatenate %q, %q, dim = 0 : (T3, T3) -> T6", [*WIDE, *WIDE]),
    "dynamic_broadcast_in_dim": (
        "%s = stablehlo.constant dense<[1, 3]> : tensor<2xi64>\n"
        "%r = stablehlo.dynamic_broadcast_in_dim %q, %s, dims = [1] : (T3, tensor<2xi64>) -> T1x3",
        WIDE,
    ),
    "dynamic_gather": (
        PROGRAMS["dynamic gather"],
        [WIDE[2], WIDE[0]],
    ),
    "dynamic_pad": (
        PROGRAMS["dynamic pad"],
        [WIDE[0], WIDE[0], WIDE[0], WIDE[1], WIDE[0], WIDE[2], WIDE[0]],
    ),
    "dynamic_reshape": (
        "%s = stablehlo.constant dense<[1, 3]> : tensor<2xi64>\n"
        "%r = stablehlo.dynamic_reshape %q, %s : (T3, tensor<2xi64>) -> T1x3",
        WIDE,
    ),
    "dynamic_slice": (
        "%s = stablehlo.constant dense<1> : tensor<i64>\n"
        "%r = stablehlo.dynamic_slice %q, %s, sizes = [2] : (T3, tensor<i64>) -> T2",
        WIDE[1:],
    ),
    "dynamic_update_slice": (
        "%s = stablehlo.constant dense<0> : tensor<i64>\n%u = stablehlo.slice %q [2:3] : (T3) -> T1\n"
        "%r = stablehlo.dynamic_update_slice %q, %u, %s : (T3, T1, tensor<i64>) -> T3",
        [WIDE[2], *WIDE[1:]],
    ),
    "gather": (
        PROGRAMS["gather"],
        [WIDE[2], WIDE[0]],
    ),
    "optimization_barrier": ("%r = stablehlo.optimization_barrier %q : T3", WIDE),
    "pad": (
        "%z = stablehlo.slice %q [0:1] : (T3) -> T1\n%p = stablehlo.reshape %z : (T1) -> T0\n"
        "%r = stablehlo.pad %q, %p, low = [1], high = [0], interior = [0] : (T3, T0) -> T4",
        [WIDE[0], *WIDE],
    ),
    "real_dynamic_slice": (
        "%l = stablehlo.constant dense<[1]> : tensor<1xi64>\n%h = stablehlo.constant dense<[3]> : tensor<1xi64>\n"
        "%r = stablehlo.real_dynamic_slice %q, %l, %h, %l : (T3, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) "
        "-> T2",
        WIDE[1:],
    ),
    "reshape": ("%r = stablehlo.reshape %q : (T3) -> T1x3", WIDE),
    "reverse": ("%r = stablehlo.reverse %q, dims = [0] : T3", WIDE[::-1]),
    "set_dimension_size": (
        "%s = stablehlo.constant dense<3> : tensor<i32>\n"
        "%r = stablehlo.set_dimension_size %q, %s, dim = 0 : (T3, tensor<i32>) -> T3",
        WIDE,
    ),
    "slice": ("%r = stablehlo.slice %q [0:3:2] : (T3) -> T2", WIDE[::2]),
    "transpose": ("%r = stablehlo.transpose %q, dims = [0] : (T3) -> T3", WIDE),
    "tuple": (
        "%t = stablehlo.tuple %q : tuple<T3>\n%r = stablehlo.get_tuple_element %t[0] : (tuple<T3>) -> T3",
        WIDE,
    ),
    "all_gather": (
        '%r = "stablehlo.all_gather"(%q) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : '
        "tensor<1x1xi64>}> : (T3) -> T3",
        WIDE,
    ),
    "all_to_all": (
        '%r = "stablehlo.all_to_all"(%q) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, '
        "split_count = 1 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (T3) -> T3",
        WIDE,
    ),
    "collective_permute": (
        '%r = "stablehlo.collective_permute"(%q) <{source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>}> '
        ": (T3) -> T3",
        WIDE,
    ),
    "collective_broadcast": (
        '%r = "stablehlo.collective_broadcast"(%q) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> '
        ": (T3) -> T3",
        WIDE,
    ),
}  # fmt: skip


def quantized(text: str) -> str:
    """T3 for a quantized tensor of 3 elements, T1x3 for one of shape 1x3, T0 for a scalar."""
    for shape in ("1x3", "0", "1", "2", "3", "4", "6", "7"):
        text = text.replace(f"T{shape}", f"tensor<{'' if shape == '0' else shape + 'x'}{Q}>")
    return text


@pytest.mark.parametrize("name", MOVES)
def test_what_only_moves_elements_keeps_their_bits(name: str) -> None:
    body, expected = MOVES[name]
    result = quantized(body.split("->")[-1].split(":")[-1].strip()).replace(Q, "i32")
    text = quantized(
        f"%q = stablehlo.bitcast_convert %a0 : (tensor<3xi32>) -> T3\n{body}\n"
        f"%s0 = stablehlo.bitcast_convert %r : ({result.replace('i32', Q)}) -> {result}"
    )
    (found,) = eval_module(
        parse(function(text, ["tensor<3xi32>"], [result], ["%s0"])), [np.array(WIDE, np.int32)]
    )
    assert np.asarray(found.array).reshape(-1).tolist() == expected


def test_every_op_may_be_asked_for_its_kernel() -> None:
    """Of the classes that stand in for xDSL's, those of `arith` have one."""
    ctx = Context()
    register_all_dialects(ctx)
    kinds = [kind for name in list(ctx.registered_dialect_names) for kind in ctx.get_dialect(name).operations]
    around = [kind for kind in kinds if ".patched." in kind.__module__]
    assert len(around) > 3
    evaluated = {kind.name for kind in kinds if kernel_of(kind) is not None and kind in around}
    assert evaluated == {kind.name for kind in around if kind.name.startswith("arith.")}
