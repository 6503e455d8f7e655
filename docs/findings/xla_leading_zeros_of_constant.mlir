// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// right_without: constant_folding
// title: The leading zeros of -1 are -32 where it is a constant
// sentence: The bits of -1 are ones: it has no leading zeros (spec: count_leading_zeros). As an argument it gives 0; folded, negative i8 give -56, i16 -48, i32 -32, and i4 4.
// given: dense<-32> : tensor<i32>
// until: 0.11.2

func.func @before() -> tensor<i32> {
  %x = stablehlo.constant dense<-1> : tensor<i32>
  %r = stablehlo.count_leading_zeros %x : tensor<i32>
  return %r : tensor<i32>
}
