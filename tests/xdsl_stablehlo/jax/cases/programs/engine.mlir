// Programs of test_engine.py: XLA in the place of the interpreter: the same bits of integers and of what is moved,
// reasons for what stays here.

// -----
// float work

func.func @main() -> tensor<f32> {
  %i = stablehlo.iota dim = 0 : tensor<65536xf32>
  %s = stablehlo.log_plus_one %i : tensor<65536xf32>
  %a = stablehlo.reshape %s : (tensor<65536xf32>) -> tensor<256x256xf32>
  %d = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0]
    : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<256x256xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----
// loops stay here

    %zero = stablehlo.constant dense<0> : tensor<i32>
    %q, %end = stablehlo.while(%a = %x, %n = %zero) : tensor<4096xi64>, tensor<i32>
      cond {
        %five = stablehlo.constant dense<5> : tensor<i32>
        %c = stablehlo.compare LT, %n, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %m = stablehlo.add %n, %one : tensor<i32>
        %b = stablehlo.add %a, %y : tensor<4096xi64>
        stablehlo.return %b, %m : tensor<4096xi64>, tensor<i32>
      }

// -----
// a program runs on xla

        func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xi64>) -> (tensor<2x3xf32>, tensor<3xi64>, tensor<3xi1>) {
          %0 = func.call @f(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
          %1 = stablehlo.multiply %b, %b : tensor<3xi64>
          %2 = stablehlo.compare GT, %1, %b : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
          return %0, %1, %2 : tensor<2x3xf32>, tensor<3xi64>, tensor<3xi1>
        }
        func.func private @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
          %0 = chlo.erf %a : tensor<2x3xf32> -> tensor<2x3xf32>
          return %0 : tensor<2x3xf32>
        }

// -----
// what a program cannot have on xla
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
          %0 = stablehlo.custom_call @nobody_knows(%a) : (tensor<2xf32>) -> tensor<2xf32>
          return %0 : tensor<2xf32>
        }
