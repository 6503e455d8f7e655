// Programs of test_page.py: The page of a report: well-formed, whole without a network, with links that lead
// somewhere.

// -----
// text

func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<4xf32> loc("model.py":3:1)
  %s = stablehlo.sine %i : tensor<4xf32> loc("model.py":4:1)
  %c = stablehlo.custom_call @unknown(%s) : (tensor<4xf32>) -> tensor<4xf32> loc("<b>&model.py":5:1)
  %a = stablehlo.add %c, %w : tensor<4xf32> loc("model.py":6:1)
  %t0 = stablehlo.tanh %x : tensor<4xf32>
  %t1 = stablehlo.cosine %t0 : tensor<4xf32>
  %t2 = stablehlo.tanh %t1 : tensor<4xf32>
  %t3 = stablehlo.cosine %t2 : tensor<4xf32>
  %t4 = stablehlo.tanh %t3 : tensor<4xf32>
  %t5 = stablehlo.cosine %t4 : tensor<4xf32>
  %t6 = stablehlo.tanh %t5 : tensor<4xf32>
  %t7 = stablehlo.cosine %t6 : tensor<4xf32>
  %t8 = stablehlo.tanh %t7 : tensor<4xf32>
  %t9 = stablehlo.cosine %t8 : tensor<4xf32>
  %ta = stablehlo.tanh %t9 : tensor<4xf32>
  return %a, %ta : tensor<4xf32>, tensor<4xf32>
}

