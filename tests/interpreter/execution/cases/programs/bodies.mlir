// Programs of bodies.py: Compiled bodies of programs, with kernels of the test's own.

// -----
// calling
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.abs %x : tensor<f32>
  %1:2 = call @f(%0, %c) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %2 = stablehlo.negate %1#0 : tensor<f32>
  return %2 : tensor<f32>
}
func.func private @f(%x: tensor<f32>, %y: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0, %x : tensor<f32>, tensor<f32>
}

// -----
// update
%i = stablehlo.constant dense<1> : tensor<i32>
%u = stablehlo.constant dense<7.0> : tensor<1xf32>
{0}
%r0 = stablehlo.dynamic_update_slice %{1}, %u, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
{2}
