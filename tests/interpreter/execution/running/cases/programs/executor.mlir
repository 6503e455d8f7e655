// Programs of test_executor.py: Steps over slots: their order, what is freed and when, what is written in place,
// whose error it is.

// -----
// a value that is read again stays
%x = stablehlo.cbrt %a0 : tensor<2xf32>
        %y = stablehlo.ceil %a0 : tensor<2xf32>
        %z = stablehlo.add %x, %y : tensor<2xf32>
        %r0 = stablehlo.ceil %z : tensor<2xf32>

// -----
// the place of an error in a callee is there
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.abs %x : tensor<2xf32>
      %1 = stablehlo.cbrt %0 : tensor<2xf32>
      return %1 : tensor<2xf32>
    }

// -----
// reduce
%z = stablehlo.constant dense<0.0> : tensor<f32>
    %k = stablehlo.negate %a1 : tensor<f32>
    %r0 = "stablehlo.reduce"(%a0, %z) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %p = stablehlo.multiply %y, %k : tensor<f32>
      %s = func.call @f(%x, %p) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {dimensions = array<i64: 1>} : (tensor<3x20xf32>, tensor<f32>) -> tensor<3xf32>

// -----
// reduce 2

func.func private @f(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0 : tensor<f32>
}

// -----
// a batched step must give the dtype that is declared
%r0 = "stablehlo.map"(%a0) ({
        ^bb0(%x: tensor<f32>):
          %c = stablehlo.cbrt %x : tensor<f32>
          stablehlo.return %c : tensor<f32>
        }) {dimensions = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>
