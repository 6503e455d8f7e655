// rng and rng_bit_generator: the types that are inferred, and how they are printed.

// -----

func.func @rng_1(%arg0: tensor<i32>, %arg1: tensor<i32>) {
  %c = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %0 = stablehlo.rng %arg0, %arg1, %c, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<3x4xi32>
  return
}
func.func @rng_2(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<2xi64>) {
  %0 = stablehlo.rng %arg0, %arg1, %arg2, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<?x?xi32>
  return
}
func.func @rng_bit_generator(%arg0: tensor<2xi64>) {
  %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm = THREE_FRY : (tensor<2xi64>) -> (tensor<2xi64>, tensor<4xf32>)
  return
}

// infer:
// unchanged

// -----

func.func @rng(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2xi64>) -> tensor<?x?xf32> {
  %r0 = stablehlo.rng %a0, %a1, %a2, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %r0 : tensor<?x?xf32>
}
func.func @rng_bit_generator(%a0: tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>) {
  %r0, %r1 = stablehlo.rng_bit_generator %a0, algorithm = THREE_FRY {x = 1 : i32} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %r0, %r1 : tensor<2xui64>, tensor<4xui32>
}

// print:
// unchanged
// cpp: the same
