// before
func.func @main(%x: tensor<?x?xi32>) -> tensor<i1> {
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
  %r = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- right: The transposed tensor has the sizes in the other order.
func.func @main(%x: tensor<?x?xi32>) -> tensor<i1> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xi32>) -> tensor<?x?xi32>
  %a = stablehlo.get_dimension_size %t, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %t, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
  %r = stablehlo.compare EQ, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: A matrix need not be square.
func.func @main(%x: tensor<?x?xi32>) -> tensor<i1> {
  %r = stablehlo.constant dense<true> : tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: It may have more rows than columns.
func.func @main(%x: tensor<?x?xi32>) -> tensor<i1> {
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xi32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xi32>) -> tensor<i32>
  %r = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
