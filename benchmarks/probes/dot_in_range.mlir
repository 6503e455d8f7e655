func.func public @main(%x: tensor<2x3xi1>) -> tensor<2x2xi1> {
  %o = stablehlo.constant dense<1> : tensor<3x2xi32>
  %c = stablehlo.constant dense<4> : tensor<2x2xi32>
  %a = stablehlo.convert %x : (tensor<2x3xi1>) -> tensor<2x3xi32>
  %b = stablehlo.dot_general %a, %o, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  %r = stablehlo.compare LT, %b, %c : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
  return %r : tensor<2x2xi1>
}
