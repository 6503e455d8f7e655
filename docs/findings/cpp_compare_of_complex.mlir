// tool: StableHLO's C++ interpreter, of jaxlib 0.10.2
// call: the C++ interpreter
// title: A comparison of complex numbers for their order ends the process
// sentence: Complex numbers are compared in lexicographic order of their parts (spec: compare).
// arguments: dense<(1.0, 2.0)> : tensor<complex<f32>>, dense<(1.0, 3.0)> : tensor<complex<f32>>
// ends: the process was killed by SIGABRT: LLVM ERROR: Unsupported element type: complex<f32>

func.func @before(%x: tensor<complex<f32>>, %y: tensor<complex<f32>>) -> tensor<i1> {
  %r = stablehlo.compare LT, %x, %y, FLOAT : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
  return %r : tensor<i1>
}
