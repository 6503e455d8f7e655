// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// title: The padding of a window is not reduced
// sentence: The padding of `reduce_window` holds init values (spec: reduce_window, "pad(input, init_value, ..)"): two beside the element in the first window, three in the second.
// arguments: dense<1> : tensor<1xi32>, dense<1> : tensor<i32>
// given: dense<[2, 1]> : tensor<2xi32>

func.func @before(%x: tensor<1xi32>, %i: tensor<i32>) -> tensor<2xi32> {
  %r = "stablehlo.reduce_window"(%x, %i) <{
    window_dimensions = array<i64: 3>, padding = dense<[[0, 3]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
