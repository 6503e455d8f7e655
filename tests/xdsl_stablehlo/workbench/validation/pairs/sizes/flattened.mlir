// before
func.func @main(%x: tensor<?x3xi32>) -> tensor<?xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xi32>) -> tensor<i32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %m = stablehlo.multiply %n, %c : tensor<i32>
  %k = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %r = stablehlo.dynamic_reshape %x, %k : (tensor<?x3xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}
// ----- right: Three elements are n + n + n.
func.func @main(%x: tensor<?x3xi32>) -> tensor<?xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xi32>) -> tensor<i32>
  %s = stablehlo.add %n, %n : tensor<i32>
  %m = stablehlo.add %n, %s : tensor<i32>
  %k = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %r = stablehlo.dynamic_reshape %x, %k : (tensor<?x3xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}
// ----- wrong: Column by column.
func.func @main(%x: tensor<?x3xi32>) -> tensor<?xi32> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x3xi32>) -> tensor<3x?xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xi32>) -> tensor<i32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %m = stablehlo.multiply %n, %c : tensor<i32>
  %k = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %r = stablehlo.dynamic_reshape %t, %k : (tensor<3x?xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}
