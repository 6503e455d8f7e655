// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %l = stablehlo.constant dense<0> : tensor<i32>
  %h = stablehlo.constant dense<9> : tensor<i32>
  %s = stablehlo.constant dense<> : tensor<0xi64>
  %t = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %m = stablehlo.multiply %t, %z : tensor<i32>
  %r = stablehlo.add %x, %m : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: What is drawn counts zero times.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.add %z, %x : tensor<i32>
  return %r : tensor<i32>
}
