// Programs whose declared types contradict the shapes that they compute: undefined, but folding leaves them valid.

// -----

// The reason of an op of known sizes (reshape).
func.func @main(%ax: tensor<2x3xf32>, %ay: tensor<3x2xf32>, %az: tensor<f32>, %q: tensor<i1>, %m: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<2xi64>
  %one = stablehlo.constant dense<1> : tensor<2xi64>
  %first = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %third = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %cross = stablehlo.constant dense<[2, -1]> : tensor<2xi64>
  %two = stablehlo.constant dense<2> : tensor<2xi64>
  %none = stablehlo.constant dense<0> : tensor<0x2xi64>
  %rows = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi64>
  %n = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %cx = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>
  %cy = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00], [4.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>
  %cz = stablehlo.constant dense<7.000000e+00> : tensor<f32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %size = stablehlo.subtract %ten, %nine : tensor<i32>
  %slice = stablehlo.subtract %third, %cross : tensor<2xi64>
  %shape = stablehlo.add %two, %first : tensor<2xi64>
  %v0 = stablehlo.dynamic_reshape %ax, %shape : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x5xf32>
  %used = stablehlo.custom_call @use(%v0) {has_side_effect = true} : (tensor<?x5xf32>) -> tensor<i32>
  %d0 = stablehlo.get_dimension_size %v0, dim = 0 : (tensor<?x5xf32>) -> tensor<i32>
  return %d0 : tensor<i32>
}

// fold:
// => func.func @main(%ax: tensor<2x3xf32>, %ay: tensor<3x2xf32>, %az: tensor<f32>, %q: tensor<i1>, %m: tensor<i32>) -> tensor<i32> {
// =>   %first = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
// =>   %two = stablehlo.constant dense<2> : tensor<2xi64>
// =>   %shape = stablehlo.add %two, %first : tensor<2xi64>
// =>   %v0 = stablehlo.dynamic_reshape %ax, %shape : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x5xf32>
// =>   %used = stablehlo.custom_call @use(%v0) {has_side_effect = true} : (tensor<?x5xf32>) -> tensor<i32>
// =>   %d0 = stablehlo.get_dimension_size %v0, dim = 0 : (tensor<?x5xf32>) -> tensor<i32>
// =>   return %d0 : tensor<i32>
// => }
// kept: stablehlo.add undefined
// kept: stablehlo.dynamic_reshape undefined

// -----

// The reason of an op of known sizes (pad).
func.func @main(%ax: tensor<2x3xf32>, %ay: tensor<3x2xf32>, %az: tensor<f32>, %q: tensor<i1>, %m: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<2xi64>
  %one = stablehlo.constant dense<1> : tensor<2xi64>
  %first = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %third = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %cross = stablehlo.constant dense<[2, -1]> : tensor<2xi64>
  %two = stablehlo.constant dense<2> : tensor<2xi64>
  %none = stablehlo.constant dense<0> : tensor<0x2xi64>
  %rows = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi64>
  %n = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %cx = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>
  %cy = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00], [4.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>
  %cz = stablehlo.constant dense<7.000000e+00> : tensor<f32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %size = stablehlo.subtract %ten, %nine : tensor<i32>
  %slice = stablehlo.subtract %third, %cross : tensor<2xi64>
  %shape = stablehlo.add %two, %first : tensor<2xi64>
  %v0 = stablehlo.dynamic_pad %ax, %az, %zero, %one, %zero : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x5xf32>
  %used = stablehlo.custom_call @use(%v0) {has_side_effect = true} : (tensor<?x5xf32>) -> tensor<i32>
  %d0 = stablehlo.get_dimension_size %v0, dim = 0 : (tensor<?x5xf32>) -> tensor<i32>
  return %d0 : tensor<i32>
}

// fold:
// => func.func @main(%ax: tensor<2x3xf32>, %ay: tensor<3x2xf32>, %az: tensor<f32>, %q: tensor<i1>, %m: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<2xi64>
// =>   %one = stablehlo.constant dense<1> : tensor<2xi64>
// =>   %v0 = stablehlo.dynamic_pad %ax, %az, %zero, %one, %zero : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x5xf32>
// =>   %used = stablehlo.custom_call @use(%v0) {has_side_effect = true} : (tensor<?x5xf32>) -> tensor<i32>
// =>   %d0 = stablehlo.get_dimension_size %v0, dim = 0 : (tensor<?x5xf32>) -> tensor<i32>
// =>   return %d0 : tensor<i32>
// => }
// kept: stablehlo.dynamic_pad undefined

// -----

// The reason of an op of known sizes (slice).
func.func @main(%ax: tensor<2x3xf32>, %ay: tensor<3x2xf32>, %az: tensor<f32>, %q: tensor<i1>, %m: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<2xi64>
  %one = stablehlo.constant dense<1> : tensor<2xi64>
  %first = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %third = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %cross = stablehlo.constant dense<[2, -1]> : tensor<2xi64>
  %two = stablehlo.constant dense<2> : tensor<2xi64>
  %none = stablehlo.constant dense<0> : tensor<0x2xi64>
  %rows = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi64>
  %n = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %cx = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>
  %cy = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00], [4.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>
  %cz = stablehlo.constant dense<7.000000e+00> : tensor<f32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %size = stablehlo.subtract %ten, %nine : tensor<i32>
  %slice = stablehlo.subtract %third, %cross : tensor<2xi64>
  %shape = stablehlo.add %two, %first : tensor<2xi64>
  %v0 = stablehlo.real_dynamic_slice %ax, %zero, %two, %one : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32, #stablehlo.bounds<?, 1>>
  %used = stablehlo.custom_call @use(%v0) {has_side_effect = true} : (tensor<?x?xf32, #stablehlo.bounds<?, 1>>) -> tensor<i32>
  %d0 = stablehlo.get_dimension_size %v0, dim = 0 : (tensor<?x?xf32, #stablehlo.bounds<?, 1>>) -> tensor<i32>
  return %d0 : tensor<i32>
}

// fold:
// => func.func @main(%ax: tensor<2x3xf32>, %ay: tensor<3x2xf32>, %az: tensor<f32>, %q: tensor<i1>, %m: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<2xi64>
// =>   %one = stablehlo.constant dense<1> : tensor<2xi64>
// =>   %two = stablehlo.constant dense<2> : tensor<2xi64>
// =>   %v0 = stablehlo.real_dynamic_slice %ax, %zero, %two, %one : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32, #stablehlo.bounds<?, 1>>
// =>   %used = stablehlo.custom_call @use(%v0) {has_side_effect = true} : (tensor<?x?xf32, #stablehlo.bounds<?, 1>>) -> tensor<i32>
// =>   %d0 = stablehlo.get_dimension_size %v0, dim = 0 : (tensor<?x?xf32, #stablehlo.bounds<?, 1>>) -> tensor<i32>
// =>   return %d0 : tensor<i32>
// => }
// kept: stablehlo.real_dynamic_slice undefined

// -----

// Two values may contradict each other: each of them alone is a sum of two by three.
func.func @main() -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<2xi64>
  %far = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %a = stablehlo.add %one, %far : tensor<2xi64>
  %b = stablehlo.add %far, %far : tensor<2xi64>
  %v = stablehlo.dynamic_iota %a, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
  %w = stablehlo.dynamic_iota %b, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
  %u = stablehlo.add %v, %w : tensor<?x?xf32>
  %r = stablehlo.custom_call @use(%u) : (tensor<?x?xf32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main() -> tensor<i32> {
// =>   %b = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
// =>   %v = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00]]> : tensor<2x3xf32>
// =>   %w = stablehlo.dynamic_iota %b, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
// =>   %u = stablehlo.add %v, %w : (tensor<2x3xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
// =>   %r = stablehlo.custom_call @use(%u) : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }
// kept: stablehlo.add failed
// kept: stablehlo.dynamic_iota undefined
