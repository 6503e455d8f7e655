// What the table of kernels says of ops: effects, exactness, work and storage.

// -----

// Composites and calls pass storage integers.
func.func private @f(%x: tensor<3x!quant.uniform<i32:f32, 1.000000e+00>>) -> tensor<3x!quant.uniform<i32:f32, 1.000000e+00>> {
  %r = stablehlo.reverse %x, dims = [0] : tensor<3x!quant.uniform<i32:f32, 1.000000e+00>>
  return %r : tensor<3x!quant.uniform<i32:f32, 1.000000e+00>>
}
func.func @main(%a0: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %q = stablehlo.bitcast_convert %a0 : (tensor<3xi32>) -> tensor<3x!quant.uniform<i32:f32, 1.000000e+00>>
  %c = stablehlo.composite "a.b" %q {decomposition = @f} : (tensor<3x!quant.uniform<i32:f32, 1.000000e+00>>) -> tensor<3x!quant.uniform<i32:f32, 1.000000e+00>>
  %d = call @f(%q) : (tensor<3x!quant.uniform<i32:f32, 1.000000e+00>>) -> tensor<3x!quant.uniform<i32:f32, 1.000000e+00>>
  %r0 = stablehlo.bitcast_convert %c : (tensor<3x!quant.uniform<i32:f32, 1.000000e+00>>) -> tensor<3xi32>
  %r1 = stablehlo.bitcast_convert %d : (tensor<3x!quant.uniform<i32:f32, 1.000000e+00>>) -> tensor<3xi32>
  return %r0, %r1 : tensor<3xi32>, tensor<3xi32>
}

// run: [16777217, -16777219, 2147483647]
// => [2147483647, -16777219, 16777217]
// => [2147483647, -16777219, 16777217]
