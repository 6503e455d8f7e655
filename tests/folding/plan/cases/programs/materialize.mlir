// Programs of test_materialize.py: How values become the bytes of constants.

// -----
// a call that returns a constant tuple becomes constants

    func.func @main() -> tuple<tensor<2xi32>, tensor<2xf32>> {
      %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
      %t = call @f(%a) : (tensor<2xi32>) -> tuple<tensor<2xi32>, tensor<2xf32>>
      return %t : tuple<tensor<2xi32>, tensor<2xf32>>
    }
    func.func private @f(%a: tensor<2xi32>) -> tuple<tensor<2xi32>, tensor<2xf32>> {
      %b = stablehlo.constant dense<2.0> : tensor<2xf32>
      %c = stablehlo.add %a, %a : tensor<2xi32>
      %t = stablehlo.tuple %c, %b : tuple<tensor<2xi32>, tensor<2xf32>>
      return %t : tuple<tensor<2xi32>, tensor<2xf32>>
    }
