// before
func.func @main(%x: tensor<?xf32>, %y: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare LT, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %m = stablehlo.remainder %n, %four : tensor<i32>
  %q = stablehlo.compare LT, %m, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %o = stablehlo.or %p, %q : tensor<i1>
  %r = stablehlo.select %o, %y, %m : tensor<i1>, tensor<i32>
  return %r : tensor<i32>
}
// ----- right: No size is below zero, nor the rest of one.
func.func @main(%x: tensor<?xf32>, %y: tensor<i32>) -> tensor<i32> {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.remainder %n, %four : tensor<i32>
  return %m : tensor<i32>
}
// ----- wrong: A size may be a multiple of four.
func.func @main(%x: tensor<?xf32>, %y: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.remainder %n, %four : tensor<i32>
  %q = stablehlo.compare LE, %m, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.select %q, %y, %m : tensor<i1>, tensor<i32>
  return %r : tensor<i32>
}
