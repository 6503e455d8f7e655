// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// title: Constant booleans are clamped as signed numbers, of which true is less than false
// sentence: `clamp` is minimum(maximum(operand, min), max), which are OR and AND of booleans (spec: clamp, maximum, minimum); of arguments XLA gives that. It is folded where XLA takes StableHLO in.
// given: dense<[false, true, false, true, false, true, true, true]> : tensor<8xi1>

func.func @before() -> tensor<8xi1> {
  %min = stablehlo.constant dense<[false, false, false, false, true, true, true, true]> : tensor<8xi1>
  %x = stablehlo.constant dense<[false, false, true, true, false, false, true, true]> : tensor<8xi1>
  %max = stablehlo.constant dense<[false, true, false, true, false, true, false, true]> : tensor<8xi1>
  %r = stablehlo.clamp %min, %x, %max : tensor<8xi1>
  return %r : tensor<8xi1>
}
