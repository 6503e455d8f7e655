// Batch normalisation: the types of results, whose sizes and bounds are those of the operand.

// -----

func.func @batch_norm_training(%arg0: tensor<4x?xf32, #stablehlo.bounds<?, 5>>, %arg1: tensor<?xf32>) {
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x?xf32, #stablehlo.bounds<?, 5>>, tensor<?xf32>, tensor<?xf32>) -> (tensor<4x?xf32, #stablehlo.bounds<?, 5>>, tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32, #stablehlo.bounds<5>>)
  return
}
func.func @batch_norm_inference(%arg0: tensor<4x?xf32, #stablehlo.bounds<?, 5>>, %arg1: tensor<?xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x?xf32, #stablehlo.bounds<?, 5>>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 5>>
  return
}
func.func @batch_norm_grad(%arg0: tensor<4x?xf32, #stablehlo.bounds<?, 5>>, %arg1: tensor<?xf32>) {
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg1, %arg1, %arg0) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x?xf32, #stablehlo.bounds<?, 5>>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<4x?xf32, #stablehlo.bounds<?, 5>>) -> (tensor<4x?xf32, #stablehlo.bounds<?, 5>>, tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32, #stablehlo.bounds<5>>)
  return
}

// infer:
// unchanged
