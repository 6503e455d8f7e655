// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %i, %r, %u = stablehlo.while(%k = %z, %a = %x, %b = %y) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %l = stablehlo.add %k, %o : tensor<i32>
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %l, %b, %c : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %r : tensor<i32>
}
// ----- right: (a, b), (b, a+b), (a+b, a+2b), (a+2b, 2a+3b), (2a+3b, 3a+5b), (3a+5b, 5a+8b).
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c5 = stablehlo.constant dense<5> : tensor<i32>
  %a = stablehlo.multiply %x, %c3 : tensor<i32>
  %b = stablehlo.multiply %y, %c5 : tensor<i32>
  %r = stablehlo.add %a, %b : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: That is the other number of the last pair.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %c3 = stablehlo.constant dense<5> : tensor<i32>
  %c5 = stablehlo.constant dense<8> : tensor<i32>
  %a = stablehlo.multiply %x, %c3 : tensor<i32>
  %b = stablehlo.multiply %y, %c5 : tensor<i32>
  %r = stablehlo.add %a, %b : tensor<i32>
  return %r : tensor<i32>
}
