// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// right_without: float-normalization-s4
// title: The ones among the bits of a negative i4 are 7 or 8
// sentence: -5 is 1011 in four bits, of which three are ones (spec: popcnt). XLA widens it with its sign, and counts those bits, too.
// arguments: dense<-5> : tensor<i4>
// given: dense<7> : tensor<i4>

func.func @before(%x: tensor<i4>) -> tensor<i4> {
  %r = stablehlo.popcnt %x : tensor<i4>
  return %r : tensor<i4>
}
