// before
func.func @main(%x: tensor<f32>) -> tensor<i8> {
  %l = stablehlo.constant dense<-128.0> : tensor<f32>
  %h = stablehlo.constant dense<127.0> : tensor<f32>
  %c = stablehlo.clamp %l, %x, %h : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.convert %c : (tensor<f32>) -> tensor<i8>
  return %r : tensor<i8>
}
// ----- wrong: 1000.0 was 127, and may be anything after.
func.func @main(%x: tensor<f32>) -> tensor<i8> {
  %r = stablehlo.convert %x : (tensor<f32>) -> tensor<i8>
  return %r : tensor<i8>
}
