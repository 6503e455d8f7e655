// Calls that are no linear algebra: largest elements, sizes known late, assertions, placement, Threefry, MHLO.

// -----

// An assertion of several conditions is none.
func.func @main(%c: tensor<2xi1>) {
  stablehlo.custom_call @shape_assertion(%c) {error_message = "no", has_side_effect = true} : (tensor<2xi1>) -> ()
  return
}

// run: sample
// error: 3:3: 'stablehlo.custom_call' op expects a scalar as operand 0, not one of the shape [2] (operands: tensor<2xi1>)

// -----

// Threefry of gpus: the known answer for a key and a counter of zeros.
func.func @main(%a0: tensor<1xui32>, %a1: tensor<1xui32>, %a2: tensor<1xui32>, %a3: tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>) {
  %r0, %r1 = stablehlo.custom_call @cu_threefry2x32_ffi(%a0, %a1, %a2, %a3) : (tensor<1xui32>, tensor<1xui32>, tensor<1xui32>, tensor<1xui32>) -> (tensor<1xui32>, tensor<1xui32>)
  return %r0, %r1 : tensor<1xui32>, tensor<1xui32>
}

// run: [0], [0], [0], [0]
// => 1797259609
// => 2579123966

// -----

// Permutations of pivots leave out what is no row.
func.func @main(%a0: tensor<3xi32>) -> tensor<4xi32> {
  %r0 = stablehlo.custom_call @cu_lu_pivots_to_permutation(%a0) : (tensor<3xi32>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// run: [2, 9, 3]
// => [2, 1, 3, 0]

// -----

// A part that is the whole: what JAX writes for a mesh of one device, without Shardy.
func.func @main(%a0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r0 = stablehlo.custom_call @SPMDFullToShardShape(%a0) {mhlo.sharding = "{manual}"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// run: iota
// => [[0.000000e+00, 1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00, 5.000000e+00]]

// -----

// A part that is the whole: what JAX writes for a mesh of one device, without Shardy.
func.func @main(%a0: tensor<2x3xf32>) -> tensor<1x3xf32> {
  %r0 = stablehlo.custom_call @SPMDFullToShardShape(%a0) {mhlo.sharding = "{manual}"} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return %r0 : tensor<1x3xf32>
}

// run: iota
// error: 3:9: 'stablehlo.custom_call' op cuts a tensor for each device, which only `sdy.manual_computation` says where (operands: tensor<2x3xf32>)

// -----

// A part that is the whole: what JAX writes for a mesh of one device, without Shardy.
func.func @main(%a0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r0 = stablehlo.custom_call @SPMDShardToFullShape(%a0) {mhlo.sharding = "{manual}"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// run: iota
// => [[0.000000e+00, 1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00, 5.000000e+00]]

// -----

// A part that is the whole: what JAX writes for a mesh of one device, without Shardy.
func.func @main(%a0: tensor<2x3xf32>) -> tensor<1x3xf32> {
  %r0 = stablehlo.custom_call @SPMDShardToFullShape(%a0) {mhlo.sharding = "{manual}"} : (tensor<2x3xf32>) -> tensor<1x3xf32>
  return %r0 : tensor<1x3xf32>
}

// run: iota
// error: 3:9: 'stablehlo.custom_call' op cuts a tensor for each device, which only `sdy.manual_computation` says where (operands: tensor<2x3xf32>)
