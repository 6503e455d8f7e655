// before
func.func @main(%x: tensor<5xi8>) -> tensor<3xi8> {
  %l = stablehlo.constant dense<-128> : tensor<i8>
  %r = "stablehlo.reduce_window"(%x, %l) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %s = stablehlo.maximum %a, %b : tensor<i8>
    stablehlo.return %s : tensor<i8>
  }) {window_dimensions = array<i64: 2>, window_dilations = array<i64: 2>} : (tensor<5xi8>, tensor<i8>) -> tensor<3xi8>
  return %r : tensor<3xi8>
}
// ----- right: Elements two apart.
func.func @main(%x: tensor<5xi8>) -> tensor<3xi8> {
  %a = stablehlo.slice %x [0:3] : (tensor<5xi8>) -> tensor<3xi8>
  %b = stablehlo.slice %x [2:5] : (tensor<5xi8>) -> tensor<3xi8>
  %r = stablehlo.maximum %a, %b : tensor<3xi8>
  return %r : tensor<3xi8>
}
// ----- wrong: Neighbours.
func.func @main(%x: tensor<5xi8>) -> tensor<3xi8> {
  %a = stablehlo.slice %x [0:3] : (tensor<5xi8>) -> tensor<3xi8>
  %b = stablehlo.slice %x [1:4] : (tensor<5xi8>) -> tensor<3xi8>
  %r = stablehlo.maximum %a, %b : tensor<3xi8>
  return %r : tensor<3xi8>
}
