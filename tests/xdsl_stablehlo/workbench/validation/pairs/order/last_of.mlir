// before
func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %i = stablehlo.constant dense<9> : tensor<i32>
  %r = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      stablehlo.return %b : tensor<i32>
    }
  return %r : tensor<i32>
}
// ----- right: The last element.
func.func @main() -> tensor<i32> {
  %r = stablehlo.constant dense<8> : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: 7 is never the last one.
func.func @main() -> tensor<i32> {
  %r = stablehlo.constant dense<7> : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: Of these, 7 is the last.
func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<[8, 7]> : tensor<2xi32>
  %i = stablehlo.constant dense<8> : tensor<i32>
  %r = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      stablehlo.return %b : tensor<i32>
    }
  return %r : tensor<i32>
}
