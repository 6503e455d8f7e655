// top_k: the types that are inferred, what it rejects, and how it is printed.

// -----

func.func @top_k_1(%arg0: tensor<2x5xf32>) {
  %values, %indices = chlo.top_k(%arg0, k = 3) : tensor<2x5xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return
}
func.func @top_k_2(%arg0: tensor<?x?xf32, #stablehlo.bounds<4, 5>>) {
  %values, %indices = chlo.top_k(%arg0, k = 3, is_stable = false) : tensor<?x?xf32, #stablehlo.bounds<4, 5>> -> (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<?x3xi32, #stablehlo.bounds<4, ?>>)
  return
}
func.func @top_k_3(%arg0: tensor<*xf32>) {
  %values, %indices = chlo.top_k(%arg0, k = 3) : tensor<*xf32> -> (tensor<*xf32>, tensor<*xi32>)
  return
}

// infer:
// unchanged

// speculate:
// => yes

// -----

func.func @top_k(%a0: tensor<2xf32>) -> (tensor<1xf32>, tensor<1xi32>) {
  %r0, %r1 = chlo.top_k(%a0, k = 1) {x = 1 : i32} : tensor<2xf32> -> (tensor<1xf32>, tensor<1xi32>)
  return %r0, %r1 : tensor<1xf32>, tensor<1xi32>
}

// print:
// unchanged
// cpp: the same

// -----

func.func @top_k(%a0: tensor<2xf32>) -> (tensor<1xf32>, tensor<1xi32>) {
  %r0, %r1 = chlo.top_k(%a0, k = 1, is_stable = false) : tensor<2xf32> -> (tensor<1xf32>, tensor<1xi32>)
  return %r0, %r1 : tensor<1xf32>, tensor<1xi32>
}

// print:
// unchanged

// -----

func.func @main(%a0: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
  // expected-error@+1 {{'chlo.top_k' op operand's rank must be at least 1}}
  %r0, %r1 = "chlo.top_k"(%a0) <{k = 1 : i64}> : (tensor<f32>) -> (tensor<f32>, tensor<i32>)
  return %r0, %r1 : tensor<f32>, tensor<i32>
}

// cpp: operand's rank must be at least 1

// -----

func.func @main(%a0: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xi32>) {
  // expected-error@+1 {{'chlo.top_k' op operand's last dimension must be at least 8}}
  %r0, %r1 = "chlo.top_k"(%a0) <{k = 8 : i64}> : (tensor<4xf32>) -> (tensor<8xf32>, tensor<8xi32>)
  return %r0, %r1 : tensor<8xf32>, tensor<8xi32>
}

// cpp: operand's last dimension must be at least 8
