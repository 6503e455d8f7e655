// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @batch_norm_grad_example() {
  %operand = stablehlo.constant dense<[[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]], [[3.000000e+00, 4.000000e+00], [1.000000e+00, 2.000000e+00]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<1.000000e+00> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf64>
  %variance = stablehlo.constant dense<1.000000e+00> : tensor<2xf64>
  %grad_output = stablehlo.constant dense<1.000000e-01> : tensor<2x2x2xf64>
  %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) <{epsilon = 0.000000e+00 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x2x2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %grad_operand, dense<0.000000e+00> : tensor<2x2x2xf64>
  check.expect_almost_eq_const %grad_scale, dense<0.000000e+00> : tensor<2xf64>
  check.expect_almost_eq_const %grad_offset, dense<4.000000e-01> : tensor<2xf64>
  return
}

// -----

func.func @batch_norm_inference_example() {
  %operand = stablehlo.constant dense<[[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]], [[3.000000e+00, 4.000000e+00], [1.000000e+00, 2.000000e+00]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<1.000000e+00> : tensor<2xf64>
  %offset = stablehlo.constant dense<1.000000e+00> : tensor<2xf64>
  %mean = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf64>
  %variance = stablehlo.constant dense<1.000000e+00> : tensor<2xf64>
  %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{epsilon = 0.000000e+00 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x2x2xf64>
  check.expect_almost_eq_const %result, dense<[[[0.000000e+00, 0.000000e+00], [2.000000e+00, 2.000000e+00]], [[2.000000e+00, 2.000000e+00], [0.000000e+00, 0.000000e+00]]]> : tensor<2x2x2xf64>
  return
}

// -----

func.func @batch_norm_training_example() {
  %operand = stablehlo.constant dense<[[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]], [[3.000000e+00, 4.000000e+00], [1.000000e+00, 2.000000e+00]]]> : tensor<2x2x2xf64>
  %scale = stablehlo.constant dense<1.000000e+00> : tensor<2xf64>
  %offset = stablehlo.constant dense<1.000000e+00> : tensor<2xf64>
  %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{epsilon = 0.000000e+00 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %output, dense<[[[0.000000e+00, 0.000000e+00], [2.000000e+00, 2.000000e+00]], [[2.000000e+00, 2.000000e+00], [0.000000e+00, 0.000000e+00]]]> : tensor<2x2x2xf64>
  check.expect_almost_eq_const %batch_mean, dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf64>
  check.expect_almost_eq_const %batch_var, dense<1.000000e+00> : tensor<2xf64>
  return
}
