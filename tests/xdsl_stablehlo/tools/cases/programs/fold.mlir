// Programs of test_fold.py: `stablehlo-fold`: what is written in which format, the table, and what a user can get
// wrong.

// -----
// model
func.func @main(%w: tensor<2x2xf32> loc("w"), %x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %a = stablehlo.abs %w : tensor<2x2xf32>
  %s = stablehlo.add %a, %a : tensor<2x2xf32>
  %i = stablehlo.iota dim = 0 : tensor<2x2xf32>
  %r = stablehlo.multiply %x, %s : tensor<2x2xf32>
  %t = stablehlo.add %r, %i : tensor<2x2xf32>
  return %t : tensor<2x2xf32>
}


// -----
// folded
module {
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %cst = stablehlo.constant dense<[[2.000000e+00, 4.000000e+00], [6.000000e+00, 8.000000e+00]]> : tensor<2x2xf32>
    %cst_0 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00]]> : tensor<2x2xf32>
    %0 = stablehlo.multiply %arg0, %cst : tensor<2x2xf32>
    %1 = stablehlo.add %0, %cst_0 : tensor<2x2xf32>
    return %1 : tensor<2x2xf32>
  }
}


// -----
// branches
"stablehlo.if"(%p) ({{
      %y = stablehlo.sine %x : tensor<9xf32>
      {}
      stablehlo.return
    }}, {{
      stablehlo.return
    }}) : (tensor<i1>) -> ()
