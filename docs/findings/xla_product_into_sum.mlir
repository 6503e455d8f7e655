// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// right_without: fusion
// title: A product and a sum in one fusion are rounded once: NaN becomes -infinity
// sentence: `multiply` rounds both products, to infinities of other signs, whose sum is NaN (spec: multiply, add, IEEE 754). The code generator makes one of them part of a fused multiply-add.
// arguments: dense<3.000000e+38> : tensor<f32>, dense<-3.000000e+38> : tensor<f32>, dense<4.000000e+00> : tensor<f32>
// given: dense<0xFF800000> : tensor<f32>

func.func @before(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.multiply %x, %z : tensor<f32>
  %b = stablehlo.multiply %y, %z : tensor<f32>
  %r = stablehlo.add %a, %b : tensor<f32>
  return %r : tensor<f32>
}
