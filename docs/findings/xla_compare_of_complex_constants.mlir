// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// right_without: constant_folding
// title: A comparison of complex constants for their order ends the process
// sentence: Complex numbers are compared in lexicographic order of their parts (spec: compare). Of arguments XLA gives that.
// ends: the process was killed by SIGABRT: hlo_evaluator.cc:170] unhandled direction for conversion to Comparison: .LT.C64.PARTIALORDER
// until: 0.11.0

func.func @before() -> tensor<i1> {
  %x = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
  %y = stablehlo.constant dense<(1.0, 3.0)> : tensor<complex<f32>>
  %r = stablehlo.compare LT, %x, %y, FLOAT : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
  return %r : tensor<i1>
}
