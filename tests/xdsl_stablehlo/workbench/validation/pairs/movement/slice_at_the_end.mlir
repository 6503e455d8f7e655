// before
func.func @main(%x: tensor<8xf32>, %i: tensor<i64>) -> tensor<3xf32> {
  %r = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<8xf32>, tensor<i64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
// ----- right: Starts are clamped to 0 and 5.
func.func @main(%x: tensor<8xf32>, %i: tensor<i64>) -> tensor<3xf32> {
  %l = stablehlo.constant dense<0> : tensor<i64>
  %h = stablehlo.constant dense<5> : tensor<i64>
  %c = stablehlo.clamp %l, %i, %h : tensor<i64>
  %r = stablehlo.dynamic_slice %x, %c, sizes = [3] : (tensor<8xf32>, tensor<i64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
// ----- wrong: Starts may be 5.
func.func @main(%x: tensor<8xf32>, %i: tensor<i64>) -> tensor<3xf32> {
  %l = stablehlo.constant dense<0> : tensor<i64>
  %h = stablehlo.constant dense<4> : tensor<i64>
  %c = stablehlo.clamp %l, %i, %h : tensor<i64>
  %r = stablehlo.dynamic_slice %x, %c, sizes = [3] : (tensor<8xf32>, tensor<i64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
// ----- wrong: A negative start does not count from the end.
func.func @main(%x: tensor<8xf32>, %i: tensor<i64>) -> tensor<3xf32> {
  %n = stablehlo.constant dense<8> : tensor<i64>
  %z = stablehlo.constant dense<0> : tensor<i64>
  %p = stablehlo.compare LT, %i, %z : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %j = stablehlo.add %i, %n : tensor<i64>
  %s = stablehlo.select %p, %j, %i : tensor<i1>, tensor<i64>
  %r = stablehlo.dynamic_slice %x, %s, sizes = [3] : (tensor<8xf32>, tensor<i64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
