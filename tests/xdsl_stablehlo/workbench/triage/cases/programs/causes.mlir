// Programs of test_causes.py: Causes of wrong results, which the rulings and the groups of a report name.

// -----
// the cause of a scatter in place is named
func.func @main(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %z = stablehlo.constant dense<0> : tensor<1x1xi32>
  %u = stablehlo.constant dense<9> : tensor<1xi32>
  %r = "stablehlo.scatter"(%x, %z, %u) <{scatter_dimension_numbers = #stablehlo.scatter<
    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<2xi32>, tensor<1x1xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %x, %r : tensor<2xi32>, tensor<2xi32>
}

// -----
// mapped
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %r = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.constant dense<1.0e-39> : tensor<f32>
    %m = stablehlo.add %a, %c : tensor<f32>
    %n = stablehlo.maximum %m, %b : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----
// selected
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.compare GT, %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %t = stablehlo.tuple %x, %c : tuple<tensor<2xf32>, tensor<2xi1>>
  %u = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>, tensor<2xi1>>) -> tensor<2xf32>
  %d = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>, tensor<2xi1>>) -> tensor<2xi1>
  %r = stablehlo.select %d, %u, %y : tensor<2xi1>, tensor<2xf32>
  return %r : tensor<2xf32>
}
