func.func public @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %a = stablehlo.constant dense<1.0> : tensor<32xf32>
  %z0 = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.pad %a, %z0, low = [16], high = [16], interior = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<64xf32>
  %r = stablehlo.add %x, %c : tensor<64xf32>
  return %r : tensor<64xf32>
}
