// before
func.func @main(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}
// ----- right: Reversed twice.
func.func @main(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %a = stablehlo.reverse %x, dims = [0] : tensor<?xi32>
  %b = stablehlo.reverse %y, dims = [0] : tensor<?xi32>
  %c = stablehlo.concatenate %b, %a, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %r = stablehlo.reverse %c, dims = [0] : tensor<?xi32>
  return %r : tensor<?xi32>
}
// ----- wrong: The other way round.
func.func @main(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %r = stablehlo.concatenate %y, %x, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}
