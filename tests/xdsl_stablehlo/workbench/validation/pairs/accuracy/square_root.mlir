// before
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %r = stablehlo.constant dense<true> : tensor<i1>
  return %r : tensor<i1>
}
// ----- right: IEEE 754 rounds square roots correctly, and the root of x * x is an integer.
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %f = stablehlo.convert %x : (tensor<i8>) -> tensor<f32>
  %s = stablehlo.multiply %f, %f : tensor<f32>
  %t = stablehlo.sqrt %s : tensor<f32>
  %a = stablehlo.abs %f : tensor<f32>
  %r = stablehlo.compare EQ, %t, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: f8E4M3FN has nothing above 448: greater squares are NaN.
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %f = stablehlo.convert %x : (tensor<i8>) -> tensor<f8E4M3FN>
  %s = stablehlo.multiply %f, %f : tensor<f8E4M3FN>
  %t = stablehlo.sqrt %s : tensor<f8E4M3FN>
  %a = stablehlo.abs %f : tensor<f8E4M3FN>
  %r = stablehlo.compare EQ, %t, %a : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
  return %r : tensor<i1>
}
