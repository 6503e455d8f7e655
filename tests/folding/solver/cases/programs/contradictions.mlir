// Programs of test_contradictions.py: Programs whose declared types contradict the shapes that they compute:
// undefined, but folding leaves them valid.

// -----
// constants
%zero = stablehlo.constant dense<0> : tensor<2xi64>
%one = stablehlo.constant dense<1> : tensor<2xi64>
%first = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
%nine = stablehlo.constant dense<9> : tensor<i32>
%third = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
%cross = stablehlo.constant dense<[2, -1]> : tensor<2xi64>
%two = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
%none = stablehlo.constant dense<0> : tensor<0x2xi64>
%rows = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi64>
%n = stablehlo.constant dense<1> : tensor<i32>
%ten = stablehlo.constant dense<10> : tensor<i32>
%cx = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
%cy = stablehlo.constant dense<[[1.0, 2.0], [4.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>
%cz = stablehlo.constant dense<7.0> : tensor<f32>
%p = stablehlo.constant dense<true> : tensor<i1>
%size = stablehlo.subtract %ten, %nine : tensor<i32>
%slice = stablehlo.subtract %third, %cross : tensor<2xi64>
