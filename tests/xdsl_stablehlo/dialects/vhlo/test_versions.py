"""`vhlo-to-version`: what every version has, and the way up and down between them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.helpers.programs import context, parse
from tests.helpers.upstream.artifacts import known_good
from xdsl_stablehlo import parse_module, print_module, verify_module
from xdsl_stablehlo.dialects.vhlo.attributes import ATTRIBUTES_BY_NAME
from xdsl_stablehlo.dialects.vhlo.ops import OPS_BY_NAME
from xdsl_stablehlo.dialects.vhlo.versions import CURRENT, MINIMUM, Version
from xdsl_stablehlo.dialects.vhlo.vhlo_types import (
    PARAMETRIZED_TYPES,
    PLAIN,
    TYPES_BY_NAME,
    from_vhlo,
    to_vhlo,
)
from xdsl_stablehlo.transforms.vhlo.artifacts import (
    LegalizationError,
    VersionError,
    read_vhlo,
    serialize_portable_artifact,
)
from xdsl_stablehlo.transforms.vhlo.conversion import VhloToVersionPass, vhlo_module
from xdsl_stablehlo.transforms.vhlo.to_version import convert_to_version

NEW_OPS = {
    "0.16.0": "collective_broadcast_v1",
    "0.19.0": "composite_v1",
    "0.20.0": "dynamic_conv_v2",
    "1.1.0": "dynamic_gather_v2 gather_v2 scatter_v2",
    "1.4.0": "tan_v1",
    "1.5.0": "all_gather_v2 all_reduce_v2 all_to_all_v2",
    "1.6.0": "dot_general_v2",
    "1.9.0": "exponential_v2",
    "1.10.0": "cbrt_v2 cosine_v2 exponential_minus_one_v2 log_plus_one_v2 log_v2 logistic_v2 rsqrt_v2 sine_v2 "
    "sqrt_v2 tan_v2 tanh_v2",
    "1.12.0": "recv_v2 send_v2",
    "1.14.0": "composite_v2",
    "1.15.0": "async_done_v1 async_start_v1",
    "1.18.0": "custom_call_v2",
    "1.19.0": "collective_reduce_v1",
    "1.20.0": "collective_broadcast_v2",
}
"""The version log of upstream, without the 114 ops of 0.9.0."""


def test_the_tables_hold_what_upstream_counts():
    assert (len(OPS_BY_NAME), len(ATTRIBUTES_BY_NAME), len(TYPES_BY_NAME)) == (145, 25, 42)
    assert sum(op.SPEC.until == CURRENT for op in OPS_BY_NAME.values()) == 120
    assert sum(name.endswith("_v2") for name in OPS_BY_NAME) == 25


def test_the_codes_and_first_versions_of_attributes():
    specs = [cls.SPEC for cls in ATTRIBUTES_BY_NAME.values()]
    assert sorted(spec.code for spec in specs) == [*range(1, 26)]
    assert sum(spec.since == MINIMUM for spec in specs) == 18


def test_the_codes_and_first_versions_of_types():
    """21 is the code of a tensor with an encoding, which is no type of its own."""
    specs = [cls.SPEC for cls in TYPES_BY_NAME.values()]
    assert sorted([*(spec.code for spec in specs), 21]) == [*range(43)]
    assert sum(spec.since == MINIMUM for spec in specs) == 26


def test_ops_appear_in_the_version_that_upstream_says():
    since = Counter(str(op.SPEC.since) for op in OPS_BY_NAME.values())
    assert since["0.9.0"] == 114
    for version, names in NEW_OPS.items():
        assert {n for n, op in OPS_BY_NAME.items() if str(op.SPEC.since) == version} == set(names.split())


def test_the_first_version_of_an_op_ends_where_the_second_begins():
    for name, second in OPS_BY_NAME.items():
        if name.endswith("_v2"):
            last = OPS_BY_NAME[f"{name[:-1]}1"].SPEC.until
            following = Version(1, 0) if last == Version(0, 20) else last._replace(minor=last.minor + 1)
            assert second.SPEC.since == following, name


@pytest.mark.parametrize("version", ["0.9.0", "0.19.0", "1.4.0", "1.17.0"])
def test_up_and_down_again_is_the_same(version: str):
    module = read_vhlo(known_good()[version], context())
    before = print_module(module, generic=True)
    convert_to_version(module, CURRENT)
    assert {op.name for op in module.walk()} & {
        "vhlo.custom_call_v1",
        "vhlo.tan_v1",
        "vhlo.scatter_v1",
    } == set()
    convert_to_version(module, Version.parse(version))
    assert print_module(module, generic=True) == before


REFUSED = [
    ("1.3.0", "%0 = stablehlo.tan %a : tensor<f32>", "'vhlo.tan_v2'.*the op needs version 1.4.0"),
    (
        "1.8.0",
        '%0 = "stablehlo.exponential"(%a) <{result_accuracy = #stablehlo.result_accuracy<ulps = 1, '
        "mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<f32>) -> tensor<f32>",
        r"attribute 'result_accuracy' = .*: needs version 1.9.0",
    ),
    (
        "1.4.0",
        '%0:2 = "stablehlo.all_to_all"(%v, %v) <{concat_dimension = 0 : i64, split_dimension = 0 : i64, split_count = 1'
        " : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2xf32>, tensor<2xf32>) -> "
        "(tensor<2xf32>, tensor<2xf32>)",
        "2 operands: needs version 1.5.0",
    ),
    (
        "1.2.0",
        "%0 = stablehlo.custom_call @t(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<f32>) -> tensor<f32>",
        "'backend_config': needs version 1.3.0",
    ),
    (
        "1.13.0",
        '%0 = "stablehlo.composite"(%a) <{name = "a.b", decomposition = @f}> ({ stablehlo.return %a : tensor<f32> }) : '
        "(tensor<f32>) -> tensor<f32>",
        "1 regions: needs version 1.14.0",
    ),
    (
        "1.1.0",
        "%0 = stablehlo.constant dense<1> : tensor<i2>",
        "holds !vhlo.i2_v1, which needs version 1.2.0",
    ),
    (
        "0.16.0",
        '%0 = "stablehlo.reduce"(%v, %a) <{dimensions = array<i64: 0>}> ({\n^bb0(%x: tensor<f64>, %y: tensor<f64>):\n'
        "stablehlo.return %x : tensor<f64> }) : (tensor<2xf32>, tensor<f32>) -> tensor<f64>",
        "element type !vhlo.f32_v1 of an operand and !vhlo.f64_v1 of its result: needs version 0.17.0",
    ),
]


@pytest.mark.parametrize(("target", "op", "message"), REFUSED)
def test_what_a_version_cannot_say_is_refused(target: str, op: str, message: str):
    program = f"func.func @f(%a: tensor<f32>, %v: tensor<2xf32>) {{ {op}\n return }}"
    module = parse_module(program, context())
    with pytest.raises(VersionError, match=message):
        serialize_portable_artifact(module, target)
    following = Version.parse(target)
    assert serialize_portable_artifact(module, str(following._replace(minor=following.minor + 1)))


BODY = """func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.exponential %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}"""


def test_ops_in_the_body_of_a_converted_op_are_converted_too():
    module = vhlo_module(parse(BODY))
    convert_to_version(module, Version(1, 4))
    assert {"vhlo.all_reduce_v1", "vhlo.exponential_v1"} <= {op.name for op in module.walk()}


def test_as_upstream_leaves_them_as_they_are():
    module = vhlo_module(parse(BODY))
    convert_to_version(module, Version(1, 4), as_upstream=True)
    assert {"vhlo.all_reduce_v1", "vhlo.exponential_v2"} <= {op.name for op in module.walk()}


def test_the_pass_names_the_version_at_the_module():
    module = vhlo_module(
        parse("func.func @f(%a: tensor<f32>) { %0 = stablehlo.tan %a : tensor<f32> return }")
    )
    with pytest.raises(VersionError) as caught:
        VhloToVersionPass(target="1.3.0").apply(context(), module)
    assert caught.value.also == ((module, "failed to convert VHLO to v1.3.0"),)


def test_an_op_with_the_wrong_number_of_operands_is_refused():
    module = parse_module('"vhlo.add_v1"() : () -> ()', context())
    with pytest.raises(LegalizationError, match=r"'vhlo.add_v1'.*0 operands"):
        convert_to_version(module, CURRENT)


@pytest.mark.parametrize("version", ["0.9.0", "1.20.0"])
def test_the_text_of_vhlo_is_read_back(version: str):
    module = read_vhlo(known_good()[version], context())
    text = print_module(module)
    again = parse_module(text, context())
    verify_module(again)
    assert print_module(again) == text
    generic = print_module(module, generic=True)
    assert print_module(parse_module(generic, context()), generic=True) == generic


@pytest.mark.parametrize("name", sorted(set(TYPES_BY_NAME) - {cls.SPEC.name for cls in PARAMETRIZED_TYPES}))
def test_every_plain_type_has_a_counterpart(name: str):
    assert to_vhlo(from_vhlo(PLAIN[name])) is PLAIN[name]


def test_an_op_that_is_in_its_first_version_already_is_refused_below_it():
    op = '%0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}>'
    module = vhlo_module(
        parse(f"func.func @f(%a: tensor<f32>) {{ {op} : (tensor<f32>) -> tensor<f32>\n return }}")
    )
    convert_to_version(module, Version(1, 19))
    with pytest.raises(VersionError, match=r"'vhlo.collective_broadcast_v1'.*needs version 0\.16\.0"):
        convert_to_version(module, Version(0, 15))
