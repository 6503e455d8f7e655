// Programs of test_translate.py: `stablehlo-translate` from its command line to its output and exit code.

// -----
// add
func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %r = stablehlo.add %a, %b : tensor<2xi32>
  return %r : tensor<2xi32>
}


// -----
// a long run says where it is
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.while(%i = %n) : tensor<i32>
  cond {
    %p = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %m = stablehlo.subtract %i, %one : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }
  return %r : tensor<i32>
}


// -----
// forever
func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32> cond {
    %again = stablehlo.compare GE, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %again : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return %r : tensor<i32>
}
