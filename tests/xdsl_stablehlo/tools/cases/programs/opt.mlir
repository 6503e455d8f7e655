// Programs of test_opt.py: `stablehlo-opt`: options, streams, and what a user can get wrong.

// -----
// program
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  %sum = stablehlo.add %x, %x : tensor<2xf32>
  return %sum : tensor<2xf32>
}


// -----
// inlined
module {
  func.func @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}


// -----
// warnings are shown and change nothing
func.func @f(%a: tensor<10xf64>, %b: tensor<5xf64>) -> !stablehlo.token {
      %0 = "hlo_test_broadcast.numpy_broadcast"(%a, %b) : (tensor<10xf64>, tensor<5xf64>) -> !stablehlo.token
      return %0 : !stablehlo.token
    }

// -----
// tables
func.func @main() -> (tensor<20xf32>, tensor<4xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<20xf32>
  %y = stablehlo.sine %i : tensor<20xf32>
  %j = stablehlo.iota dim = 0 : tensor<4xf32>
  %z = stablehlo.sine %j : tensor<4xf32>
  return %y, %z : tensor<20xf32>, tensor<4xf32>
}

// -----
// large constants are left out

func.func @f() {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %c = stablehlo.constant {x = dense<[4, 5, 6]> : tensor<3xi32>} dense<7> : tensor<3xi32>
  return
}
