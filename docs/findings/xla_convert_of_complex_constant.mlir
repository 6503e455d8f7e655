// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// title: A conversion of a complex constant to another type ends the process
// sentence: The imaginary value is ignored (spec: convert); of an argument XLA gives that. The process ends where XLA takes StableHLO in.
// ends: the process was killed by SIGSEGV

func.func @before() -> tensor<f32> {
  %x = stablehlo.constant dense<(1.5, 2.0)> : tensor<complex<f32>>
  %r = stablehlo.convert %x : (tensor<complex<f32>>) -> tensor<f32>
  return %r : tensor<f32>
}
