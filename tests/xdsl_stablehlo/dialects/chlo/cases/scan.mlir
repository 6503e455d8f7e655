// scan: what it rejects, infers and prints.

// -----

// Scan rejected.
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>) {
  // expected-error@+1 {{'chlo.scan' op scan dimension of operand 0 is out of bounds}}
  %r0, %r1 = chlo.scan(%a0) inits (%a1) dimension=2 attributes {is_reverse = true} {
  ^bb0(%input: tensor<3xf32>, %carry: tensor<f32>):
    %x = stablehlo.constant dense<0.0> : tensor<3xf32>
    %y = stablehlo.constant dense<0.0> : tensor<f32>
    stablehlo.return %x, %y : tensor<3xf32>, tensor<f32>
  } : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>)
  return %r0, %r1 : tensor<4x3xf32>, tensor<f32>
}

// -----

// Scan rejected.
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>) {
  // expected-error@+1 {{'chlo.scan' op invalid scan dimension size of operand 0}}
  %r0, %r1 = chlo.scan(%a0) inits (%a1) dimension=0 attributes {scan_dim_size = 5 : i64} {
  ^bb0(%input: tensor<3xf32>, %carry: tensor<f32>):
    %x = stablehlo.constant dense<0.0> : tensor<3xf32>
    %y = stablehlo.constant dense<0.0> : tensor<f32>
    stablehlo.return %x, %y : tensor<3xf32>, tensor<f32>
  } : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>)
  return %r0, %r1 : tensor<4x3xf32>, tensor<f32>
}

// -----

// Scan rejected.
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>) {
  // expected-error@+1 {{'chlo.scan' op expects 2 arguments in the body, but got 1}}
  %r0, %r1 = chlo.scan(%a0) inits (%a1) dimension=0 attributes {is_reverse = true} {
  ^bb0(%carry: tensor<f32>):
    %x = stablehlo.constant dense<0.0> : tensor<3xf32>
    %y = stablehlo.constant dense<0.0> : tensor<f32>
    stablehlo.return %x, %y : tensor<3xf32>, tensor<f32>
  } : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>)
  return %r0, %r1 : tensor<4x3xf32>, tensor<f32>
}

// -----

// Scan rejected.
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>) {
  // expected-error@+1 {{'chlo.scan' op operand and body argument 1 are incompatible}}
  %r0, %r1 = chlo.scan(%a0) inits (%a1) dimension=0 attributes {is_reverse = true} {
  ^bb0(%input: tensor<3xf32>, %carry: tensor<1xf32>):
    %x = stablehlo.constant dense<0.0> : tensor<3xf32>
    %y = stablehlo.constant dense<0.0> : tensor<f32>
    stablehlo.return %x, %y : tensor<3xf32>, tensor<f32>
  } : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>)
  return %r0, %r1 : tensor<4x3xf32>, tensor<f32>
}

// -----

// Scan rejected.
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>) {
  // expected-error@+1 {{'chlo.scan' op operand and body argument 0 are incompatible}}
  %r0, %r1 = chlo.scan(%a0) inits (%a1) dimension=0 attributes {is_reverse = true} {
  ^bb0(%input: tensor<4xf32>, %carry: tensor<f32>):
    %x = stablehlo.constant dense<0.0> : tensor<3xf32>
    %y = stablehlo.constant dense<0.0> : tensor<f32>
    stablehlo.return %x, %y : tensor<3xf32>, tensor<f32>
  } : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>)
  return %r0, %r1 : tensor<4x3xf32>, tensor<f32>
}

// -----

func.func @scan(%arg0: tensor<4x3xf32>, %arg1: tensor<f64>) {
  %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=1  {
  ^bb0(%arg2: tensor<4xf32>, %arg3: tensor<f64>):
    stablehlo.return %arg2, %arg3 : tensor<4xf32>, tensor<f64>
  } : (tensor<4x3xf32>, tensor<f64>) -> (tensor<4x3xf32>, tensor<f64>)
  return
}

// infer:
// unchanged

// -----

func.func @scan(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>) {
  %r0, %r1 = chlo.scan(%a0) inits (%a1) dimension=0  attributes {is_reverse = true} {
  ^bb0(%input: tensor<3xf32>, %carry: tensor<f32>):
    stablehlo.return %input, %carry : tensor<3xf32>, tensor<f32>
  } : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4x3xf32>, tensor<f32>)
  return %r0, %r1 : tensor<4x3xf32>, tensor<f32>
}

// print:
// unchanged
