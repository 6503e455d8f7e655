// Programs of test_transaction.py: A fold that fails, wherever it fails, leaves the module as it was: the same
// objects in the same places.

// -----
// nested call
module @outer {
  func.func @main() -> tensor<i32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %r = stablehlo.custom_call @user(%one) : (tensor<i32>) -> tensor<i32>
    %s = stablehlo.add %r, %one : tensor<i32>
    return %s : tensor<i32>
  }
  module @inner {
    func.func @main() -> tensor<i32> {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %two = stablehlo.add %one, %one : tensor<i32>
      return %two : tensor<i32>
    }
  }
}

// -----
// writes
func.func @main() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %sum = stablehlo.add %c, %c : tensor<2xi32>
  %t = stablehlo.tuple %sum : tuple<tensor<2xi32>>
  %a = stablehlo.custom_call @user(%sum) : (tensor<2xi32>) -> tensor<2xi32>
  %b = stablehlo.custom_call @user(%t) : (tuple<tensor<2xi32>>) -> tensor<2xi32>
  return %sum, %a, %b : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}

// -----
// read
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %a = stablehlo.add %x, %x : tensor<i32>
  %b = stablehlo.negate %a : tensor<i32>
  return %b : tensor<i32>
}
