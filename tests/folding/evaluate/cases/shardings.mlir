// A constant in the place of an op of Shardy has the sharding that the op says: others read it.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c = sdy.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = sdy.sharding_constraint %c <@mesh, [{"x"}]> : tensor<4xf32>
  %1 = sdy.all_gather [{"x"}] %0 out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %2 = stablehlo.add %1, %1 : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// => sdy.mesh @mesh = <["x"=2, "y"=2]>
// => func.func @main() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
// =>   %cst = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// =>   %cst_0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// =>   %cst_1 = stablehlo.constant dense<[2.000000e+00, 4.000000e+00, 6.000000e+00, 8.000000e+00]> : tensor<4xf32>
// =>   return %cst, %cst_0, %cst_1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
// => }

// -----

// What an all_reduce gives depends on how its operand is sharded: it stays, and so does what it is told.
sdy.mesh @mesh = <["x"=2]>
func.func @main() -> (tensor<2xf32>, tensor<2xf32>) {
  %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = sdy.reshard %c <@mesh, [{}]> : tensor<2xf32>
  %1 = sdy.replicated_to_unreduced {"x"} %0 out_sharding=<@mesh, [{}], unreduced={"x"}> : tensor<2xf32>
  %2 = sdy.all_reduce {"x"} %1 out_sharding=<@mesh, [{}]> : tensor<2xf32>
  return %0, %2 : tensor<2xf32>, tensor<2xf32>
}

// => sdy.mesh @mesh = <["x"=2]>
// => func.func @main() -> (tensor<2xf32>, tensor<2xf32>) {
// =>   %cst = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// =>   %cst_0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"x"}>]>} dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// =>   %0 = sdy.all_reduce {"x"} %cst_0 out_sharding=<@mesh, [{}]> : tensor<2xf32>
// =>   return %cst, %0 : tensor<2xf32>, tensor<2xf32>
// => }
// kept: sdy.all_reduce side-effects

// -----

// A named computation is evaluated where it stands.
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = sdy.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = sdy.named_computation<"twice">(%c) (%a: tensor<2xf32>) {
    %s = stablehlo.add %a, %a : tensor<2xf32>
    sdy.return %s : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.add %x, %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// => func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
// =>   %cst = stablehlo.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// =>   %0 = stablehlo.add %x, %cst : tensor<2xf32>
// =>   return %0 : tensor<2xf32>
// => }
