// Programs of test_custom_forms.py: The custom form of an op says everything: types that the verifier lets differ are
// read back as they were.

// -----
// loop
func.func @main(%n: tensor<i32>, %v: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %w:2 = stablehlo.while(%i = %n, %s = %v) : tensor<i32>, tensor<2x3xf32> cond {
    %t = stablehlo.compare EQ, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    stablehlo.return %i, %s : tensor<i32>, tensor<2x3xf32>
  }
  return %w#1 : tensor<2x3xf32>
}

// -----
// others
func.func @main(%p: tensor<i1>, %x: tensor<2x3xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  %b:2 = stablehlo.optimization_barrier %x, %z : tensor<2x3xf32>, tensor<f32>
  %t = stablehlo.tuple %x, %z : tuple<tensor<2x3xf32>, tensor<f32>>
  %s = stablehlo.select %p, %x, %x : tensor<i1>, tensor<2x3xf32>
  %c = stablehlo.complex %x, %x : tensor<2x3xcomplex<f32>>
  %r = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  reducer(%a: tensor<f32>, %e: tensor<f32>) {
    %k = stablehlo.subtract %a, %e : tensor<f32>
    stablehlo.return %k : tensor<f32>
  }
  return %r : tensor<2xf32>
}
