// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: A slice of a reshaped dynamic slice becomes a dynamic slice at a start that is not clamped as before
// sentence: The start is clamped for the size of the larger slice (spec: dynamic_slice), and the offset is added to that.
// arguments: dense<[[0], [0], [-1], [0], [0]]> : tensor<5x1xi32>, dense<-1> : tensor<i32>

func.func @before(%x: tensor<5x1xi32>, %i: tensor<i32>) -> tensor<2xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.dynamic_slice %x, %i, %z, sizes = [4, 1] : (tensor<5x1xi32>, tensor<i32>, tensor<i32>) -> tensor<4x1xi32>
  %b = stablehlo.reshape %a : (tensor<4x1xi32>) -> tensor<4xi32>
  %r = stablehlo.slice %b [1:3] : (tensor<4xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func @after(%arg0: tensor<5x1xi32>, %arg1: tensor<i32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %c_0 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.add %c_0, %arg1 : tensor<i32>
  %1 = stablehlo.dynamic_slice %arg0, %0, %c, sizes = [2, 1] : (tensor<5x1xi32>, tensor<i32>, tensor<i32>) -> tensor<2x1xi32>
  %2 = stablehlo.reshape %1 : (tensor<2x1xi32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}
