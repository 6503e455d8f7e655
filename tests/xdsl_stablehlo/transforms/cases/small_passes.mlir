// Deprecated ops, and composites around ops.

// -----

// `dot` becomes `dot_general`.
func.func @main(%a: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %r = stablehlo.dot %a, %t : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// pass: stablehlo-legalize-deprecated-ops
// => func.func @main(%a: tensor<2x3xf32>) -> tensor<2x2xf32> {
// =>   %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// =>   %r = stablehlo.dot_general %a, %t, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
// =>   return %r : tensor<2x2xf32>
// => }
// cpp: the same

// -----

// `broadcast` becomes `broadcast_in_dim`.
func.func @main(%a: tensor<2x3xf32>) -> tensor<4x2x3xf32> {
  %r = stablehlo.broadcast %a, sizes = [4] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  return %r : tensor<4x2x3xf32>
}

// pass: stablehlo-legalize-deprecated-ops
// => func.func @main(%a: tensor<2x3xf32>) -> tensor<4x2x3xf32> {
// =>   %r = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
// =>   return %r : tensor<4x2x3xf32>
// => }
// cpp: the same

// -----

// `dot_general` demands a zero point of 0 on the right (C15).
func.func @main(%a: tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00:15>> {
  %r = stablehlo.dot %a, %a : (tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00:15>>, tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  return %r : tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00:15>>
}

// pass: stablehlo-legalize-deprecated-ops
// unchanged

// -----

// `broadcast_in_dim` demands known sizes.
func.func @main(%a: tensor<?xf32>) -> tensor<4x?xf32> {
  %r = stablehlo.broadcast %a, sizes = [4] : (tensor<?xf32>) -> tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}

// pass: stablehlo-legalize-deprecated-ops
// unchanged

// -----

// An op without a replacement is refused, unless that is allowed.
func.func @main(%a: tensor<f32>, %s: tensor<1xi64>) -> tensor<?xf32> {
  %r = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// pass: stablehlo-legalize-deprecated-ops
// error: failed to legalize operation 'stablehlo.rng' that was explicitly marked illegal: it is deprecated and has no replacement

// pass: stablehlo-legalize-deprecated-ops{fail-on-unused=false}
// unchanged

// -----

// Composites keep the values of the ops that they wrap.
func.func @main(%a: tensor<2x3xf32>) -> tensor<2xf32> {
  %z = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %s = stablehlo.add %a, %a : tensor<2x3xf32>
  %t = stablehlo.add %s, %a : tensor<2x3xf32>
  %r = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// pass: stablehlo-wrap-in-composite{op-names="stablehlo.add","stablehlo.reduce" version=2}
// => func.func @main(%a: tensor<2x3xf32>) -> tensor<2xf32> {
// =>   %z = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// =>   %s = stablehlo.composite "stablehlo.add" %a, %a {decomposition = @stablehlo.add.impl_0, version = 2 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// =>   %t = stablehlo.composite "stablehlo.add" %s, %a {decomposition = @stablehlo.add.impl, version = 2 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// =>   %r = stablehlo.composite "stablehlo.reduce" %t, %z {composite_attributes = {dimensions = array<i64: 1>}, decomposition = @stablehlo.reduce.impl, version = 2 : i32} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }
// => func.func private @stablehlo.reduce.impl(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> tensor<2xf32> {
// =>   %r = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }
// => func.func private @stablehlo.add.impl(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
// =>   %t = stablehlo.add %arg0, %arg1 : tensor<2x3xf32>
// =>   return %t : tensor<2x3xf32>
// => }
// => func.func private @stablehlo.add.impl_0(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
// =>   %s = stablehlo.add %arg1, %arg1 : tensor<2x3xf32>
// =>   return %s : tensor<2x3xf32>
// => }

// -----

// An op that reads values from around it is not wrapped.
func.func @main(%p: tensor<i1>, %a: tensor<f32>) -> tensor<f32> {
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<f32>
  }, {
    stablehlo.return %a : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %r : tensor<f32>
}

// pass: stablehlo-wrap-in-composite{op-names="stablehlo.if"}
// error: 'stablehlo.if' op reads values from outside of its regions
