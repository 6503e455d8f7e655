// Programs of test_server.py: files that an editor opens.

// -----
// given
// About the file.
!T = tensor<3xf32>
func.func @main(%x: !T, %n: tensor<i32>, %s: tensor<i32>) -> (!T, !T, tensor<i32>, tensor<?x?xf32>) {
  %iota = stablehlo.iota dim = 0 : !T
  %angle = stablehlo.cosine %iota : !T
  %result = stablehlo.multiply %x, %angle : !T
  %e = stablehlo.exponential %result : !T
  %root = stablehlo.sqrt %e : !T
  %two = stablehlo.constant dense<2> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %small = stablehlo.and %n, %seven : tensor<i32>
  %even = stablehlo.multiply %small, %two : tensor<i32>
  %half = stablehlo.constant dense<2.500000e+00> : tensor<f32>
  %all = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> !T
  %y = stablehlo.add %root, %all : !T
  %called = func.call @helper(%even) : (tensor<i32>) -> tensor<i32>
  %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %known = stablehlo.dynamic_iota %sizes, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  return %y, %result, %called, %known : !T, !T, tensor<i32>, tensor<?x?xf32>
}
func.func private @helper(%n: tensor<i32>) -> tensor<i32> {
  return %n : tensor<i32>
}

// -----
// broken
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.add %x, %nothing : tensor<2xf32>
  %i = stablehlo.iota dim = 1 : tensor<2xf32>
  return %i : tensor<2xf32>
}

// -----
// not formatted
func.func @main(%x: tensor<2xf32>)->tensor<2xf32> {
      // kept
      return %x:tensor<2xf32>
}

// -----
// formatted
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // kept
  return %x : tensor<2xf32>
}
