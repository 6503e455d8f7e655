// tool: Enzyme-JAX 0.0.16
// call: optimize-communication{periodic_concat=0 concat_to_pad_comm=1}
// title: A concatenation of sharded tensors becomes a sum of padded ones: -0 becomes 0
// sentence: The sum of zeros of other signs is +0 (spec: add, IEEE 754); `concatenate` moves elements.
// arguments: dense<0.000000e+00> : tensor<2xf32>, dense<-0.000000e+00> : tensor<2xf32>

sdy.mesh @mesh = <["x"=2]>
func.func @before(%x: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %y: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %r = stablehlo.concatenate %x, %y, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @after(%arg0: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.pad %arg0, %cst, low = [0], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.pad %arg1, %cst, low = [2], high = [0], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  return %2 : tensor<4xf32>
}
