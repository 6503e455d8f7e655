// Programs of test_symbols.py: The functions of a module: who calls whom, in which order, and who is mentioned
// otherwise.

// -----
// nested
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %s = stablehlo.constant dense<5> : tensor<7xi64>
    stablehlo.return %x : tensor<i32>
  }, {
    %q = "stablehlo.if"(%p) ({
      stablehlo.return %x : tensor<i32>
    }, {
      %n = stablehlo.negate %x : tensor<i32>
      stablehlo.return %n : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %q : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}
module @inner {
  func.func @main() {
    return
  }
}
