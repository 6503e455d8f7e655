// before
func.func @main(%x: tensor<2xi32>, %i: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.add %i, %z : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: A reduction whose operation gives the left operand may give the first element.
func.func @main(%x: tensor<2xi32>, %i: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      stablehlo.return %a : tensor<i32>
    }
  return %r : tensor<i32>
}
