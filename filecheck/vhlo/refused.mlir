// RUN: stablehlo-opt --stablehlo-legalize-to-vhlo --vhlo-to-version=target=1.3.0 --verify-diagnostics --split-input-file %s

// expected-error @+1 {{failed to convert VHLO to v1.3.0}}
module {
func.func @tan(%arg0: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{failed to legalize operation 'vhlo.tan_v2' that was explicitly marked illegal: the op needs version 1.4.0 (target 1.3.0)}}
  %0 = stablehlo.tan %arg0 : tensor<f32>
  return %0 : tensor<f32>
}
}

// -----

// expected-error @+1 {{failed to convert VHLO to v1.3.0}}
module {
// expected-error @+1 {{failed to legalize operation 'vhlo.func_v1' that was explicitly marked illegal: attribute 'function_type' holds !vhlo.f8E4M3_v1, which needs version 1.7.0 (target 1.3.0)}}
func.func @type(%arg0: tensor<f8E4M3>) {
  return
}
}

// -----

func.func @unit(%arg0: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{failed to legalize operation 'stablehlo.abs' that was explicitly marked illegal: attribute 'unit' has no counterpart in VHLO}}
  %0 = "stablehlo.abs"(%arg0) {my.attribute} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @foreign(%arg0: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{failed to legalize operation 'arith.addf' that was explicitly marked illegal: VHLO has no such op}}
  %0 = arith.addf %arg0, %arg0 : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @special(%operand: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{failed to legalize operation 'chlo.erfc' that was explicitly marked illegal: VHLO has no such op (chlo-legalize-to-stablehlo writes it in ops that VHLO has)}}
  %result = chlo.erfc %operand : tensor<f32> -> tensor<f32>
  return %result : tensor<f32>
}
