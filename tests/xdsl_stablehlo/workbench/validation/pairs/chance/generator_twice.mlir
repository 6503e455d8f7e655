// before
func.func @main(%s: tensor<2xui64>) -> tensor<4xui32> {
  %r = stablehlo.constant dense<0> : tensor<4xui32>
  return %r : tensor<4xui32>
}
// ----- right: The bits are a function of the state.
func.func @main(%s: tensor<2xui64>) -> tensor<4xui32> {
  %t, %a = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %u, %b = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %r = stablehlo.xor %a, %b : tensor<4xui32>
  return %r : tensor<4xui32>
}
// ----- wrong: The state of the second call is another.
func.func @main(%s: tensor<2xui64>) -> tensor<4xui32> {
  %t, %a = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %u, %b = stablehlo.rng_bit_generator %t, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %r = stablehlo.xor %a, %b : tensor<4xui32>
  return %r : tensor<4xui32>
}
