// Programs of test_views.py: Views, and sizes of results that types do not say, as the folder sees them before it
// evaluates anything.

// -----
// dynamic pad
%l = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
%h = stablehlo.constant dense<[3, -1]> : tensor<2xi64>
%b = stablehlo.constant dense<[2, 0]> : tensor<2xi64>
%z = stablehlo.constant dense<0.0> : tensor<f32>
%r = stablehlo.dynamic_pad %m, %z, %l, %h, %b : (tensor<3x5xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>

// -----
// dynamic gather
%n = stablehlo.constant dense<0> : tensor<7x2xi64>
%s = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
%r = "stablehlo.dynamic_gather"(%m, %n, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>}> : (tensor<3x5xf32>, tensor<7x2xi64>, tensor<2xi64>) -> tensor<?x?x?xf32>

// -----
// dot
%s = stablehlo.constant dense<[3, 5]> : tensor<2xi64>
%d = stablehlo.dynamic_reshape %m, %s : (tensor<3x5xf32>, tensor<2xi64>) -> tensor<?x?xf32>
%t = stablehlo.transpose %m, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
%r = stablehlo.dot %d, %t : (tensor<?x?xf32>, tensor<5x3xf32>) -> tensor<?x?xf32>
