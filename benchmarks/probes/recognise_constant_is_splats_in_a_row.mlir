func.func public @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %a = stablehlo.constant dense<0.0> : tensor<32xf32>
  %b = stablehlo.constant dense<1.0> : tensor<32xf32>
  %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<32xf32>, tensor<32xf32>) -> tensor<64xf32>
  %r = stablehlo.add %x, %c : tensor<64xf32>
  return %r : tensor<64xf32>
}
