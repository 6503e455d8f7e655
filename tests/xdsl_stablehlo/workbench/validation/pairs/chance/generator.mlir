// before
func.func @main(%s: tensor<2xui64>) -> tensor<4xui32> {
  %t, %r = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %r : tensor<4xui32>
}
// ----- right: DEFAULT is an algorithm that the implementation chooses.
func.func @main(%s: tensor<2xui64>) -> tensor<4xui32> {
  %t, %r = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %r : tensor<4xui32>
}
