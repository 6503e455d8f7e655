func.func public @main(%x: tensor<8xf32>) -> tensor<2xf32> {
  %a = stablehlo.slice %x [2:8] : (tensor<8xf32>) -> tensor<6xf32>
  %r = stablehlo.slice %a [1:3] : (tensor<6xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
