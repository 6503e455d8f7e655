// Elementwise ops: the types that are inferred, and how they are printed.

// -----

func.func @add_1(%arg0: tensor<?x2xf32>, %arg1: tensor<3x?xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : (tensor<?x2xf32>, tensor<3x?xf32>) -> tensor<3x2xf32>
  return
}
func.func @add_2(%arg0: tensor<?xf32, #stablehlo.bounds<5>>, %arg1: tensor<?xf32, #stablehlo.bounds<4>>) {
  %0 = stablehlo.add %arg0, %arg1 : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return
}
func.func @add_3(%arg0: tensor<?xf32, #stablehlo.bounds<5>>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<3xf32>) -> tensor<3xf32>
  return
}
func.func @add_4(%arg0: tensor<?xf32, #stablehlo.bounds<5>>, %arg1: tensor<?xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32>) -> tensor<?xf32, #stablehlo.bounds<5>>
  return
}
func.func @add_5(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<?xf32>
  return
}
func.func @add_6(%arg0: tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, %arg1: tensor<2x!quant.uniform<i8:f32, 2.000000e+00>>) {
  %0 = stablehlo.add %arg0, %arg1 : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2x!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
  return
}
func.func @abs(%arg0: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.abs %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return
}
func.func @real(%arg0: tensor<2xcomplex<f64>>) {
  %0 = stablehlo.real %arg0 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  return
}
func.func @imag(%arg0: tensor<2xf32>) {
  %0 = stablehlo.imag %arg0 : tensor<2xf32>
  return
}
func.func @complex(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = stablehlo.complex %arg0, %arg1 : tensor<2xcomplex<f32>>
  return
}
func.func @is_finite(%arg0: tensor<2xf32>) {
  %0 = stablehlo.is_finite %arg0 : (tensor<2xf32>) -> tensor<2xi1>
  return
}
func.func @convert_1(%arg0: tensor<2xi32>) {
  %0 = stablehlo.convert %arg0 : (tensor<2xi32>) -> tensor<2xf64>
  return
}
func.func @convert_2(%arg0: tensor<2xi32>) {
  %0 = stablehlo.convert %arg0 : (tensor<2xi32>) -> tensor<2xf32>
  return
}
func.func @reduce_precision(%arg0: tensor<2xf32>) {
  %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2xf32>
  return
}
func.func @compare(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
func.func @clamp(%arg0: tensor<f32>, %arg1: tensor<2xf32>, %arg2: tensor<f32>) {
  %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}
func.func @select(%arg0: tensor<i1>, %arg1: tensor<?xf32>, %arg2: tensor<2xf32>) {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<?xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @tanh(%arg0: tensor<2xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<2xf32>
  return
}

// infer:
// unchanged

// -----

func.func @add_1(%arg0: tensor<2xf32>) {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
  return
}
func.func @add_2(%arg0: tensor<2xf32>, %arg1: tensor<?xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
  return
}
func.func @abs_1(%arg0: tensor<?xf32>) {
  %0 = stablehlo.abs %arg0 : tensor<?xf32>
  return
}
func.func @abs_2(%arg0: tensor<?xf32>) {
  %0 = stablehlo.abs %arg0 : (tensor<?xf32>) -> tensor<2xf32>
  return
}

// speculate:
// => yes: @add_1 @abs_1
// => no: @add_2 @abs_2

// -----

func.func @abs(%a0: tensor<2xcomplex<f32>>) -> tensor<2xf32> {
  %r0 = stablehlo.abs %a0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @add(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.add %a0, %a1 : tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @add_2(%a0: tensor<2xf32>, %a1: tensor<?xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.add %a0, %a1 : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @complex(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> tensor<2xcomplex<f32>> {
  %r0 = stablehlo.complex %a0, %a1 : tensor<2xcomplex<f32>>
  return %r0 : tensor<2xcomplex<f32>>
}
func.func @compare(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> tensor<2xi1> {
  %r0 = stablehlo.compare LT, %a0, %a1, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %r0 : tensor<2xi1>
}
func.func @reduce_precision(%a0: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.reduce_precision %a0, format = e5m10 : tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @select(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @select_2(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<?xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.select %a0, %a1, %a2 : (tensor<i1>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @clamp(%a0: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.clamp %a0, %a0, %a0 {mhlo.x = 1 : i32} : tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @tanh(%a0: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.tanh %a0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// print:
// unchanged
// cpp: the same

// -----

func.func @main(%a0: tensor<?xf32, #stablehlo.bounds<5>>, %a1: tensor<6xf32>) -> (tensor<6xf32>) {
  // expected-error@+1 {{'stablehlo.add' op Mismatched dimension size 6 and bound 5 in dimension 0}}
  %r0 = stablehlo.add %a0, %a1 : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<6xf32>) -> tensor<6xf32>
  return %r0 : tensor<6xf32>
}

// cpp: Mismatched dimension size 6 and bound 5 in dimension 0
