// RUN: stablehlo-opt --stablehlo-legalize-deprecated-ops %s | filecheck %s --check-prefix=NEW
// RUN: stablehlo-opt --stablehlo-wrap-in-composite='op-names=stablehlo.add version=1' %s | filecheck %s --check-prefix=WRAP
// RUN: stablehlo-opt --stablehlo-convert-to-signless %s | filecheck %s --check-prefix=SIGN

// NEW:  stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0]
// WRAP: stablehlo.composite "stablehlo.add" {{.*}} {decomposition = @stablehlo.add.impl, version = 1 : i32}
// WRAP: func.func private @stablehlo.add.impl
// SIGN: tensor<2xi8>
func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xf32>, %arg2: tensor<2xui8>) -> (tensor<2x2xf32>, tensor<2xui8>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.add %arg2, %arg2 : tensor<2xui8>
  return %0, %1 : tensor<2x2xf32>, tensor<2xui8>
}
