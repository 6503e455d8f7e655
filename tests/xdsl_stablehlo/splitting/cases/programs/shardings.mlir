// Programs of test_shardings.py: Derived weights are sharded as Shardy, which jaxlib carries, shards them.

// -----
// weights
%w: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
%v: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b"}]>},
%g: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>},
%t: tensor<2x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a", "b"}, {}]>},
%s: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}

// -----
// tensor<8x16xf32>
%1 = stablehlo.reduce(%w init: %z) applies stablehlo.maximum across dimensions = [0]
: (tensor<8x16xf32>, tensor<f32>) -> tensor<16xf32>
%2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<16xf32>) -> tensor<8x16xf32>
%0 = stablehlo.divide %w, %2 : tensor<8x16xf32>

// -----
// tensor<16x2xf32>
%1 = stablehlo.slice %t [0:2, 0:1, 0:16] : (tensor<2x8x16xf32>) -> tensor<2x1x16xf32>
%2 = stablehlo.reshape %1 : (tensor<2x1x16xf32>) -> tensor<2x16xf32>
%3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<2x16xf32>) -> tensor<16x2xf32>
%4 = stablehlo.broadcast_in_dim %g, dims = [0] : (tensor<16xf32>) -> tensor<16x2xf32>
%0 = stablehlo.add %3, %4 : tensor<16x2xf32>

// -----
// tensor<8x16xf32> 2
%1 = stablehlo.slice %t [0:1, 0:8, 0:16] : (tensor<2x8x16xf32>) -> tensor<1x8x16xf32>
%2 = stablehlo.reshape %1 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
%0 = stablehlo.add %2, %v : tensor<8x16xf32>
