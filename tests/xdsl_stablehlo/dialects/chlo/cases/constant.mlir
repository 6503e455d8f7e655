// CHLO's constant and constant_like: the types that are inferred, what they reject, and how they are printed.

// -----

func.func @constant_like_1(%arg0: tensor<2x?xi32>) {
  %0 = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f64}> : (tensor<2x?xi32>) -> tensor<2x?xf64>
  return
}
func.func @constant_like_2(%arg0: tensor<*xi32>) {
  %0 = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f64}> : (tensor<*xi32>) -> tensor<*xf64>
  return
}

// infer:
// unchanged

// speculate:
// => yes

// -----

func.func @constant() -> tensor<2xi32> {
  %r0 = chlo.constant dense<[1, 2]> : tensor<2xi32>
  return %r0 : tensor<2xi32>
}
func.func @constant_like(%a0: tensor<2xf32>) -> tensor<2xi32> {
  %r0 = "chlo.constant_like"(%a0) <{value = 1 : i32}> : (tensor<2xf32>) -> tensor<2xi32>
  return %r0 : tensor<2xi32>
}

// print:
// unchanged
// cpp: the same

// -----

func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.constant_like' op value's type doesn't match element return type}}
  %r0 = "chlo.constant_like"(%a0) <{value = 1.0 : f32}> : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: value's type doesn't match element return type
