// Programs of test_traps.py: Mistakes that constant folders have made elsewhere: those that `cases/traps.mlir` cannot
// show.

// -----
// attributes and locations survive and sharding keeps constants apart

    func.func @main() -> (tensor<2xf32>, tensor<2xf32>) {
      %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %b = stablehlo.add %a, %a {mhlo.sharding = "{replicated}"} : tensor<2xf32> loc("model.py":7:3)
      %c = stablehlo.add %a, %a {mhlo.sharding = "{devices=[2]0,1}"} : tensor<2xf32> loc("model.py":8:3)
      return %b, %c : tensor<2xf32>, tensor<2xf32>
    }
    

// -----
// nan bits do not matter but nan does

    func.func @main() -> tensor<f32> {
      %a = stablehlo.constant dense<0x7F800000> : tensor<f32>
      %r = stablehlo.subtract %a, %a : tensor<f32>
      return %r : tensor<f32>
    }
    
