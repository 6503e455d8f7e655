// Quantized ops as ops on floats and on integers.

// -----

// Nothing quantized is left.
func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>> {
  %r = stablehlo.tanh %x : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return %r : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
}

// pass: stablehlo-legalize-quant-to-math
// => func.func @main(%x: tensor<2xi8>) -> tensor<2xi8> {
// =>   %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// =>   %c = stablehlo.constant dense<3> : tensor<i32>
// =>   %0 = stablehlo.convert %x : (tensor<2xi8>) -> tensor<2xi32>
// =>   %1 = chlo.broadcast_subtract %0, %c : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
// =>   %2 = stablehlo.convert %1 : (tensor<2xi32>) -> tensor<2xf32>
// =>   %3 = chlo.broadcast_multiply %2, %cst : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// =>   %4 = stablehlo.tanh %3 : tensor<2xf32>
// =>   %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// =>   %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
// =>   %cst_2 = stablehlo.constant dense<-1.280000e+02> : tensor<f32>
// =>   %cst_3 = stablehlo.constant dense<1.270000e+02> : tensor<f32>
// =>   %5 = chlo.broadcast_divide %4, %cst_0 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// =>   %6 = chlo.broadcast_add %5, %cst_1 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// =>   %7 = stablehlo.clamp %cst_2, %6, %cst_3 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// =>   %8 = stablehlo.round_nearest_even %7 : tensor<2xf32>
// =>   %r = stablehlo.convert %8 : (tensor<2xf32>) -> tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }

// -----

// An op that moves elements stays quantized.
func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>> {
  %r = stablehlo.reverse %x, dims = [0] : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return %r : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
}

// pass: stablehlo-legalize-quantized-op-to-qdq
// unchanged

// -----

// An op that nobody reads goes, and with it the ops inside.
func.func @main(%x: tensor<4xf32>) {
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// pass: stablehlo-legalize-quantized-op-to-qdq
// => func.func @main(%x: tensor<4xf32>) {
// =>   return
// => }

// -----

// A size that is not declared stays so.
func.func @main(%x: tensor<2xf32>) -> tensor<?x!quant.uniform<i8:f32, 5.000000e-01:3>> {
  %r = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<?x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return %r : tensor<?x!quant.uniform<i8:f32, 5.000000e-01:3>>
}

// pass: stablehlo-legalize-quant-to-math
// => func.func @main(%x: tensor<2xf32>) -> tensor<?xi8> {
// =>   %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// =>   %cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
// =>   %cst_1 = stablehlo.constant dense<-1.280000e+02> : tensor<f32>
// =>   %cst_2 = stablehlo.constant dense<1.270000e+02> : tensor<f32>
// =>   %0 = chlo.broadcast_divide %x, %cst : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// =>   %1 = chlo.broadcast_add %0, %cst_0 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// =>   %2 = stablehlo.clamp %cst_1, %1, %cst_2 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
// =>   %3 = stablehlo.round_nearest_even %2 : tensor<2xf32>
// =>   %r = stablehlo.convert %3 : (tensor<2xf32>) -> tensor<?xi8>
// =>   return %r : tensor<?xi8>
// => }

// -----

// An op without a meaning is refused.
func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>> {
  %r = stablehlo.custom_call @foo(%x) : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return %r : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
}

// pass: stablehlo-legalize-quant-to-math
// error: failed to legalize operation 'stablehlo.custom_call' that was explicitly marked illegal: it is not known what it does to quantized tensors
