// RUN: stablehlo-opt --stablehlo-compatibility-expander=target=1.0.0 %s | filecheck %s
// RUN: stablehlo-opt --stablehlo-compatibility-expander=target=1.16.0 %s | filecheck %s --check-prefix=NEW

// CHECK-LABEL: func.func @tan
// CHECK:         %0 = stablehlo.sine %arg0 : tensor<4xf32>
// CHECK-NEXT:    %1 = stablehlo.cosine %arg0 : tensor<4xf32>
// CHECK-NEXT:    %2 = stablehlo.divide %0, %1 : tensor<4xf32>
// CHECK-NEXT:    return %2 : tensor<4xf32>
// NEW:           stablehlo.tan
func.func @tan(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tan %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @gather
// CHECK-NEXT:    %0 = stablehlo.convert %arg1 : (tensor<200xi8>) -> tensor<200xi32>
// CHECK-NEXT:    %1 = stablehlo.reshape %0 : (tensor<200xi32>) -> tensor<200x1xi32>
// CHECK-NEXT:    %2 = stablehlo.iota dim = 0 : tensor<200x1xi32>
// CHECK-NEXT:    %3 = stablehlo.concatenate %2, %1, dim = 1 : (tensor<200x1xi32>, tensor<200x1xi32>) -> tensor<200x2xi32>
// CHECK-NEXT:    %4 = "stablehlo.gather"(%arg0, %3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}>
// NEW:           operand_batching_dims = [0]
func.func @gather(%arg0: tensor<200x4xi32>, %arg1: tensor<200xi8>) -> tensor<200xi32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<200x4xi32>, tensor<200xi8>) -> tensor<200xi32>
  return %0 : tensor<200xi32>
}
