// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.add %x, %z : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: After four swaps both are where they were.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %i, %r, %u = stablehlo.while(%k = %z, %a = %x, %b = %y) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %l = stablehlo.add %k, %o : tensor<i32>
    stablehlo.return %l, %b, %a : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %r : tensor<i32>
}
// ----- wrong: After three they are not.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %i, %r, %u = stablehlo.while(%k = %z, %a = %x, %b = %y) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %l = stablehlo.add %k, %o : tensor<i32>
    stablehlo.return %l, %b, %a : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %r : tensor<i32>
}
