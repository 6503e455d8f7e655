// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// title: The sum of two constant booleans is their difference: true + true is false
// sentence: `add` of booleans is logical OR (spec: add); of arguments XLA gives that. It is folded where XLA takes StableHLO in.
// given: dense<[false, true, true, false]> : tensor<4xi1>

func.func @before() -> tensor<4xi1> {
  %x = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>
  %y = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  %r = stablehlo.add %x, %y : tensor<4xi1>
  return %r : tensor<4xi1>
}
