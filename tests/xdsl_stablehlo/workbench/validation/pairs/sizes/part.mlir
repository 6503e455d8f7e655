func.func @main(%x: tensor<?xf32>, %i: tensor<i32>) -> (tensor<?xf32>, tensor<2xf32>) {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<?xf32>, tensor<i32>) -> tensor<2xf32>
  return %x, %0 : tensor<?xf32>, tensor<2xf32>
}
// ----- right: a smaller part, which is there where the larger one is, and is not read
func.func @main(%x: tensor<?xf32>, %i: tensor<i32>) -> (tensor<?xf32>, tensor<2xf32>) {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<?xf32>, tensor<i32>) -> tensor<2xf32>
  %1 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<?xf32>, tensor<i32>) -> tensor<1xf32>
  return %x, %0 : tensor<?xf32>, tensor<2xf32>
}
// ----- wrong: a larger part, which is not read, but is not there where the tensor has two elements
func.func @main(%x: tensor<?xf32>, %i: tensor<i32>) -> (tensor<?xf32>, tensor<2xf32>) {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<?xf32>, tensor<i32>) -> tensor<2xf32>
  %1 = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<?xf32>, tensor<i32>) -> tensor<3xf32>
  return %x, %0 : tensor<?xf32>, tensor<2xf32>
}
// ----- wrong: an update that is not read, and is larger than the tensor may be
func.func @main(%x: tensor<?xf32>, %i: tensor<i32>) -> (tensor<?xf32>, tensor<2xf32>) {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<?xf32>, tensor<i32>) -> tensor<2xf32>
  %c = stablehlo.constant dense<1.0> : tensor<5xf32>
  %1 = stablehlo.dynamic_update_slice %x, %c, %i : (tensor<?xf32>, tensor<5xf32>, tensor<i32>) -> tensor<?xf32>
  return %x, %0 : tensor<?xf32>, tensor<2xf32>
}
