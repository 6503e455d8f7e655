"""What Shardy rejects is rejected, in the words that C++ has for it."""

from __future__ import annotations

import re

import pytest

from tests.helpers.oracle import verifies
from tests.helpers.programs import assert_verdict_as_cpp

MESHES = """
sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>
sdy.mesh @other = <["x"=2]>
sdy.mesh @turned = <["x"=4, "y"=2, "z"=2], device_ids=[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]>
sdy.mesh @one = <[], device_ids=[0]>
"""

# Of the argument of a function.
ARGUMENTS = [
    '<@none, [{"x"}, {}]>',
    '<@m, [{"x"}]>',
    '<@m, [{"w"}, {}]>',
    '<@m, [{"x"}, {"x"}]>',
    '<@m, [{"x", "x"}, {}]>',
    '<@m, [{"x":(1)2, "x":(2)2}, {}]>',
    '<@m, [{"x":(0)2}, {}]>',
    '<@m, [{"x":(1)1}, {}]>',
    '<@m, [{"x":(1)3}, {}]>',
    '<@m, [{"x":(1)4}, {}]>',
    '<@m, [{"x":(1)2}, {"x"}]>',
    '<mesh<["x"=8]>, [{"x":(1)4}, {"x":(2)2}]>',
    "<@m, [{}p1, {}]>",
    '<@m, [{}, {}], replicated={"y", "x"}>',
    '<@m, [{}, {}], replicated={"x":(2)2, "x":(1)2}>',
    '<@m, [{}, {}], unreduced={"z", "y"}>',
    '<@m, [{"x"}, {}], replicated={"x"}>',
    '<@m, [{"x"}, {}], unreduced={"x"}>',
    "<@one, [{}, {}]>",
    '<@one, [], replicated={"x"}>',
]

TYPES = {
    "tensor<*xf32>": "<@m, [{}]>",
    "!stablehlo.token": "<@m, [{}]>",
    "tuple<tensor<2xf32>, tensor<2xf32>>": "<@m, [{}]>",
    "tuple<tensor<2xf32>>": "<@m, [{}, {}]>",
}

OPS = [
    "%0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding<@m, [{}, {}]>} : tensor<8x8xf32>",
    "%0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[]>} : tensor<8x8xf32>",
    '%0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"w"}, {}]>]>} : tensor<8x8xf32>',
    "%0:2 = stablehlo.custom_call @f(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>, <@m, []>]>} "
    ": (tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8xf32>)",
    'stablehlo.custom_call @f(%x) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} '
    ": (tensor<8x8xf32>) -> ()",
    "stablehlo.custom_call @f(%x) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} "
    ": (tensor<8x8xf32>) -> ()",
    "%0 = stablehlo.abs %x {sdy.sharding_rule = 1 : i32} : tensor<8x8xf32>",
    "%0 = stablehlo.abs %x {sdy.propagation_edges = 1 : i32} : tensor<8x8xf32>",
    "%0 = stablehlo.abs %x {sdy.result_propagation_edges = [1 : i32]} : tensor<8x8xf32>",
    "%0 = sdy.sharding_constraint %x <@m, [{}]> : tensor<8x8xf32>",
    '%0 = sdy.reshard %x <@m, [{"w"}, {}]> : tensor<8x8xf32>',
    "%0 = sdy.propagation_barrier %x allowed_direction=BOTH : tensor<8x8xf32>",
    '%0 = "sdy.propagation_barrier"(%u) <{allowed_direction = 0 : i32}> : (tensor<*xf32>) -> tensor<*xf32>',
    '"sdy.sharding_group"(%u) <{group_id = 1 : i64}> : (tensor<*xf32>) -> ()',
    "%0 = sdy.data_flow_edge %d : tensor<?xf32>",
    '%0 = "sdy.data_flow_edge"(%t) : (!stablehlo.token) -> !stablehlo.token',
    "%0 = sdy.data_flow_edge %x : tensor<8x8xf32>\n%1 = stablehlo.abs %x : tensor<8x8xf32>",
    "%0 = sdy.reshard %x <@m, [{}, {}]> : tensor<8x8xf32>\n%1 = sdy.data_flow_edge %0 : tensor<8x8xf32>",
    '%0 = sdy.data_flow_edge %x sharding=<@m, [{"w"}, {}]> : tensor<8x8xf32>',
    "%0 = sdy.func_data_flow_edge %d : tensor<?xf32>",
    "%0 = sdy.func_data_flow_edge %x : tensor<8x8xf32>\n%1 = stablehlo.abs %x : tensor<8x8xf32>",
    "%0 = stablehlo.abs %x : tensor<8x8xf32>\n%1 = sdy.func_data_flow_edge %0 : tensor<8x8xf32>",
    '%0 = "sdy.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>',
    '%0 = "sdy.reshard"(%x) <{sharding = #sdy.sharding<@m, [{}, {}]>}> : (tensor<8x8xf32>) -> tensor<8x9xf32>',
]

RULES = [
    "([i, j])->([i, j]) {i=8, j=8, k=2}",
    "([i, j])->([i]) {i=8, j=8}",
    "([i, j], [i, j])->([i, j]) {i=8, j=8}",
    "([i, j])->([i, k]) {i=8, j=8}",
    "([i, i])->([i, j]) {i=8, j=8}",
    "([i, jk])->([i, j]) {i=8, j=8, k=1}",
    "([i, j])->([i, j]) {i=8, j=8} reduction={i}",
    "([i, j])->([i, k]) {i=8, j=8, k=8} need_replication={k, j}",
    "([i, j])->([i, k]) {i=8, j=8, k=8} permutation={k, k}",
    "([i, j])->([i, k]) {i=8, j=8, k=8} permutation={l}",
    "([i, j])->([i, k]) {i=8, j=8, k=8} reduction={j} need_replication={j}",
    "([i, j])->([i, k]) {i=8, j=8, k=8} blocked_propagation={k, i}",
]

EDGES = [
    '[{step-0 = [{"x" = operand-0 -> [operand-0]}]}]',
    '[{step-0 = [{"x" = operand-0 -> [result-0, result-0]}]}]',
    '[{step-0 = [{"x" = operand-0 -> [result-0]}]}, {step-0 = [{"x" = operand-0 -> [result-0]}]}]',
    '[{step--1 = [{"x" = operand-0 -> [result-0]}]}]',
    '[{step-0 = [{"w" = operand-0 -> [result-0]}]}]',
    '[{step-0 = [{"x" = operand-1 -> [result-0]}]}]',
    '[{step-0 = [{"x" = operand-0 -> [result-1]}]}]',
]

COLLECTIVES = [
    "%0 = sdy.all_gather [{}, {}] %x out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>",
    '%0 = sdy.all_gather [{"y"}, {}] %s out_sharding=<@none, [{"x"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.all_gather [{"y"}, {}] %s out_sharding=<@m, [{"x"}]> : tensor<8x8xf32>',
    '%0 = sdy.all_gather [{"y"}, {}] %s out_sharding=<@turned, [{"x"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.all_gather [{"y"}, {}, {}] %s out_sharding=<@m, [{"x"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.all_gather [{"w"}, {}] %s out_sharding=<@m, [{"x"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.all_gather [{"y"}, {"y"}] %s out_sharding=<@m, [{"x"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.all_gather [{"x"}, {}] %s out_sharding=<@m, [{"y"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.all_gather [{"y"}, {}] %s out_sharding=<@m, [{"x", "y"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.all_slice [{"z"}, {}] %s out_sharding=<@m, [{"x", "y"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.all_slice [{"x"}, {}] %x out_sharding=<@m, [{"x"}, {"y"}]> : tensor<8x8xf32>',
    '%0 = sdy.all_to_all [{"x"}: 0->1] %s out_sharding=<@m, [{"y"}, {"x"}]> : tensor<8x8xf32>',
    '%0 = sdy.all_to_all [{"y"}: 0->2] %s out_sharding=<@m, [{"x"}, {"y"}]> : tensor<8x8xf32>',
    '%0 = sdy.all_to_all [{"y"}: 2->0] %s out_sharding=<@m, [{"x"}, {"y"}]> : tensor<8x8xf32>',
    '%0 = sdy.all_to_all [{"y"}: 0->0] %s out_sharding=<@m, [{"x"}, {"y"}]> : tensor<8x8xf32>',
    '%0 = sdy.all_to_all [{"y"}: 0->1, {"x"}: 0->1] %s out_sharding=<@m, [{"x"}, {"y"}]> : tensor<8x8xf32>',
    '%0 = sdy.all_to_all [{"y"}: 0->1] %s out_sharding=<@m, [{"x"}, {"z"}]> : tensor<8x8xf32>',
    '%0 = sdy.collective_permute %s out_sharding=<@other, [{"x"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.collective_permute %s out_sharding=<@m, [{"x"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.all_reduce {"z"} %s out_sharding=<@m, [{"x"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.all_reduce {"x"} %s out_sharding=<@m, [{"x", "y"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.all_reduce {"z"} %s out_sharding=<@m, [{"x", "y"}, {}], unreduced={"z"}> : tensor<8x8xf32>',
    '%0 = sdy.all_reduce {"y", "x"} %x out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.reduce_scatter [{"z"}, {}] %s out_sharding=<@m, [{"x", "y"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.sharded_to_unreduced [{"y"}, {}] %s out_sharding=<@m, [{"x"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.sharded_to_unreduced [{"z"}, {}] %s out_sharding=<@m, [{"x"}, {}], unreduced={"z"}> : tensor<8x8xf32>',
    '%0 = sdy.replicated_to_unreduced {"z"} %s out_sharding=<@m, [{"x"}, {}], unreduced={"z"}> : tensor<8x8xf32>',
    '%0 = sdy.replicated_to_unreduced {} %s out_sharding=<@m, [{"x", "y"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.replicated_to_unreduced {"x"} %s out_sharding=<@m, [{"x", "y"}, {}]> : tensor<8x8xf32>',
    '%0 = sdy.replicated_to_unreduced {"z"} %s out_sharding=<@m, [{"x", "y"}, {}]> : tensor<8x8xf32>',
]


def manual(
    ins: str = '<@m, [{"x"}, {}]>',
    outs: str = '<@m, [{"x"}, {}]>',
    axes: str = '{"x"}',
    local: str = "tensor<2x8xf32>",
    body: str = "",
) -> str:
    return f"""%0 = sdy.manual_computation(%x) in_shardings=[{ins}] out_shardings=[{outs}] manual_axes={axes}
      (%p: {local}) {{
        {body}
        sdy.return %p : {local}
      }} : (tensor<8x8xf32>) -> tensor<8x8xf32>"""


INNER = """%1 = sdy.manual_computation(%p) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{}, {}]>]
      manual_axes={"x"} (%q: tensor<2x8xf32>) {
        sdy.return %q : tensor<2x8xf32>
      } : (tensor<2x8xf32>) -> tensor<2x8xf32>"""

COMPUTATIONS = [
    manual(ins=""),
    manual(ins='<@none, [{"x"}, {}]>'),
    manual(ins='<@m, [{"y", "x"}, {}]>'),
    manual(ins='<@m, [{"x"}]>'),
    manual(outs='<@turned, [{"x"}, {}]>'),
    manual(axes='{"x", "w"}'),
    manual(local="tensor<8x8xf32>"),
    manual(outs="<@m, [{}, {}]>"),
    manual(ins='<mesh<["x"=3]>, [{"x"}, {}]>', outs='<mesh<["x"=3]>, [{"x"}, {}]>'),
    manual(body='%1 = sdy.reshard %p <@m, [{"x"}, {}]> : tensor<2x8xf32>'),
    manual(body=INNER),
    '%0 = sdy.named_computation<"n">(%x) (%p: tensor<8x8xf32>, %q: tensor<f32>) { sdy.return %p : tensor<8x8xf32> } '
    ": (tensor<8x8xf32>) -> tensor<8x8xf32>",
    '%0 = sdy.named_computation<"n">(%x) (%p: tensor<4x8xf32>) { sdy.return %p : tensor<4x8xf32> } '
    ": (tensor<8x8xf32>) -> tensor<4x8xf32>",
    '%0 = sdy.named_computation<"n">(%x) (%p: tensor<8x8xf32>) { sdy.return %p : tensor<8x8xf32> } '
    ": (tensor<8x8xf32>) -> tensor<4x8xf32>",
    '%0 = sdy.named_computation<"n">(%x) in_shardings=[<@m, [{}]>] (%p: tensor<8x8xf32>) '
    "{ sdy.return %p : tensor<8x8xf32> } : (tensor<8x8xf32>) -> tensor<8x8xf32>",
    '%0 = sdy.named_computation<"n">(%x) out_shardings=[] (%p: tensor<8x8xf32>) '
    "{ sdy.return %p : tensor<8x8xf32> } : (tensor<8x8xf32>) -> tensor<8x8xf32>",
]  # fmt: skip


def program(op: str, sharding: str = "<@m, [{}, {}]>") -> str:
    return f"""{MESHES}
    func.func @f(%x: tensor<8x8xf32>, %u: tensor<*xf32>, %d: tensor<?xf32>, %t: !stablehlo.token,
                 %s: tensor<8x8xf32> {{sdy.sharding = #sdy.sharding<@m, [{{"x", "y"}}, {{}}]>}},
                 %l: tensor<8x8xf32> {{sdy.sharding = #sdy.sharding{sharding}}}) {{
      {op}
      return
    }}"""


REJECTED = [
    *[program("", sharding) for sharding in ARGUMENTS],
    *[
        f"{MESHES} func.func @f(%x: {t} {{sdy.sharding = #sdy.sharding{s}}}) {{ return }}"
        for t, s in TYPES.items()
    ],
    *map(program, (*OPS, *COLLECTIVES, *COMPUTATIONS)),
    *[
        program(
            f"%0 = stablehlo.abs %x {{sdy.sharding_rule = #sdy.op_sharding_rule<{rule}>}} : tensor<8x8xf32>"
        )
        for rule in RULES
    ],
    *[
        program(
            f"%0 = stablehlo.abs %s {{sdy.propagation_edges = #sdy.propagation_edges<{edges}>}} : tensor<8x8xf32>"
        )
        for edges in EDGES
    ],
    program(
        '%0 = stablehlo.abs %x {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> '
        "[result-0]}]}]>} : tensor<8x8xf32>"
    ),
]
PLACE = re.compile(r"^.*?(?:error: )?(?:custom op '[\w.]+'|'[\w.]+' op) ")
"""What stands before the words of an error."""


@pytest.mark.parametrize("text", REJECTED)
def test_rejected_in_the_words_of_cpp(text: str) -> None:
    message = assert_verdict_as_cpp(text)
    assert message, "is accepted"
    last = message.splitlines()[-1]
    said = PLACE.sub("", last)
    assert said != last
    # JAX 0.12's words are said; Shardy had another word for it before.
    cpp = (verifies(text) or "").replace("\n", " ").replace("a maximal sharding", "a single-device sharding")
    assert said in cpp


def test_without_any_of_it_the_program_is_accepted() -> None:
    assert assert_verdict_as_cpp(program("")) == ""
    assert assert_verdict_as_cpp(program(manual())) == ""


def test_a_direction_is_one_of_four() -> None:
    op = '%0 = "sdy.propagation_barrier"(%x) <{allowed_direction = 4 : i32}> : (tensor<8x8xf32>) -> tensor<8x8xf32>'
    assert "propagation direction enum" in assert_verdict_as_cpp(program(op))
