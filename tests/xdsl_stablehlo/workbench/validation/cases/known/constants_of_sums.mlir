// before
func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %c = stablehlo.constant dense<100> : tensor<4xi8>
  %d = stablehlo.constant dense<60> : tensor<4xi8>
  %s = stablehlo.add %x, %c : tensor<4xi8>
  %r = stablehlo.add %d, %s : tensor<4xi8>
  return %r : tensor<4xi8>
}
// ----- right: Sums wrap around.
func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %c = stablehlo.constant dense<-100> : tensor<4xi8>
  %d = stablehlo.constant dense<4> : tensor<4xi8>
  %s = stablehlo.add %x, %c : tensor<4xi8>
  %r = stablehlo.add %d, %s : tensor<4xi8>
  return %r : tensor<4xi8>
}
// ----- wrong: Another sum.
func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %c = stablehlo.constant dense<-100> : tensor<4xi8>
  %d = stablehlo.constant dense<5> : tensor<4xi8>
  %s = stablehlo.add %x, %c : tensor<4xi8>
  %r = stablehlo.add %d, %s : tensor<4xi8>
  return %r : tensor<4xi8>
}
