// Programs of test_report.py: The account of what was folded and what not.

// -----
// text

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4xf32> loc("model.py":3:1)
  %s = stablehlo.sine %i : tensor<4xf32> loc("model.py":4:1)
  %c = stablehlo.custom_call @unknown(%s) : (tensor<4xf32>) -> tensor<4xf32> loc("model.py":5:1)
  %a = stablehlo.add %c, %s : tensor<4xf32> loc("model.py":6:1)
  %r = stablehlo.add %a, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}


// -----
// jax

#layer = loc("layer"("net.py":3:9 to :14))
#net = loc("net"("net.py":7:4 to 8:2))
#main = loc("<module>"("run.py":20:1 to :9))
#stack = loc(callsite(#layer at callsite(#net at #main)))
#sine = loc("jit(net)/layer3/sin"(#stack))
#call = loc("jit(net)/call"(#stack))
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4xf32> loc(#main)
  %s = stablehlo.sine %i : tensor<4xf32> loc(#sine)
  %c = stablehlo.custom_call @unknown(%s) : (tensor<4xf32>) -> tensor<4xf32> loc(#call)
  %d = stablehlo.custom_call @other(%s) : (tensor<4xf32>) -> tensor<4xf32> loc("x[<b>]")
  %r = stablehlo.add %c, %d : tensor<4xf32>
  return %r : tensor<4xf32>
}

