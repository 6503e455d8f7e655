"""Views, and sizes of results that types do not say, as the folder sees them before it evaluates anything."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.counting import calls_of
from tests.helpers.programs import named, parse
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.folding.facts import boxes
from xdsl_stablehlo.folding.tuning import ADDRESSES, INDEXED, RESERVED

PROGRAMS = named(__file__)

# ---- views ----

HUGE = "30000x30000xf32"
"""More bytes than a value may take, were they stored."""
VIEWS = {
    "slice": f"%r = stablehlo.slice %h [0:30000, 1:30000] : (tensor<{HUGE}>) -> tensor<30000x29999xf32>",
    "transpose": f"%r = stablehlo.transpose %h, dims = [1, 0] : (tensor<{HUGE}>) -> tensor<{HUGE}>",
    "reverse": f"%r = stablehlo.reverse %h, dims = [1, 0] : tensor<{HUGE}>",
    "reshape": f"%r = stablehlo.reshape %h : (tensor<{HUGE}>) -> tensor<90000x10000xf32>",
    "broadcast_in_dim": f"%r = stablehlo.broadcast_in_dim %h, dims = [1, 2] : (tensor<{HUGE}>) -> tensor<2x{HUGE}>",
    "dynamic_slice": "%s = stablehlo.constant dense<1> : tensor<i32>\n"
    "%r = stablehlo.dynamic_slice %h, %s, %s, sizes = [29999, 29999] : "
    f"(tensor<{HUGE}>, tensor<i32>, tensor<i32>) -> tensor<29999x29999xf32>",
    "dynamic_reshape": "%s = stablehlo.constant dense<[90000, 10000]> : tensor<2xi64>\n"
    f"%r = stablehlo.dynamic_reshape %h, %s : (tensor<{HUGE}>, tensor<2xi64>) -> tensor<90000x10000xf32>",
    "dynamic_broadcast_in_dim": "%s = stablehlo.constant dense<[3, 30000, 30000]> : tensor<3xi64>\n"
    "%r = stablehlo.dynamic_broadcast_in_dim %h, %s, dims = [1, 2] : "
    f"(tensor<{HUGE}>, tensor<3xi64>) -> tensor<3x{HUGE}>",
    "get_tuple_element": f"%t = stablehlo.tuple %h : tuple<tensor<{HUGE}>>\n"
    f"%r = stablehlo.get_tuple_element %t[0] : (tuple<tensor<{HUGE}>>) -> tensor<{HUGE}>",
}


@pytest.mark.parametrize("name", VIEWS)
def test_views_of_what_is_stored_once_take_no_memory(name: str) -> None:
    body = VIEWS[name]
    result = body.split("->")[-1].split(":")[-1].strip()
    module = parse(
        f"func.func @main() -> {result} {{ %c = stablehlo.constant dense<1.0> : tensor<f32>\n"
        f"%h = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<{HUGE}>\n"
        f"{body}\nreturn %r : {result} }}"
    )
    report = fold_module(module)
    assert list(report.explained()) == []
    assert [constant.bytes for constant in report.constants] == [4]


# ---- sizes of results whose types do not say them ----

SIZED: dict[str, tuple[str, int]] = {
    "dynamic_iota": (
        "%s = stablehlo.constant dense<[4, 6]> : tensor<2xi64>\n"
        "%r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>",
        24,
    ),
    "dynamic_pad": (
        PROGRAMS["dynamic pad"],
        (1 + 3 + 2 * 2 + 3) * (2 + 5 - 1),
    ),
    "dynamic_gather": (
        PROGRAMS["dynamic gather"],
        14 * 12,
    ),
    "bitcast_convert": (
        "%s = stablehlo.constant dense<[3, 5]> : tensor<2xi64>\n"
        "%d = stablehlo.dynamic_reshape %m, %s : (tensor<3x5xf32>, tensor<2xi64>) -> tensor<?x?xf32>\n"
        "%r = stablehlo.bitcast_convert %d : (tensor<?x?xf32>) -> tensor<?x?xi32>",
        15 * 64,  # as many as there were, did each bit of f64 become an element
    ),
    "add": (
        "%s = stablehlo.constant dense<[3, 5]> : tensor<2xi64>\n"
        "%d = stablehlo.dynamic_reshape %m, %s : (tensor<3x5xf32>, tensor<2xi64>) -> tensor<?x?xf32>\n"
        "%r = stablehlo.add %d, %d : tensor<?x?xf32>",
        15 + 15,
    ),
    "dot": (
        PROGRAMS["dot"],
        15 * 15,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SIZED)
def test_most_elements_of_results_of_unknown_size(name: str) -> None:
    """They are held to the limit of bytes before anything is evaluated."""
    body, elements = SIZED[name]
    result = body.split("->")[-1].split(":")[-1].strip()
    text = f"""func.func @main() -> {result} {{
      %i = stablehlo.iota dim = 1 : tensor<3x5xf32>
      %j = stablehlo.iota dim = 0 : tensor<3x5xf32>
      %m = stablehlo.multiply %i, %j : tensor<3x5xf32>
      {body}
      return %r : {result}
    }}"""
    codes: list[Any] = []
    for limit in (4 * elements, 4 * elements - 1):
        report = fold_module(parse(text), options=FoldOptions(value_bytes_limit=limit))
        codes.append([kept.code for kept in report.explained() if kept.op == f"stablehlo.{name}"])
    assert codes == [["uses"], ["memory"]]


# ---- how much it takes to see what an op moves ----


def slice_of_slice(size: int) -> str:
    """A slice of a slice of a vector."""
    return f"""func.func @main(%x: tensor<{size}xi8>) -> tensor<2xi8> {{
      %0 = stablehlo.slice %x [1:{size}] : (tensor<{size}xi8>) -> tensor<{size - 1}xi8>
      %1 = stablehlo.slice %0 [1:3] : (tensor<{size - 1}xi8>) -> tensor<2xi8>
      return %1 : tensor<2xi8>
    }}"""


@pytest.mark.parametrize(("size", "merged"), [(4, True), (ADDRESSES, True), (ADDRESSES + 2, False)])
def test_slices_are_merged_up_to_a_number_of_elements(size: int, merged: bool) -> None:
    assert bool(fold_module(parse(slice_of_slice(size))).rules()) is merged


def test_slices_stay_where_a_process_has_no_addresses_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(_: int) -> Any:
        raise MemoryError

    monkeypatch.setattr(boxes, "_bytes", none_left)
    assert not fold_module(parse(slice_of_slice(RESERVED + 2))).rules()


@pytest.mark.parametrize(("size", "is_slice"), [(8, True), (INDEXED, True), (INDEXED + 1, False)])
def test_gathers_are_slices_up_to_a_size(size: int, is_slice: bool) -> None:
    module = parse(f"""func.func @main(%x: tensor<{size}xi8>) -> tensor<2xi8> {{
      %i = stablehlo.constant dense<[[3], [5]]> : tensor<2x1xi32>
      %0 = "stablehlo.gather"(%x, %i) <{{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
        start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}}>
        : (tensor<{size}xi8>, tensor<2x1xi32>) -> tensor<2xi8>
      return %0 : tensor<2xi8>
    }}""")
    fold_module(module)
    assert ("stablehlo.slice" in str(module)) is is_slice


# ---- how much it takes to see which elements are known ----

CHAINS = {
    "add": "%{i} = stablehlo.add %{before}, %c0 : tensor<64xf32>",
    "updates": "%{i} = stablehlo.dynamic_update_slice %{before}, %u, %s{turn} "
    ": (tensor<64xf32>, tensor<1xf32>, tensor<i32>) -> tensor<64xf32>",
    "unknown updates": "%{i} = stablehlo.dynamic_update_slice %{before}, %x, %s{turn} "
    ": (tensor<64xf32>, tensor<1xf32>, tensor<i32>) -> tensor<64xf32>",
    "selections": "%{i} = stablehlo.select %p{turn}, %{before}, %c{turn} : tensor<64xi1>, tensor<64xf32>",
    "comparisons": "%p{i} = stablehlo.compare LT, %{before}, %c{turn} "
    ": (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>\n"
    "%{i} = stablehlo.select %p{i}, %{before}, %c{turn} : tensor<64xi1>, tensor<64xf32>",
}


def chain(kind: str, length: int) -> str:
    """Ops of a kind, each on the one before, the first on an argument, most elements of which they leave."""
    ops = [CHAINS[kind].format(i=f"v{i}", before=f"v{i - 1}", turn=i % 40) for i in range(1, length + 1)]
    given = [f"%s{i} = stablehlo.constant dense<{i}> : tensor<i32>" for i in range(40)]
    given += [f"%c{i} = stablehlo.constant dense<{i}.0> : tensor<64xf32>" for i in range(40)]
    rows = [", ".join("true" if i != row else "false" for i in range(64)) for row in range(40)]
    given += [f"%p{i} = stablehlo.constant dense<[{row}]> : tensor<64xi1>" for i, row in enumerate(rows)]
    lines = "\n".join([*given, "%u = stablehlo.constant dense<1.0> : tensor<1xf32>", *ops])
    return f"""func.func @main(%v0: tensor<64xf32>, %x: tensor<1xf32>) -> tensor<64xf32> {{
      {lines}
      return %v{length} : tensor<64xf32>
    }}"""


@pytest.mark.parametrize("kind", CHAINS)
def test_known_elements_are_looked_for_once_along_a_chain(kind: str) -> None:
    """And not in all ops behind each one: that took up to fifty times the calls of an addition."""

    def calls(kind: str, length: int) -> int:
        module = parse(chain(kind, length))
        return calls_of(lambda: fold_module(module))

    fold_module(parse(chain(kind, 8)))
    a, b, added = calls(kind, 80), calls(kind, 160), calls("add", 160) - calls("add", 80)
    assert b - a < 5 * added
