// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// batch_norm_training_c1
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 2, and rank 2. (C1)}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 2 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: got featureIndex 2, and rank 2.

// -----

// batch_norm_inference_c1
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 2, and rank 2. (C1)}}
  %r0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 2 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: got featureIndex 2, and rank 2.

// -----

// batch_norm_grad_c1
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 2, and rank 2. (C1)}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 2 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: got featureIndex 2, and rank 2.

// -----

// batch_norm_training_c1_negative
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op attribute 'feature_index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = -1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: 'feature_index' failed to satisfy constraint

// -----

// batch_norm_inference_c1_negative
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op attribute 'feature_index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = -1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: 'feature_index' failed to satisfy constraint

// -----

// batch_norm_grad_c1_negative
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op attribute 'feature_index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = -1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: 'feature_index' failed to satisfy constraint

// -----

// batch_norm_training_c2
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf64>, %a2: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires compatible element types for all operands and results (C2)}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf64>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: requires compatible element types for all operands and results

// -----

// batch_norm_inference_c2
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf64>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires compatible element types for all operands and results (C2)}}
  %r0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: requires compatible element types for all operands and results

// -----

// batch_norm_grad_c2
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf64>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires compatible element types for all operands and results (C2)}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: requires compatible element types for all operands and results

// -----

// batch_norm_training_c3
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 2 and the feature count is 3. (C3, C4)}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: the size of single-dimensional operands is 2 and the feature count is 3.

// -----

// batch_norm_training_c4
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<2xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op expects single-dimensional operands to have compatible shapes. (C3, C4)}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: expects single-dimensional operands to have compatible shapes.

// -----

// batch_norm_training_c5
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<2xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op inferred type(s) 'tensor<4x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>', 'tensor<2xf32>', 'tensor<3xf32>'}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<2xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<2xf32>, tensor<3xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// batch_norm_training_c6
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op inferred type(s) 'tensor<4x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>', 'tensor<3xf32>', 'tensor<2xf32>'}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<2xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<3xf32>, tensor<2xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// batch_norm_training_c7
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>) -> (tensor<4x2xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op inferred type(s) 'tensor<4x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4x2xf32>', 'tensor<3xf32>', 'tensor<3xf32>'}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x2xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x2xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// batch_norm_inference_c3
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 2 and the feature count is 3. (C3, C4, C5, C6)}}
  %r0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: the size of single-dimensional operands is 2 and the feature count is 3.

// -----

// batch_norm_inference_c4
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<2xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op expects single-dimensional operands to have compatible shapes. (C3, C4, C5, C6)}}
  %r0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: expects single-dimensional operands to have compatible shapes.

// -----

// batch_norm_inference_c5
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<2xf32>, %a4: tensor<3xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op expects single-dimensional operands to have compatible shapes. (C3, C4, C5, C6)}}
  %r0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: expects single-dimensional operands to have compatible shapes.

// -----

// batch_norm_inference_c6
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<2xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op expects single-dimensional operands to have compatible shapes. (C3, C4, C5, C6)}}
  %r0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: expects single-dimensional operands to have compatible shapes.

// -----

// batch_norm_inference_c7
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<3xf32>) -> (tensor<4x2xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x2xf32>'}}
  %r0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<4x2xf32>)
  return %r0 : tensor<4x2xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// batch_norm_grad_c3
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<4x2xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op expects multi-dimensional operands to have compatible shapes. (C3)}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x2xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: expects multi-dimensional operands to have compatible shapes.

// -----

// batch_norm_grad_c3_result
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<4x3xf32>) -> (tensor<4x2xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op inferred type(s) 'tensor<4x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4x2xf32>', 'tensor<3xf32>', 'tensor<3xf32>'}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x2xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x2xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// batch_norm_grad_c4
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<2xf32>, %a3: tensor<3xf32>, %a4: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op expects single-dimensional operands to have compatible shapes. (C4)}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: expects single-dimensional operands to have compatible shapes.

// -----

// batch_norm_grad_c4_result
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<3xf32>, %a4: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<2xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op inferred type(s) 'tensor<4x3xf32>', 'tensor<3xf32>', 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xf32>', 'tensor<2xf32>', 'tensor<3xf32>'}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<2xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<2xf32>, tensor<3xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// batch_norm_grad_c5
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 2 and the feature count is 3. (C5)}}
  %r0, %r1, %r2 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<4x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r0, %r1, %r2 : tensor<4x3xf32>, tensor<3xf32>, tensor<3xf32>
}

// cpp: the size of single-dimensional operands is 2 and the feature count is 3.
