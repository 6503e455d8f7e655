// before
func.func @main(%x: tensor<3x3xi32>) -> tensor<3x3xi32> {
  %i = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %z = stablehlo.constant dense<0> : tensor<3x3xi32>
  %p = stablehlo.compare GE, %i, %j : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %r = stablehlo.select %p, %x, %z : tensor<3x3xi1>, tensor<3x3xi32>
  return %r : tensor<3x3xi32>
}
// ----- right: The lower triangle is the transposed upper one of the transposed.
func.func @main(%x: tensor<3x3xi32>) -> tensor<3x3xi32> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<3x3xi32>) -> tensor<3x3xi32>
  %i = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %z = stablehlo.constant dense<0> : tensor<3x3xi32>
  %p = stablehlo.compare LE, %i, %j : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %s = stablehlo.select %p, %t, %z : tensor<3x3xi1>, tensor<3x3xi32>
  %r = stablehlo.transpose %s, dims = [1, 0] : (tensor<3x3xi32>) -> tensor<3x3xi32>
  return %r : tensor<3x3xi32>
}
// ----- wrong: Without the diagonal.
func.func @main(%x: tensor<3x3xi32>) -> tensor<3x3xi32> {
  %i = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %z = stablehlo.constant dense<0> : tensor<3x3xi32>
  %p = stablehlo.compare GT, %i, %j : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %r = stablehlo.select %p, %x, %z : tensor<3x3xi1>, tensor<3x3xi32>
  return %r : tensor<3x3xi32>
}
