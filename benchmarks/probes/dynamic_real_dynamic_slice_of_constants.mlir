func.func public @main(%x: tensor<8xf32>) -> tensor<4xf32> {
  %a = stablehlo.constant dense<0> : tensor<1xi32>
  %b = stablehlo.constant dense<8> : tensor<1xi32>
  %c = stablehlo.constant dense<2> : tensor<1xi32>
  %r = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
