// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.subtract %x, %y : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The second condition holds for one argument only, where the first holds.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<100000> : tensor<i32>
  %d = stablehlo.constant dense<31337> : tensor<i32>
  %p = stablehlo.compare GT, %x, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %m = stablehlo.xor %x, %y : tensor<i32>
    %q = stablehlo.compare EQ, %m, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %k = stablehlo.convert %q : (tensor<i1>) -> tensor<i32>
    %s = stablehlo.subtract %x, %y : tensor<i32>
    %t = stablehlo.add %s, %k : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }, {
    %s = stablehlo.subtract %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}
