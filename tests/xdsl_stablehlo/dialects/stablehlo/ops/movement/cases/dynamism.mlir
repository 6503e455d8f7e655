// Ops whose shapes are operands: the types that are inferred, how they are printed, and constants that do not fit.

// -----

func.func @dynamic_gather_1(%arg0: tensor<2x3xf32>, %arg1: tensor<5x1xi64>) {
  %c = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x3xf32>
  return
}
func.func @dynamic_gather_2(%arg0: tensor<2x3xf32>, %arg1: tensor<5x1xi64>, %arg2: tensor<2xi64>) {
  %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x?xf32>
  return
}

// infer:
// unchanged

// -----

func.func @dynamic_iota_1(%arg0: tensor<2xi64>) {
  %0 = stablehlo.dynamic_iota %arg0, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
  return
}
func.func @dynamic_iota_2(%arg0: tensor<2xi64>) {
  %0 = stablehlo.dynamic_iota %arg0, dim = 0 : (tensor<2xi64>) -> tensor<2x?xf32>
  return
}
func.func @dynamic_iota_3() {
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_iota %c, dim = 0 : (tensor<2xi64>) -> tensor<2x?xf32>
  return
}
func.func @dynamic_reshape_1(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi64>) {
  %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
func.func @dynamic_reshape_2(%arg0: tensor<2x3xf32>) {
  %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %arg0, %c : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
func.func @dynamic_reshape_3(%arg0: tensor<?x?xf32>) {
  %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %arg0, %c : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
func.func @dynamic_broadcast_in_dim_1(%arg0: tensor<1x1xf32>, %arg1: tensor<2xi64>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
func.func @dynamic_broadcast_in_dim_2(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi64>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
func.func @dynamic_broadcast_in_dim_3(%arg0: tensor<2x3xf32>) {
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %c, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}
func.func @dynamic_broadcast_in_dim_4(%arg0: tensor<?x?xf32>) {
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %c, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
func.func @dynamic_pad_1(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) {
  %c = stablehlo.constant dense<0> : tensor<2xi64>
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %c, %c, %c : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
func.func @dynamic_pad_2(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>) {
  %c = stablehlo.constant dense<0> : tensor<2xi64>
  %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %c, %c : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
func.func @real_dynamic_slice(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi64>) {
  %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// speculate:
// => yes: @dynamic_iota_1 @dynamic_iota_3 @dynamic_reshape_2 @dynamic_broadcast_in_dim_1 @dynamic_broadcast_in_dim_3 @dynamic_pad_1
// => no: @dynamic_iota_2 @dynamic_reshape_1 @dynamic_reshape_3 @dynamic_broadcast_in_dim_2 @dynamic_broadcast_in_dim_4 @dynamic_pad_2 @real_dynamic_slice

// -----

func.func @dynamic_iota(%a0: tensor<2xi64>) -> tensor<?x?xf32> {
  %r0 = stablehlo.dynamic_iota %a0, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>
  return %r0 : tensor<?x?xf32>
}
func.func @dynamic_reshape(%a0: tensor<2x3xf32>, %a1: tensor<1xi64>) -> tensor<?xf32> {
  %r0 = stablehlo.dynamic_reshape %a0, %a1 : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %r0 : tensor<?xf32>
}
func.func @dynamic_broadcast_in_dim(%a0: tensor<2x3xf32>, %a1: tensor<2xi64>) -> tensor<?x?xf32> {
  %r0 = stablehlo.dynamic_broadcast_in_dim %a0, %a1, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, x = 1 : i32} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %r0 : tensor<?x?xf32>
}
func.func @real_dynamic_slice(%a0: tensor<2x3xf32>, %a1: tensor<2xi64>) -> tensor<?x?xf32> {
  %r0 = stablehlo.real_dynamic_slice %a0, %a1, %a1, %a1 : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %r0 : tensor<?x?xf32>
}

// print:
// unchanged
// cpp: the same

// -----

func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>, %a2: tensor<3xi64>, %a3: tensor<3xi64>) -> (tensor<?x?xf32>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op has mismatched number of operand rank (2) and start_indices size (3)}}
  %r0 = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<2x3xf32>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> (tensor<?x?xf32>)
  return %r0 : tensor<?x?xf32>
}
