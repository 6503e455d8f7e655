// tool: StableHLO's C++ interpreter, of jaxlib 0.10.2
// call: the C++ interpreter
// title: A convolution of no features ends the process
// sentence: Each element is the sum of no products, which is 0 (spec: convolution, dot_general).
// arguments: dense<> : tensor<1x0xf32>, dense<> : tensor<0x1xf32>
// ends: the process was killed by SIGABRT: LLVM ERROR: Incompatible index and shape found while flattening index

func.func @before(%x: tensor<1x0xf32>, %y: tensor<0x1xf32>) -> tensor<1x1xf32> {
  %r = stablehlo.convolution(%x, %y) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x0xf32>, tensor<0x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}
