// Probes.

// -----

// A result of a static tensor type has a probe, which its uses read. Constants, tokens and quantized tensors have none.
func.func @main(%x: tensor<2xi64>, %n: tensor<i1>) -> (tensor<2xi64>, !stablehlo.token) {
  %c = stablehlo.constant dense<1> : tensor<2xi64>
  %t = stablehlo.create_token : !stablehlo.token
  %f = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %q = stablehlo.uniform_quantize %f : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 1.000000e+00>>
  %r = "stablehlo.if"(%n) ({
    %a = stablehlo.add %x, %c : tensor<2xi64>
    stablehlo.return %a : tensor<2xi64>
  }, {
    stablehlo.return %x : tensor<2xi64>
  }) : (tensor<i1>) -> tensor<2xi64>
  return %r, %t : tensor<2xi64>, !stablehlo.token
}

// pass: interpreter-instrument-with-probe
// => func.func @main(%x: tensor<2xi64>, %n: tensor<i1>) -> (tensor<2xi64>, !stablehlo.token) {
// =>   %c = stablehlo.constant dense<1> : tensor<2xi64>
// =>   %t = stablehlo.create_token : !stablehlo.token
// =>   %f = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// =>   %q = stablehlo.uniform_quantize %f : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 1.000000e+00>>
// =>   %r = "stablehlo.if"(%n) ({
// =>     %a = stablehlo.add %x, %c : tensor<2xi64>
// =>     %a_1 = interpreter.probe %a, probe_id = "probe1" : tensor<2xi64>
// =>     stablehlo.return %a_1 : tensor<2xi64>
// =>   }, {
// =>     stablehlo.return %x : tensor<2xi64>
// =>   }) : (tensor<i1>) -> tensor<2xi64>
// =>   %r_0 = interpreter.probe %r, probe_id = "probe2" : tensor<2xi64>
// =>   return %r_0, %t : tensor<2xi64>, !stablehlo.token
// => }
// unevaluated
