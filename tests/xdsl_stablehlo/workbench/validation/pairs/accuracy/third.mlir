// before
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %r = stablehlo.constant dense<true> : tensor<i1>
  return %r : tensor<i1>
}
// ----- right: Rounded to nearest, a small integer divided by 3 and times 3 is itself.
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %f = stablehlo.convert %x : (tensor<i8>) -> tensor<f32>
  %c = stablehlo.constant dense<3.0> : tensor<f32>
  %q = stablehlo.divide %f, %c : tensor<f32>
  %m = stablehlo.multiply %q, %c : tensor<f32>
  %r = stablehlo.compare EQ, %m, %f : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: In bf16, for 97 and for others it is not.
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %f = stablehlo.convert %x : (tensor<i8>) -> tensor<bf16>
  %c = stablehlo.constant dense<49.0> : tensor<bf16>
  %q = stablehlo.divide %f, %c : tensor<bf16>
  %m = stablehlo.multiply %q, %c : tensor<bf16>
  %r = stablehlo.compare EQ, %m, %f : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  return %r : tensor<i1>
}
