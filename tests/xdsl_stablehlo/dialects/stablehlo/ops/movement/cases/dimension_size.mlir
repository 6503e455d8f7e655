// get_dimension_size and set_dimension_size: the types that are inferred, and how they are printed.

// -----

func.func @set_dimension_size_1(%arg0: tensor<4x2xf32>, %arg1: tensor<i32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 0 : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  return
}
func.func @set_dimension_size_2(%arg0: tensor<4x2xf32>) {
  %c = stablehlo.constant dense<4> : tensor<i32>
  %0 = stablehlo.set_dimension_size %arg0, %c, dim = 0 : (tensor<4x2xf32>, tensor<i32>) -> tensor<4x2xf32>
  return
}
func.func @set_dimension_size_3(%arg0: tensor<4x2xf32>) {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.set_dimension_size %arg0, %c, dim = 0 : (tensor<4x2xf32>, tensor<i32>) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>>
  return
}
func.func @set_dimension_size_4(%arg0: tensor<?x2xf32>, %arg1: tensor<i32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 0 : (tensor<?x2xf32>, tensor<i32>) -> tensor<?x2xf32>
  return
}
func.func @set_dimension_size_5(%arg0: tensor<?x?xf32, #stablehlo.bounds<4, 5>>) {
  %c = stablehlo.constant dense<4> : tensor<i32>
  %0 = stablehlo.set_dimension_size %arg0, %c, dim = 0 : (tensor<?x?xf32, #stablehlo.bounds<4, 5>>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 5>>
  return
}

// infer:
// unchanged

// -----

func.func @get_dimension_size(%arg0: tensor<?x?xf32>) {
  %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  return
}
func.func @set_dimension_size_1(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x3xf32>
  return
}
func.func @set_dimension_size_2(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) {
  %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}
func.func @set_dimension_size_3(%arg0: tensor<?x?xf32>) {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.set_dimension_size %arg0, %c, dim = 0 : (tensor<?x?xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// speculate:
// => yes: @get_dimension_size @set_dimension_size_1
// => no: @set_dimension_size_2 @set_dimension_size_3

// -----

func.func @get_dimension_size(%a0: tensor<2x3xf32>) -> tensor<i32> {
  %r0 = stablehlo.get_dimension_size %a0, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  return %r0 : tensor<i32>
}
func.func @set_dimension_size(%a0: tensor<2x3xf32>, %a1: tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>> {
  %r0 = stablehlo.set_dimension_size %a0, %a1, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  return %r0 : tensor<2x?xf32, #stablehlo.bounds<?, 3>>
}

// print:
// unchanged
// cpp: the same
