// before
func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %r = stablehlo.negate %x : tensor<?xi32>
  return %r : tensor<?xi32>
}
// ----- right: 0 is added for all sizes.
func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %m = stablehlo.maximum %n, %z : tensor<i32>
  %d = stablehlo.subtract %m, %n : tensor<i32>
  %t = stablehlo.negate %x : tensor<?xi32>
  %s = stablehlo.reshape %d : (tensor<i32>) -> tensor<1xi32>
  %k = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %d, %k, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %r = stablehlo.add %t, %b : tensor<?xi32>
  return %r : tensor<?xi32>
}
// ----- wrong: 1 is added where there are 150 elements or more.
func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %c = stablehlo.constant dense<150> : tensor<i32>
  %p = stablehlo.compare GE, %n, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %d = stablehlo.convert %p : (tensor<i1>) -> tensor<i32>
  %t = stablehlo.negate %x : tensor<?xi32>
  %k = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %d, %k, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %r = stablehlo.add %t, %b : tensor<?xi32>
  return %r : tensor<?xi32>
}
// ----- wrong: 1 is added where there are exactly 1001 elements.
func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %c = stablehlo.constant dense<1001> : tensor<i32>
  %p = stablehlo.compare EQ, %n, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %d = stablehlo.convert %p : (tensor<i1>) -> tensor<i32>
  %t = stablehlo.negate %x : tensor<?xi32>
  %k = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %d, %k, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %r = stablehlo.add %t, %b : tensor<?xi32>
  return %r : tensor<?xi32>
}
// ----- wrong: 1 is added where there are more than 20,000 elements.
func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %c = stablehlo.constant dense<20000> : tensor<i32>
  %p = stablehlo.compare GT, %n, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %d = stablehlo.convert %p : (tensor<i1>) -> tensor<i32>
  %t = stablehlo.negate %x : tensor<?xi32>
  %k = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %d, %k, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %r = stablehlo.add %t, %b : tensor<?xi32>
  return %r : tensor<?xi32>
}
