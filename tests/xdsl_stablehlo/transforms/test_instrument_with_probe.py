"""The pass interpreter-instrument-with-probe."""

from __future__ import annotations

from tests.helpers.programs import context, parse
from xdsl_stablehlo import print_module, verify_module
from xdsl_stablehlo.transforms.debugging import InterpreterInstrumentWithProbePass

PROGRAM = """func.func @main(%x: tensor<2xi64>, %n: tensor<i1>) -> (tensor<2xi64>, !stablehlo.token) {
  %c = stablehlo.constant dense<1> : tensor<2xi64>
  %t = stablehlo.create_token : !stablehlo.token
  %q = stablehlo.uniform_quantize %f : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 1.0>>
  %r = "stablehlo.if"(%n) ({
    %a = stablehlo.add %x, %c : tensor<2xi64> loc("sum@main")
    stablehlo.return %a : tensor<2xi64>
  }, {
    stablehlo.return %x : tensor<2xi64>
  }) : (tensor<i1>) -> tensor<2xi64>
  return %r, %t : tensor<2xi64>, !stablehlo.token
}""".replace("  %q = ", "  %f = stablehlo.constant dense<1.0> : tensor<f32>\n  %q = ")


def instrumented(use_debug_info: bool) -> str:
    module = parse(PROGRAM)
    InterpreterInstrumentWithProbePass(useDebugInfo=use_debug_info).apply(context(), module)
    verify_module(module)
    return print_module(module)


def test_every_result_of_a_static_tensor_type_gets_a_probe_and_its_uses():
    text = instrumented(False)
    # Constants, tokens and quantized tensors have none.
    assert text.count("interpreter.probe") == 2
    assert 'probe_id = "probe1" : tensor<2xi64>' in text
    assert 'probe_id = "probe2" : tensor<2xi64>' in text
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if "interpreter.probe" in line:
            probed = line.split("=")[0].strip()
            assert probed in lines[i + 1], "what follows does not read the probe"


def test_names_come_from_locations_up_to_the_at_sign():
    text = instrumented(True)
    assert 'probe_id = "sum.1"' in text
    assert 'probe_id = "probe2"' in text
