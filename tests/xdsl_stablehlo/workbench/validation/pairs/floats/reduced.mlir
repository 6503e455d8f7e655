// before
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.reduce_precision %x, format = e8m23 : tensor<2xf32>
  return %r : tensor<2xf32>
}
// ----- right: These are all bits of f32.
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %z = stablehlo.constant dense<-0.0> : tensor<2xf32>
  %r = stablehlo.add %x, %z : tensor<2xf32>
  return %r : tensor<2xf32>
}
// ----- wrong: One bit less.
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.reduce_precision %x, format = e8m22 : tensor<2xf32>
  return %r : tensor<2xf32>
}
