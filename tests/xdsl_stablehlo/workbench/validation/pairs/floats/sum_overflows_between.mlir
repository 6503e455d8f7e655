// before
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %eighth = stablehlo.constant dense<0.125> : tensor<3xf32>
  %0 = stablehlo.exponential %x : tensor<3xf32>
  %1 = stablehlo.add %0, %0 : tensor<3xf32>
  %2 = stablehlo.multiply %1, %eighth : tensor<3xf32>
  return %2 : tensor<3xf32>
}
// ----- wrong: the sum of 2e38 and itself is infinite
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %quarter = stablehlo.constant dense<0.25> : tensor<3xf32>
  %0 = stablehlo.exponential %x : tensor<3xf32>
  %1 = stablehlo.multiply %0, %quarter : tensor<3xf32>
  return %1 : tensor<3xf32>
}
