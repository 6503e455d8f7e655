// CHLO's ops that broadcast: what they reject, infer and print.

// -----

// Unknown enum case.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xi1>) {
  // expected-error@+1 {{expected ::mlir::stablehlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT}}
  %r0 = "chlo.broadcast_compare"(%a0, %a1) <{comparison_direction = #chlo<comparison_direction XX>}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xi1>)
  return %r0 : tensor<2xi1>
}

// -----

func.func @broadcast_add_1(%arg0: tensor<4xf32>, %arg1: tensor<2x4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
func.func @broadcast_add_2(%arg0: tensor<2x4xf32>, %arg1: tensor<4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}
func.func @broadcast_add_3(%arg0: tensor<3x1xf32>, %arg1: tensor<1x4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<3x1xf32>, tensor<1x4xf32>) -> tensor<3x4xf32>
  return
}
func.func @broadcast_add_4(%arg0: tensor<1x4xf32>, %arg1: tensor<3x1xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<1x4xf32>, tensor<3x1xf32>) -> tensor<3x4xf32>
  return
}
func.func @broadcast_add_5(%arg0: tensor<f32>, %arg1: tensor<2x0xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<f32>, tensor<2x0xf32>) -> tensor<2x0xf32>
  return
}
func.func @broadcast_add_6(%arg0: tensor<2x0xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2x0xf32>, tensor<f32>) -> tensor<2x0xf32>
  return
}
func.func @broadcast_add_7(%arg0: tensor<1xf32>, %arg1: tensor<0xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<1xf32>, tensor<0xf32>) -> tensor<0xf32>
  return
}
func.func @broadcast_add_8(%arg0: tensor<0xf32>, %arg1: tensor<1xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<0xf32>, tensor<1xf32>) -> tensor<0xf32>
  return
}
func.func @broadcast_add_9(%arg0: tensor<?xf32>, %arg1: tensor<4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func @broadcast_add_10(%arg0: tensor<4xf32>, %arg1: tensor<?xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  return
}
func.func @broadcast_add_11(%arg0: tensor<?xf32>, %arg1: tensor<1xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  return
}
func.func @broadcast_add_12(%arg0: tensor<1xf32>, %arg1: tensor<?xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<1xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
func.func @broadcast_add_13(%arg0: tensor<?xf32>, %arg1: tensor<0xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?xf32>, tensor<0xf32>) -> tensor<?xf32>
  return
}
func.func @broadcast_add_14(%arg0: tensor<0xf32>, %arg1: tensor<?xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<0xf32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
func.func @broadcast_add_15(%arg0: tensor<?xf32>, %arg1: tensor<?x?xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return
}
func.func @broadcast_add_16(%arg0: tensor<?x?xf32>, %arg1: tensor<?xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return
}
func.func @broadcast_add_17(%arg0: tensor<0xf32>, %arg1: tensor<?x1xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<0xf32>, tensor<?x1xf32>) -> tensor<?x0xf32>
  return
}
func.func @broadcast_add_18(%arg0: tensor<?x1xf32>, %arg1: tensor<0xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?x1xf32>, tensor<0xf32>) -> tensor<?x0xf32>
  return
}
func.func @broadcast_add_19(%arg0: tensor<?xf32, #stablehlo.bounds<4>>, %arg1: tensor<2x1xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<2x1xf32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 4>>
  return
}
func.func @broadcast_add_20(%arg0: tensor<?xf32, #stablehlo.bounds<4>>, %arg1: tensor<?xf32, #stablehlo.bounds<4>>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return
}
func.func @broadcast_add_21(%arg0: tensor<3xf32>, %arg1: tensor<3x4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}
func.func @broadcast_add_22(%arg0: tensor<3x4xf32>, %arg1: tensor<1xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<3x4xf32>, tensor<1xf32>) -> tensor<3x4xf32>
  return
}
func.func @broadcast_add_23(%arg0: tensor<?xf32>, %arg1: tensor<3x4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<?xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}
func.func @broadcast_add_24(%arg0: tensor<3xf32>, %arg1: tensor<3x4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 0, 1>} : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<*xf32>
  return
}
func.func @broadcast_add_25(%arg0: tensor<3xf32>, %arg1: tensor<3x4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 2>} : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<*xf32>
  return
}
func.func @broadcast_add_26(%arg0: tensor<3xf32>, %arg1: tensor<3x4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<*xf32>
  return
}
func.func @broadcast_add_27(%arg0: tensor<*xf32>, %arg1: tensor<3x4xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<*xf32>, tensor<3x4xf32>) -> tensor<*xf32>
  return
}
func.func @broadcast_add_28(%arg0: tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, %arg1: tensor<2x!quant.uniform<i8:f32, 2.000000e+00>>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2x!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
  return
}
func.func @broadcast_add_29(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_maximum(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_minimum(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_atan2(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_divide(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_multiply(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_next_after(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_polygamma(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_power(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_remainder(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_shift_left(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_shift_right_arithmetic(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_shift_right_logical(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_subtract(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_zeta(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
  %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @broadcast_and(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
  %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return
}
func.func @broadcast_or(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
  %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return
}
func.func @broadcast_xor(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>) {
  %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return
}
func.func @broadcast_complex(%arg0: tensor<2xf32>, %arg1: tensor<3x1xf32>) {
  %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xcomplex<f32>>
  return
}
func.func @broadcast_compare(%arg0: tensor<2xf32>, %arg1: tensor<f32>) {
  %0 = chlo.broadcast_compare %arg0, %arg1 {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>
  return
}
func.func @broadcast_select(%arg0: tensor<i1>, %arg1: tensor<2xf32>, %arg2: tensor<3x1xf32>) {
  %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  return
}

// infer:
// unchanged

// speculate:
// => yes

// -----

func.func @broadcast_add(%a0: tensor<2xf32>, %a1: tensor<f32>) -> tensor<2xf32> {
  %r0 = chlo.broadcast_add %a0, %a1 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @broadcast_add_2(%a0: tensor<2xf32>, %a1: tensor<f32>) -> tensor<2xf32> {
  %r0 = chlo.broadcast_add %a0, %a1 {broadcast_dimensions = array<i64>, x = 1 : i32} : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @broadcast_compare(%a0: tensor<2xf32>) -> tensor<2xi1> {
  %r0 = chlo.broadcast_compare %a0, %a0 {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction GE>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %r0 : tensor<2xi1>
}
func.func @broadcast_select(%a0: tensor<i1>, %a1: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = chlo.broadcast_select %a0, %a1, %a1 : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// print:
// unchanged
// cpp: the same

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_add' op requires compatible element types for all operands and results}}
  %r0 = "chlo.broadcast_add"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible element types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_maximum' op requires compatible element types for all operands and results}}
  %r0 = "chlo.broadcast_maximum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible element types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_minimum' op requires compatible element types for all operands and results}}
  %r0 = "chlo.broadcast_minimum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible element types for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_atan2' op requires the same element type for all operands and results}}
  %r0 = "chlo.broadcast_atan2"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_divide' op requires the same element type for all operands and results}}
  %r0 = "chlo.broadcast_divide"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_multiply' op requires the same element type for all operands and results}}
  %r0 = "chlo.broadcast_multiply"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_next_after' op requires the same element type for all operands and results}}
  %r0 = "chlo.broadcast_next_after"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_polygamma' op requires the same element type for all operands and results}}
  %r0 = "chlo.broadcast_polygamma"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_power' op requires the same element type for all operands and results}}
  %r0 = "chlo.broadcast_power"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_remainder' op requires the same element type for all operands and results}}
  %r0 = "chlo.broadcast_remainder"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_shift_left' op requires the same element type for all operands and results}}
  %r0 = "chlo.broadcast_shift_left"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_shift_right_arithmetic' op requires the same element type for all operands and results}}
  %r0 = "chlo.broadcast_shift_right_arithmetic"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_shift_right_logical' op requires the same element type for all operands and results}}
  %r0 = "chlo.broadcast_shift_right_logical"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_subtract' op requires the same element type for all operands and results}}
  %r0 = "chlo.broadcast_subtract"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type for all operands and results

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'chlo.broadcast_zeta' op requires the same element type for all operands and results}}
  %r0 = "chlo.broadcast_zeta"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type for all operands and results

// -----

func.func @main(%a0: tensor<2xi32>, %a1: tensor<2xi32>) -> (tensor<2xi64>) {
  // expected-error@+1 {{'chlo.broadcast_and' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xi64>'}}
  %r0 = "chlo.broadcast_and"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi64>)
  return %r0 : tensor<2xi64>
}

// cpp: incompatible with return type(s) of operation

// -----

func.func @main(%a0: tensor<2xi32>, %a1: tensor<2xi32>) -> (tensor<2xi64>) {
  // expected-error@+1 {{'chlo.broadcast_or' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xi64>'}}
  %r0 = "chlo.broadcast_or"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi64>)
  return %r0 : tensor<2xi64>
}

// cpp: incompatible with return type(s) of operation

// -----

func.func @main(%a0: tensor<2xi32>, %a1: tensor<2xi32>) -> (tensor<2xi64>) {
  // expected-error@+1 {{'chlo.broadcast_xor' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xi64>'}}
  %r0 = "chlo.broadcast_xor"(%a0, %a1) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi64>)
  return %r0 : tensor<2xi64>
}

// cpp: incompatible with return type(s) of operation

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<3x1xf32>) -> (tensor<2x2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_add' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x2xf32>'}}
  %r0 = "chlo.broadcast_add"(%a0, %a1) : (tensor<2xf32>, tensor<3x1xf32>) -> (tensor<2x2xf32>)
  return %r0 : tensor<2x2xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'chlo.broadcast_complex' op mismatched operand types}}
  %r0 = "chlo.broadcast_complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xcomplex<f32>>)
  return %r0 : tensor<2xcomplex<f32>>
}

// cpp: mismatched operand types

// -----

func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<3xi1>) {
  // expected-error@+1 {{'chlo.broadcast_compare' op inferred type(s) 'tensor<2xi1>' are incompatible with return type(s) of operation 'tensor<3xi1>'}}
  %r0 = "chlo.broadcast_compare"(%a0, %a1) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xi1>)
  return %r0 : tensor<3xi1>
}

// cpp: incompatible with return type(s) of operation

// -----

func.func @main(%a0: tensor<2xi1>, %a1: tensor<2xf32>, %a2: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'chlo.broadcast_select' op mismatched operand types}}
  %r0 = "chlo.broadcast_select"(%a0, %a1, %a2) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: mismatched operand types

// -----

func.func @main(%a0: tensor<10xf32>, %a1: tensor<5xf32>) -> (tensor<5xf32>) {
  // expected-error@+1 {{'chlo.broadcast_add' op incompatible shapes for broadcasting 10 and 5}}
  %r0 = "chlo.broadcast_add"(%a0, %a1) : (tensor<10xf32>, tensor<5xf32>) -> (tensor<5xf32>)
  return %r0 : tensor<5xf32>
}

// cpp: accepts it

// -----

func.func @main(%a0: tensor<?xf32, #stablehlo.bounds<5>>, %a1: tensor<5xf32>) -> (tensor<5xf32>) {
  // expected-error@+1 {{'chlo.broadcast_add' op cannot mix bounded and static dimensions in broadcast}}
  %r0 = "chlo.broadcast_add"(%a0, %a1) : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<5xf32>) -> (tensor<5xf32>)
  return %r0 : tensor<5xf32>
}

// cpp: accepts it

// -----

func.func @main(%a0: tensor<5xf32>, %a1: tensor<5xf64>) -> (tensor<5xf64>) {
  // expected-error@+1 {{'chlo.broadcast_add' op requires compatible element types for all operands and results}}
  %r0 = "chlo.broadcast_add"(%a0, %a1) : (tensor<5xf32>, tensor<5xf64>) -> (tensor<5xf64>)
  return %r0 : tensor<5xf64>
}

// cpp: x
