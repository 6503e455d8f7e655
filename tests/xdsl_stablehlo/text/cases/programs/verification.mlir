// Programs of test_verification.py: Verification of modules: what is found, in one line, and in linear time.

// -----
// an op inside a region is found
func.func @f(%p: tensor<i1>, %x: tensor<2xf32>) {
  %0 = "stablehlo.if"(%p) ({
    %1 = "stablehlo.abs"(%x) : (tensor<2xf32>) -> tensor<3xf32>
    stablehlo.return %x : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----
// values of one region are not seen in another
func.func @f(%p: tensor<i1>, %x: tensor<2xf32>) {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.abs %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    %2 = stablehlo.abs %x : tensor<2xf32>
    stablehlo.return %2 : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----
// blocks see what dominates them
func.func @f(%x: tensor<2xf32>) {
  %0 = "a.b"(%x)[^bb1, ^bb2] : (tensor<2xf32>) -> tensor<2xf32>
^bb1:
  %1 = stablehlo.abs %x : tensor<2xf32>
  "a.c"(%1)[^bb2] : (tensor<2xf32>) -> ()
^bb2:
  "a.d"(%1) : (tensor<2xf32>) -> ()
  return
}

// -----
// a verifier that breaks on what is wrong inside
func.func @f(%p: tensor<i1>, %x: tensor<2xf32>) {
  %0 = "stablehlo.if"(%p) ({
    %1 = "stablehlo.abs"(%x) : (tensor<2xf32>) -> tensor<3xf32>
    stablehlo.return %x : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}
