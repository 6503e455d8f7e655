// RUN: stablehlo-opt --stablehlo-refine-shapes %s | filecheck %s

// The entry function knows its argument; the sizes of all else follow.

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    tensor<4x3xf32>) -> tensor<12xf32> {
// CHECK-NEXT:    %[[transposed:.*]] = stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:    %[[flat:.*]] = call @flatten(%[[transposed]]) : (tensor<3x4xf32>) -> tensor<12xf32>
// CHECK-NEXT:    return %[[flat]] : tensor<12xf32>
func.func @main(%operand: tensor<4x3xf32>) -> tensor<?xf32> {
  %transposed = stablehlo.transpose %operand, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<?x?xf32>
  %rows = stablehlo.get_dimension_size %transposed, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %columns = stablehlo.get_dimension_size %transposed, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %size = stablehlo.multiply %rows, %columns : tensor<i32>
  %flat = func.call @flatten(%size, %transposed) : (tensor<i32>, tensor<?x?xf32>) -> tensor<?xf32>
  return %flat : tensor<?xf32>
}

// CHECK-LABEL: func.func private @flatten(
// CHECK-SAME:    tensor<3x4xf32>) -> tensor<12xf32> {
// CHECK-NEXT:    %[[shape:.*]] = stablehlo.constant dense<12> : tensor<1xi32>
// CHECK-NEXT:    stablehlo.dynamic_reshape %{{.*}}, %[[shape]] : (tensor<3x4xf32>, tensor<1xi32>) -> tensor<12xf32>
func.func private @flatten(%size: tensor<i32>, %operand: tensor<?x?xf32>) -> tensor<?xf32> {
  %shape = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %result = stablehlo.dynamic_reshape %operand, %shape : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %result : tensor<?xf32>
}
