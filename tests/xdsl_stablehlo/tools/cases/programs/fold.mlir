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
// branches
"stablehlo.if"(%p) ({{
      %y = stablehlo.sine %x : tensor<9xf32>
      {}
      stablehlo.return
    }}, {{
      stablehlo.return
    }}) : (tensor<i1>) -> ()
