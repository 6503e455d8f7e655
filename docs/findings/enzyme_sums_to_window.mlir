// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-generate-td{patterns=sum_to_reducewindow},transform-interpreter,enzyme-hlo-remove-transform
// title: A sum of neighbours becomes a reduction of windows that begins with 0: -0 becomes 0
// sentence: -0 + -0 is -0 (spec: add, IEEE 754); with an init value of 0 in it, a sum of zeros is +0 (spec: reduce_window).
// arguments: dense<[-0.0, -0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<6xf32>

func.func @before(%x: tensor<6xf32>) -> tensor<4xf32> {
  %a = stablehlo.slice %x [0:4] : (tensor<6xf32>) -> tensor<4xf32>
  %b = stablehlo.slice %x [1:5] : (tensor<6xf32>) -> tensor<4xf32>
  %c = stablehlo.slice %x [2:6] : (tensor<6xf32>) -> tensor<4xf32>
  %s = stablehlo.add %a, %b : tensor<4xf32>
  %r = stablehlo.subtract %s, %c : tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @after(%arg0: tensor<6xf32>) -> tensor<4xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.slice %arg0 [2:6] : (tensor<6xf32>) -> tensor<4xf32>
  %1 = stablehlo.slice %arg0 [0:5] : (tensor<6xf32>) -> tensor<5xf32>
  %2 = "stablehlo.reduce_window"(%1, %cst) <{base_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %4 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<5xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = stablehlo.subtract %2, %0 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
